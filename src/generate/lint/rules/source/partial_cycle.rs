//! Partials include each other in a circle.
//!
//! Rendering would never end.
//!
//! ## Instead
//!
//! Break the circle.

use crate::diagnostic::{Rule, Severity};

/// The rule.
pub(crate) static RULE: Rule = Rule {
    code: "CVG059",
    name: "partial-cycle",
    severity: Severity::Error,
    source: include_str!("partial_cycle.rs"),
};
