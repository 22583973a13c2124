//! Text stands behind a closing bracket or quote.
//!
//! A value that starts with `[` or a quote ends where that closes, so
//! `argument-hint: [box] [--small]` and `description: "Sort" widgets` are no YAML.
//! Claude Code rescues the brackets and hides a skill with such quotes from the
//! model; Codex drops the skill and does not take over the command.
//!
//! ## Instead
//!
//! Quote the whole value: `argument-hint: "[box] [--small]"`,
//! `description: "\"Sort\" widgets"`.

use super::subject;
use crate::diagnostic::{Rule, Severity, Sink};
use crate::generate::lint::{Context, Document};
use crate::generate::source::repair::FaultKind;

/// The rule.
pub(super) static RULE: Rule = Rule {
    code: "CVG010",
    name: "yaml-text-after-value",
    severity: Severity::Error,
    source: include_str!("yaml_text_after_value.rs"),
};

/// Reports the faults of this kind.
pub(super) fn check(document: &Document, _: Context<'_>, sink: &mut Sink) {
    subject::report(document, &RULE, sink, say);
}

fn say(kind: &FaultKind, _: &str) -> Option<(String, &'static str)> {
    match kind {
        FaultKind::TextAfterValue(']') => {
            Some(("text stands behind the closing `]`".to_owned(), "quote the whole value"))
        }
        FaultKind::TextAfterValue(quote) => Some((
            format!("text stands behind the closing `{quote}`"),
            "quote the whole value, with `\\\"` for a quote inside it",
        )),
        _ => None,
    }
}
