//! A tab indents a line of the frontmatter.
//!
//! YAML indents with spaces only. Claude Code rescues the other keys; Codex drops the
//! skill ("found character that cannot start any token").
//!
//! ## Instead
//!
//! Indent with two spaces.

use super::subject;
use crate::diagnostic::{Rule, Severity, Sink};
use crate::generate::lint::{Context, Document};
use crate::generate::source::repair::FaultKind;

/// The rule.
pub(super) static RULE: Rule = Rule {
    code: "CVG011",
    name: "yaml-tab",
    severity: Severity::Error,
    source: include_str!("yaml_tab.rs"),
};

/// Reports the faults of this kind.
pub(super) fn check(document: &Document, _: Context<'_>, sink: &mut Sink) {
    subject::report(document, &RULE, sink, say);
}

fn say(kind: &FaultKind, _: &str) -> Option<(String, &'static str)> {
    match kind {
        FaultKind::Tab => Some(("a tab indents this line".to_owned(), "indent with spaces")),
        _ => None,
    }
}
