//! The YAML block that heads a component: CVG001 to CVG039.

mod agent_name_not_file;
mod boolean_word;
mod builtin_name;
pub(crate) mod byte_order_mark;
pub(crate) mod carriage_returns;
mod description_missing;
mod description_too_long;
mod frontmatter_missing;
mod frontmatter_not_a_mapping;
mod frontmatter_not_first;
mod frontmatter_unclosed;
mod keys;
mod list_for_string;
mod listing_too_long;
mod name_invalid_characters;
mod name_missing;
mod name_not_folder;
mod name_too_long;
pub(crate) mod not_utf8;
mod subject;
mod unknown_key;
mod wrong_type;
mod yaml_alias;
mod yaml_block_header;
mod yaml_colon_space;
mod yaml_comment_truncates;
mod yaml_duplicate_key;
mod yaml_flow_mapping;
mod yaml_inline_sequence;
mod yaml_reserved_indicator;
mod yaml_syntax;
mod yaml_tab;
mod yaml_tag;
mod yaml_text_after_value;
mod yaml_unbalanced_quote;

use std::sync::Arc;

use crate::diagnostic::{Diagnostic, Place, Sink, SourceFile};
use crate::generate::lint::{AUTHORED, Check, Context, Document, EVERYWHERE, Entry, Mode, OURS};
use crate::generate::source::yaml::SyntaxError;

/// Reports what is no YAML, and what YAML loses silently, in a text that is YAML
/// as a whole.
pub(crate) fn check_yaml(file: &Arc<SourceFile>, sink: &mut Sink) {
    let document = Document::yaml(Arc::clone(file));
    let context = Context { mode: Mode::Source, host: None, tree: None };
    for check in [
        yaml_comment_truncates::check,
        yaml_colon_space::check,
        yaml_reserved_indicator::check,
        yaml_block_header::check,
        yaml_text_after_value::check,
        yaml_tab::check,
        yaml_unbalanced_quote::check,
        yaml_duplicate_key::check,
        yaml_tag::check,
        yaml_alias::check,
        yaml_inline_sequence::check,
        yaml_syntax::check,
    ] {
        check(&document, context, sink);
    }
}

/// The fault of a text that is no YAML, and of which no rule says more.
pub(crate) fn not_yaml(file: &Arc<SourceFile>, error: &SyntaxError) -> Diagnostic {
    let words = error.message.split(" at char ").next().unwrap_or_default();
    let offset = error.offset.min(file.text.len());
    Diagnostic::new(
        &yaml_syntax::RULE,
        Place::new(file, offset..offset),
        format!("this is not YAML: {words}"),
    )
    .help("look at this line, and at what the lines above it leave open")
}

/// The rules of this family, by code.
pub const ENTRIES: &[Entry] = &[
    Entry {
        rule: &frontmatter_missing::RULE,
        check: Check::Document(AUTHORED, frontmatter_missing::check),
    },
    Entry {
        rule: &frontmatter_unclosed::RULE,
        check: Check::Document(AUTHORED, frontmatter_unclosed::check),
    },
    Entry {
        rule: &frontmatter_not_first::RULE,
        check: Check::Document(AUTHORED, frontmatter_not_first::check),
    },
    Entry {
        rule: &byte_order_mark::RULE,
        check: Check::Document(AUTHORED, byte_order_mark::check),
    },
    Entry {
        rule: &carriage_returns::RULE,
        check: Check::Document(AUTHORED, carriage_returns::check),
    },
    Entry {
        rule: &yaml_comment_truncates::RULE,
        check: Check::Document(AUTHORED, yaml_comment_truncates::check),
    },
    Entry {
        rule: &yaml_colon_space::RULE,
        check: Check::Document(AUTHORED, yaml_colon_space::check),
    },
    Entry {
        rule: &yaml_reserved_indicator::RULE,
        check: Check::Document(AUTHORED, yaml_reserved_indicator::check),
    },
    Entry {
        rule: &yaml_block_header::RULE,
        check: Check::Document(AUTHORED, yaml_block_header::check),
    },
    Entry {
        rule: &yaml_text_after_value::RULE,
        check: Check::Document(AUTHORED, yaml_text_after_value::check),
    },
    Entry { rule: &yaml_tab::RULE, check: Check::Document(AUTHORED, yaml_tab::check) },
    Entry {
        rule: &yaml_unbalanced_quote::RULE,
        check: Check::Document(AUTHORED, yaml_unbalanced_quote::check),
    },
    Entry {
        rule: &yaml_duplicate_key::RULE,
        check: Check::Document(AUTHORED, yaml_duplicate_key::check),
    },
    Entry { rule: &yaml_tag::RULE, check: Check::Document(AUTHORED, yaml_tag::check) },
    Entry { rule: &yaml_alias::RULE, check: Check::Document(AUTHORED, yaml_alias::check) },
    Entry {
        rule: &yaml_inline_sequence::RULE,
        check: Check::Document(AUTHORED, yaml_inline_sequence::check),
    },
    Entry {
        rule: &yaml_flow_mapping::RULE,
        check: Check::Document(AUTHORED, yaml_flow_mapping::check),
    },
    Entry { rule: &yaml_syntax::RULE, check: Check::Document(AUTHORED, yaml_syntax::check) },
    Entry {
        rule: &frontmatter_not_a_mapping::RULE,
        check: Check::Document(AUTHORED, frontmatter_not_a_mapping::check),
    },
    Entry {
        rule: &list_for_string::RULE,
        check: Check::Document(AUTHORED, list_for_string::check),
    },
    Entry { rule: &wrong_type::RULE, check: Check::Document(AUTHORED, wrong_type::check) },
    Entry { rule: &unknown_key::RULE, check: Check::Document(AUTHORED, unknown_key::check) },
    Entry {
        rule: &description_missing::RULE,
        check: Check::Document(AUTHORED, description_missing::check),
    },
    Entry {
        rule: &description_too_long::RULE,
        check: Check::Document(EVERYWHERE, description_too_long::check),
    },
    Entry { rule: &name_missing::RULE, check: Check::Document(AUTHORED, name_missing::check) },
    Entry {
        rule: &name_invalid_characters::RULE,
        check: Check::Document(AUTHORED, name_invalid_characters::check),
    },
    Entry { rule: &name_too_long::RULE, check: Check::Document(EVERYWHERE, name_too_long::check) },
    Entry {
        rule: &name_not_folder::RULE,
        check: Check::Document(AUTHORED, name_not_folder::check),
    },
    Entry {
        rule: &listing_too_long::RULE,
        check: Check::Document(EVERYWHERE, listing_too_long::check),
    },
    Entry { rule: &boolean_word::RULE, check: Check::Document(AUTHORED, boolean_word::check) },
    Entry { rule: &builtin_name::RULE, check: Check::Document(AUTHORED, builtin_name::check) },
    Entry { rule: &not_utf8::RULE, check: Check::Elsewhere },
    Entry {
        rule: &agent_name_not_file::RULE,
        check: Check::Document(OURS, agent_name_not_file::check),
    },
];

#[cfg(test)]
mod tests {
    use cvg_hooks::Host;
    use proptest::prelude::*;

    use super::ENTRIES;
    use crate::diagnostic::{Sink, SourceFile};
    use crate::generate::lint::{Check, Context, Document, Kind, Mode};

    const PIECES: &[&str] = &[
        "name",
        "description",
        "allowed-tools",
        "metadata",
        "claude",
        "user-invocable",
        ": ",
        ":",
        " ",
        "\n",
        "\n  ",
        "\r",
        "\t",
        "- ",
        "[",
        "]",
        "{",
        "{{x}}",
        "}",
        ",",
        "\"",
        "'",
        " # é",
        "*",
        "*a",
        "&a ",
        "!t ",
        "|",
        ">\n",
        "@",
        "...",
        "\u{a0}",
        "\u{200b}",
        "~",
        "yes",
        "12",
        "é x",
        "---\n",
        "<!-- x -->",
        "\u{feff}",
    ];

    proptest! {
        #[test]
        fn no_text_upsets_a_rule(
            fenced in any::<bool>(),
            pieces in prop::collection::vec(prop::sample::select(PIECES), 0..40),
        ) {
            let mut text = pieces.concat();
            if fenced {
                text = format!("---\n{text}\n---\n");
            }
            for kind in [Kind::Skill, Kind::Agent, Kind::Command, Kind::Reference] {
                let file = SourceFile::new("skills/x/SKILL.md", text.clone());
                let document = Document::parse(kind, "x", "skills/x/SKILL.md", file);
                for mode in [Mode::Source, Mode::Rendered, Mode::Foreign] {
                    let mut sink = Sink::new();
                    let context = Context { mode, host: Some(Host::Claude), tree: None };
                    for entry in ENTRIES {
                        if let Check::Document(_, check) = entry.check {
                            check(&document, context, &mut sink);
                        }
                    }
                    for diagnostic in sink {
                        prop_assert!(text.get(diagnostic.place.range.clone()).is_some());
                        prop_assert!(!diagnostic.message.contains('\n'));
                        if let Some(fix) = diagnostic.fix {
                            prop_assert!(text.get(fix.range).is_some());
                        }
                        prop_assert!(kind != Kind::Reference);
                    }
                }
            }
        }
    }
}
