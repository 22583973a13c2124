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

/// Names of pages that are written for people.
const PAGES: &[&str] = &[
    "readme",
    "changelog",
    "changes",
    "history",
    "license",
    "licence",
    "contributing",
    "security",
    "code_of_conduct",
    "notice",
    "authors",
    "credits",
    "todo",
    "index",
    "claude",
    "agents",
    "gemini",
    "overview",
    "toc",
    "_index",
    "_readme",
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
                let page = stem.to_ascii_lowercase().replace('-', "_");
                let described = || {
                    let mut components = tree.components.iter();
                    components.any(|c| c.path == *path && c.description.is_some())
                };
                // `agents/changelog.md` with a description is meant as an agent.
                if !PAGES.contains(&page.as_str()) || (page != "readme" && described()) {
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
