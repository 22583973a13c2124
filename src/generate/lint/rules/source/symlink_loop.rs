//! A symbolic link that leads back to a folder above it, or to nothing.
//!
//! Following it would never end.
//!
//! ## Instead
//!
//! Remove the link.

use crate::diagnostic::{Rule, Severity};

/// The rule.
pub(crate) static RULE: Rule = Rule {
    code: "CVG075",
    name: "symlink-loop",
    severity: Severity::Error,
    source: include_str!("symlink_loop.rs"),
};
