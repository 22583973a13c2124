//! A partial that no template includes.
//!
//! It reaches no host, so a correction made there changes nothing.
//!
//! ## Instead
//!
//! Include it, or delete the file.

use crate::diagnostic::{Rule, Severity};

/// The rule.
pub(crate) static RULE: Rule = Rule {
    code: "CVG057",
    name: "unused-partial",
    severity: Severity::Warning,
    source: include_str!("unused_partial.rs"),
};
