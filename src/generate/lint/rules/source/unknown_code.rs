//! A silence or an accepted loss names no rule, or one that does not exist.
//!
//! Codes are never reused, so a code that is not known now is misspelt or comes
//! from a newer version. Such a silence does nothing. What `accepted_losses` names must be
//! a loss, CVG130 to CVG135.
//!
//! ## Instead
//!
//! Name the code that the diagnostic shows in brackets, several with commas:
//! `<!-- cvg-allow CVG041, CVG047: reason -->`. `cvg-gen explain CODE` shows what
//! a code means.

use crate::diagnostic::{Rule, Severity};

/// The rule; silences report it.
pub(crate) static RULE: Rule = Rule {
    code: "CVG142",
    name: "unknown-code-in-silence",
    severity: Severity::Error,
    source: include_str!("unknown_code.rs"),
};
