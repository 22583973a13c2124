//! A name is longer than 64 characters.
//!
//! Codex drops the skill ("exceeds maximum length of 64 characters"). Claude Code
//! takes it, and takes the name of an agent at any length.
//!
//! ## Instead
//!
//! Shorten it; what the component does belongs into its description.

use super::subject::{is_component, trimmed, value_range};
use crate::diagnostic::{Diagnostic, Rule, Severity, Sink};
use crate::generate::hosts::facts::limit;
use crate::generate::lint::{Context, Document, Kind, Mode};

/// The rule.
pub(super) static RULE: Rule = Rule {
    code: "CVG027",
    name: "name-too-long",
    severity: Severity::Error,
    source: include_str!("name_too_long.rs"),
};

/// Counts the characters.
pub(super) fn check(document: &Document, context: Context<'_>, sink: &mut Sink) {
    let max = limit("skill.name.max");
    if !is_component(document) {
        return;
    }
    let Some(entry) = document.mapping().and_then(|root| root.entry("name")) else { return };
    let Some(name) = trimmed(&entry.value) else { return };
    let count = name.chars().count();
    if count <= max || (context.mode == Mode::Source && name.contains("{{")) {
        return;
    }
    let strict = document.kind == Kind::Skill || context.mode == Mode::Source;
    sink.push(
        Diagnostic::new(
            &RULE,
            document.place(value_range(document, entry)),
            format!("the name has {count} characters, {} more than the {max} allowed", count - max),
        )
        .severity(if strict { Severity::Error } else { Severity::Warning })
        .help("shorten it"),
    );
}
