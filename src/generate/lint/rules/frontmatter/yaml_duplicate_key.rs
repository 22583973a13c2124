//! A key stands twice in one mapping.
//!
//! Claude Code takes the last one without a word, and `claude plugin validate` is
//! content; Codex drops the skill ("duplicate field").
//!
//! ## Instead
//!
//! Keep one of them.

use super::subject::is_component;
use std::collections::BTreeMap;

use crate::diagnostic::{Diagnostic, Rule, Severity, Sink};
use crate::generate::lint::{Context, Document};
use crate::generate::source::yaml::Node;

/// The rule.
pub(super) static RULE: Rule = Rule {
    code: "CVG013",
    name: "yaml-duplicate-key",
    severity: Severity::Error,
    source: include_str!("yaml_duplicate_key.rs"),
};

/// Looks at every mapping of the frontmatter.
pub(super) fn check(document: &Document, _: Context<'_>, sink: &mut Sink) {
    if is_component(document)
        && let Some(root) = document.mapping()
    {
        look(root, document, sink);
    }
}

fn look(node: &Node, document: &Document, sink: &mut Sink) {
    for item in node.items() {
        look(item, document, sink);
    }
    let mut seen: BTreeMap<&str, &Node> = BTreeMap::new();
    for entry in node.entries() {
        if let Some(key) = entry.key.as_str() {
            let first = *seen.entry(key).or_insert(&entry.key);
            if first.span != entry.key.span {
                sink.push(
                    Diagnostic::new(
                        &RULE,
                        document.place(entry.key.span.clone()),
                        format!("the key `{key}` stands twice"),
                    )
                    .label(document.place(first.span.clone()), "it stands here, too")
                    .help("keep one of them"),
                );
            }
        }
        look(&entry.value, document, sink);
    }
}
