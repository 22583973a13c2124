//! Two components answer to one name.
//!
//! On Claude Code a skill and a command of one name are both listed, and the
//! command wins when the name is called. Of two agents with one name in their
//! frontmatter only one can be called. On Codex a skill is called by the name in
//! its frontmatter, so two folders may claim the same one.
//!
//! ## Instead
//!
//! Rename one of them.

use std::collections::BTreeMap;

use cvg_hooks::Host;

use crate::diagnostic::{Diagnostic, Rule, Severity, Sink};
use crate::generate::lint::{Component, HostTree, Kind, Mode};

/// The rule.
pub(super) static RULE: Rule = Rule {
    code: "CVG087",
    name: "component-collision",
    severity: Severity::Warning,
    source: include_str!("component_collision.rs"),
};

/// Compares the names by which the host calls its components.
pub(super) fn check(tree: &HostTree, _: Mode, sink: &mut Sink) {
    // Skills and commands share one space of names, agents have their own.
    let mut names: BTreeMap<(bool, &str), &Component> = BTreeMap::new();
    for component in &tree.components {
        let counts = match component.kind {
            Kind::Skill => true,
            Kind::Agent | Kind::Command => tree.host == Host::Claude,
            Kind::Reference => false,
        };
        if !counts {
            continue;
        }
        let is_agent = component.kind == Kind::Agent;
        let Some(first) = names.insert((is_agent, &component.name), component) else { continue };
        names.insert((is_agent, &component.name), first);
        let name = &component.name;
        let message = if first.kind == component.kind {
            let what = if is_agent { "agents" } else { word(first.kind) };
            format!("two {what} are called `{name}`")
        } else {
            format!("a skill and a command are called `{name}`: the command wins")
        };
        sink.push(
            Diagnostic::new(&RULE, component.place.clone(), message)
                .label(first.place.clone(), "the other one")
                .help("rename one of them")
                .host(tree.host),
        );
    }
}

const fn word(kind: Kind) -> &'static str {
    match kind {
        Kind::Skill => "skills",
        Kind::Agent => "agents",
        Kind::Command => "commands",
        Kind::Reference => "files",
    }
}
