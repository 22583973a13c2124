//! The YAML block that heads a component: CVG001 to CVG039.

mod yaml_comment_truncates;

use crate::generate::lint::{AUTHORED, Check, Entry};

/// The rules of this family, by code.
pub const ENTRIES: &[Entry] = &[Entry {
    rule: &yaml_comment_truncates::RULE,
    check: Check::Document(AUTHORED, yaml_comment_truncates::check),
}];
