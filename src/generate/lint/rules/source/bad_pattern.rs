//! A file pattern that is not a glob, or can meet no file.
//!
//! Patterns in plugin.yaml are globs over source files, from the folder that holds it:
//! `skills/*/SKILL.md*`, not `canonical/skills/*/SKILL.md*`.
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
