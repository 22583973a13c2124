//! A word such as `yes` stands where a host wants `true` or `false`.
//!
//! To YAML 1.2 `yes` is text. Claude Code before 2.1.218 does not honour it in
//! `disable-model-invocation`, so the model goes on to see a skill that should be
//! hidden. In `agents/openai.yaml` even `"false"` in quotes is of the wrong type: Codex
//! ignores the whole file, and the skill is invoked implicitly again.
//!
//! ## Instead
//!
//! Write `true` or `false`, without quotes.

use std::sync::Arc;

use super::keys::{self, Scope, Shape};
use super::subject::{is_component, shown};
use crate::diagnostic::{Diagnostic, Fix, Place, Rule, Severity, Sink, SourceFile};
use crate::generate::lint::{Context, Document, Kind};
use crate::generate::source::yaml::{self, Node, Style};
use cvg_hooks::Host;

/// The rule.
pub(super) static RULE: Rule = Rule {
    code: "CVG030",
    name: "boolean-word",
    severity: Severity::Warning,
    source: include_str!("boolean_word.rs"),
};

/// Looks at keys that hold a truth value, and at Codex' policy of a skill.
pub(super) fn check(document: &Document, context: Context<'_>, sink: &mut Sink) {
    if !is_component(document) {
        return;
    }
    for found in keys::entries(document, context.mode) {
        let value = &found.entry.value;
        if found.scope == Scope::Codex && found.key == "policy" {
            policy(&document.file, value, sink);
        }
        // In quotes `true` is honoured by Claude Code.
        let honoured = value.as_str().is_some_and(|text| text == "true" || text == "false");
        if found.shape == Some(Shape::Flag) && !honoured {
            report(&document.file, found.key, value, Host::Claude, sink);
        }
    }
    let Some(tree) = context.tree.filter(|_| document.kind == Kind::Skill) else { return };
    let folder = document.path.strip_suffix("SKILL.md").unwrap_or_default();
    if let Some(file) = tree.file(&format!("{folder}agents/openai.yaml"))
        && let Ok(yaml::Document { root: Some(root), .. }) = yaml::parse(&file.text, 0)
        && let Some(section) = root.get("policy")
    {
        policy(file, section, sink);
    }
}

/// Codex takes nothing but `true` and `false` in the policy of a skill.
fn policy(file: &Arc<SourceFile>, section: &Node, sink: &mut Sink) {
    let key = "allow_implicit_invocation";
    if let Some(value) = section.get(key) {
        report(file, key, value, Host::Codex, sink);
    }
}

fn report(file: &Arc<SourceFile>, key: &str, value: &Node, host: Host, sink: &mut Sink) {
    let Some(meant) = means(value).filter(|_| value.type_name() != "boolean") else { return };
    let word = shown(value.as_str().unwrap_or_default());
    let message = format!("`{key}` is the text `{word}`, not `{meant}`");
    sink.push(
        Diagnostic::new(&RULE, Place::new(file, value.span.clone()), message)
            .help(format!("write `{meant}`, without quotes"))
            .host(host)
            .fix(Fix {
                title: format!("write `{meant}`"),
                range: value.span.clone(),
                replacement: meant.to_string(),
                mechanical: true,
            }),
    );
}

/// The truth value that a scalar was meant to be.
pub(super) fn means(value: &Node) -> Option<bool> {
    if value.style() == Some(Style::Block) {
        return None;
    }
    match value.as_str()?.to_ascii_lowercase().as_str() {
        "true" | "yes" | "on" | "y" => Some(true),
        "false" | "no" | "off" | "n" => Some(false),
        _ => None,
    }
}
