//! The folders and files that a run is responsible for.

use std::collections::BTreeSet;

use cvg_hooks::Host;

use super::sums::Sums;
use crate::generate::hosts::{format, is_wanted};
use crate::generate::render::{Rendition, folder};
use crate::generate::source::out::{Belongs, belongs};
use crate::generate::source::{CANONICAL, Source};
use crate::generate::tree::RelPath;

/// The folders and files that a run is responsible for.
pub(super) struct Roots {
    /// Folders of trees: whatever lies in them is ours, or drift.
    pub folders: Vec<String>,
    /// Files outside the trees that an earlier build wrote.
    pub files: Vec<String>,
    /// Recorded paths of hosts that the run is not about.
    pub elsewhere: BTreeSet<RelPath>,
}

impl Roots {
    pub(super) fn new(
        source: &Source,
        rendition: &Rendition,
        hosts: &[Host],
        recorded: &Sums,
    ) -> Self {
        let mut folders = BTreeSet::new();
        let mut files = BTreeSet::new();
        let mut elsewhere = BTreeSet::new();
        for host in Host::ALL {
            let here = is_wanted(hosts, host);
            if here {
                let plugins = source.plugins.iter();
                folders.extend(
                    plugins
                        .filter(|plugin| plugin.words.contains_key(&host))
                        .map(|plugin| folder(source, plugin, host)),
                );
            }
            // What a plugin or host that is gone has left behind is ours as well. Paths come in
            // order, so that nearly each is in the tree of the one before it.
            let mut last: Option<String> = None;
            for path in recorded.recorded.keys() {
                if last.as_ref().is_some_and(|folder| path.is_below(folder)) {
                    continue;
                }
                let belongs = if path.as_str() == format(host).marketplace_path() {
                    Some(Belongs::Beside)
                } else {
                    belongs(&source.out, host, path.as_str())
                };
                match belongs {
                    None => {}
                    Some(_) if !here => {
                        elsewhere.insert(path.clone());
                    }
                    Some(Belongs::Tree(folder)) => {
                        folders.insert(folder.clone());
                        last = Some(folder);
                    }
                    Some(Belongs::Beside) => {
                        files.insert(path.to_string());
                    }
                }
            }
        }
        let loose = |file: &str| !folders.iter().any(|folder| is_below(file, folder));
        files.retain(|file: &String| loose(file));
        let rendered = rendition.tree.files.keys().filter(|file| loose(file.as_str()));
        files.extend(rendered.map(ToString::to_string));
        Self { folders: outermost(folders), files: files.into_iter().collect(), elsewhere }
    }
}

impl Roots {
    /// Could a recorded path be in a tree of an earlier `out`, and in none of today's?
    /// Every such tree has its host's name on the way to it, and none is in the source.
    pub(super) fn is_nowhere(&self, path: &RelPath) -> bool {
        let folder = path.as_str().rsplit_once('/').map_or("", |(folder, _)| folder);
        Host::ALL.iter().any(|host| folder.contains(host.id()))
            && !path.is_below(CANONICAL)
            && !self.elsewhere.contains(path)
            && !self.files.iter().any(|file| file == path.as_str())
            && !self.folders.iter().any(|folder| path.is_below(folder))
    }
}

/// Folders that lie in no other one of the set.
fn outermost(folders: BTreeSet<String>) -> Vec<String> {
    let mut kept: Vec<String> = Vec::new();
    for folder in folders {
        if !kept.iter().any(|outer| is_below(&folder, outer)) {
            kept.push(folder);
        }
    }
    kept
}

pub(super) fn is_below(path: &str, folder: &str) -> bool {
    path.strip_prefix(folder).is_some_and(|rest| rest.starts_with('/'))
}
