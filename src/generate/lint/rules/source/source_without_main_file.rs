//! A folder of the source that lacks its main file.
//!
//! A skill is a folder with SKILL.md or SKILL.md.hbs; a plugin is a folder with
//! plugin.yaml. Both names of SKILL.md at once are as wrong as none.
//!
//! ## Instead
//!
//! Add the file, or delete the folder.

use crate::diagnostic::{Rule, Severity};

/// The rule.
pub(crate) static RULE: Rule = Rule {
    code: "CVG088",
    name: "source-without-main-file",
    severity: Severity::Error,
    source: include_str!("source_without_main_file.rs"),
};
