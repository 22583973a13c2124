//! What would be written does not read back as what was meant.
//!
//! Every emitted frontmatter, manifest and TOML file is parsed again and
//! compared before it is written. A difference is a fault of cvg-gen.
//!
//! ## Instead
//!
//! Please report it with the source file.

use crate::diagnostic::{Rule, Severity};

/// The rule.
pub(crate) static RULE: Rule = Rule {
    code: "CVG150",
    name: "emitted-text-differs",
    severity: Severity::Error,
    source: include_str!("emitted_text_differs.rs"),
};
