//! Paths inside a plugin tree: joined, normalised and looked up.

use crate::generate::lint::{EntryKind, HostTree, suggest};

/// Where a relative path leads.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(in crate::generate::lint::rules) enum Target {
    /// A path inside the tree, normalised; empty for the root itself.
    Inside(String),
    /// Beyond the tree's root.
    Leaves,
}

/// Follows `path` from `folder`, which is relative to the root; `.` and `..`
/// are resolved by name only.
pub(in crate::generate::lint::rules) fn follow(folder: &str, path: &str) -> Target {
    let mut parts: Vec<&str> = folder.split('/').filter(|part| !part.is_empty()).collect();
    for part in path.split('/') {
        match part {
            "" | "." => {}
            ".." => {
                if parts.pop().is_none() {
                    return Target::Leaves;
                }
            }
            name => parts.push(name),
        }
    }
    Target::Inside(parts.join("/"))
}

/// The folder of a path; empty for a file at the root.
pub(in crate::generate::lint::rules) fn folder(path: &str) -> &str {
    path.rfind('/').map_or("", |slash| &path[..slash])
}

/// The last component of a path.
pub(in crate::generate::lint::rules) fn file_name(path: &str) -> &str {
    path.rfind('/').map_or(path, |slash| &path[slash + 1..])
}

/// Is something there? What lies behind a symbolic link to a folder counts as there.
pub(in crate::generate::lint::rules) fn exists(tree: &HostTree, path: &str) -> bool {
    tree.contains(path)
        || path.match_indices('/').any(|(slash, _)| {
            tree.entries
                .get(&path[..slash])
                .is_some_and(|entry| matches!(entry.kind, EntryKind::Symlink(_)))
        })
}

/// Is there a folder of that name that holds something?
pub(in crate::generate::lint::rules) fn is_folder(tree: &HostTree, path: &str) -> bool {
    !tree.entries.contains_key(path.trim_end_matches('/')) && tree.contains(path)
}

/// A path of the tree that equals this one but for the case of its letters.
pub(in crate::generate::lint::rules) fn other_case<'a>(
    tree: &'a HostTree,
    path: &str,
) -> Option<&'a str> {
    tree.entries.keys().find(|known| known.eq_ignore_ascii_case(path)).map(String::as_str)
}

/// The file of our own tree that a misspelt path most likely stands for: beside it, or of
/// the same name elsewhere. A stranger's tree is not guessed at.
pub(in crate::generate::lint::rules) fn meant<'a>(
    tree: &'a HostTree,
    path: &str,
) -> Option<&'a str> {
    tree.source.as_ref()?;
    let known = || tree.entries.keys().map(String::as_str);
    let beside = || known().filter(|other| folder(other) == folder(path));
    suggest::closest(file_name(path), beside().map(file_name))
        .and_then(|name| beside().find(|other| file_name(other) == name))
        .or_else(|| {
            let mut same = known().filter(|other| file_name(other) == file_name(path));
            same.next().filter(|_| same.next().is_none())
        })
}

/// The way from a folder to a path, as a link would say it.
pub(in crate::generate::lint::rules) fn relative(folder: &str, path: &str) -> String {
    let from: Vec<&str> = folder.split('/').filter(|part| !part.is_empty()).collect();
    let to: Vec<&str> = path.split('/').collect();
    let common = from.iter().zip(&to).take_while(|(a, b)| a == b).count();
    let mut parts = vec![".."; from.len() - common];
    parts.extend(&to[common..]);
    parts.join("/")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_are_followed_by_name() {
        let inside = |path: &str| Target::Inside(path.to_owned());
        assert_eq!(follow("skills/a", "references/x.md"), inside("skills/a/references/x.md"));
        assert_eq!(follow("skills/a", "../b/./x.md"), inside("skills/b/x.md"));
        assert_eq!(follow("skills/a", "../../README.md"), inside("README.md"));
        assert_eq!(follow("skills/a", "../../../x"), Target::Leaves);
        assert_eq!(follow("", "../x"), Target::Leaves);
        assert_eq!(follow("", "./"), inside(""));
    }

    #[test]
    fn a_way_is_written_as_a_link() {
        assert_eq!(relative("skills/a/references", "skills/a/SKILL.md"), "../SKILL.md");
        assert_eq!(relative("skills/a", "skills/a/references/x.md"), "references/x.md");
        assert_eq!(relative("", "README.md"), "README.md");
    }
}
