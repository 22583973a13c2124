//! The first word of a value starts with `!` and is eaten as a YAML tag.
//!
//! `description: !important rule` reads as `rule`. Both hosts and
//! `claude plugin validate` stay silent.
//!
//! ## Instead
//!
//! Quote the value: `description: "!important rule"`.

use super::subject::{is_component, quote, shown};
use crate::diagnostic::{Diagnostic, Rule, Severity, Sink};
use crate::generate::lint::{Context, Document};
use crate::generate::source::yaml::{Kind, Node};

/// The rule.
pub(super) static RULE: Rule = Rule {
    code: "CVG014",
    name: "yaml-tag",
    severity: Severity::Warning,
    source: include_str!("yaml_tag.rs"),
};

/// Looks for tags other than YAML's own (`!!str`), which are written on purpose.
pub(super) fn check(document: &Document, _: Context<'_>, sink: &mut Sink) {
    if is_component(document)
        && let Some(root) = document.mapping()
    {
        look(root, document, sink);
    }
}

fn look(node: &Node, document: &Document, sink: &mut Sink) {
    if let Some((tag, range)) = &node.tag
        && !tag.starts_with("!!")
    {
        let message = format!("`{}` is eaten as a YAML tag", shown(tag));
        let mut found = Diagnostic::new(&RULE, document.place(range.clone()), message)
            .note("this word is lost")
            .help("quote the value");
        let text = &document.file.text;
        let end = node.span.end.max(range.end);
        let one_line = !text[range.start..end].contains('\n');
        if matches!(node.kind, Kind::Scalar(..)) && one_line {
            let end = range.start + text[range.start..end].trim_end().len();
            found = found.fix(quote(document, range.start..end, true));
        }
        sink.push(found);
    }
    for entry in node.entries() {
        look(&entry.key, document, sink);
        look(&entry.value, document, sink);
    }
    for item in node.items() {
        look(item, document, sink);
    }
}
