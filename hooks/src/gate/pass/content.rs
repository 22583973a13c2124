//! What a checkout holds: the files that git would commit.

use std::collections::BTreeSet;
use std::fmt::Write;

/// How many names of changed files are kept.
pub(super) const NAMED: usize = 5;

/// What a checkout holds.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Content {
    /// Every file of the checkout itself: mode, hash, path. Sorted, with a NUL after each.
    pub(super) list: Vec<u8>,
    /// The hash of the list.
    pub(super) hash: String,
    /// The contents of submodules and other repositories in it, by path.
    pub(super) inner: Vec<(String, Content)>,
    /// What is not committed.
    pub(super) dirt: Dirt,
}

/// Changes that are not committed.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Dirt {
    /// How many files.
    pub files: usize,
    /// The first of them.
    pub names: Vec<String>,
    /// Is there no commit at all?
    pub is_unborn: bool,
}

impl Content {
    /// All that tells it from another content, a line for each list.
    pub(super) fn text(&self) -> String {
        let mut text = format!("list {}\n", self.hash);
        for (path, inner) in &self.inner {
            for line in inner.text().lines() {
                // Writing to a string cannot fail.
                let _ = writeln!(text, "in {path:?} {line}");
            }
        }
        text
    }

    /// What is not committed, in submodules too.
    pub fn dirt(&self) -> &Dirt {
        &self.dirt
    }

    /// Is it the same, whatever is committed of it?
    pub(in crate::gate) fn is_same(&self, other: &Self) -> bool {
        self.text() == other.text()
    }

    /// The files in which another content differs, the first of them.
    pub(in crate::gate) fn changes(&self, after: &Self) -> Vec<String> {
        let entries = |content: &Self| -> BTreeSet<Vec<u8>> {
            let entries = content.list.split(|byte| *byte == 0).filter(|it| !it.is_empty());
            entries.map(<[u8]>::to_vec).collect()
        };
        let differing = entries(self);
        let differing = differing
            .symmetric_difference(&entries(after))
            .filter_map(|it| path(it))
            .collect::<BTreeSet<_>>();
        let mut names: Vec<String> = differing.into_iter().collect();
        for (path, inner) in &after.inner {
            let same = self.inner.iter().any(|(own, it)| own == path && it.is_same(inner));
            if !same && !names.contains(path) {
                names.push(path.clone());
            }
        }
        names.truncate(NAMED);
        names
    }
}

/// The paths of submodules and of other repositories in a list.
pub(super) fn inner_repositories(list: &[u8]) -> Vec<String> {
    let links = list.split(|byte| *byte == 0).filter(|entry| entry.starts_with(b"160000 "));
    links.filter_map(path).collect()
}

/// The path in an entry of a list.
fn path(entry: &[u8]) -> Option<String> {
    let at = entry.iter().position(|byte| *byte == b'\t')?;
    Some(String::from_utf8_lossy(&entry[at + 1..]).into_owned())
}
