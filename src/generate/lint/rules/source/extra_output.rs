//! A file in a generated tree that the source does not render.
//!
//! It would be installed with the plugin. A file that cvg-gen wrote earlier is
//! deleted by the next build; any other is left alone, and has to be moved by
//! hand.
//!
//! ## Instead
//!
//! Run `cvg-gen build`, or move your file into `canonical/files/`.

use crate::diagnostic::{Rule, Severity};

/// The rule.
pub(crate) static RULE: Rule = Rule {
    code: "CVG152",
    name: "extra-output",
    severity: Severity::Error,
    source: include_str!("extra_output.rs"),
};
