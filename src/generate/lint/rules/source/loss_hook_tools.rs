//! A hook for tools that the host does not have.
//!
//! The classes without a tool are left out of the matcher; if none is left, the
//! hook is left out.
//!
//! ## Instead
//!
//! Restrict the hook with `hosts:`, or accept the loss in plugin.yaml with a
//! reason.

use crate::diagnostic::{Rule, Severity};

/// The rule.
pub(crate) static RULE: Rule = Rule {
    code: "CVG135",
    name: "loss-hook-tools",
    severity: Severity::Warning,
    source: include_str!("loss_hook_tools.rs"),
};
