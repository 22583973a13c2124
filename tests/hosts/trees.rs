//! A copy of the repository's rendered trees that a test may hand to a host, or break.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use serde_json::Value;
use tempfile::TempDir;

/// Everything that a user's host reads from this repository.
const RENDERED: [&str; 4] = [
    "plugins/claude",
    "plugins/codex",
    ".claude-plugin/marketplace.json",
    ".agents/plugins/marketplace.json",
];

/// The rendered trees and marketplaces, laid out as in the repository.
pub(crate) struct Trees {
    // Outside this repository, so that no host finds our own .git, AGENTS.md or .claude above it.
    root: TempDir,
}

impl Trees {
    /// The trees as they are committed.
    pub(crate) fn committed() -> Self {
        let root = tempfile::tempdir().expect("a temporary folder can be made");
        for path in RENDERED {
            let from = Path::new(env!("CARGO_MANIFEST_DIR")).join(path);
            assert!(from.exists(), "{path} is missing: render it with `cargo run --release`");
            copy(&from, &root.path().join(path));
        }
        Self { root }
    }

    pub(crate) fn root(&self) -> &Path {
        self.root.path()
    }

    /// The plugin's root for `host`.
    pub(crate) fn plugin(&self, host: &str) -> PathBuf {
        self.root().join("plugins").join(host)
    }

    pub(crate) fn manifest(&self, host: &str) -> Value {
        let path = self.manifest_path(host);
        let text = fs::read_to_string(&path).expect("the manifest can be read");
        serde_json::from_str(&text).expect("the manifest is JSON")
    }

    pub(crate) fn edit_manifest(&self, host: &str, edit: impl FnOnce(&mut Value)) {
        let mut manifest = self.manifest(host);
        edit(&mut manifest);
        fs::write(self.manifest_path(host), manifest.to_string()).expect("the copy is ours");
    }

    fn manifest_path(&self, host: &str) -> PathBuf {
        self.plugin(host).join(format!(".{host}-plugin/plugin.json"))
    }

    /// Adds a skill that the generator would never render.
    pub(crate) fn write_skill(&self, host: &str, name: &str, text: &str) {
        let folder = self.plugin(host).join("skills").join(name);
        fs::create_dir_all(&folder).expect("the copy is ours");
        fs::write(folder.join("SKILL.md"), text).expect("the copy is ours");
    }

    /// The names of the skills that we ship to `host`: those of their folders.
    pub(crate) fn skills(&self, host: &str) -> BTreeSet<String> {
        let names = self.names(host, "skills");
        assert!(!names.is_empty(), "plugins/{host} ships no skill at all");
        names
    }

    /// The names of Claude Code's agents.
    pub(crate) fn agents(&self) -> BTreeSet<String> {
        self.names("claude", "agents")
    }

    /// What a person can call after `/` in Claude Code: commands, and the skills that do not say
    /// that only the model may call them.
    pub(crate) fn invocable(&self) -> BTreeSet<String> {
        let mut names = self.names("claude", "commands");
        names.extend(self.skills("claude").into_iter().filter(|skill| {
            let file = self.plugin("claude").join("skills").join(skill).join("SKILL.md");
            let text = fs::read_to_string(file).expect("a skill has a SKILL.md");
            let frontmatter = text.split("\n---").next().unwrap_or_default();
            !frontmatter.lines().any(|line| line.trim_end() == "user-invocable: false")
        }));
        names
    }

    /// How many handlers each event of `hooks/hooks.json` has; nothing where there is no such file.
    pub(crate) fn hooks(&self, host: &str) -> BTreeMap<String, usize> {
        let Ok(text) = fs::read_to_string(self.plugin(host).join("hooks/hooks.json")) else {
            return BTreeMap::new();
        };
        let file: Value = serde_json::from_str(&text).expect("hooks.json is JSON");
        let events = file["hooks"].as_object().expect("hooks.json has `hooks`").iter();
        let handlers = |groups: &Value| {
            let groups = groups.as_array().into_iter().flatten();
            groups.filter_map(|group| group["hooks"].as_array()).map(Vec::len).sum()
        };
        events.map(|(event, groups)| (event.clone(), handlers(groups))).collect()
    }

    fn names(&self, host: &str, kind: &str) -> BTreeSet<String> {
        let Ok(entries) = fs::read_dir(self.plugin(host).join(kind)) else {
            return BTreeSet::new(); // a plugin need not have this kind
        };
        let name = |entry: std::io::Result<fs::DirEntry>| {
            let path = entry.expect("the copy can be listed").path();
            path.file_stem().expect("an entry has a name").to_string_lossy().into_owned()
        };
        entries.map(name).collect()
    }
}

/// Copies a file or a folder, run bits included.
fn copy(from: &Path, to: &Path) {
    let kind = fs::symlink_metadata(from).expect("a rendered file can be read").file_type();
    // Codex leaves every symlink out of its copy, and says nothing.
    assert!(!kind.is_symlink(), "{} is a symlink", from.display());
    if kind.is_dir() {
        fs::create_dir_all(to).expect("a folder can be made");
        for entry in fs::read_dir(from).expect("a rendered folder can be listed") {
            let entry = entry.expect("a rendered folder can be listed");
            copy(&entry.path(), &to.join(entry.file_name()));
        }
    } else {
        let folder = to.parent().expect("the target lies in a folder");
        fs::create_dir_all(folder).expect("a folder can be made");
        fs::copy(from, to).expect("a file can be copied");
    }
}
