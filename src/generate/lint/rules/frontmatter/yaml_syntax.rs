//! The frontmatter is no YAML.
//!
//! What the other rules have no name for: a key without a space behind its colon, a
//! line that belongs to nothing, a column that fits no block, a bracket that is never
//! closed. Claude Code drops all metadata it cannot rescue and hides the skill from
//! the model; Codex drops the skill.
//!
//! ## Instead
//!
//! One `key: value` a line, values in double quotes, nested keys indented by two
//! spaces.

use super::subject;
use crate::diagnostic::{Diagnostic, Rule, Severity, Sink};
use crate::generate::lint::{Context, Document};
use crate::generate::source::repair::FaultKind;

/// The rule.
pub(super) static RULE: Rule = Rule {
    code: "CVG018",
    name: "yaml-syntax",
    severity: Severity::Error,
    source: include_str!("yaml_syntax.rs"),
};

/// Reports the faults that no other rule has, and keys that no host will find.
pub(super) fn check(document: &Document, _: Context<'_>, sink: &mut Sink) {
    let say = if document.is_yaml_file() { say_of_file } else { say };
    subject::report(document, &RULE, sink, say);
    if !subject::is_component(document) {
        return;
    }
    // To YAML a no-break space is part of the key that it seems to indent.
    for entry in document.mapping().map_or(&[][..], |root| root.entries()) {
        if entry.key.as_str().is_some_and(|key| key.starts_with(subject::is_invisible)) {
            sink.push(
                Diagnostic::new(
                    &RULE,
                    document.place(entry.key.span.clone()),
                    "this key starts with a character that looks like a space and is none",
                )
                .help("indent with plain spaces"),
            );
        }
    }
}

/// What to say of a file that is YAML as a whole, whose values are seldom prose: to quote
/// them would not help.
fn say_of_file(kind: &FaultKind, text: &str) -> Option<(String, &'static str)> {
    let (message, help) = say(kind, text)?;
    Some(match kind {
        FaultKind::StrayText if help.starts_with("indent it") => {
            (message, "write `key: value`, or indent it if it belongs to the value above")
        }
        FaultKind::OpenBracket(_) => (message, "close the bracket"),
        FaultKind::Other(words) => (
            format!("this is not YAML: {words}"),
            "look at this line, and at what the lines above it leave open",
        ),
        _ => (message, help),
    })
}

fn say(kind: &FaultKind, text: &str) -> Option<(String, &'static str)> {
    match kind {
        FaultKind::MissingSpace if text.chars().nth(1).is_some() => Some((
            "the blank behind the colon is a no-break space, which YAML does not take for one"
                .to_owned(),
            "type a plain space",
        )),
        FaultKind::MissingSpace => Some((
            "no space stands behind the colon of this key".to_owned(),
            "put a space behind the colon",
        )),
        FaultKind::StrayText
            if text.trim_start_matches([' ', '\t']).starts_with(subject::is_invisible) =>
        {
            Some((
                "no-break spaces indent this line, which YAML does not take for spaces".to_owned(),
                "indent with plain spaces",
            ))
        }
        FaultKind::StrayText => Some((
            "this line is neither `key: value` nor part of the value above".to_owned(),
            "indent it if it belongs to the value above, and quote that value",
        )),
        FaultKind::OpenBracket(bracket) => Some((
            format!("the `{bracket}` that opens this value is never closed"),
            "close the bracket, or quote the value if it is text",
        )),
        FaultKind::Indentation => Some((
            "this line starts at a column that fits no other".to_owned(),
            "start keys of one block at the same column",
        )),
        FaultKind::MissingComma => {
            Some(("no comma stands in front of this key".to_owned(), "put a comma in front of it"))
        }
        FaultKind::Other(words) => {
            Some((format!("the frontmatter is not YAML: {words}"), "quote the value"))
        }
        _ => None,
    }
}
