//! A file that an editor or a system left behind.
//!
//! `.DS_Store`, `Thumbs.db`, `*~` and `*.swp` are not rendered.
//!
//! ## Instead
//!
//! Delete it.

use crate::diagnostic::{Rule, Severity};

/// The rule.
pub(crate) static RULE: Rule = Rule {
    code: "CVG085",
    name: "skipped-file",
    severity: Severity::Info,
    source: include_str!("skipped_file.rs"),
};
