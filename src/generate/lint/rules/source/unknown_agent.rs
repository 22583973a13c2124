//! A template names an agent that is not there on that host.
//!
//! `{{agent "x"}}` prints the name under which the host starts the agent.
//!
//! ## Instead
//!
//! Mend the name, let the agent be rendered for that host, or put the passage
//! into `{{#host "…"}}`.

use crate::diagnostic::{Rule, Severity};

/// The rule.
pub(crate) static RULE: Rule = Rule {
    code: "CVG055",
    name: "unknown-agent",
    severity: Severity::Error,
    source: include_str!("unknown_agent.rs"),
};
