//! The descriptions together are longer than the host shows.
//!
//! A host lists every skill with its description to the model, within a budget
//! that all installed plugins share: 1 % of the context window on Claude Code
//! (8,000 characters of 200,000 tokens), about 2 % or 8,000 characters on Codex.
//! What is over loses its description, and is then hardly ever chosen.
//!
//! Each description counts as far as the host lists it: up to 1,536 characters
//! with `when_to_use` on Claude Code, up to 1,024 on Codex. Skills that are not
//! listed to the model do not count.
//!
//! ## Instead
//!
//! Shorten the longest descriptions, or take skills that only a user starts out of
//! the listing (`disable-model-invocation: true`, or on Codex
//! `policy.allow_implicit_invocation: false`).

use cvg_hooks::Host;

use crate::diagnostic::{Diagnostic, Place, Rule, Severity, Sink};
use crate::generate::hosts::facts;
use crate::generate::lint::rules::support::manifest;
use crate::generate::lint::{Component, HostTree, Kind, Mode};

/// The rule.
pub(super) static RULE: Rule = Rule {
    code: "CVG115",
    name: "metadata-budget",
    severity: Severity::Warning,
    source: include_str!("metadata_budget.rs"),
};

/// Adds up what the host lists of this tree.
pub(super) fn check(tree: &HostTree, _: Mode, sink: &mut Sink) {
    let (budget, cut) = match tree.host {
        Host::Claude => ("listing.budget.claude", "skill.listing.max"),
        Host::Codex => ("listing.budget.codex", "skill.listing.cut"),
    };
    let (budget, cut) = (facts::limit(budget), facts::limit(cut));
    let mut sizes: Vec<(usize, &Component)> = tree
        .components
        .iter()
        .filter(|component| {
            // Agents are listed elsewhere; Codex has no commands of a plugin.
            let kind = component.kind == Kind::Skill
                || (component.kind == Kind::Command && tree.host == Host::Claude);
            component.listed && kind
        })
        .map(|component| (listed_length(component, tree.host).min(cut), component))
        .collect();
    let sum: usize = sizes.iter().map(|(size, _)| size).sum();
    if sum <= budget {
        return;
    }
    sizes.sort_by(|a, b| b.0.cmp(&a.0).then_with(|| a.1.path.cmp(&b.1.path)));
    let longest: Vec<String> = sizes
        .iter()
        .take(3)
        .map(|(size, component)| format!("`{}` ({})", component.name, facts::thousands(*size)))
        .collect();
    // The sum is nobody's fault alone: it is told at the manifest.
    let file = manifest::path(tree).and_then(|path| tree.file(path)).unwrap_or(&tree.root);
    sink.push(
        Diagnostic::new(
            &RULE,
            Place::file(file),
            format!(
                "the listed descriptions have {} characters of the {} that {} shows: {} %",
                facts::thousands(sum),
                facts::thousands(budget),
                tree.host.title(),
                sum * 100 / budget.max(1)
            ),
        )
        .help(format!("shorten the longest: {}", longest.join(", ")))
        .host(tree.host),
    );
}

/// Characters of a component's description as the host joins it.
fn listed_length(component: &Component, host: Host) -> usize {
    let count = |text: &Option<String>| text.as_ref().map_or(0, |text| text.trim().chars().count());
    let own = count(&component.description);
    let when = if host == Host::Claude { count(&component.when_to_use) } else { 0 };
    // Claude Code joins the two with ` - `.
    own + when + if own > 0 && when > 0 { 3 } else { 0 }
}
