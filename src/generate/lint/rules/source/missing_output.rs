//! A generated file is missing.
//!
//! The source renders it, and the tree does not have it.
//!
//! ## Instead
//!
//! Run `cvg-gen build`.

use crate::diagnostic::{Rule, Severity};

/// The rule.
pub(crate) static RULE: Rule = Rule {
    code: "CVG151",
    name: "missing-output",
    severity: Severity::Error,
    source: include_str!("missing_output.rs"),
};
