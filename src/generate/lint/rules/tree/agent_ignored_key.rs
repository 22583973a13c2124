//! A plugin's agent sets a key that Claude Code ignores.
//!
//! `permissionMode`, `hooks` and `mcpServers` work in an agent of a user or a
//! project. In an agent that comes from a plugin they are dropped, with a line in
//! the debug log only: an agent that was to plan may edit.
//!
//! ## Instead
//!
//! Put hooks into the plugin's `hooks/hooks.json` and servers into `.mcp.json`, and
//! narrow the agent with `tools`.

use cvg_hooks::Host;

use crate::diagnostic::{Diagnostic, Rule, Severity, Sink};
use crate::generate::hosts::facts;
use crate::generate::lint::{Context, Document, Kind};

/// The rule.
pub(super) static RULE: Rule = Rule {
    code: "CVG110",
    name: "agent-ignored-key",
    severity: Severity::Warning,
    source: include_str!("agent_ignored_key.rs"),
};

/// Looks for the keys that are dropped.
pub(super) fn check(document: &Document, context: Context<'_>, sink: &mut Sink) {
    if document.kind != Kind::Agent || context.host != Some(Host::Claude) {
        return;
    }
    let Some(root) = document.mapping() else { return };
    for entry in root.entries() {
        let Some(key) = entry.key.as_str() else { continue };
        if !facts::knows(Host::Claude, "agent.keys.ignored", key) {
            continue;
        }
        let help = match key {
            "hooks" => "put the hooks into the plugin's `hooks/hooks.json`",
            "mcpServers" => "name the servers in the plugin's `.mcp.json`",
            _ => "narrow what the agent may do with `tools`",
        };
        sink.push(
            Diagnostic::new(
                &RULE,
                document.place(entry.key.span.clone()),
                format!("Claude Code ignores `{key}` in an agent of a plugin"),
            )
            .help(help)
            .host(Host::Claude),
        );
    }
}
