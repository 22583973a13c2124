//! A hook in hooks.yaml that no host could run as meant.
//!
//! Ids are unique. `tools` belongs to events about tools, `matcher` to the
//! others. The event must exist on some host.
//!
//! ## Instead
//!
//! Mend the entry.

use crate::diagnostic::{Rule, Severity};

/// The rule.
pub(crate) static RULE: Rule = Rule {
    code: "CVG108",
    name: "hook-definition",
    severity: Severity::Error,
    source: include_str!("hook_definition.rs"),
};
