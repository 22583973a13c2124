//! The content changed since its release, and the version did not.
//!
//! Hosts keep an installed plugin in a cache named by its version. Users of the
//! released version would never get the change.
//!
//! ## Instead
//!
//! Raise `version` in plugin.yaml.

use crate::diagnostic::{Rule, Severity};

/// The rule.
pub(crate) static RULE: Rule = Rule {
    code: "CVG120",
    name: "version-not-bumped",
    severity: Severity::Error,
    source: include_str!("version_not_bumped.rs"),
};
