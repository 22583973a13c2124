//! A value that starts with `{` is read as a mapping where text is meant.
//!
//! `description: {{summary}} of a label` is no YAML, and `{{summary}}` alone is a
//! mapping within a mapping. Claude Code rescues the text, Codex repairs some of it;
//! an agent or command is lost. In a template every value is rendered on its own, so
//! quotes are right there, too.
//!
//! ## Instead
//!
//! Quote the value: `description: "{{summary}} of a label"`.

use super::keys::{self, Shape};
use super::subject::{is_component, quote, report};
use crate::diagnostic::{Diagnostic, Rule, Severity, Sink};
use crate::generate::lint::{Context, Document};
use crate::generate::source::repair::FaultKind;
use crate::generate::source::yaml::Kind;

/// The rule.
pub(super) static RULE: Rule = Rule {
    code: "CVG017",
    name: "yaml-flow-mapping",
    severity: Severity::Error,
    source: include_str!("yaml_flow_mapping.rs"),
};

/// Reports the faults of this kind, and flow mappings where a key holds text.
pub(super) fn check(document: &Document, context: Context<'_>, sink: &mut Sink) {
    const MESSAGE: &str = "a value that starts with `{` is a mapping to YAML";
    report(document, &RULE, sink, |kind, _| match kind {
        FaultKind::FlowMapping => Some((MESSAGE.to_owned(), "quote the value if it is text")),
        _ => None,
    });
    if !is_component(document) {
        return;
    }
    for found in keys::entries(document, context.mode) {
        let value = &found.entry.value;
        let text = document.file.text.get(value.span.clone()).unwrap_or_default();
        let is_text = found.shape == Some(Shape::Text);
        if matches!(value.kind, Kind::Mapping(_))
            && (text.starts_with("{{") || (is_text && text.starts_with('{')))
        {
            sink.push(
                Diagnostic::new(&RULE, document.place(value.span.clone()), MESSAGE)
                    .help("quote the value if it is text")
                    .fix(quote(document, value.span.clone(), true)),
            );
        }
    }
}
