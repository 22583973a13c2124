//! A plain value starts with a character that YAML keeps for itself.
//!
//! `@`, `` ` ``, `%`, `,`, `]`, `}`, and `?` or `:` before a space cannot begin a plain
//! value, and the frontmatter is no YAML. Claude Code rescues a value on one line;
//! Codex repairs `@` and `` ` `` and drops a skill with `%`.
//!
//! ## Instead
//!
//! Quote the value: `description: "@notes keeper"`.

use super::subject;
use crate::diagnostic::{Rule, Severity, Sink};
use crate::generate::lint::{Context, Document};
use crate::generate::source::repair::FaultKind;

/// The rule.
pub(super) static RULE: Rule = Rule {
    code: "CVG008",
    name: "yaml-reserved-indicator",
    severity: Severity::Error,
    source: include_str!("yaml_reserved_indicator.rs"),
};

/// Reports the faults of this kind.
pub(super) fn check(document: &Document, _: Context<'_>, sink: &mut Sink) {
    subject::report(document, &RULE, sink, say);
}

fn say(kind: &FaultKind, _: &str) -> Option<(String, &'static str)> {
    match kind {
        FaultKind::Reserved('`') => {
            Some(("a plain value may not start with a backtick".to_owned(), "quote the value"))
        }
        FaultKind::Reserved(character) => {
            Some((format!("a plain value may not start with `{character}`"), "quote the value"))
        }
        _ => None,
    }
}
