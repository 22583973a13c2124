//! Every rule, one file each, grouped by what it looks at.
//!
//! Codes are never reused. The hundreds follow the order of a run: 001 to 039
//! frontmatter, 040 to 049 bodies, 050 to 069 templates, 070 to 089 files and
//! paths, 090 to 099 manifests, 100 to 108 hooks, 110 to 118 agents and budgets,
//! 120 to 129 releases, 130 to 139 losses, 140 to 149 silences and configuration,
//! 150 to 159 output. Hundreds that were full took in 109 (plugins of one name) and
//! 119 (a manifest that is missing).

pub mod body;
pub mod frontmatter;
pub mod hooks;
pub mod manifest;
pub mod source;
mod support;
pub mod tree;

use super::Entry;

/// Every rule with its check, by family and code.
pub fn all() -> impl Iterator<Item = &'static Entry> {
    [
        frontmatter::ENTRIES,
        body::ENTRIES,
        tree::ENTRIES,
        manifest::ENTRIES,
        hooks::ENTRIES,
        source::ENTRIES,
    ]
    .into_iter()
    .flatten()
}

/// The rule of that code, in any case: `cvg041`.
pub fn find(code: &str) -> Option<&'static Entry> {
    all().find(|entry| entry.rule.code.eq_ignore_ascii_case(code) || entry.rule.name == code)
}
