//! A canonical file has a field that nobody reads.
//!
//! A misspelt key is not an error to YAML: the value would just be missing where
//! it was meant to be. So every file of `canonical/` is read strictly. Keys that
//! only one host knows have their own place, the `claude:` and `codex:` mappings.
//!
//! ```yaml
//! name: convergo
//! desription: one sentence      # CVG145: did you mean `description`?
//! ```
//!
//! ## Instead
//!
//! Spell the field as the diagnostic suggests, move a host's own key below
//! `claude:` or `codex:`, or remove it. `cvg-gen schema` prints every field.

use crate::diagnostic::{Rule, Severity};

/// The rule; the schema check reports it.
pub(crate) static RULE: Rule = Rule {
    code: "CVG145",
    name: "unknown-field",
    severity: Severity::Error,
    source: include_str!("unknown_field.rs"),
};
