//! The manifest lacks a field that Claude Code asks for.
//!
//! `claude plugin validate` warns of a missing `version`, `description` or
//! `author`, and `--strict` fails. Without a version an update is told apart by its
//! commit only, or not at all.
//!
//! ## Instead
//!
//! Name all three. In a canonical source they are in `plugin.yaml`.

use cvg_hooks::Host;

use crate::diagnostic::{Diagnostic, Rule, Severity, Sink};
use crate::generate::lint::rules::support::manifest;
use crate::generate::lint::{HostTree, Mode};

/// The rule.
pub(super) static RULE: Rule = Rule {
    code: "CVG094",
    name: "manifest-missing-field",
    severity: Severity::Warning,
    source: include_str!("manifest_missing_field.rs"),
};

/// Looks for the three fields.
pub(super) fn check(tree: &HostTree, _: Mode, sink: &mut Sink) {
    if tree.host != Host::Claude {
        return;
    }
    let Some(manifest) = manifest::read(tree) else { return };
    for (key, example) in [
        ("version", "\"version\": \"0.1.0\""),
        ("description", "\"description\": \"…\""),
        ("author", "\"author\": { \"name\": \"…\" }"),
    ] {
        let blank = |text: &str| text.trim().is_empty();
        let value = manifest.root.get(key);
        if value.is_some_and(|value| !value.as_str().is_some_and(blank)) {
            continue;
        }
        let place = value.map_or_else(|| manifest.start(), |value| manifest.place(value));
        let state = if value.is_some() { "is empty" } else { "is missing" };
        sink.push(
            Diagnostic::new(&RULE, place, format!("`{key}` {state}"))
                .help(format!("add `{example}`"))
                .host(Host::Claude),
        );
    }
}
