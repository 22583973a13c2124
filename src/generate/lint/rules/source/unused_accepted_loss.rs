//! An accepted loss that no longer happens.
//!
//! The list in plugin.yaml is what a reader believes about the plugin's losses;
//! a stale entry hides the next one.
//!
//! ## Instead
//!
//! Delete the entry.

use crate::diagnostic::{Rule, Severity};

/// The rule.
pub(crate) static RULE: Rule = Rule {
    code: "CVG139",
    name: "unused-accepted-loss",
    severity: Severity::Warning,
    source: include_str!("unused_accepted_loss.rs"),
};
