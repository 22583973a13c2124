//! A template includes a partial that does not exist.
//!
//! `{{> name}}` includes `partials/name.md.hbs` of the plugin, or of the shared
//! `canonical/partials`.
//!
//! ## Instead
//!
//! Mend the name, or add the file.

use crate::diagnostic::{Rule, Severity};

/// The rule.
pub(crate) static RULE: Rule = Rule {
    code: "CVG053",
    name: "unknown-partial",
    severity: Severity::Error,
    source: include_str!("unknown_partial.rs"),
};
