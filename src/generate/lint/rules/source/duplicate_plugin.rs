//! Two plugins of one repository have one name.
//!
//! The name tells their trees, their entries in the marketplace and the hosts'
//! caches apart: only one of the two could reach a user. The first one, by folder,
//! keeps it; nothing is rendered for the other.
//!
//! ## Instead
//!
//! Give each plugin its own `name` in plugin.yaml. What differs between the hosts
//! belongs into one plugin, with `hosts:` or a folder `@host`.

use crate::diagnostic::{Rule, Severity};

/// The rule.
pub(crate) static RULE: Rule = Rule {
    code: "CVG109",
    name: "duplicate-plugin",
    severity: Severity::Error,
    source: include_str!("duplicate_plugin.rs"),
};
