//! A file pattern that is not a glob.
//!
//! Patterns in plugin.yaml are globs over source files: `skills/*/SKILL.md*`.
//!
//! ## Instead
//!
//! Mend the pattern.

use crate::diagnostic::{Rule, Severity};

/// The rule.
pub(crate) static RULE: Rule = Rule {
    code: "CVG149",
    name: "bad-pattern",
    severity: Severity::Error,
    source: include_str!("bad_pattern.rs"),
};
