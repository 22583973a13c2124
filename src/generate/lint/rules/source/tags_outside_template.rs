//! A Markdown file holds our tags and is no template.
//!
//! Only a file whose name ends in `.hbs` is a template; any other is copied as it
//! stands, so the model reads `{{tool "edit"}}` to the letter. The rule knows
//! `{{skill "…"}}`, `{{agent "…"}}`, `{{tool "…"}}`, `{{#host "…"}}`, `{{vocab.…}}`,
//! and `{{> name}}` where there is such a partial; what other template languages
//! write is left alone. Code blocks are left alone too: they may show how a template
//! is written.
//!
//! ## Instead
//!
//! Rename the file: `SKILL.md.hbs`. If the tags are meant to be read, put them into
//! a code block.

use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::Arc;

use pulldown_cmark::{Event, Parser, TagEnd};

use crate::diagnostic::{Diagnostic, Place, Rule, Severity, Sink, SourceFile};
use crate::generate::source::{AssetContent, Plugin};
use crate::generate::template::scan::{self, Tag, TagKind};

/// The rule.
pub(crate) static RULE: Rule = Rule {
    code: "CVG064",
    name: "tags-outside-template",
    severity: Severity::Warning,
    source: include_str!("tags_outside_template.rs"),
};

type Partials = BTreeMap<String, Arc<SourceFile>>;

/// Looks at every Markdown file of a plugin that is no template.
pub(crate) fn check(plugin: &Plugin, sink: &mut Sink) {
    let mains = plugin.skills.iter().flat_map(|skill| skill.main.values()).map(AsRef::as_ref);
    for component in mains.chain(&plugin.agents).chain(&plugin.commands) {
        if !component.template {
            let document = &component.document;
            check_file(&document.file, document.body_start(), &plugin.partials, sink);
        }
    }
    let assets = plugin.skills.iter().flat_map(|skill| &skill.assets).chain(&plugin.assets);
    for asset in assets.filter(|asset| matches!(asset.content, AssetContent::Text)) {
        check_file(&asset.file, 0, &plugin.partials, sink);
    }
}

/// One remark for a file: its first tag stands for all.
fn check_file(file: &Arc<SourceFile>, body: usize, partials: &Partials, sink: &mut Sink) {
    if !file.text.contains("{{") {
        return; // nearly every file
    }
    let blocks = code_blocks(&file.text, body);
    let tags: Vec<Tag> = scan::tags(&file.text)
        .into_iter()
        .filter(|tag| is_ours(&file.text[tag.range.clone()], tag, partials))
        .filter(|tag| !blocks.iter().any(|block| block.contains(&tag.range.start)))
        .collect();
    let Some(first) = tags.first() else { return };
    let written = &file.text[first.range.clone()];
    let name = file.path.file_name().unwrap_or_default().to_string_lossy().into_owned();
    let message = match tags.len() - 1 {
        0 => format!("`{written}` is copied as it stands: `{name}` is no template"),
        1 => format!(
            "`{written}` and one tag more are copied as they stand: `{name}` is no template"
        ),
        more => format!(
            "`{written}` and {more} tags more are copied as they stand: `{name}` is no template"
        ),
    };
    let place = Place::new(file, first.range.clone());
    sink.push(Diagnostic::new(&RULE, place, message).help(format!("rename it to `{name}.hbs`")));
}

/// Is the tag one that only we write?
fn is_ours(written: &str, tag: &Tag, partials: &Partials) -> bool {
    if written.contains('\n') || !written.ends_with("}}") {
        return false;
    }
    let inner = written.trim_matches(['{', '}', '~', '#']).trim();
    // In frontmatter the quotes of an argument may stand behind a backslash.
    let argument = inner.strip_prefix(tag.name.as_str()).unwrap_or_default().trim_start();
    let quoted = argument.trim_start_matches('\\').starts_with(['"', '\'']);
    match tag.kind {
        TagKind::Expression => match tag.name.as_str() {
            "skill" | "agent" | "tool" => quoted,
            name => name.starts_with("vocab."),
        },
        TagKind::Open => tag.name == "host" && quoted,
        TagKind::Partial => partials.contains_key(&tag.name),
        _ => false,
    }
}

/// Fenced and indented code of a body that starts at that byte.
fn code_blocks(text: &str, body: usize) -> Vec<Range<usize>> {
    Parser::new(&text[body..])
        .into_offset_iter()
        .filter(|(event, _)| matches!(event, Event::End(TagEnd::CodeBlock)))
        .map(|(_, range)| range.start + body..range.end + body)
        .collect()
}
