//! A file or folder in the canonical source that nothing reads.
//!
//! It looks as if it were part of the plugin, and is not.
//!
//! ## Instead
//!
//! Move it to where it belongs (`files/` is copied into the plugin's root), or
//! delete it.

use crate::diagnostic::{Rule, Severity};

/// The rule.
pub(crate) static RULE: Rule = Rule {
    code: "CVG089",
    name: "unread-source",
    severity: Severity::Warning,
    source: include_str!("unread_source.rs"),
};
