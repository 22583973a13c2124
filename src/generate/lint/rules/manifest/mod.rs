//! Manifests and marketplace files: CVG090 to CVG099, and CVG119.

mod codex_interface;
mod hooks_named_twice;
pub(crate) mod manifest_missing;
mod manifest_missing_field;
mod manifest_name;
mod manifest_path;
mod manifest_syntax;
mod manifest_type;
mod manifest_unknown_key;
mod marketplace;
mod marketplace_entry;
mod root_plugin_json;

use crate::generate::lint::{AS_HOST, Check, Entry};

/// The rules of this family, by code.
pub const ENTRIES: &[Entry] = &[
    Entry { rule: &manifest_syntax::RULE, check: Check::Tree(AS_HOST, manifest_syntax::check) },
    Entry { rule: &manifest_type::RULE, check: Check::Tree(AS_HOST, manifest_type::check) },
    Entry { rule: &manifest_name::RULE, check: Check::Tree(AS_HOST, manifest_name::check) },
    Entry { rule: &manifest_path::RULE, check: Check::Tree(AS_HOST, manifest_path::check) },
    Entry {
        rule: &manifest_missing_field::RULE,
        check: Check::Tree(AS_HOST, manifest_missing_field::check),
    },
    Entry { rule: &root_plugin_json::RULE, check: Check::Tree(AS_HOST, root_plugin_json::check) },
    Entry { rule: &hooks_named_twice::RULE, check: Check::Tree(AS_HOST, hooks_named_twice::check) },
    Entry {
        rule: &manifest_unknown_key::RULE,
        check: Check::Tree(AS_HOST, manifest_unknown_key::check),
    },
    Entry { rule: &marketplace::RULE, check: Check::Tree(AS_HOST, marketplace::check) },
    Entry { rule: &codex_interface::RULE, check: Check::Tree(AS_HOST, codex_interface::check) },
    Entry { rule: &manifest_missing::RULE, check: Check::Elsewhere },
];
