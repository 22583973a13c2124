//! A plain value holds `: `, or ends its line with `:`.
//!
//! YAML takes the colon for the end of another key, and the frontmatter is no YAML.
//! Claude Code shows the description all the same if it stands on one line; with the
//! colon on a continuation line, or at the end of the value, the skill is invisible
//! to the model. Codex repairs one line and drops the rest. An agent loses its
//! description and gets every tool.
//!
//! ## Instead
//!
//! Quote the value: `description: "Sorts widgets. Modes: by size or by colour"`.

use super::subject;
use crate::diagnostic::{Rule, Severity, Sink};
use crate::generate::lint::{Context, Document};
use crate::generate::source::repair::FaultKind;

/// The rule.
pub(super) static RULE: Rule = Rule {
    code: "CVG007",
    name: "yaml-colon-space",
    severity: Severity::Error,
    source: include_str!("yaml_colon_space.rs"),
};

/// Reports the faults of this kind.
pub(super) fn check(document: &Document, _: Context<'_>, sink: &mut Sink) {
    subject::report(document, &RULE, sink, say);
}

fn say(kind: &FaultKind, _: &str) -> Option<(String, &'static str)> {
    match kind {
        FaultKind::ColonSpace => {
            Some(("a plain value may not hold `: `".to_owned(), "quote the value"))
        }
        FaultKind::ColonAtEnd => Some((
            "a plain value may not end its line with `:`".to_owned(),
            "quote the value, and indent the lines that belong to it",
        )),
        _ => None,
    }
}
