//! The files of a checkout: what git tracks, and what it would.

use std::collections::BTreeSet;
use std::fs::{self, File};
use std::io::Read;
use std::path::{Path, PathBuf};

use super::super::git;
use crate::Environment;

/// Folders in which nothing is ours, even if it is committed.
const NEVER: [&str; 8] =
    [".git", ".venv", "node_modules", "target", "vendor", "venv", ".tox", "bower_components"];

/// Where there is no git, as many entries are looked at, and so deep.
const MOST: usize = 20_000;
const DEEPEST: usize = 8;

/// The longest file that is read whole, in bytes.
const LONGEST: u64 = 1 << 20;

/// The files below a root, as paths relative to it with `/` between folders. Those that git
/// ignores, of other repositories and of what package managers install are left out.
#[derive(Debug, Clone)]
pub struct Files {
    root: PathBuf,
    paths: BTreeSet<String>,
}

impl Files {
    /// The files below `root`, a real path. Without git, or outside of a repository, its folders
    /// are walked.
    pub fn of(root: &Path, environment: &Environment) -> Self {
        let mut git = git::git(environment, root);
        git.args(["ls-files", "-z", "--cached", "--others", "--exclude-standard"]);
        let paths = match git::output(&mut git) {
            Ok(listed) => listed
                .split(|byte| *byte == 0)
                .map(|path| String::from_utf8_lossy(path).into_owned())
                // Another repository is a folder here.
                .filter(|path| !path.is_empty() && !path.ends_with('/'))
                .filter(|path| !path.split('/').any(|name| NEVER.contains(&name)))
                .collect(),
            Err(_) => walk(root),
        };
        Self { root: root.to_path_buf(), paths }
    }

    /// The root.
    pub fn root(&self) -> &Path {
        &self.root
    }

    /// Is there such a file? One that is deleted may still be tracked.
    pub(crate) fn has(&self, path: &str) -> bool {
        self.paths.contains(path) && self.root.join(path).is_file()
    }

    /// Every path, sorted.
    pub(crate) fn paths(&self) -> impl Iterator<Item = &str> {
        self.paths.iter().map(String::as_str)
    }

    /// The paths of all files in `folder` and below, sorted. An empty folder is the root.
    pub(crate) fn below<'a>(&'a self, folder: &str) -> impl Iterator<Item = &'a str> + use<'a> {
        let prefix = if folder.is_empty() { String::new() } else { format!("{folder}/") };
        let from = self.paths.range(prefix.clone()..);
        from.map(String::as_str).take_while(move |path| path.starts_with(&prefix))
    }

    /// The text of a file, if it is there, is text, and is not larger than anybody writes.
    pub(crate) fn text(&self, path: &str) -> Option<String> {
        if !self.has(path) {
            return None;
        }
        text(&self.root.join(path))
    }
}

/// The text of a plain file that is not larger than anybody writes.
pub(crate) fn text(path: &Path) -> Option<String> {
    let metadata = fs::metadata(path).ok()?;
    if !metadata.is_file() || metadata.len() > LONGEST {
        return None;
    }
    let bytes = fs::read(path).ok()?;
    Some(String::from_utf8_lossy(&bytes).trim_start_matches('\u{feff}').to_owned())
}

/// The first bytes of a file, as text.
pub(crate) fn head(path: &Path, length: usize) -> String {
    let mut bytes = Vec::with_capacity(length);
    // What cannot be read has no beginning.
    if let Ok(file) = File::open(path) {
        let _ = file.take(length as u64).read_to_end(&mut bytes);
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

fn walk(root: &Path) -> BTreeSet<String> {
    let mut paths = BTreeSet::new();
    let mut folders = vec![(String::new(), 0)];
    let mut seen = 0;
    while let Some((folder, depth)) = folders.pop() {
        let Ok(entries) = fs::read_dir(root.join(&folder)) else { continue };
        for entry in entries.flatten() {
            seen += 1;
            if seen > MOST {
                return paths;
            }
            let name = entry.file_name().to_string_lossy().into_owned();
            let Ok(kind) = entry.file_type() else { continue };
            let path = super::join(&folder, &name);
            if !kind.is_dir() {
                paths.insert(path);
            } else if depth < DEEPEST
                && !NEVER.contains(&name.as_str())
                && !entry.path().join(".git").exists()
            {
                folders.push((path, depth + 1));
            }
        }
    }
    paths
}
