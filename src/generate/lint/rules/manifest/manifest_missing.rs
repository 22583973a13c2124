//! Codex refuses a plugin without a manifest.
//!
//! It looks for `.codex-plugin/plugin.json`, `.claude-plugin/plugin.json` and
//! `.cursor-plugin/plugin.json`, and for a `plugin.json` at the root that names the
//! schema of agent-plugins. Without any of them `codex plugin add` fails. Claude Code
//! does without one: it takes the folder's name.
//!
//! This is said where somebody asks for it, with `cvg-gen lint --as codex`, and not of
//! a marketplace's root.
//!
//! ## Instead
//!
//! Add `.codex-plugin/plugin.json` with at least `name`, `version` and `description`.

use cvg_hooks::Host;

use super::root_plugin_json;
use crate::diagnostic::{Diagnostic, Place, Rule, Severity};
use crate::generate::hosts::format as host_format;
use crate::generate::lint::HostTree;
use crate::generate::lint::rules::support::manifest;

/// The rule.
pub(super) static RULE: Rule = Rule {
    code: "CVG119",
    name: "manifest-missing",
    severity: Severity::Error,
    source: include_str!("manifest_missing.rs"),
};

/// Looks for a manifest that the host takes.
pub(crate) fn check(tree: &HostTree) -> Option<Diagnostic> {
    let found = tree.host != Host::Codex
        || manifest::path(tree).is_some()
        || manifest::marketplace_path(tree).is_some()
        || root_plugin_json::is_portable(tree);
    if found {
        return None;
    }
    let message = format!("{} refuses a plugin without a manifest", tree.host.title());
    let fault = Diagnostic::new(&RULE, Place::file(&tree.root), message).help(format!(
        "add `{}` with at least `name`, `version` and `description`",
        host_format(tree.host).manifest_path()
    ));
    Some(fault.host(tree.host))
}
