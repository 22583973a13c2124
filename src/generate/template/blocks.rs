//! Reports blocks that do not nest, before anything is compiled: the template
//! library would name the end of the file.

use std::sync::Arc;

use super::scan::{BlockFault, Tag, TagKind, block_faults};
use crate::diagnostic::{Diagnostic, Place, Sink, SourceFile};
use crate::generate::lint::rules::source as rules;

/// Reports faults of nesting, and raw blocks.
pub(super) fn check_blocks(
    file: &Arc<SourceFile>,
    start: usize,
    text: &str,
    tags: &[Tag],
    sink: &mut Sink,
) {
    let place = |tag: &Tag| Place::new(file, start + tag.range.start..start + tag.range.end);
    for tag in tags.iter().filter(|tag| tag.kind == TagKind::RawBlock) {
        sink.push(
            Diagnostic::new(&rules::raw_block::RULE, place(tag), "a raw block loses indentation")
                .help("write `\\{{` for each literal pair of braces"),
        );
    }
    if tags.iter().any(|tag| tag.kind == TagKind::RawBlock) {
        return;
    }
    for fault in block_faults(text, tags) {
        let unclosed = &rules::unclosed_block::RULE;
        sink.push(match fault {
            BlockFault::Unclosed(tag) => Diagnostic::new(
                unclosed,
                place(&tag),
                format!("`{{{{#{}}}}}` is never closed", tag.name),
            )
            .help(format!("add `{{{{/{}}}}}`", tag.name)),
            BlockFault::Unopened(tag) => Diagnostic::new(
                unclosed,
                place(&tag),
                format!("`{{{{/{}}}}}` closes nothing", tag.name),
            )
            .help("delete it, or add the opening tag"),
            BlockFault::Mismatched(open, close) => Diagnostic::new(
                unclosed,
                place(&close),
                format!("`{{{{/{}}}}}` closes a block named `{}`", close.name, open.name),
            )
            .label(place(&open), "opened here")
            .help(format!("write `{{{{/{}}}}}`", open.name)),
            BlockFault::StrayElse(tag) => {
                Diagnostic::new(unclosed, place(&tag), "`{{else}}` outside any block")
                    .help("delete it, or add the opening tag")
            }
            BlockFault::Endless(tag) => Diagnostic::new(
                &rules::template_syntax::RULE,
                Place::new(file, start + tag.range.start..start + tag.range.start + 2),
                "`{{` starts a tag that never ends",
            )
            .help("write `\\{{` if two braces are meant as text"),
        });
    }
}
