//! What the rules of this family ask of a document.

use std::ops::Range;

use super::name_invalid_characters::is_valid;
use crate::diagnostic::{Diagnostic, Fix, Rule, Severity, Sink};
use crate::generate::lint::{Context, Document, Kind, Mode};
use crate::generate::source::repair::{Fault, FaultKind};
use crate::generate::source::yaml::{Entry, Node, Style};

/// Pages that people put beside agents and commands; that hosts load them is
/// another rule's matter, and they want no frontmatter.
const PAGES: &[&str] = &["readme", "changelog", "claude", "agents", "license"];

/// Should the document have frontmatter?
pub(super) fn is_component(document: &Document) -> bool {
    let page = || PAGES.contains(&document.name.to_ascii_lowercase().as_str());
    match document.kind {
        Kind::Skill => true,
        Kind::Agent | Kind::Command => !page(),
        Kind::Reference => false,
    }
}

/// `skill`, `agent` or `command`.
pub(super) fn word(kind: Kind) -> &'static str {
    match kind {
        Kind::Skill => "skill",
        Kind::Agent => "agent",
        Kind::Command => "command",
        Kind::Reference => "page",
    }
}

/// Reports the faults of a document that `say` has a message and help for.
pub(super) fn report(
    document: &Document,
    rule: &'static Rule,
    sink: &mut Sink,
    say: fn(&FaultKind, &str) -> Option<(String, &'static str)>,
) {
    if !is_component(document) {
        return;
    }
    for fault in &document.faults {
        let text = &document.file.text[fault.range.clone()];
        if let Some((message, help)) = say(&fault.kind, text) {
            sink.push(diagnostic(document, rule, fault, message).help(help));
        }
    }
}

/// Gives a component the name that its folder or file has, if that is one and the
/// value in the text can be replaced.
pub(super) fn rename(document: &Document, entry: &Entry, context: Context<'_>) -> Option<Fix> {
    let range = value_range(document, entry);
    (is_valid(&document.name) && range == entry.value.span).then(|| Fix {
        title: format!("name it `{}`", document.name),
        range,
        replacement: document.name.clone(),
        mechanical: context.mode == Mode::Source,
    })
}

fn diagnostic(
    document: &Document,
    rule: &'static Rule,
    fault: &Fault,
    message: String,
) -> Diagnostic {
    let found = Diagnostic::new(rule, document.place(fault.range.clone()), message)
        .severity(Severity::Error);
    match &fault.fix {
        Some(fix) => found.fix(fix.clone()),
        None => found,
    }
}

/// Where to point for a value: at its key where it is empty or begins on a later line.
pub(super) fn value_range(document: &Document, entry: &Entry) -> Range<usize> {
    let (key, value) = (&entry.key.span, &entry.value.span);
    let block = entry.value.style() == Some(Style::Block);
    let between = document.file.text.get(key.end..value.start);
    let below = between.is_none_or(|between| between.contains('\n'));
    if block || below || value.is_empty() { key.clone() } else { value.clone() }
}

/// Replaces bytes by the same text in double quotes.
pub(super) fn quote(document: &Document, range: Range<usize>, mechanical: bool) -> Fix {
    let text = document.file.text[range.clone()].to_owned();
    Fix {
        title: "quote the value".to_owned(),
        range,
        replacement: serde_json::Value::String(text).to_string(),
        mechanical,
    }
}

/// The text of a scalar without blanks around it; empty for a value that is not
/// there, which the parser gives as `~`.
pub(super) fn trimmed(node: &Node) -> Option<&str> {
    if node.type_name() == "null" { Some("") } else { node.as_str().map(str::trim) }
}

/// A value as a message shows it: one line, not too long, and nothing invisible.
pub(super) fn shown(text: &str) -> String {
    const LONGEST: usize = 40;
    let mut out = String::new();
    for (index, character) in text.chars().enumerate() {
        if index == LONGEST {
            out.push('…');
            break;
        }
        if character.is_control() || is_invisible(character) {
            out.extend(character.escape_unicode());
        } else {
            out.push(character);
        }
    }
    out
}

/// A character that takes no room, or looks like a space and is none.
pub(super) fn is_invisible(character: char) -> bool {
    matches!(
        character,
        '\u{a0}' | '\u{ad}' | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202f}'
            | '\u{2060}'..='\u{2064}' | '\u{feff}'
    )
}
