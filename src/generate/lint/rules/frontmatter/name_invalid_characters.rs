//! A name holds something else than lower-case letters, digits and single hyphens.
//!
//! Codex names a skill by this text: one with a space cannot be mentioned, and one
//! with an invisible character cannot be typed. The open skill format refuses it.
//! Claude Code takes the folder's name instead, so the skill has two names.
//!
//! ## Instead
//!
//! `name: seed-planter`, equal to the folder.

use super::subject::{is_component, shown, trimmed, value_range};
use crate::diagnostic::{Diagnostic, Fix, Rule, Severity, Sink};
use crate::generate::lint::{Context, Document, Kind, Mode};
use crate::generate::source::yaml::Entry;

/// The rule.
pub(super) static RULE: Rule = Rule {
    code: "CVG026",
    name: "name-invalid-characters",
    severity: Severity::Error,
    source: include_str!("name_invalid_characters.rs"),
};

/// Looks at the name's characters.
pub(super) fn check(document: &Document, context: Context<'_>, sink: &mut Sink) {
    if !is_component(document) {
        return;
    }
    let Some(entry) = document.mapping().and_then(|root| root.entry("name")) else { return };
    let Some(name) = trimmed(&entry.value) else { return };
    if name.is_empty() || is_valid(name) || (context.mode == Mode::Source && name.contains("{{")) {
        return;
    }
    let severity = match (context.mode, document.kind) {
        (Mode::Source, _) => Severity::Error,
        // Claude Code takes any name of an agent, and a command's is only a label.
        (_, Kind::Agent) => Severity::Warning,
        (_, Kind::Command) => Severity::Info,
        _ if has_valid_characters(name) => Severity::Warning,
        _ => Severity::Error,
    };
    let message = match name.chars().find(|c| !is_valid_character(*c)) {
        Some(bad) => format!("the name `{}` holds {}", shown(name), described(bad)),
        None => format!("the name `{}` has a hyphen too many", shown(name)),
    };
    let mut found = Diagnostic::new(&RULE, document.place(value_range(document, entry)), message)
        .severity(severity)
        .help("use lower-case letters, digits and single hyphens");
    if let Some(fix) = fix(document, entry, name, context.mode) {
        found = found.fix(fix);
    }
    sink.push(found);
}

/// Lower-case letters, digits and single hyphens, none of these at an end.
pub(super) fn is_valid(name: &str) -> bool {
    has_valid_characters(name)
        && !name.starts_with('-')
        && !name.ends_with('-')
        && !name.contains("--")
}

fn has_valid_characters(name: &str) -> bool {
    !name.is_empty() && name.chars().all(is_valid_character)
}

fn is_valid_character(character: char) -> bool {
    matches!(character, 'a'..='z' | '0'..='9' | '-')
}

fn described(character: char) -> String {
    match character {
        ' ' => "a space".to_owned(),
        upper if upper.is_uppercase() => format!("the capital `{upper}`"),
        other => format!("`{}`", shown(&other.to_string())),
    }
}

/// The folder's name, where the name says the same with other characters.
fn fix(document: &Document, entry: &Entry, name: &str, mode: Mode) -> Option<Fix> {
    let letters = |text: &str| -> String {
        text.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect()
    };
    let wanted = &document.name;
    let range = value_range(document, entry);
    let same = is_valid(wanted) && letters(wanted) == letters(name);
    (same && range == entry.value.span).then(|| Fix {
        title: format!("name it `{wanted}`"),
        range,
        replacement: wanted.clone(),
        mechanical: mode == Mode::Source,
    })
}
