//! A value in brackets is a list where text is meant.
//!
//! `argument-hint: [box-name]` is a list of one item; hosts show it as they please. A
//! description that is a list is no description: Codex drops the skill, and Claude
//! Code hides it from the model.
//!
//! ## Instead
//!
//! Quote the value: `argument-hint: "[box-name]"`.

use super::keys::{self, Shape};
use super::subject::{is_component, quote, value_range};
use crate::diagnostic::{Diagnostic, Rule, Severity, Sink};
use crate::generate::lint::{Context, Document};
use crate::generate::source::yaml::Kind;

/// The rule.
pub(super) static RULE: Rule = Rule {
    code: "CVG020",
    name: "list-for-string",
    severity: Severity::Warning,
    source: include_str!("list_for_string.rs"),
};

/// Keys that hold prose; a list for any other key is a plain mistake of type.
pub(super) const PROSE: &[&str] =
    &["name", "description", "argument-hint", "when_to_use", "license", "compatibility"];

/// Looks for lists where a key holds prose.
pub(super) fn check(document: &Document, context: Context<'_>, sink: &mut Sink) {
    if !is_component(document) {
        return;
    }
    for found in keys::entries(document, context.mode) {
        let value = &found.entry.value;
        let prose = found.shape == Some(Shape::Text) && PROSE.contains(&found.key);
        if !prose || !matches!(value.kind, Kind::Sequence(_)) {
            continue;
        }
        let vital = matches!(found.key, "name" | "description");
        let text = &document.file.text[value.span.clone()];
        let mut diagnostic = Diagnostic::new(
            &RULE,
            document.place(value_range(document, found.entry)),
            format!("`{}` is a list, where text is meant", found.key),
        )
        .severity(if vital { Severity::Error } else { Severity::Warning })
        .help("quote the value");
        if text.starts_with('[') && !text.contains('\n') {
            diagnostic = diagnostic.fix(quote(document, value.span.clone(), true));
        }
        sink.push(diagnostic);
    }
}
