//! A folder in `skills/` holds no SKILL.md.
//!
//! Neither host sees it. Often the file was forgotten, ignored by git, or left one
//! folder higher. A folder whose name starts with `_` or `.` is taken as meant for
//! shared files.
//!
//! ## Instead
//!
//! Add the SKILL.md, or move shared files out of `skills/`.

use std::collections::BTreeMap;
use std::sync::Arc;

use crate::diagnostic::{Diagnostic, Place, Rule, Severity, Sink, SourceFile};
use crate::generate::lint::{EntryKind, HostTree, Mode};

/// The rule.
pub(super) static RULE: Rule = Rule {
    code: "CVG084",
    name: "skill-without-file",
    severity: Severity::Warning,
    source: include_str!("skill_without_file.rs"),
};

/// Looks at the folders of `skills/`.
pub(super) fn check(tree: &HostTree, _: Mode, sink: &mut Sink) {
    // Each folder with its first file, and whether a SKILL.md (or its near miss) is below it.
    let mut folders: BTreeMap<&str, (&Arc<SourceFile>, bool)> = BTreeMap::new();
    for (path, entry) in tree.entries.range("skills/".to_owned()..) {
        let Some(inner) = path.strip_prefix("skills/") else { break };
        let Some((folder, rest)) = inner.split_once('/') else { continue };
        let name = rest.rsplit('/').next().unwrap_or(rest);
        let linked = matches!(entry.kind, EntryKind::Symlink(_));
        let is_skill = name.eq_ignore_ascii_case("SKILL.md") || linked;
        folders.entry(folder).or_insert((&entry.file, false)).1 |= is_skill;
    }
    for path in &tree.empty_folders {
        let Some(inner) = path.strip_prefix("skills/") else { continue };
        let folder = inner.split('/').next().unwrap_or(inner);
        folders.entry(folder).or_insert((&tree.root, false));
    }
    for (folder, (file, is_skill)) in folders {
        if is_skill || folder.starts_with(['_', '.']) {
            continue;
        }
        sink.push(
            Diagnostic::new(
                &RULE,
                Place::file(file),
                format!("`skills/{folder}` has no SKILL.md: it is no skill"),
            )
            .help(format!("add `skills/{folder}/SKILL.md`, or move the folder out of `skills/`")),
        );
    }
}
