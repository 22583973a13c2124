//! Files and paths of a host tree: CVG070 to CVG089, and agents and budgets: CVG110 to CVG118.

mod agent_ignored_key;
mod case_collision;
mod codex_agent;
mod component_collision;
mod doc_in_component_dir;
mod metadata_budget;
mod nested_skill;
mod openai_yaml;
pub(crate) mod script_without_run_bit;
mod skill_file_name;
mod skill_without_file;
mod symlink;
mod tool_list;
mod unknown_agent_tool;
mod windows_name;

use crate::generate::lint::{AS_HOST, Check, Entry};

/// The rules of this family, by code.
pub const ENTRIES: &[Entry] = &[
    Entry { rule: &case_collision::RULE, check: Check::Tree(AS_HOST, case_collision::check) },
    Entry { rule: &windows_name::RULE, check: Check::Tree(AS_HOST, windows_name::check) },
    Entry { rule: &nested_skill::RULE, check: Check::Tree(AS_HOST, nested_skill::check) },
    Entry {
        rule: &doc_in_component_dir::RULE,
        check: Check::Tree(AS_HOST, doc_in_component_dir::check),
    },
    Entry { rule: &skill_file_name::RULE, check: Check::Tree(AS_HOST, skill_file_name::check) },
    Entry { rule: &symlink::RULE, check: Check::Tree(AS_HOST, symlink::check) },
    Entry { rule: &script_without_run_bit::RULE, check: Check::Elsewhere },
    Entry {
        rule: &skill_without_file::RULE,
        check: Check::Tree(AS_HOST, skill_without_file::check),
    },
    Entry {
        rule: &component_collision::RULE,
        check: Check::Tree(AS_HOST, component_collision::check),
    },
    Entry {
        rule: &agent_ignored_key::RULE,
        check: Check::Document(AS_HOST, agent_ignored_key::check),
    },
    Entry { rule: &codex_agent::RULE, check: Check::Tree(AS_HOST, codex_agent::check) },
    Entry {
        rule: &unknown_agent_tool::RULE,
        check: Check::Document(AS_HOST, unknown_agent_tool::check),
    },
    Entry { rule: &metadata_budget::RULE, check: Check::Tree(AS_HOST, metadata_budget::check) },
    Entry { rule: &openai_yaml::RULE, check: Check::Tree(AS_HOST, openai_yaml::check) },
];
