//! A key holds another type of value than its host reads.
//!
//! Codex drops a skill whose `metadata` is a string; Claude Code ignores an
//! `allowed-tools` mapping and every value it cannot use, without a word. A number
//! where text is meant does no harm: both hosts make text of it.
//!
//! ## Instead
//!
//! Give the key the type that the message names.

use super::keys::{self, Found, Shape};
use super::list_for_string::PROSE;
use super::subject::{is_component, value_range};
use crate::diagnostic::{Diagnostic, Rule, Severity, Sink};
use crate::generate::lint::{Context, Document};
use crate::generate::source::yaml::{Kind, Style};

/// The rule.
pub(super) static RULE: Rule = Rule {
    code: "CVG021",
    name: "wrong-type",
    severity: Severity::Error,
    source: include_str!("wrong_type.rs"),
};

/// Looks at the type of every value whose key is known.
pub(super) fn check(document: &Document, context: Context<'_>, sink: &mut Sink) {
    if !is_component(document) {
        return;
    }
    for found in keys::entries(document, context.mode) {
        let Some((severity, wanted)) = verdict(document, &found) else { continue };
        let range = value_range(document, found.entry);
        let is = found.entry.value.type_name();
        sink.push(
            Diagnostic::new(
                &RULE,
                document.place(range),
                format!("`{}` is a {is}, not {wanted}", found.key),
            )
            .severity(severity)
            .help(format!("give `{}` {wanted}", found.key)),
        );
    }
}

/// How bad the type is, and what was wanted; `None` where it is right, or where
/// another rule says more.
fn verdict(document: &Document, found: &Found<'_>) -> Option<(Severity, &'static str)> {
    let value = &found.entry.value;
    let is = value.type_name();
    if matches!(is, "null" | "alias") {
        return None;
    }
    let text = document.file.text.get(value.span.clone()).unwrap_or_default();
    let flow = matches!(value.kind, Kind::Mapping(_)) && text.starts_with('{');
    match found.shape? {
        Shape::Text => match is {
            "string" => None,
            "list" if PROSE.contains(&found.key) => None,
            "mapping" if flow => None,
            "number" | "boolean" if !matches!(found.key, "name" | "description") => None,
            "number" => Some((Severity::Info, "text")),
            "boolean" => Some((Severity::Warning, "text")),
            _ => Some((Severity::Error, "text")),
        },
        Shape::TextOrList => match is {
            "string" | "list" | "number" => None,
            "mapping" if text.starts_with("{{") => None,
            _ => Some((Severity::Error, "text or a list")),
        },
        Shape::List => (is != "list").then_some((Severity::Error, "a list")),
        Shape::Mapping => match is {
            "mapping" => None,
            _ => Some((Severity::Error, "a mapping")),
        },
        // Words such as `yes` are another rule's; hosts ignore the rest.
        Shape::Flag => match (is, value.style()) {
            ("boolean", _) | ("string", Some(Style::Plain | Style::Single | Style::Double))
                if is == "boolean" || super::boolean_word::means(value).is_some() =>
            {
                None
            }
            _ => Some((Severity::Warning, "`true` or `false`")),
        },
        Shape::Any => None,
    }
}
