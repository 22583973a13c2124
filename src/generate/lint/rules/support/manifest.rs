//! The manifests of a tree, parsed.

use std::sync::Arc;

use cvg_hooks::Host;

use super::paths::{self, Target};
use crate::diagnostic::{Place, SourceFile};
use crate::generate::lint::HostTree;
use crate::generate::source::json;
use crate::generate::source::yaml::Node;

/// A JSON file whose root is an object.
#[derive(Debug)]
pub(in crate::generate::lint::rules) struct Manifest {
    /// The file.
    pub(in crate::generate::lint::rules) file: Arc<SourceFile>,
    /// Its root.
    pub(in crate::generate::lint::rules) root: Node,
}

impl Manifest {
    /// The place of a node.
    pub(in crate::generate::lint::rules) fn place(&self, node: &Node) -> Place {
        Place::new(&self.file, node.span.clone())
    }

    /// The first line: for what is missing.
    pub(in crate::generate::lint::rules) fn start(&self) -> Place {
        let start = self.root.span.start;
        Place::new(&self.file, start..start + 1)
    }
}

/// Codex reads the first of these that is there; Claude Code reads only its own.
const CODEX_MANIFESTS: [&str; 3] =
    [".codex-plugin/plugin.json", ".claude-plugin/plugin.json", ".cursor-plugin/plugin.json"];

/// The path of the manifest that the tree's host reads.
pub(in crate::generate::lint::rules) fn path(tree: &HostTree) -> Option<&'static str> {
    let candidates: &'static [&'static str] = match tree.host {
        Host::Claude => &[".claude-plugin/plugin.json"],
        Host::Codex => &CODEX_MANIFESTS,
    };
    candidates.iter().copied().find(|path| tree.entries.contains_key(*path))
}

/// The manifest that the tree's host reads, if it is there and is an object.
pub(in crate::generate::lint::rules) fn read(tree: &HostTree) -> Option<Manifest> {
    object(tree, path(tree)?)
}

/// Any JSON file whose root is an object.
pub(in crate::generate::lint::rules) fn object(tree: &HostTree, path: &str) -> Option<Manifest> {
    let file = tree.file(path)?;
    let root = json::parse(&file.text).ok()?;
    (root.type_name() == "mapping").then(|| Manifest { file: Arc::clone(file), root })
}

/// The path of the marketplace file that the tree's host reads.
pub(in crate::generate::lint::rules) fn marketplace_path(tree: &HostTree) -> Option<&'static str> {
    let candidates: &'static [&'static str] = match tree.host {
        Host::Claude => &[".claude-plugin/marketplace.json"],
        Host::Codex => &[".agents/plugins/marketplace.json", ".claude-plugin/marketplace.json"],
    };
    candidates.iter().copied().find(|path| tree.entries.contains_key(*path))
}

/// The strings of a value that is one string or a list of them.
pub(in crate::generate::lint::rules) fn strings(node: &Node) -> Vec<(&Node, &str)> {
    let own = node.as_str().filter(|_| node.type_name() == "string").map(|text| (node, text));
    let items = node
        .items()
        .iter()
        .filter(|item| item.type_name() == "string")
        .filter_map(|item| item.as_str().map(|text| (item, text)));
    own.into_iter().chain(items).collect()
}

/// The folders in which the host looks for components of that kind: the default
/// one, and those that the manifest names.
pub(in crate::generate::lint::rules) fn component_folders(
    tree: &HostTree,
    key: &str,
) -> Vec<String> {
    let mut folders = Vec::new();
    if let Some(manifest) = read(tree)
        && let Some(value) = manifest.root.get(key)
    {
        for (_, text) in strings(value) {
            if let Target::Inside(path) = paths::follow("", text)
                && paths::is_folder(tree, &path)
            {
                folders.push(path);
            }
        }
    }
    // On Claude Code `skills` adds to the default folder; any other key replaces it.
    let adds = tree.host == Host::Claude && key == "skills";
    if folders.is_empty() || adds {
        folders.push(key.to_owned());
    }
    folders
}
