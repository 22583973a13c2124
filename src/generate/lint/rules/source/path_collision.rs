//! Two sources claim one output path with different bytes.
//!
//! Only one of them could reach the host.
//!
//! ## Instead
//!
//! Rename one, or delete one. Sources whose bytes agree may share a path.

use crate::diagnostic::{Rule, Severity};

/// The rule.
pub(crate) static RULE: Rule = Rule {
    code: "CVG070",
    name: "path-collision",
    severity: Severity::Error,
    source: include_str!("path_collision.rs"),
};
