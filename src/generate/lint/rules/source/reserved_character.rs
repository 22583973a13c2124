//! A template holds a character that rendering needs for itself.
//!
//! U+FDD0 and U+FDD1 are no characters for interchange; they mark lines while a
//! template renders.
//!
//! ## Instead
//!
//! Remove the character.

use crate::diagnostic::{Rule, Severity};

/// The rule.
pub(crate) static RULE: Rule = Rule {
    code: "CVG063",
    name: "reserved-character",
    severity: Severity::Error,
    source: include_str!("reserved_character.rs"),
};
