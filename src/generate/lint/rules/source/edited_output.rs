//! A generated file was edited by hand.
//!
//! Its bytes are neither what the source renders nor what the last build
//! recorded in SHA256SUMS. The next build would lose the edit, and refuses to.
//!
//! ## Instead
//!
//! Run `cvg-gen adopt` to carry the edit into the source, or `cvg-gen build
//! --overwrite` to drop it.

use crate::diagnostic::{Rule, Severity};

/// The rule.
pub(crate) static RULE: Rule = Rule {
    code: "CVG154",
    name: "edited-output",
    severity: Severity::Error,
    source: include_str!("edited_output.rs"),
};
