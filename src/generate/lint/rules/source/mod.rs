//! What only the canonical source, or writing its output, can get wrong:
//! templates, paths, losses, silences, configuration, drift.
//!
//! These are reported by the code that meets the fault.

pub(crate) mod bad_pattern;
pub(crate) mod duplicate_plugin;
pub(crate) mod edited_output;
pub(crate) mod emitted_text_differs;
pub(crate) mod extra_output;
pub(crate) mod file_too_large;
pub(crate) mod hook_definition;
pub(crate) mod invalid_value;
pub(crate) mod loss_agent_tools;
pub(crate) mod loss_agents;
pub(crate) mod loss_frontmatter;
pub(crate) mod loss_hook_event;
pub(crate) mod loss_hook_tools;
pub(crate) mod missing_field;
pub(crate) mod missing_output;
pub(crate) mod name_not_utf8;
pub(crate) mod output_mode;
pub(crate) mod output_type;
pub(crate) mod partial_cycle;
pub(crate) mod path_collision;
pub(crate) mod path_escape;
pub(crate) mod raw_block;
pub(crate) mod reserved_character;
pub(crate) mod silence_without_reason;
pub(crate) mod skipped_file;
pub(crate) mod source_without_main_file;
pub(crate) mod special_file;
pub(crate) mod stale_output;
pub(crate) mod symlink_loop;
pub(crate) mod tags_outside_template;
pub(crate) mod template_syntax;
pub(crate) mod unclosed_block;
pub(crate) mod unknown_agent;
pub(crate) mod unknown_code;
pub(crate) mod unknown_field;
pub(crate) mod unknown_helper;
pub(crate) mod unknown_host;
pub(crate) mod unknown_model_tier;
pub(crate) mod unknown_name;
pub(crate) mod unknown_overlay;
pub(crate) mod unknown_partial;
pub(crate) mod unknown_skill;
pub(crate) mod unknown_tool;
pub(crate) mod unknown_tool_class;
pub(crate) mod unread_source;
pub(crate) mod unreadable_file;
pub(crate) mod unused_accepted_loss;
pub(crate) mod unused_partial;
pub(crate) mod unused_reference;
pub(crate) mod unused_silence;
pub(crate) mod version_not_bumped;
pub(crate) mod version_not_semver;
pub(crate) mod wrong_field_type;

use crate::diagnostic::Rule;
use crate::generate::lint::{Check, Entry};

const fn elsewhere(rule: &'static Rule) -> Entry {
    Entry { rule, check: Check::Elsewhere }
}

/// The rules of this family, by code.
pub const ENTRIES: &[Entry] = &[
    elsewhere(&template_syntax::RULE),
    elsewhere(&unknown_helper::RULE),
    elsewhere(&unknown_name::RULE),
    elsewhere(&unknown_partial::RULE),
    elsewhere(&unknown_skill::RULE),
    elsewhere(&unknown_agent::RULE),
    elsewhere(&unknown_tool::RULE),
    elsewhere(&unused_partial::RULE),
    elsewhere(&unused_reference::RULE),
    elsewhere(&partial_cycle::RULE),
    elsewhere(&unclosed_block::RULE),
    elsewhere(&unknown_host::RULE),
    elsewhere(&raw_block::RULE),
    elsewhere(&reserved_character::RULE),
    elsewhere(&tags_outside_template::RULE),
    elsewhere(&path_collision::RULE),
    elsewhere(&name_not_utf8::RULE),
    elsewhere(&path_escape::RULE),
    elsewhere(&symlink_loop::RULE),
    elsewhere(&special_file::RULE),
    elsewhere(&unreadable_file::RULE),
    elsewhere(&file_too_large::RULE),
    elsewhere(&skipped_file::RULE),
    elsewhere(&unknown_overlay::RULE),
    elsewhere(&source_without_main_file::RULE),
    elsewhere(&unread_source::RULE),
    elsewhere(&hook_definition::RULE),
    elsewhere(&duplicate_plugin::RULE),
    elsewhere(&unknown_model_tier::RULE),
    elsewhere(&unknown_tool_class::RULE),
    elsewhere(&version_not_bumped::RULE),
    elsewhere(&version_not_semver::RULE),
    elsewhere(&loss_frontmatter::RULE),
    elsewhere(&loss_hook_event::RULE),
    elsewhere(&loss_agents::RULE),
    elsewhere(&loss_agent_tools::RULE),
    elsewhere(&loss_hook_tools::RULE),
    elsewhere(&unused_accepted_loss::RULE),
    elsewhere(&silence_without_reason::RULE),
    elsewhere(&unused_silence::RULE),
    elsewhere(&unknown_code::RULE),
    elsewhere(&unknown_field::RULE),
    elsewhere(&missing_field::RULE),
    elsewhere(&wrong_field_type::RULE),
    elsewhere(&invalid_value::RULE),
    elsewhere(&bad_pattern::RULE),
    elsewhere(&emitted_text_differs::RULE),
    elsewhere(&missing_output::RULE),
    elsewhere(&extra_output::RULE),
    elsewhere(&stale_output::RULE),
    elsewhere(&edited_output::RULE),
    elsewhere(&output_mode::RULE),
    elsewhere(&output_type::RULE),
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn entries_stand_by_code() {
        assert!(ENTRIES.is_sorted_by_key(|entry| entry.rule.code));
    }
}
