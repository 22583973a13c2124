//! An agent's name is not its file's.
//!
//! Claude Code and Codex call an agent by the `name` in its frontmatter, while
//! `{{agent "x"}}` writes the name of the file, without its ending. Where the two
//! differ every text that mentions the agent names one that no host has.
//!
//! ## Instead
//!
//! Give both the same name. A tree that others wrote is left alone: nothing there
//! goes by the file.

use super::name_invalid_characters::is_valid;
use super::subject::{rename, shown, trimmed, value_range};
use crate::diagnostic::{Diagnostic, Rule, Severity, Sink};
use crate::generate::lint::{Context, Document, Kind};

/// The rule.
pub(super) static RULE: Rule = Rule {
    code: "CVG033",
    name: "agent-name-not-file",
    severity: Severity::Error,
    source: include_str!("agent_name_not_file.rs"),
};

/// Compares the two names. What a template or `claude:` makes of the name shows only
/// when it is rendered.
pub(super) fn check(document: &Document, context: Context<'_>, sink: &mut Sink) {
    if document.kind != Kind::Agent {
        return;
    }
    let Some(entry) = document.mapping().and_then(|root| root.entry("name")) else { return };
    let Some(name) = trimmed(&entry.value) else { return };
    // A name that must change anyway is reported once.
    if name == document.name || !is_valid(name) {
        return;
    }
    let stem = &document.name;
    let message =
        format!("the agent is named `{name}`, and `{{{{agent}}}}` writes `{}`", shown(stem));
    let mut found = Diagnostic::new(&RULE, document.place(value_range(document, entry)), message)
        .help("give the file and the frontmatter the same name");
    if let Some(fix) = rename(document, entry, context) {
        found = found.fix(fix);
    }
    sink.push(found);
}
