//! A field of a canonical file holds the right kind of value, but not one that it may.
//!
//! The value is none of the known ones, too long, too short, too small, not in the
//! form that the field has (a version, a URL, a glob), or its key stands twice.
//!
//! ```yaml
//! hosts: [clade]      # CVG148: did you mean `claude`?
//! ```
//!
//! ## Instead
//!
//! Follow the message; `cvg-gen schema` prints the limits of every field.

use crate::diagnostic::{Rule, Severity};

/// The rule; the schema check reports it.
pub(crate) static RULE: Rule = Rule {
    code: "CVG148",
    name: "invalid-value",
    severity: Severity::Error,
    source: include_str!("invalid_value.rs"),
};
