//! A skill's file is not called `SKILL.md` to the letter.
//!
//! Both hosts look for `SKILL.md` and nothing else: `skill.md`, `Skill.md` and
//! `SKILL.MD` are not skills, and nobody says so. Nor is a file that lies in
//! `skills/` itself: a skill is a folder.
//!
//! ## Instead
//!
//! Rename it. Where the file system ignores case, take two steps:
//! `git mv skill.md x.md && git mv x.md SKILL.md`.

use crate::diagnostic::{Diagnostic, Place, Rule, Severity, Sink};
use crate::generate::lint::rules::support::paths;
use crate::generate::lint::{HostTree, Mode};

/// The rule.
pub(super) static RULE: Rule = Rule {
    code: "CVG081",
    name: "skill-file-name",
    severity: Severity::Error,
    source: include_str!("skill_file_name.rs"),
};

/// Other names that were meant as a skill's file.
const NEAR: &[&str] =
    &["skill.md", "skills.md", "skill.markdown", "skill.mdx", "skill.txt", "skill", "skill.md.md"];

/// Looks for near misses in `skills/`.
pub(super) fn check(tree: &HostTree, _: Mode, sink: &mut Sink) {
    for (path, entry) in tree.entries.range("skills/".to_owned()..) {
        let Some(inner) = path.strip_prefix("skills/") else { break };
        let name = paths::file_name(path);
        let place = Place::file(&entry.file);
        let Some((folder, _)) = inner.rsplit_once('/') else {
            let Some(stem) = name.strip_suffix(".md") else { continue };
            let page = stem.to_ascii_uppercase();
            if !matches!(page.as_str(), "README" | "INDEX" | "CHANGELOG" | "CLAUDE" | "AGENTS") {
                sink.push(
                    Diagnostic::new(&RULE, place, "a file in `skills/` itself is no skill")
                        .severity(Severity::Warning)
                        .help(format!("move it to `skills/{stem}/SKILL.md`")),
                );
            }
            continue;
        };
        let lower = name.to_ascii_lowercase();
        // Deeper inside a skill such a file may be an example; beside a SKILL.md it is a note.
        let is_level = !folder.contains('/') || lower == "skill.md";
        let has_skill = tree.entries.contains_key(&format!("skills/{folder}/SKILL.md"));
        if name != "SKILL.md" && NEAR.contains(&lower.as_str()) && is_level && !has_skill {
            sink.push(
                Diagnostic::new(
                    &RULE,
                    place,
                    format!("no host reads `{name}`: a skill is `SKILL.md`"),
                )
                .help(format!("rename it to `skills/{folder}/SKILL.md`")),
            );
        }
    }
}
