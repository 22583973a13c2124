//! A host's plugin tree, rendered or found on disk.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::Arc;

use cvg_hooks::Host;

use super::Kind;
use crate::diagnostic::{Place, SourceFile};
use crate::generate::script::Shebang;

/// What stands at a path.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum EntryKind {
    /// A regular file.
    File,
    /// A symbolic link and its target as written.
    Symlink(PathBuf),
}

/// One file of a tree.
#[derive(Debug, Clone)]
pub struct TreeEntry {
    /// What it is.
    pub kind: EntryKind,
    /// May it be run?
    pub executable: bool,
    /// The first line of a file that is no text to us, if it names an interpreter.
    /// Only found trees are looked at.
    pub shebang: Option<Shebang>,
    /// The name of the source file that it comes from, where that is Markdown and no
    /// template.
    pub plain_source: Option<String>,
    /// Where diagnostics about it point. Holds the text of JSON, YAML and TOML
    /// files; of other files only the path (a document has its text in
    /// [`super::Document`]).
    pub file: Arc<SourceFile>,
}

/// A skill, agent or command as the host lists it to the model.
#[derive(Debug, Clone)]
pub struct Component {
    /// What it is.
    pub kind: Kind,
    /// The name by which the host invokes it, without the plugin's.
    pub name: String,
    /// Path in the tree.
    pub path: String,
    /// Its description, if it can be read.
    pub description: Option<String>,
    /// Claude Code's `when_to_use`, listed behind the description.
    pub when_to_use: Option<String>,
    /// Is it listed to the model at all?
    pub listed: bool,
    /// Where the name (or the file) is.
    pub place: Place,
}

/// A host's plugin tree.
#[derive(Debug)]
pub struct HostTree {
    /// Whose tree it is.
    pub host: Host,
    /// Files by path relative to the tree's root, with `/`.
    pub entries: BTreeMap<String, TreeEntry>,
    /// Folders that hold nothing, or nothing that we read.
    pub empty_folders: Vec<String>,
    /// Skills, agents and commands.
    pub components: Vec<Component>,
    /// Diagnostics about the tree as a whole point here.
    pub root: Arc<SourceFile>,
    /// The folder of the source that the tree is rendered from; `None` for anybody's tree.
    pub source: Option<String>,
}

impl HostTree {
    /// An empty tree.
    pub fn new(host: Host, root: Arc<SourceFile>) -> Self {
        Self {
            host,
            entries: BTreeMap::new(),
            empty_folders: Vec::new(),
            components: Vec::new(),
            root,
            source: None,
        }
    }

    /// Where an author would put the file that is to stand at this path.
    pub fn home(&self, path: &str) -> String {
        let first = path.split('/').next().unwrap_or_default();
        match &self.source {
            None => path.to_owned(),
            Some(source) if matches!(first, "skills" | "agents" | "commands" | "schemas") => {
                format!("{source}/{path}")
            }
            Some(source) => format!("{source}/files/{path}"),
        }
    }

    /// The file at a path, if there is one.
    pub fn file(&self, path: &str) -> Option<&Arc<SourceFile>> {
        self.entries.get(path).map(|entry| &entry.file)
    }

    /// Is there a file at this path, or a folder that holds one?
    pub fn contains(&self, path: &str) -> bool {
        let path = path.trim_end_matches('/');
        if path.is_empty() || self.entries.contains_key(path) {
            return true;
        }
        let folder = format!("{path}/");
        self.entries
            .range(folder.clone()..)
            .next()
            .is_some_and(|(first, _)| first.starts_with(&folder))
            || self.empty_folders.iter().any(|empty| empty == path || empty.starts_with(&folder))
    }
}
