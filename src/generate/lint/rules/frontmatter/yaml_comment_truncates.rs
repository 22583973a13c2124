//! A value is cut at ` #`, and the rest is lost without a word.
//!
//! In YAML a `#` after a space starts a comment, so
//! `description: Fix issue #12 and C# code` reads as `Fix issue`. Both hosts and
//! `claude plugin validate` stay silent: the model sees half a sentence. A comment
//! between the lines of one value ends it, and the frontmatter is no YAML.
//!
//! Behind a single word, `model: opus # the strong one` is taken for a comment
//! that was meant.
//!
//! ## Instead
//!
//! Quote the value: `description: "Fix issue #12 and C# code"`. A real comment
//! belongs on a line of its own, or behind a quoted value.

use super::subject::{is_component, quote, report};
use crate::diagnostic::{Diagnostic, Rule, Severity, Sink};
use crate::generate::lint::{Context, Document};
use crate::generate::source::repair::FaultKind;
use crate::generate::source::yaml::{Comment, Kind, Node, Style};

/// The rule.
pub(super) static RULE: Rule = Rule {
    code: "CVG006",
    name: "yaml-comment-truncates",
    severity: Severity::Warning,
    source: include_str!("yaml_comment_truncates.rs"),
};

/// Looks for a comment behind a plain scalar, or where a value should stand.
pub(super) fn check(document: &Document, _: Context<'_>, sink: &mut Sink) {
    report(document, &RULE, sink, |kind, _| match kind {
        FaultKind::CommentCuts => Some((
            "this comment ends the value above it, and more of it follows".to_owned(),
            "quote the value, or move the comment to a line of its own above the key",
        )),
        _ => None,
    });
    let (Some(front), Some(root)) = (&document.front, document.mapping()) else { return };
    if !is_component(document) {
        return;
    }
    let text = &document.file.text;
    // A silence is a comment that was surely meant.
    let comments = front.comments.iter().filter(|comment| !comment.text.contains("cvg-allow"));
    for comment in comments {
        let Some(start) = cut_value(root, text, comment, false) else { continue };
        sink.push(
            Diagnostic::new(
                &RULE,
                document.place(comment.span.clone()),
                "the value is cut at ` #`: the rest is a YAML comment",
            )
            .note("this text is lost")
            .help("quote the value, or move the comment to a line of its own")
            // It may be a comment that was meant.
            .fix(quote(document, start..comment.span.end, false)),
        );
    }
}

/// Where the value begins that a comment cuts: a plain scalar directly before it,
/// or the comment itself where a key has nothing else and text was meant: for
/// prose, and for `#10B981`.
fn cut_value(node: &Node, text: &str, comment: &Comment, prose: bool) -> Option<usize> {
    let start = comment.span.start;
    match &node.kind {
        Kind::Scalar(value, Style::Plain) if !node.span.is_empty() && node.span.end <= start => {
            let adjoins = text[node.span.end..start].chars().all(|c| c == ' ' || c == '\t');
            let word = !prose && !value.contains(char::is_whitespace);
            let meant = word && comment.text.starts_with(' ');
            (adjoins && !meant).then_some(node.span.start)
        }
        Kind::Sequence(items) => {
            items.iter().find_map(|item| cut_value(item, text, comment, false))
        }
        Kind::Mapping(entries) => entries.iter().find_map(|entry| {
            let prose = matches!(entry.key.as_str(), Some("description" | "when_to_use"));
            let empty = entry.value.span.is_empty();
            let behind_key = text.get(entry.key.span.end..start).is_some_and(|between| {
                between
                    .trim_start()
                    .strip_prefix(':')
                    .is_some_and(|rest| rest.chars().all(|c| c == ' ' || c == '\t'))
            });
            let text_meant = prose || !comment.text.starts_with([' ', '\t']);
            if text_meant && empty && behind_key {
                return Some(start);
            }
            cut_value(&entry.value, text, comment, prose)
        }),
        _ => None,
    }
}
