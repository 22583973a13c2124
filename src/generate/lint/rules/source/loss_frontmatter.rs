//! A frontmatter key that the host does not honour.
//!
//! The key is left out of that host's file, so what it asks for does not happen
//! there.
//!
//! ## Instead
//!
//! Use the host's own way under `claude:` or `codex:`, or accept the loss in
//! plugin.yaml with a reason.

use crate::diagnostic::{Rule, Severity};

/// The rule.
pub(crate) static RULE: Rule = Rule {
    code: "CVG130",
    name: "loss-frontmatter",
    severity: Severity::Warning,
    source: include_str!("loss_frontmatter.rs"),
};
