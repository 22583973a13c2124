//! A generated file has the wrong run bit.
//!
//! A script without its run bit fails on the user's machine; hosts keep the bit
//! as it is.
//!
//! ## Instead
//!
//! Run `cvg-gen build`.

use crate::diagnostic::{Rule, Severity};

/// The rule.
pub(crate) static RULE: Rule = Rule {
    code: "CVG155",
    name: "output-mode",
    severity: Severity::Error,
    source: include_str!("output_mode.rs"),
};
