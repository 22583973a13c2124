//! Something stands above the frontmatter, and so there is none.
//!
//! A banner, an HTML comment or one blank line in front of the opening `---` makes
//! both hosts read the file as plain text: Claude Code hides the skill from the
//! model, Codex drops it with "missing YAML frontmatter".
//!
//! ## Instead
//!
//! Put `---` on the first line. A banner goes below the block, or into it as a YAML
//! comment:
//!
//! ```markdown
//! ---
//! # generated, do not edit
//! name: shelf-counter
//! ---
//! ```

use super::subject::is_component;
use crate::diagnostic::{Diagnostic, Fix, Rule, Severity, Sink};
use crate::generate::lint::{Context, Document};
use crate::generate::source::frontmatter::{BYTE_ORDER_MARK, Split, split};

/// The rule.
pub(super) static RULE: Rule = Rule {
    code: "CVG003",
    name: "frontmatter-not-first",
    severity: Severity::Error,
    source: include_str!("frontmatter_not_first.rs"),
};

/// Looks at what stands above the block.
pub(super) fn check(document: &Document, _: Context<'_>, sink: &mut Sink) {
    let Split::NotFirst { fence } = document.split else { return };
    if !is_component(document) {
        return;
    }
    let text = &document.file.text;
    let start = if text.starts_with(BYTE_ORDER_MARK) { BYTE_ORDER_MARK.len() } else { 0 };
    let above = &text[start..fence];
    let blank = above.trim().is_empty();
    let what = if blank { "a blank line" } else { "text" };
    let mut found = Diagnostic::new(
        &RULE,
        document.place(fence..fence + "---".len()),
        format!("{what} stands above the frontmatter, so no host sees it"),
    )
    .help("move `---` to the first line");
    if let Split::Block { body, .. } = split(&text[fence..]) {
        let block = &text[fence..fence + body];
        let banner = if blank { "" } else { above };
        found = found.fix(Fix {
            title: "move the frontmatter to the top".to_owned(),
            range: start..fence + body,
            replacement: format!("{block}{banner}"),
            mechanical: blank,
        });
    }
    sink.push(found);
}
