//! A value starts with `*` or `&`, which YAML reads as an alias or an anchor.
//!
//! `tools: *` and `description: **Bold** text` are no YAML: Claude Code rescues one
//! line (and gives an agent every tool), Codex drops the skill. `&word text` is YAML,
//! and loses its first word silently. A real alias (`*name`) is not read by us.
//!
//! ## Instead
//!
//! Quote the value: `tools: "*"`. Write out what an alias would repeat.

use super::subject::{is_component, quote, report, shown};
use crate::diagnostic::{Diagnostic, Rule, Severity, Sink};
use crate::generate::lint::{Context, Document, Mode};
use crate::generate::source::repair::FaultKind;
use crate::generate::source::yaml::{Kind, Node};

/// The rule.
pub(super) static RULE: Rule = Rule {
    code: "CVG015",
    name: "yaml-alias",
    severity: Severity::Error,
    source: include_str!("yaml_alias.rs"),
};

/// Reports the faults of this kind, aliases, and anchors that nothing refers to.
pub(super) fn check(document: &Document, context: Context<'_>, sink: &mut Sink) {
    report(document, &RULE, sink, |kind, _| match kind {
        FaultKind::Alias(character) => {
            Some((format!("a plain value may not start with `{character}`"), "quote the value"))
        }
        _ => None,
    });
    if is_component(document)
        && let Some(root) = document.mapping()
    {
        look(root, document, context, sink);
    }
}

fn look(node: &Node, document: &Document, context: Context<'_>, sink: &mut Sink) {
    let text = &document.file.text;
    if matches!(node.kind, Kind::Alias) && context.mode == Mode::Source {
        let alias = shown(text.get(node.span.clone()).unwrap_or_default());
        sink.push(
            Diagnostic::new(
                &RULE,
                document.place(node.span.clone()),
                format!("the alias `{alias}` is not read"),
            )
            .help("write out what it repeats"),
        );
    }
    if let Some(start) = anchor(text, node)
        && !referred_to(document, &text[start + 1..node.span.start])
    {
        let word = shown(text[start..node.span.start].trim_end());
        let mut found = Diagnostic::new(
            &RULE,
            document.place(start..start + word.len()),
            format!("`{word}` is eaten as a YAML anchor"),
        )
        .severity(Severity::Warning)
        .note("this word is lost")
        .help("quote the value");
        if !text[start..node.span.end].contains('\n') {
            found = found.fix(quote(document, start..node.span.end, true));
        }
        sink.push(found);
    }
    for entry in node.entries() {
        look(&entry.value, document, context, sink);
    }
    for item in node.items() {
        look(item, document, context, sink);
    }
}

/// The `&` of an anchor that stands directly in front of a scalar.
fn anchor(text: &str, node: &Node) -> Option<usize> {
    if !matches!(node.kind, Kind::Scalar(..)) {
        return None;
    }
    let before = text.get(..node.span.start)?.trim_end_matches([' ', '\t']);
    let word = before.rfind([' ', '\t', '\n']).map_or(0, |index| index + 1);
    before[word..].starts_with('&').then_some(word)
}

fn referred_to(document: &Document, name: &str) -> bool {
    document.file.text[document.yaml_range()].contains(&format!("*{}", name.trim_end()))
}
