//! A canonical file lacks a field that it must have.
//!
//! ```yaml
//! name: convergo      # CVG146: missing field `version`
//! ```
//!
//! ## Instead
//!
//! Add it. `cvg-gen schema` prints what each file must have, and what it may have.

use crate::diagnostic::{Rule, Severity};

/// The rule; the schema check reports it.
pub(crate) static RULE: Rule = Rule {
    code: "CVG146",
    name: "missing-field",
    severity: Severity::Error,
    source: include_str!("missing_field.rs"),
};
