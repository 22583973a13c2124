//! A raw block, which would lose indentation.
//!
//! `{{{{raw}}}}` strips the white space that its content starts with, and so
//! breaks YAML and Python examples.
//!
//! ## Instead
//!
//! Write `\{{` for each literal pair of braces.

use crate::diagnostic::{Rule, Severity};

/// The rule.
pub(crate) static RULE: Rule = Rule {
    code: "CVG062",
    name: "raw-block",
    severity: Severity::Error,
    source: include_str!("raw_block.rs"),
};
