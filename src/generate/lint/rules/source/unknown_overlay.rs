//! A folder `@name` that is not a host.
//!
//! Files in `@claude/` or `@codex/` are laid over a skill, or over `files/`,
//! for that host alone.
//!
//! ## Instead
//!
//! Mend the name.

use crate::diagnostic::{Rule, Severity};

/// The rule.
pub(crate) static RULE: Rule = Rule {
    code: "CVG086",
    name: "unknown-overlay",
    severity: Severity::Error,
    source: include_str!("unknown_overlay.rs"),
};
