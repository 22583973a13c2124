//! Diagnostics that every renderer's tests show.

use std::ops::Range;
use std::sync::Arc;

use cvg_hooks::Host;

use crate::diagnostic::{Diagnostic, Fix, Origin, Place, Rule, Severity, SourceFile};

static TOOL: Rule = Rule {
    code: "CVG021",
    name: "unknown-tool",
    severity: Severity::Error,
    source: "//! A tool that no host has.\n//!\n//! The host ignores it.\n",
};

static CUT: Rule = Rule {
    code: "CVG006",
    name: "yaml-comment-truncates",
    severity: Severity::Warning,
    source: "//! A value is cut at ` #`.\n",
};

pub(super) fn file(path: &str, text: &str) -> Arc<SourceFile> {
    SourceFile::new(path, text)
}

pub(super) fn point(file: &Arc<SourceFile>, range: Range<usize>, message: &str) -> Diagnostic {
    Diagnostic::new(&TOOL, Place::new(file, range), message)
}

fn find(text: &str, part: &str) -> Range<usize> {
    let start = text.find(part).expect("the part is in the text");
    start..start + part.len()
}

/// An error with a label, a warning with a fix and a rendered file, one in
/// another file with every kind of odd character, and a remark on a file
/// without text.
pub(super) fn diagnostics() -> Vec<Diagnostic> {
    let text = "---\nname: review\nallowed-tools: [Read, Bsh]\n\
                description: Fix issue #12 and review\n---\n";
    let skill = file("canonical/skills/review/SKILL.md", text);
    let odd_text = "a: 1\r\n\tb: \u{1f600} näh %2, x: y\r\n";
    let odd = file("canonical/an odd:name, 100%.yaml", odd_text);
    let value = find(text, "Fix issue #12 and review");
    let mut cut = Diagnostic::new(
        &CUT,
        Place::new(&skill, find(text, "#12 and review")),
        "the value is cut at ` #`: the rest is a YAML comment",
    )
    .note("this text is lost")
    .help("quote the value")
    .help("or move the comment to a line of its own")
    .host(Host::Codex)
    .fix(Fix {
        title: "quote the value".to_owned(),
        range: value,
        replacement: "\"Fix issue #12 and review\"".to_owned(),
        mechanical: false,
    });
    cut.place.via =
        Some(Origin { path: "plugins/codex/skills/review/SKILL.md".to_owned(), line: 4 });
    vec![
        point(&skill, find(text, "Bsh"), "unknown tool `Bsh`")
            .label(Place::new(&skill, find(text, "allowed-tools")), "in this key")
            .note("not a tool of Claude Code")
            .help("a tool with a similar name exists: `Bash`"),
        cut,
        point(&odd, find(odd_text, "näh"), "100% wrong: a,\nb").severity(Severity::Warning),
        Diagnostic::new(
            &TOOL,
            Place::file(&SourceFile::opaque("plugins/claude/logo.png")),
            "not a text",
        )
        .severity(Severity::Info),
    ]
}
