//! Something else stands where a generated file belongs.
//!
//! A symbolic link or a folder is never written through or replaced.
//!
//! ## Instead
//!
//! Move it away, and run `cvg-gen build`.

use crate::diagnostic::{Rule, Severity};

/// The rule.
pub(crate) static RULE: Rule = Rule {
    code: "CVG156",
    name: "output-type",
    severity: Severity::Error,
    source: include_str!("output_type.rs"),
};
