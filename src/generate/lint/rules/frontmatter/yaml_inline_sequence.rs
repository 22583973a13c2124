//! A list starts on the line of its key.
//!
//! `allowed-tools: - Read` is no YAML: items begin on lines of their own. Both hosts
//! lose the skill: Claude Code hides it from the model, Codex drops it.
//!
//! ## Instead
//!
//! ```yaml
//! allowed-tools:
//!   - Read
//! ```
//!
//! or `allowed-tools: [Read]`.

use super::subject;
use crate::diagnostic::{Rule, Severity, Sink};
use crate::generate::lint::{Context, Document};
use crate::generate::source::repair::FaultKind;

/// The rule.
pub(super) static RULE: Rule = Rule {
    code: "CVG016",
    name: "yaml-inline-sequence",
    severity: Severity::Error,
    source: include_str!("yaml_inline_sequence.rs"),
};

/// Reports the faults of this kind.
pub(super) fn check(document: &Document, _: Context<'_>, sink: &mut Sink) {
    subject::report(document, &RULE, sink, say);
}

fn say(kind: &FaultKind, _: &str) -> Option<(String, &'static str)> {
    match kind {
        FaultKind::InlineSequence => Some((
            "a list may not start on the line of its key".to_owned(),
            "start it on the next line, or write `[…]`; quote the value if it is text",
        )),
        _ => None,
    }
}
