//! A value is cut at ` #`, and the rest is lost without a word.
//!
//! In YAML a `#` after a space starts a comment, so
//! `description: Fix issue #12 and C# code` reads as `Fix issue`. Both hosts and
//! `claude plugin validate` stay silent: the model sees half a sentence.
//!
//! ## Instead
//!
//! Quote the value: `description: "Fix issue #12 and C# code"`. A real comment
//! belongs on a line of its own, or behind a quoted value.

use crate::diagnostic::{Diagnostic, Fix, Rule, Severity, Sink};
use crate::generate::lint::{Context, Document};
use crate::generate::source::yaml::{Kind, Node, Style};

/// The rule.
pub(super) static RULE: Rule = Rule {
    code: "CVG006",
    name: "yaml-comment-truncates",
    severity: Severity::Warning,
    source: include_str!("yaml_comment_truncates.rs"),
};

/// Looks for a comment behind a plain scalar on the same line.
pub(super) fn check(document: &Document, _: Context<'_>, sink: &mut Sink) {
    let Some(front) = &document.front else { return };
    let Some(root) = document.mapping() else { return };
    let text = &document.file.text;
    for comment in &front.comments {
        let Some(value) = plain_scalar_before(root, text, comment.span.start) else { continue };
        let whole = &text[value.start..comment.span.end];
        let quoted = serde_json::Value::String(whole.to_owned()).to_string();
        sink.push(
            Diagnostic::new(
                &RULE,
                document.place(comment.span.clone()),
                "the value is cut at ` #`: the rest is a YAML comment",
            )
            .note("this text is lost")
            .help("quote the value, or move the comment to a line of its own")
            .fix(Fix {
                title: "quote the value".to_owned(),
                range: value.start..comment.span.end,
                replacement: quoted,
                mechanical: false, // it may be a comment that was meant
            }),
        );
    }
}

/// The plain scalar that ends on the comment's line, directly before it.
fn plain_scalar_before(node: &Node, text: &str, comment: usize) -> Option<std::ops::Range<usize>> {
    match &node.kind {
        Kind::Scalar(value, Style::Plain) if !value.is_empty() && node.span.end <= comment => {
            let between = &text[node.span.end..comment];
            between.chars().all(|c| c == ' ' || c == '\t').then(|| node.span.clone())
        }
        Kind::Sequence(items) => {
            items.iter().find_map(|item| plain_scalar_before(item, text, comment))
        }
        Kind::Mapping(entries) => {
            entries.iter().find_map(|entry| plain_scalar_before(&entry.value, text, comment))
        }
        _ => None,
    }
}
