//! A host that does not exist.
//!
//! Hosts are `claude` and `codex`. A passage for any other name would never be
//! rendered.
//!
//! ## Instead
//!
//! Mend the name.

use crate::diagnostic::{Rule, Severity};

/// The rule.
pub(crate) static RULE: Rule = Rule {
    code: "CVG061",
    name: "unknown-host",
    severity: Severity::Error,
    source: include_str!("unknown_host.rs"),
};
