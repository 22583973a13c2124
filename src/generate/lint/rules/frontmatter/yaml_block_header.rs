//! Text stands behind `|` or `>` on the same line.
//!
//! A block value begins on the next line; behind its `|` or `>` only `-`, `+`, a digit
//! or a comment may stand. Claude Code shows the line with the `>` in it, or hides the
//! skill from the model if the value has more lines. Codex drops the skill.
//!
//! ## Instead
//!
//! ```yaml
//! description: >-
//!   Fills jars. Trigger phrases: "fill this jar".
//! ```

use super::subject;
use crate::diagnostic::{Rule, Severity, Sink};
use crate::generate::lint::{Context, Document};
use crate::generate::source::repair::FaultKind;

/// The rule.
pub(super) static RULE: Rule = Rule {
    code: "CVG009",
    name: "yaml-block-header",
    severity: Severity::Error,
    source: include_str!("yaml_block_header.rs"),
};

/// Reports the faults of this kind.
pub(super) fn check(document: &Document, _: Context<'_>, sink: &mut Sink) {
    subject::report(document, &RULE, sink, say);
}

fn say(kind: &FaultKind, _: &str) -> Option<(String, &'static str)> {
    match kind {
        FaultKind::BlockHeader => Some((
            "text stands behind the `|` or `>` that starts a block value".to_owned(),
            "start the text on the next line, indented; or quote it and drop the `|` or `>`",
        )),
        _ => None,
    }
}
