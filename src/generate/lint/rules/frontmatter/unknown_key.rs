//! A key that nothing reads.
//!
//! In a canonical source every key has a meaning: those of the open skill format at
//! the top, and keys of one host under `claude:` or `codex:`. Hosts ignore keys that
//! they do not know without a word, so `argument_hint` or `Name` does nothing there.
//!
//! ## Instead
//!
//! ```yaml
//! name: shelf-counter
//! description: "Counts what stands on a shelf."
//! claude:
//!   argument-hint: "[shelf]"
//! ```

use super::keys::{self, Found, Scope};
use super::subject::{is_component, shown};
use crate::diagnostic::{Diagnostic, Fix, Rule, Severity, Sink};
use crate::generate::lint::{Context, Document, Mode, suggest};

/// The rule.
pub(super) static RULE: Rule = Rule {
    code: "CVG022",
    name: "unknown-key",
    severity: Severity::Error,
    source: include_str!("unknown_key.rs"),
};

/// Looks up every key.
pub(super) fn check(document: &Document, context: Context<'_>, sink: &mut Sink) {
    if !is_component(document) {
        return;
    }
    for found in keys::entries(document, context.mode) {
        if found.shape.is_some() {
            continue;
        }
        let kind = document.kind;
        let known: Vec<&str> = match (found.scope, context.mode) {
            (Scope::Top, Mode::Source) => names(keys::canonical(kind)),
            (Scope::Top, _) => {
                names(keys::canonical(kind)).into_iter().chain(names(keys::claude(kind))).collect()
            }
            (Scope::Claude, _) => names(keys::claude(kind)),
            (Scope::Codex, _) => names(keys::codex(kind)),
        };
        let meant = suggest::closest(found.key, known.iter().copied());
        // Strangers' keys, and those for one host, are ours only if they were mistyped.
        let severity = match (context.mode, found.scope) {
            (Mode::Source, Scope::Top) => Severity::Error,
            (Mode::Source, _) if meant.is_some() => Severity::Warning,
            _ if meant.is_some() => Severity::Info,
            _ => continue,
        };
        sink.push(diagnostic(document, &found, meant, severity));
    }
}

/// Is there a misspelt key in our own source that was meant as this one, which is not there?
/// Then it is told at the misspelt key.
pub(super) fn stands_for(document: &Document, mode: Mode, key: &str) -> bool {
    let known = names(keys::canonical(document.kind));
    mode == Mode::Source
        && document.get(key).is_none()
        && keys::entries(document, mode).iter().any(|found| {
            found.scope == Scope::Top
                && found.shape.is_none()
                && suggest::closest(found.key, known.iter().copied()) == Some(key)
        })
}

fn names(table: &'static [(&'static str, keys::Shape)]) -> Vec<&'static str> {
    table.iter().map(|(name, _)| *name).collect()
}

fn diagnostic(
    document: &Document,
    found: &Found<'_>,
    meant: Option<&str>,
    severity: Severity,
) -> Diagnostic {
    let range = found.entry.key.span.clone();
    let message = format!("unknown key `{}`", shown(found.key));
    let diagnostic = Diagnostic::new(&RULE, document.place(range.clone()), message);
    let diagnostic = diagnostic.severity(severity);
    let of = |table: &[(&str, keys::Shape)]| table.iter().any(|(name, _)| *name == found.key);
    if found.scope == Scope::Top && of(keys::claude(document.kind)) {
        return diagnostic.help("a key of Claude Code goes under `claude:`");
    }
    if found.scope == Scope::Top && of(keys::codex(document.kind)) {
        return diagnostic.help("a key of Codex goes under `codex:`");
    }
    match meant {
        Some(meant) => diagnostic.help(format!("did you mean `{meant}`?")).fix(Fix {
            title: format!("rename the key to `{meant}`"),
            range,
            replacement: meant.to_owned(),
            mechanical: false,
        }),
        None => diagnostic.help("host-only keys go under `claude:` or `codex:`"),
    }
}
