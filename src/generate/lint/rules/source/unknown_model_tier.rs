//! An agent names a model tier that a host does not define.
//!
//! `model:` is a tier of `models` in `hosts/<host>.yaml`, so that the choice of
//! a model stays in one place.
//!
//! ## Instead
//!
//! Add the tier there (null leaves the choice to the host), or name the model
//! under `claude:` or `codex:`.

use crate::diagnostic::{Rule, Severity};

/// The rule.
pub(crate) static RULE: Rule = Rule {
    code: "CVG113",
    name: "unknown-model-tier",
    severity: Severity::Error,
    source: include_str!("unknown_model_tier.rs"),
};
