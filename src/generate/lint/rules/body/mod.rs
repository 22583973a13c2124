//! What the text of a component says, and how a script begins: CVG040 to CVG049.

mod body_too_long;
mod broken_link;
pub(crate) mod carriage_return_in_script;
pub(super) mod host_only_variable;
pub(super) mod host_vocabulary;
mod invisible_characters;
mod link_leaves_plugin;
mod links;
pub(in crate::generate::lint) mod markdown;
mod mentions;
mod positional_in_code;

use crate::generate::lint::{AS_HOST, Check, Entry, FOREIGN};

/// The rules of this family, by code.
pub const ENTRIES: &[Entry] = &[
    Entry { rule: &broken_link::RULE, check: Check::Document(AS_HOST, broken_link::check) },
    Entry {
        rule: &link_leaves_plugin::RULE,
        check: Check::Document(AS_HOST, link_leaves_plugin::check),
    },
    Entry {
        rule: &host_only_variable::RULE,
        check: Check::Document(AS_HOST, host_only_variable::check),
    },
    Entry { rule: &host_vocabulary::RULE, check: Check::Document(AS_HOST, host_vocabulary::check) },
    Entry {
        rule: &positional_in_code::RULE,
        check: Check::Document(AS_HOST, positional_in_code::check),
    },
    Entry { rule: &body_too_long::RULE, check: Check::Document(AS_HOST, body_too_long::check) },
    Entry {
        rule: &invisible_characters::RULE,
        check: Check::Document(AS_HOST, invisible_characters::check),
    },
    Entry {
        rule: &carriage_return_in_script::RULE,
        // In a source it is met while loading.
        check: Check::Tree(FOREIGN, carriage_return_in_script::check),
    },
];
