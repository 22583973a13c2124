//! A generated file is older than its source.
//!
//! The source changed since the last build.
//!
//! ## Instead
//!
//! Run `cvg-gen build`.

use crate::diagnostic::{Rule, Severity};

/// The rule.
pub(crate) static RULE: Rule = Rule {
    code: "CVG153",
    name: "stale-output",
    severity: Severity::Error,
    source: include_str!("stale_output.rs"),
};
