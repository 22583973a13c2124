//! A block is opened and never closed, or closed by another name.
//!
//! `{{#host "claude"}}` lasts until `{{/host}}`.
//!
//! ## Instead
//!
//! Add the closing tag, or mend its name.

use crate::diagnostic::{Rule, Severity};

/// The rule.
pub(crate) static RULE: Rule = Rule {
    code: "CVG060",
    name: "unclosed-block",
    severity: Severity::Error,
    source: include_str!("unclosed_block.rs"),
};
