//! The frontmatter has no name.
//!
//! Hosts fall back on the folder of a skill and on the file of an agent, so the name
//! changes with them. In a canonical source the name is part of the text.
//!
//! ## Instead
//!
//! Add `name:`, equal to the folder of a skill or the file of an agent.

use super::subject::{is_component, trimmed, word};
use super::unknown_key;
use crate::diagnostic::{Diagnostic, Fix, Rule, Severity, Sink};
use crate::generate::lint::{Context, Document, Kind, Mode};
use crate::generate::source::frontmatter::Split;

/// The rule.
pub(super) static RULE: Rule = Rule {
    code: "CVG025",
    name: "name-missing",
    severity: Severity::Error,
    source: include_str!("name_missing.rs"),
};

/// Looks for the key; a command is always named by its file.
pub(super) fn check(document: &Document, context: Context<'_>, sink: &mut Sink) {
    let Split::Block { yaml, .. } = &document.split else { return };
    let Some(root) = document.mapping() else { return };
    if !is_component(document) || document.kind == Kind::Command {
        return;
    }
    let entry = root.entry("name");
    if entry.is_some_and(|entry| trimmed(&entry.value).is_none_or(|text| !text.is_empty())) {
        return;
    }
    let severity = match (context.mode, document.kind) {
        (Mode::Source, _) => Severity::Error,
        (_, Kind::Agent) => Severity::Warning,
        _ => Severity::Info,
    };
    let (place, state) = match entry {
        Some(entry) => (document.place(entry.key.span.clone()), "an empty name"),
        None if unknown_key::stands_for(document, context.mode, "name") => return,
        None => (document.line(1), "no name"),
    };
    let what = word(document.kind);
    let mut found = Diagnostic::new(&RULE, place, format!("this {what} has {state}"))
        .severity(severity)
        .help(format!("add `name: {}`", document.name));
    if entry.is_none() && !document.name.is_empty() {
        found = found.fix(Fix {
            title: "add the name".to_owned(),
            range: yaml.start..yaml.start,
            replacement: format!("name: {}\n", serde_json::Value::from(document.name.as_str())),
            mechanical: false,
        });
    }
    sink.push(found);
}
