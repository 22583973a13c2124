//! Hooks files: CVG100 to CVG108.

mod command_line;
mod hooks_event;
mod hooks_ignored_key;
mod hooks_matcher;
mod hooks_missing_program;
mod hooks_shape;
mod hooks_timeout;
mod hooks_unquoted_root;
mod model;
mod variables;

use crate::generate::lint::{AS_HOST, Check, Entry};

/// The rules of this family, by code.
pub const ENTRIES: &[Entry] = &[
    Entry { rule: &hooks_shape::RULE, check: Check::Tree(AS_HOST, hooks_shape::check) },
    Entry { rule: &hooks_event::RULE, check: Check::Tree(AS_HOST, hooks_event::check) },
    Entry { rule: &hooks_matcher::RULE, check: Check::Tree(AS_HOST, hooks_matcher::check) },
    Entry {
        rule: &hooks_unquoted_root::RULE,
        check: Check::Tree(AS_HOST, hooks_unquoted_root::check),
    },
    Entry { rule: &hooks_timeout::RULE, check: Check::Tree(AS_HOST, hooks_timeout::check) },
    Entry {
        rule: &hooks_missing_program::RULE,
        check: Check::Tree(AS_HOST, hooks_missing_program::check),
    },
    Entry { rule: &hooks_ignored_key::RULE, check: Check::Tree(AS_HOST, hooks_ignored_key::check) },
];
