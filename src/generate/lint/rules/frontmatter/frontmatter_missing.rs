//! A component has no frontmatter, so no host knows what it is for.
//!
//! Claude Code turns such a skill or command into a slash command that the model
//! never sees, and lists such an agent as "Agent from … plugin" with every tool.
//! Codex drops the skill ("missing YAML frontmatter") and does not take over the
//! command. A line such as `----`, or `---` behind a space, opens no frontmatter.
//!
//! ## Instead
//!
//! Begin the file with the block, its first `---` on the first line:
//!
//! ```markdown
//! ---
//! name: shelf-counter
//! description: "Counts what stands on a shelf. Use when stock is checked."
//! ---
//! ```

use super::subject::{is_component, word};
use crate::diagnostic::{Diagnostic, Rule, Severity, Sink};
use crate::generate::lint::{Context, Document, Kind};
use crate::generate::source::frontmatter::{BYTE_ORDER_MARK, Split};

/// The rule.
pub(super) static RULE: Rule = Rule {
    code: "CVG001",
    name: "frontmatter-missing",
    severity: Severity::Error,
    source: include_str!("frontmatter_missing.rs"),
};

/// Looks at where the frontmatter should be.
pub(super) fn check(document: &Document, _: Context<'_>, sink: &mut Sink) {
    if !is_component(document) || document.split != Split::Missing {
        return;
    }
    let text = document.file.text.trim_start_matches(BYTE_ORDER_MARK);
    // With lone carriage returns the block is there, and another rule says so.
    if text.starts_with("---\r") {
        return;
    }
    let first = text.lines().next().unwrap_or_default();
    let what = word(document.kind);
    let message = if !first.is_empty() && looks_like_fence(first) {
        format!("this {what} has no frontmatter: its first line is not exactly `---`")
    } else {
        format!("this {what} has no frontmatter")
    };
    // A command has the name of its file.
    let help = if document.kind == Kind::Command {
        "begin the file with `---`, `description:` and `---`, each on a line"
    } else {
        "begin the file with `---`, `name:`, `description:` and `---`, each on a line"
    };
    sink.push(Diagnostic::new(&RULE, document.line(1), message).help(help));
}

/// Dashes, perhaps of the wrong number or kind, or behind a blank.
fn looks_like_fence(line: &str) -> bool {
    let dashes = line.trim();
    !dashes.is_empty() && dashes.chars().all(|c| matches!(c, '-' | '–' | '—' | '−' | ' '))
}
