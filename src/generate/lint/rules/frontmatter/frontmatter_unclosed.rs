//! The frontmatter is opened and never closed.
//!
//! Both hosts then see a file without frontmatter: Claude Code hides the skill from
//! the model, Codex drops it. `...` closes a YAML document but no frontmatter, and a
//! `---` further down in the text closes it at the wrong place.
//!
//! ## Instead
//!
//! End the block with a line that is exactly `---`, before the text begins.

use super::subject::is_component;
use crate::diagnostic::{Diagnostic, Fix, Rule, Severity, Sink};
use crate::generate::lint::{Context, Document};
use crate::generate::source::frontmatter::Split;
use crate::generate::source::repair::FaultKind;

/// The rule.
pub(super) static RULE: Rule = Rule {
    code: "CVG002",
    name: "frontmatter-unclosed",
    severity: Severity::Error,
    source: include_str!("frontmatter_unclosed.rs"),
};

/// Looks for a block without an end, and for one that runs on into the body.
pub(super) fn check(document: &Document, _: Context<'_>, sink: &mut Sink) {
    if !is_component(document) {
        return;
    }
    let text = &document.file.text;
    let mut found = Diagnostic::new(
        &RULE,
        document.line(1),
        "the frontmatter is never closed: no line `---` ends it",
    );
    if document.split == Split::Unclosed {
        if let Some(fix) = fence(text) {
            found = found.fix(fix);
        }
    } else if let Some(fault) =
        document.faults.iter().find(|fault| fault.kind == FaultKind::Unclosed)
    {
        found = found.label(document.place(fault.range.clone()), "the text begins before this");
    } else {
        return;
    }
    sink.push(found.help("put a line `---` behind the last key"));
}

/// Closes the block in front of the first blank line, or makes `...` a fence.
fn fence(text: &str) -> Option<Fix> {
    let mut start = 0;
    for (index, line) in text.split_inclusive('\n').enumerate() {
        let content = line.trim_end();
        if index > 0 && (content.is_empty() || content == "...") {
            return Some(Fix {
                title: "close the frontmatter".to_owned(),
                range: start..start + content.len(),
                replacement: if content.is_empty() { "---\n" } else { "---" }.to_owned(),
                mechanical: false, // only the author knows where the text begins
            });
        }
        start += line.len();
    }
    None
}
