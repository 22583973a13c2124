//! A symbolic link or a path that leaves the canonical source.
//!
//! A link inside the source is followed and its target copied. One that leaves
//! it would publish a file that nobody chose to publish.
//!
//! ## Instead
//!
//! Copy the file into the source.

use crate::diagnostic::{Rule, Severity};

/// The rule.
pub(crate) static RULE: Rule = Rule {
    code: "CVG074",
    name: "path-escape",
    severity: Severity::Error,
    source: include_str!("path_escape.rs"),
};
