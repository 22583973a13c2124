//! The frontmatter is YAML, and holds no keys.
//!
//! It is a list, or one piece of text: lines such as `name:x`, without a space behind
//! the colon, make one long string. No host finds a description in it.
//!
//! ## Instead
//!
//! Write `key: value` lines.

use super::subject::is_component;
use crate::diagnostic::{Diagnostic, Rule, Severity, Sink};
use crate::generate::lint::{Context, Document};

/// The rule.
pub(super) static RULE: Rule = Rule {
    code: "CVG019",
    name: "frontmatter-not-a-mapping",
    severity: Severity::Error,
    source: include_str!("frontmatter_not_a_mapping.rs"),
};

/// Looks at the root of the frontmatter.
pub(super) fn check(document: &Document, _: Context<'_>, sink: &mut Sink) {
    if !is_component(document) || document.mapping().is_some() {
        return;
    }
    let Some(root) = document.front.as_ref().and_then(|front| front.root.as_ref()) else { return };
    let what = match root.type_name() {
        "list" => "a list",
        _ => "text",
    };
    sink.push(
        Diagnostic::new(
            &RULE,
            document.place(root.span.clone()),
            format!("the frontmatter is {what}, not `key: value` lines"),
        )
        .help("write `key: value` lines, with a space behind each colon"),
    );
}
