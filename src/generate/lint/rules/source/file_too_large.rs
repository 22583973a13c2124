//! A file that is too large for a plugin.
//!
//! Hosts copy plugins on every install. Texts may have 4 MiB, also as they are
//! rendered from a template; other files may have 64 MiB. A passage of a template
//! without blank lines may hold a few thousand tags.
//!
//! ## Instead
//!
//! Move it out of the plugin, or split it.

use crate::diagnostic::{Rule, Severity};

/// The rule.
pub(crate) static RULE: Rule = Rule {
    code: "CVG078",
    name: "file-too-large",
    severity: Severity::Error,
    source: include_str!("file_too_large.rs"),
};
