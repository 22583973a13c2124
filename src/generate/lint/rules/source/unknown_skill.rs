//! A template names a skill that is not there on that host.
//!
//! `{{skill "x"}}` prints how a person or model starts the skill. A skill that
//! the host does not get would be a dead end for its reader.
//!
//! ## Instead
//!
//! Mend the name, let the skill be rendered for that host, or put the passage
//! into `{{#host "…"}}`.

use crate::diagnostic::{Rule, Severity};

/// The rule.
pub(crate) static RULE: Rule = Rule {
    code: "CVG054",
    name: "unknown-skill",
    severity: Severity::Error,
    source: include_str!("unknown_skill.rs"),
};
