//! Agents that the host does not load from a plugin.
//!
//! Codex 0.171.0 reads agents only from its own agents folder. They are
//! rendered as TOML into the plugin, and have to be copied from there.
//!
//! ## Instead
//!
//! Ship an install step and accept the loss in plugin.yaml with a reason, or
//! restrict the agent with `hosts: [claude]`.

use crate::diagnostic::{Rule, Severity};

/// The rule.
pub(crate) static RULE: Rule = Rule {
    code: "CVG132",
    name: "loss-agents",
    severity: Severity::Warning,
    source: include_str!("loss_agents.rs"),
};
