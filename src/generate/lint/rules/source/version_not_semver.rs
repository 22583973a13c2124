//! A version that is not a semantic version.
//!
//! Codex refuses letters other than `A-Z a-z 0-9 . + _ -` and the empty
//! version; both hosts compare versions as text.
//!
//! ## Instead
//!
//! Write it as `1.2.3`.

use crate::diagnostic::{Rule, Severity};

/// The rule.
pub(crate) static RULE: Rule = Rule {
    code: "CVG121",
    name: "version-not-semver",
    severity: Severity::Error,
    source: include_str!("version_not_semver.rs"),
};
