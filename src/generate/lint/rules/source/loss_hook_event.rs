//! A hook event that the host does not have.
//!
//! The hook is left out there: on Claude Code 2.1.197 one unknown event drops
//! every hook of the file.
//!
//! ## Instead
//!
//! Restrict the hook with `hosts:`, choose another event, or accept the loss in
//! plugin.yaml with a reason.

use crate::diagnostic::{Rule, Severity};

/// The rule.
pub(crate) static RULE: Rule = Rule {
    code: "CVG131",
    name: "loss-hook-event",
    severity: Severity::Warning,
    source: include_str!("loss_hook_event.rs"),
};
