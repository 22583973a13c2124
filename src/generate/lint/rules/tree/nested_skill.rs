//! A skill lies too deep for Claude Code, or inside another skill.
//!
//! Claude Code loads `skills/<name>/SKILL.md` and nothing deeper, without a word:
//! `skills/group/leaf/SKILL.md` does not exist for it. Codex loads every SKILL.md
//! below `skills/`, so an example that a skill keeps in its `references/` becomes
//! a skill of its own there.
//!
//! ## Instead
//!
//! Move the folder to `skills/<name>/`, or name its parent in the manifest's
//! `skills`. Give an example another file name, such as `SKILL.example.md`.

use cvg_hooks::Host;

use crate::diagnostic::{Diagnostic, Place, Rule, Severity, Sink};
use crate::generate::lint::rules::support::{manifest, paths};
use crate::generate::lint::{HostTree, Mode};

/// The rule.
pub(super) static RULE: Rule = Rule {
    code: "CVG079",
    name: "nested-skill",
    severity: Severity::Error,
    source: include_str!("nested_skill.rs"),
};

/// Looks for SKILL.md files below the first level.
pub(super) fn check(tree: &HostTree, _: Mode, sink: &mut Sink) {
    let mut roots: Option<Vec<String>> = None;
    for (path, entry) in tree.entries.range("skills/".to_owned()..) {
        let Some(inner) = path.strip_prefix("skills/") else { break };
        let Some(folder) = inner.strip_suffix("/SKILL.md") else { continue };
        let Some((parent, leaf)) = folder.rsplit_once('/') else { continue };
        let owner = owning_skill(tree, parent);
        let place = Place::file(&entry.file);
        match (tree.host, owner) {
            (Host::Claude, None) => {
                let roots =
                    roots.get_or_insert_with(|| manifest::component_folders(tree, "skills"));
                let own = paths::folder(path);
                if roots.iter().any(|root| root == own || root == paths::folder(own)) {
                    continue;
                }
                sink.push(
                    Diagnostic::new(
                        &RULE,
                        place,
                        format!("Claude Code does not load `{leaf}`: it lies too deep"),
                    )
                    .help(format!("move it to `skills/{leaf}/SKILL.md`"))
                    .host(Host::Claude),
                );
            }
            (Host::Codex, Some(owner)) => sink.push(
                Diagnostic::new(
                    &RULE,
                    place,
                    format!("Codex loads this file inside `{owner}` as a skill of its own"),
                )
                .severity(Severity::Warning)
                .help("if it is an example, call it `SKILL.example.md`")
                .host(Host::Codex),
            ),
            _ => {}
        }
    }
}

/// The skill that holds this folder of `skills/`, if any.
fn owning_skill<'a>(tree: &HostTree, folder: &'a str) -> Option<&'a str> {
    let mut at = folder;
    loop {
        if tree.entries.contains_key(&format!("skills/{at}/SKILL.md")) {
            return Some(at);
        }
        at = at.rsplit_once('/')?.0;
    }
}
