//! A page for people lies where every Markdown file is an agent or a command.
//!
//! Claude Code takes each `.md` file below `agents/` for an agent and each one
//! below `commands/` for a command: `agents/README.md` is listed to the model as the
//! agent `README`, `commands/README.md` is the slash command `/plugin:README`.
//!
//! ## Instead
//!
//! Move the page to the plugin's root or to `docs/`.

use cvg_hooks::Host;

use crate::diagnostic::{Diagnostic, Place, Rule, Severity, Sink};
use crate::generate::lint::rules::support::{manifest, paths};
use crate::generate::lint::{HostTree, Mode};

/// The rule.
pub(super) static RULE: Rule = Rule {
    code: "CVG080",
    name: "doc-in-component-dir",
    severity: Severity::Warning,
    source: include_str!("doc_in_component_dir.rs"),
};

/// Names of pages that are written for people, as they are usually spelt.
const PAGES: &[&str] = &[
    "AGENTS",
    "AUTHORS",
    "CHANGELOG",
    "CHANGES",
    "CLAUDE",
    "CODE_OF_CONDUCT",
    "CONTRIBUTING",
    "GEMINI",
    "HISTORY",
    "INDEX",
    "LICENCE",
    "LICENSE",
    "NOTES",
    "NOTICE",
    "OVERVIEW",
    "SECURITY",
    "TEMPLATE",
    "TODO",
];

/// Looks at the Markdown files of `agents/` and `commands/`.
pub(super) fn check(tree: &HostTree, _: Mode, sink: &mut Sink) {
    if tree.host != Host::Claude {
        return;
    }
    for (key, what) in [("agents", "an agent"), ("commands", "a command")] {
        for folder in manifest::component_folders(tree, key) {
            let prefix = format!("{folder}/");
            for (path, entry) in tree.entries.range(prefix.clone()..) {
                if !path.starts_with(&prefix) {
                    break;
                }
                let Some(stem) = paths::file_name(path).strip_suffix(".md") else { continue };
                let described = || {
                    let mut components = tree.components.iter();
                    components.any(|c| c.path == *path && c.description.is_some())
                };
                // `commands/todo.md` and an `agents/CHANGELOG.md` with a description are meant.
                let is_page = stem.eq_ignore_ascii_case("readme")
                    || (PAGES.contains(&stem.replace('-', "_").as_str()) && !described());
                if !is_page {
                    continue;
                }
                sink.push(
                    Diagnostic::new(
                        &RULE,
                        Place::file(&entry.file),
                        format!("Claude Code takes this page for {what} named `{stem}`"),
                    )
                    .help("move it out of the folder")
                    .host(Host::Claude),
                );
            }
        }
    }
}
