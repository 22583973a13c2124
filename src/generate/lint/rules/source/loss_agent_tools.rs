//! An agent's tool list that the host cannot express.
//!
//! Codex restricts an agent by its sandbox, not by a list of tools: there the
//! agent may use all of them. On Claude Code a class without tools is left out of
//! the list; an error if nothing is left, since an empty list allows everything.
//!
//! ## Instead
//!
//! Set `codex: { sandbox_mode: read-only }` if that is what the list meant, and
//! accept the loss in plugin.yaml with a reason.

use crate::diagnostic::{Rule, Severity};

/// The rule.
pub(crate) static RULE: Rule = Rule {
    code: "CVG133",
    name: "loss-agent-tools",
    severity: Severity::Warning,
    source: include_str!("loss_agent_tools.rs"),
};
