//! A skill's description is longer than 1,024 characters.
//!
//! The open skill format allows 1,024; stricter hosts and validators refuse the
//! skill, and Codex cuts the text at that length in its list, so that the end of it
//! is never read. Agents and commands have no such limit.
//!
//! ## Instead
//!
//! Keep what tells *when* to use the skill; move the rest into the body.

use super::subject::value_range;
use crate::diagnostic::{Diagnostic, Rule, Severity, Sink};
use crate::generate::hosts::facts::limit;
use crate::generate::lint::{Context, Document, Kind, Mode};
use crate::generate::source::yaml::Node;

/// The rule.
pub(super) static RULE: Rule = Rule {
    code: "CVG024",
    name: "description-too-long",
    severity: Severity::Error,
    source: include_str!("description_too_long.rs"),
};

/// Counts the characters. A template is counted once it is rendered.
pub(super) fn check(document: &Document, context: Context<'_>, sink: &mut Sink) {
    let max = limit("skill.description.max");
    if document.kind != Kind::Skill {
        return;
    }
    let Some(entry) = document.mapping().and_then(|root| root.entry("description")) else { return };
    let Some(text) = Node::as_str(&entry.value) else { return };
    let count = text.trim().chars().count();
    let template = context.mode == Mode::Source && text.contains("{{");
    if count > max && !template {
        sink.push(
            Diagnostic::new(
                &RULE,
                document.place(value_range(document, entry)),
                format!(
                    "the description has {count} characters, {} more than the {max} allowed",
                    count - max
                ),
            )
            .help("keep what tells when to use the skill, and move the rest into the body"),
        );
    }
}
