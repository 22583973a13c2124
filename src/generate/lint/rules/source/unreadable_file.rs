//! A file or folder that cannot be read.
//!
//! What cannot be read cannot be rendered, and leaving it out silently would
//! change the plugin.
//!
//! ## Instead
//!
//! Mend its permissions, or remove it.

use crate::diagnostic::{Rule, Severity};

/// The rule.
pub(crate) static RULE: Rule = Rule {
    code: "CVG077",
    name: "unreadable-file",
    severity: Severity::Error,
    source: include_str!("unreadable_file.rs"),
};
