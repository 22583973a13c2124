//! A skill's name is not its folder's, so it has two names.
//!
//! Claude Code invokes a plugin's skill by its folder, Codex by the name in the
//! frontmatter: `/yard:lamp` on one is `$yard:reading-lamp` on the other, and text that
//! mentions the skill is wrong on one of them.
//!
//! ## Instead
//!
//! Give both the same name.

use super::name_invalid_characters::is_valid;
use super::subject::{rename, shown, trimmed, value_range};
use crate::diagnostic::{Diagnostic, Rule, Severity, Sink};
use crate::generate::lint::{Context, Document, Kind};

/// The rule.
pub(super) static RULE: Rule = Rule {
    code: "CVG028",
    name: "name-not-folder",
    severity: Severity::Warning,
    source: include_str!("name_not_folder.rs"),
};

/// Compares the two names.
pub(super) fn check(document: &Document, context: Context<'_>, sink: &mut Sink) {
    let folder = &document.name;
    if document.kind != Kind::Skill || folder.is_empty() {
        return;
    }
    let Some(entry) = document.mapping().and_then(|root| root.entry("name")) else { return };
    let Some(name) = trimmed(&entry.value) else { return };
    // A name that must change anyway is reported once.
    if name == folder || !is_valid(name) {
        return;
    }
    let folder_shown = shown(folder);
    let message = format!(
        "the name `{name}` is not that of the folder, `{folder_shown}`: Claude Code calls it \
         `{folder_shown}`, Codex `{name}`"
    );
    let mut found = Diagnostic::new(&RULE, document.place(value_range(document, entry)), message)
        .help("give the folder and the frontmatter the same name");
    if let Some(fix) = rename(document, entry, context) {
        found = found.fix(fix);
    }
    sink.push(found);
}
