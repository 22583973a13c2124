//! A reference file that nothing in its skill mentions.
//!
//! Hosts load a skill's references only when its text sends them there: an
//! unmentioned one is never read.
//!
//! ## Instead
//!
//! Link it from SKILL.md (or from a reference that is linked), or delete it.

use crate::diagnostic::{Rule, Severity};

/// The rule.
pub(crate) static RULE: Rule = Rule {
    code: "CVG058",
    name: "unused-reference",
    severity: Severity::Warning,
    source: include_str!("unused_reference.rs"),
};
