//! The component has no description, so a model never learns when to use it.
//!
//! Claude Code does not list such a skill to the model and lists such an agent as
//! "Agent from … plugin"; Codex drops the skill ("missing field `description`") and
//! does not take over the command. A value that is only a `# comment` is empty, too.
//! A command without one still works when it is typed.
//!
//! ## Instead
//!
//! Say what it does and when to use it: `description: "Counts shelves. Use when …"`.

use super::subject::{is_component, is_invisible, trimmed, word};
use super::unknown_key;
use crate::diagnostic::{Diagnostic, Rule, Severity, Sink};
use crate::generate::lint::{Context, Document, Kind};
use crate::generate::source::frontmatter::Split;
use crate::generate::source::yaml;

/// The rule.
pub(super) static RULE: Rule = Rule {
    code: "CVG023",
    name: "description-missing",
    severity: Severity::Error,
    source: include_str!("description_missing.rs"),
};

/// Looks for the key and for text behind it.
pub(super) fn check(document: &Document, context: Context<'_>, sink: &mut Sink) {
    let Some(front) = &document.front else { return };
    let listed =
        front.root.as_ref().is_some_and(|root| !matches!(root.kind, yaml::Kind::Mapping(_)));
    if !is_component(document) || listed || !matches!(document.split, Split::Block { .. }) {
        return;
    }
    let entry = document.mapping().and_then(|root| root.entry("description"));
    let (place, state) = match entry {
        None if unknown_key::stands_for(document, context.mode, "description") => return,
        None => (document.line(1), "no description"),
        Some(entry) => {
            let text = trimmed(&entry.value);
            // A list or a mapping is not empty, only wrong.
            if text.is_none_or(|text| text.chars().any(|c| !is_invisible(c))) {
                return;
            }
            (document.place(entry.key.span.clone()), "an empty description")
        }
    };
    let what = word(document.kind);
    let (severity, effect) = match document.kind {
        Kind::Command => (Severity::Warning, "it is not listed to the model"),
        Kind::Agent => (Severity::Error, "the model cannot tell what it is for"),
        _ => (Severity::Error, "hosts hide it or drop it"),
    };
    sink.push(
        Diagnostic::new(&RULE, place, format!("this {what} has {state}: {effect}"))
            .severity(severity)
            .help("say what it does and when to use it"),
    );
}
