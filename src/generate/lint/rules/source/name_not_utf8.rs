//! A file name that is not UTF-8.
//!
//! Manifests, links and checksums name files as text; hosts on other systems
//! cannot open this one.
//!
//! ## Instead
//!
//! Rename the file.

use crate::diagnostic::{Rule, Severity};

/// The rule.
pub(crate) static RULE: Rule = Rule {
    code: "CVG073",
    name: "name-not-utf8",
    severity: Severity::Error,
    source: include_str!("name_not_utf8.rs"),
};
