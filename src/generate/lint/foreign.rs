//! A plugin tree on disk, whoever wrote it, as the rules look at it.
//!
//! Every file is listed; Markdown becomes documents, and the text of JSON, YAML
//! and TOML is kept. Symbolic links are recorded and never followed, so a tree
//! cannot lead out of itself.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use cvg_hooks::Host;

use super::rules::frontmatter::not_utf8;
use super::silence::Silences;
use super::{
    Component, Context, Document, EntryKind, HostTree, Kind, Mode, TreeEntry, check_document,
    check_tree,
};
use crate::diagnostic::{Diagnostic, Sink, SourceFile};
use crate::generate::script::Shebang;
use crate::generate::source::yaml::Node;

/// Why a tree cannot be looked at.
#[derive(Debug, thiserror::Error)]
#[error("cannot read `{}`", path.display())]
pub struct LoadError {
    /// The file or folder.
    pub path: PathBuf,
    /// Why.
    #[source]
    pub source: std::io::Error,
}

/// A tree and its Markdown.
#[derive(Debug)]
pub struct Foreign {
    /// The tree.
    pub tree: HostTree,
    /// Its Markdown files, by path.
    pub documents: Vec<Document>,
    /// Markdown that is not UTF-8, so that no document could be made of it.
    pub undecoded: Vec<Arc<SourceFile>>,
}

/// What a Markdown file at this path of a plugin tree (or of `canonical/`, where
/// it may end in `.hbs`) is to a host, and its name there.
pub fn classify(path: &str) -> (Kind, String) {
    let plain = path.strip_suffix(".hbs").unwrap_or(path);
    let mut parts: Vec<&str> = plain.split('/').collect();
    let file = parts.pop().unwrap_or_default();
    let stem = file.strip_suffix(".md").unwrap_or(file).to_owned();
    match (parts.first().copied(), file) {
        (Some("skills"), "SKILL.md") if parts.len() > 1 => {
            (Kind::Skill, parts.last().copied().unwrap_or_default().to_owned())
        }
        // A plugin whose root is one skill is named by its frontmatter.
        (None, "SKILL.md") => (Kind::Skill, String::new()),
        (Some("agents"), _) => (Kind::Agent, stem),
        (Some("commands"), _) => (Kind::Command, stem),
        _ => (Kind::Reference, stem),
    }
}

/// Reads a plugin tree.
///
/// # Errors
/// The first file or folder that cannot be read.
pub fn load_foreign(host: Host, root: &Path) -> Result<Foreign, LoadError> {
    let mut loader = Loader {
        root: root.to_owned(),
        foreign: Foreign {
            tree: HostTree::new(host, SourceFile::opaque(".")),
            documents: Vec::new(),
            undecoded: Vec::new(),
        },
    };
    loader.folder(root, "")?;
    let Loader { mut foreign, .. } = loader;
    foreign.documents.sort_by(|a, b| a.path.cmp(&b.path));
    foreign.tree.empty_folders.sort_unstable();
    foreign.tree.components =
        foreign.documents.iter().filter_map(|document| component(host, document)).collect();
    Ok(foreign)
}

/// Runs every rule for foreign trees over the tree at `root`.
///
/// # Errors
/// The first file or folder that cannot be read.
pub fn lint_foreign(host: Host, root: &Path) -> Result<Vec<Diagnostic>, LoadError> {
    Ok(check_foreign(&load_foreign(host, root)?))
}

/// Runs every rule for foreign trees over one.
pub fn check_foreign(foreign: &Foreign) -> Vec<Diagnostic> {
    let tree = &foreign.tree;
    let mut sink = Sink::new();
    sink.extend(foreign.undecoded.iter().map(not_utf8::diagnostic));
    let context = Context { mode: Mode::Foreign, host: Some(tree.host), tree: Some(tree) };
    for document in &foreign.documents {
        check_document(document, context, &mut sink);
    }
    check_tree(tree, Mode::Foreign, &mut sink);
    // Silences of a source come along into its trees, where not each of them has
    // something to silence: an unused one is no fault here.
    let mut silences = Silences::new();
    silences.partial_run();
    foreign.documents.iter().for_each(|document| silences.add_file(&document.file));
    silences.apply(sink.finish())
}

struct Loader {
    root: PathBuf,
    foreign: Foreign,
}

impl Loader {
    /// Reads a folder; `prefix` is its path in the tree, with a final `/`.
    fn folder(&mut self, folder: &Path, prefix: &str) -> Result<(), LoadError> {
        let error = |source| LoadError { path: folder.to_owned(), source };
        let mut children = Vec::new();
        for entry in fs::read_dir(folder).map_err(error)? {
            let entry = entry.map_err(error)?;
            children.push((entry.file_name(), entry.file_type().map_err(error)?));
        }
        children.sort_unstable_by(|a, b| a.0.cmp(&b.0));
        let mut empty = true;
        for (name, kind) in children {
            if kind.is_dir() && name == ".git" {
                continue; // the repository's own, no part of the plugin
            }
            empty = false;
            let path = format!("{prefix}{}", crate::diagnostic::display_path(Path::new(&name)));
            let place = folder.join(&name);
            if kind.is_dir() {
                self.folder(&place, &format!("{path}/"))?;
            } else {
                self.file(&place, &path, kind.is_symlink())?;
            }
        }
        if empty && !prefix.is_empty() {
            self.foreign.tree.empty_folders.push(prefix.trim_end_matches('/').to_owned());
        }
        Ok(())
    }

    fn file(&mut self, place: &Path, path: &str, symlink: bool) -> Result<(), LoadError> {
        let error = |source| LoadError { path: place.to_owned(), source };
        let shown = place.strip_prefix(&self.root).unwrap_or(place);
        let mut entry = TreeEntry {
            kind: EntryKind::File,
            executable: false,
            shebang: None,
            plain_source: None,
            file: SourceFile::opaque(shown),
        };
        if symlink {
            entry.kind = EntryKind::Symlink(fs::read_link(place).map_err(error)?);
        } else {
            let metadata = fs::metadata(place).map_err(error)?;
            entry.executable = is_executable(&metadata);
            let extension = path.rsplit_once('.').map(|(_, extension)| extension);
            if matches!(extension, Some("md" | "json" | "yaml" | "yml" | "toml")) {
                let bytes = fs::read(place).map_err(error)?;
                self.text(&mut entry, path, bytes);
            } else if metadata.is_file() {
                // A pipe would be waited for; a file that cannot be read is no script to us.
                entry.shebang = Shebang::sniff(place).unwrap_or_default();
            }
        }
        self.foreign.tree.entries.insert(path.to_owned(), entry);
        Ok(())
    }

    fn text(&mut self, entry: &mut TreeEntry, path: &str, bytes: Vec<u8>) {
        let shown = entry.file.path.clone();
        match String::from_utf8(bytes) {
            Ok(text) if path.ends_with(".md") => {
                let (kind, name) = classify(path);
                let file = SourceFile::new(shown, text);
                self.foreign.documents.push(Document::parse(kind, name, path, file));
            }
            Ok(text) => entry.file = SourceFile::new(shown, text),
            Err(_) if path.ends_with(".md") => {
                self.foreign.undecoded.push(Arc::clone(&entry.file));
            }
            Err(_) => {}
        }
    }
}

#[cfg(unix)]
fn is_executable(metadata: &fs::Metadata) -> bool {
    use std::os::unix::fs::PermissionsExt;
    metadata.permissions().mode() & 0o111 != 0
}

#[cfg(not(unix))]
fn is_executable(_: &fs::Metadata) -> bool {
    false
}

/// The document as the host lists it; `None` where the host does not load it.
pub fn component(host: Host, document: &Document) -> Option<Component> {
    let text = |key: &str| {
        let value = document.get(key)?;
        let text = value.as_str().filter(|text| !text.trim().is_empty())?;
        (value.type_name() != "null").then(|| text.to_owned())
    };
    let depth = document.path.split('/').count();
    let loaded = match (host, document.kind) {
        (_, Kind::Reference) | (Host::Codex, Kind::Agent | Kind::Command) => false,
        (Host::Claude, Kind::Skill) => depth <= 3, // skills/<name>/SKILL.md and no deeper
        (Host::Codex, Kind::Skill) | (Host::Claude, Kind::Agent | Kind::Command) => true,
    };
    if !loaded {
        return None;
    }
    let named = match (host, document.kind) {
        (Host::Codex, _) | (Host::Claude, Kind::Agent) => text("name"),
        _ if document.name.is_empty() => text("name"),
        _ => None,
    };
    let description = text("description");
    let when_to_use = text("when_to_use");
    let hidden = document.get("disable-model-invocation").and_then(Node::as_str) == Some("true");
    let place = document
        .get("name")
        .map_or_else(|| document.line(1), |name| document.place(name.span.clone()));
    Some(Component {
        kind: document.kind,
        name: named.unwrap_or_else(|| document.name.clone()),
        path: document.path.clone(),
        listed: match host {
            Host::Claude => {
                let described = description.is_some() || when_to_use.is_some();
                document.kind == Kind::Agent || (described && !hidden)
            }
            Host::Codex => description.is_some(),
        },
        description,
        when_to_use,
        place,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_path_says_what_a_file_is() {
        let named = |path| classify(path);
        assert_eq!(named("skills/a/SKILL.md"), (Kind::Skill, "a".to_owned()));
        assert_eq!(named("skills/a/b/SKILL.md"), (Kind::Skill, "b".to_owned()));
        assert_eq!(named("skills/a/SKILL.md.hbs"), (Kind::Skill, "a".to_owned()));
        assert_eq!(named("skills/a/references/x.md").0, Kind::Reference);
        assert_eq!(named("agents/team/x.md"), (Kind::Agent, "x".to_owned()));
        assert_eq!(named("commands/x.md"), (Kind::Command, "x".to_owned()));
        assert_eq!(named("README.md").0, Kind::Reference);
    }
}
