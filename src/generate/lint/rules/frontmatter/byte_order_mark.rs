//! The file starts with a byte-order mark, which hides its frontmatter.
//!
//! Editors do not show the mark. Claude Code before 2.1.239 and Codex look for `---`
//! at the very first byte: the skill is hidden from the model on one and dropped on
//! the other. We read on behind it, and what we render has none.
//!
//! ## Instead
//!
//! Save the file as UTF-8 without a mark.

use super::subject::is_component;
use crate::diagnostic::{Diagnostic, Fix, Rule, Severity, Sink};
use crate::generate::lint::{Context, Document};
use crate::generate::source::frontmatter::BYTE_ORDER_MARK;

/// The rule.
pub(crate) static RULE: Rule = Rule {
    code: "CVG004",
    name: "byte-order-mark",
    severity: Severity::Warning,
    source: include_str!("byte_order_mark.rs"),
};

/// Looks at the first three bytes.
pub(super) fn check(document: &Document, _: Context<'_>, sink: &mut Sink) {
    if !is_component(document) || !document.file.text.starts_with(BYTE_ORDER_MARK) {
        return;
    }
    let range = 0..BYTE_ORDER_MARK.len();
    sink.push(
        Diagnostic::new(
            &RULE,
            document.place(range.clone()),
            "the file starts with a byte-order mark: hosts then see no frontmatter",
        )
        .help("save it as UTF-8 without a mark")
        .fix(Fix {
            title: "remove the mark".to_owned(),
            range,
            replacement: String::new(),
            mechanical: true,
        }),
    );
}
