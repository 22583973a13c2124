//! A pipe, socket or device where a file is expected.
//!
//! Reading it may never end.
//!
//! ## Instead
//!
//! Remove it.

use crate::diagnostic::{Rule, Severity};

/// The rule.
pub(crate) static RULE: Rule = Rule {
    code: "CVG076",
    name: "special-file",
    severity: Severity::Error,
    source: include_str!("special_file.rs"),
};
