//! A value opens a quote and never closes it.
//!
//! Everything below belongs to the value, up to a quote that was meant for something
//! else. Claude Code drops all metadata, so the skill is invisible to the model;
//! Codex drops the skill.
//!
//! ## Instead
//!
//! Close the quote, or double it where it is text: `'it''s here'`, `"a \"b\" c"`.

use super::subject;
use crate::diagnostic::{Rule, Severity, Sink};
use crate::generate::lint::{Context, Document};
use crate::generate::source::repair::FaultKind;

/// The rule.
pub(super) static RULE: Rule = Rule {
    code: "CVG012",
    name: "yaml-unbalanced-quote",
    severity: Severity::Error,
    source: include_str!("yaml_unbalanced_quote.rs"),
};

/// Reports the faults of this kind.
pub(super) fn check(document: &Document, _: Context<'_>, sink: &mut Sink) {
    subject::report(document, &RULE, sink, say);
}

fn say(kind: &FaultKind, _: &str) -> Option<(String, &'static str)> {
    match kind {
        FaultKind::UnbalancedQuote(quote) => Some((
            format!("the `{quote}` that opens this value is never closed"),
            "close the quote; inside `\"…\"` write `\\\"`, inside `'…'` write `''`",
        )),
        _ => None,
    }
}
