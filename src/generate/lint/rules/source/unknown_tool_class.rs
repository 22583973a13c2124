//! A tool class that does not exist.
//!
//! Tools are named by class (`read`, `edit`, `write`, `shell`, `notebook`,
//! `patch`, `search`, `web`, `agent`, `skill`, `message`, `plan`, `question`,
//! `mcp`), and each host gets its own names.
//!
//! ## Instead
//!
//! Mend the name; a host's own tool belongs under `claude:` or `codex:`.

use crate::diagnostic::{Rule, Severity};

/// The rule.
pub(crate) static RULE: Rule = Rule {
    code: "CVG114",
    name: "unknown-tool-class",
    severity: Severity::Error,
    source: include_str!("unknown_tool_class.rs"),
};
