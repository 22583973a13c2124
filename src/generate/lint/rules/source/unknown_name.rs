//! A template reads a name that nothing defines.
//!
//! Names come from `plugin.yaml` (`plugin.name`, `plugin.version`,
//! `plugin.description`), from the host (`host.id`, `host.name`) and from
//! `vocab` in `hosts/<host>.yaml`. A name must be there for every host that
//! renders the passage.
//!
//! ## Instead
//!
//! Add the word to `hosts/<host>.yaml`, or put the passage into `{{#host
//! "…"}}`.

use crate::diagnostic::{Rule, Severity};

/// The rule.
pub(crate) static RULE: Rule = Rule {
    code: "CVG052",
    name: "unknown-name",
    severity: Severity::Error,
    source: include_str!("unknown_name.rs"),
};
