//! A template calls a helper that does not exist.
//!
//! The helpers are `host`, `skill`, `agent`, `tool`, `if`, `unless`, `each` and
//! `with`. A misspelt one would otherwise render as nothing.
//!
//! ## Instead
//!
//! Mend the name, or write `\{{` if two braces are meant as text.

use crate::diagnostic::{Rule, Severity};

/// The rule.
pub(crate) static RULE: Rule = Rule {
    code: "CVG051",
    name: "unknown-helper",
    severity: Severity::Error,
    source: include_str!("unknown_helper.rs"),
};
