//! A template names a tool class that the host has no tool for.
//!
//! `{{tool "edit"}}` prints the host's own tool name, from `tools` in
//! `hosts/<host>.yaml` or the built-in table.
//!
//! ## Instead
//!
//! Use a class that exists, add the tool's name to `hosts/<host>.yaml`, or put
//! the passage into `{{#host "…"}}`.

use crate::diagnostic::{Rule, Severity};

/// The rule.
pub(crate) static RULE: Rule = Rule {
    code: "CVG056",
    name: "unknown-tool",
    severity: Severity::Error,
    source: include_str!("unknown_tool.rs"),
};
