//! A Markdown file is not UTF-8.
//!
//! Codex drops the skill, Claude Code puts replacement characters where it cannot read
//! on; UTF-16, as some editors save it, hides the frontmatter on both.
//!
//! ## Instead
//!
//! Save the file as UTF-8.

use std::sync::Arc;

use crate::diagnostic::{Diagnostic, Place, Rule, Severity, SourceFile};

/// The rule.
pub(crate) static RULE: Rule = Rule {
    code: "CVG032",
    name: "not-utf8",
    severity: Severity::Error,
    source: include_str!("not_utf8.rs"),
};

/// What loading a tree says about such a file, which no other rule can look at.
pub(in crate::generate::lint) fn diagnostic(file: &Arc<SourceFile>) -> Diagnostic {
    Diagnostic::new(&RULE, Place::file(file), "the file is not UTF-8")
        .help("save it as UTF-8 without a mark")
}
