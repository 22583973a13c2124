//! Reads folders of the source, whatever lies there.
//!
//! Links inside the source are followed, so that a link's target is copied;
//! links that leave it, circles, pipes and names that are no text are reported
//! and skipped. Only [`Borders::read_exact`] opens anything.

use std::collections::BTreeMap;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use crate::diagnostic::{Diagnostic, Place, Sink, SourceFile};
use crate::generate::lint::rules::{frontmatter, source as rules};
use crate::generate::read;

/// Largest text that is read: components, templates, configuration.
pub const MAX_TEXT: u64 = 4 * 1024 * 1024;
/// Largest file that is copied.
pub const MAX_FILE: u64 = 64 * 1024 * 1024;
/// Deepest folder that is read.
const MAX_DEPTH: usize = 32;

/// A file of the source.
#[derive(Debug, Clone)]
pub struct Found {
    /// Path below the folder that was walked, with `/`.
    pub rel: String,
    /// Where it can be opened; a link's own path, not its target's.
    pub path: PathBuf,
    /// Its size in bytes.
    pub len: u64,
    /// May its owner run it?
    pub executable: bool,
}

/// One name in a folder.
#[derive(Debug)]
pub struct Item {
    /// The name.
    pub name: String,
    /// Where it is.
    pub path: PathBuf,
    /// A folder, after following a link?
    pub folder: bool,
    /// Where a link to a folder leads.
    pub target: Option<PathBuf>,
}

/// The borders of a source.
#[derive(Debug, Clone)]
pub struct Borders {
    /// The repository's root; diagnostics name files relative to it.
    pub root: PathBuf,
    /// The real path of `canonical/`; links may lead anywhere below it.
    pub real: PathBuf,
}

impl Borders {
    /// A file that diagnostics can point at, without its text.
    pub fn opaque(&self, path: &Path) -> Arc<SourceFile> {
        SourceFile::opaque(path.strip_prefix(&self.root).unwrap_or(path))
    }

    pub(super) fn report(
        &self,
        path: &Path,
        diagnostic: impl FnOnce(Place) -> Diagnostic,
        sink: &mut Sink,
    ) {
        sink.push(diagnostic(Place::file(&self.opaque(path))));
    }

    /// The names in a folder, sorted; faults are reported and left out.
    pub fn list(&self, folder: &Path, sink: &mut Sink) -> Vec<Item> {
        let entries = match fs::read_dir(folder) {
            Ok(entries) => entries,
            Err(error) => {
                self.unreadable(folder, &error, sink);
                return Vec::new();
            }
        };
        let mut items = Vec::new();
        for entry in entries {
            let (entry, kind) = match entry.and_then(|entry| Ok((entry.file_type()?, entry))) {
                Ok((kind, entry)) => (entry, kind),
                Err(error) => {
                    self.unreadable(folder, &error, sink);
                    continue;
                }
            };
            let path = entry.path();
            let Ok(name) = entry.file_name().into_string() else {
                self.report(
                    &path,
                    |place| {
                        Diagnostic::new(
                            &rules::name_not_utf8::RULE,
                            place,
                            "the file's name is not UTF-8",
                        )
                        .help("rename the file")
                    },
                    sink,
                );
                continue;
            };
            if !kind.is_dir() && is_litter(&name) {
                self.report(
                    &path,
                    |place| {
                        Diagnostic::new(
                            &rules::skipped_file::RULE,
                            place,
                            "left behind by an editor or a system, not rendered",
                        )
                    },
                    sink,
                );
                continue;
            }
            if let Some((folder, target)) = self.is_folder(&path, kind, sink) {
                items.push(Item { name, path, folder, target });
            }
        }
        items.sort_by(|a, b| a.name.cmp(&b.name));
        items
    }

    /// Every file below a folder, sorted by path.
    pub fn walk(&self, folder: &Path, sink: &mut Sink) -> Vec<Found> {
        let mut found = Vec::new();
        self.walk_into(folder, "", 0, &mut BTreeMap::new(), &mut found, sink);
        found
    }

    fn walk_into(
        &self,
        folder: &Path,
        prefix: &str,
        depth: usize,
        reached: &mut BTreeMap<PathBuf, usize>,
        found: &mut Vec<Found>,
        sink: &mut Sink,
    ) {
        if depth >= MAX_DEPTH {
            self.report(
                folder,
                |place| {
                    Diagnostic::new(
                        &rules::symlink_loop::RULE,
                        place,
                        format!("folders are nested more than {MAX_DEPTH} deep"),
                    )
                    .help("look for links that lead to each other")
                },
                sink,
            );
            return;
        }
        for item in self.list(folder, sink) {
            let rel = if prefix.is_empty() {
                item.name.clone()
            } else {
                format!("{prefix}/{}", item.name)
            };
            if item.folder {
                if self.is_reached_too_often(&item, reached, sink) {
                    continue;
                }
                self.walk_into(&item.path, &rel, depth + 1, reached, found, sink);
            } else if let Some(file) = self.found(rel, item.path, sink) {
                found.push(file);
            }
        }
    }

    /// Size and run bit of a file; reports one that is too large or unreadable.
    pub fn found(&self, rel: String, path: PathBuf, sink: &mut Sink) -> Option<Found> {
        let metadata = match fs::metadata(&path) {
            Ok(metadata) => metadata,
            Err(error) => {
                self.unreadable(&path, &error, sink);
                return None;
            }
        };
        if metadata.len() > MAX_FILE {
            self.too_large(&path, metadata.len(), MAX_FILE, sink);
            return None;
        }
        Some(Found { rel, path, len: metadata.len(), executable: is_executable(&metadata) })
    }

    fn too_large(&self, path: &Path, len: u64, limit: u64, sink: &mut Sink) {
        self.report(
            path,
            |place| {
                Diagnostic::new(
                    &rules::file_too_large::RULE,
                    place,
                    format!(
                        "{} MiB are more than the {} MiB that it may have",
                        len >> 20,
                        limit >> 20
                    ),
                )
                .help("move it out of the plugin, or split it")
            },
            sink,
        );
    }

    /// Reports a file or folder that cannot be read.
    pub fn unreadable(&self, path: &Path, error: &io::Error, sink: &mut Sink) {
        self.report(
            path,
            |place| {
                Diagnostic::new(
                    &rules::unreadable_file::RULE,
                    place,
                    format!("cannot be read: {error}"),
                )
                .help("mend its permissions, or remove it")
            },
            sink,
        );
    }

    /// Reads a text to the letter: UTF-8, at most [`MAX_TEXT`] bytes.
    pub fn read_exact(&self, file: &Found, sink: &mut Sink) -> Option<String> {
        if file.len > MAX_TEXT {
            self.too_large(&file.path, file.len, MAX_TEXT, sink);
            return None;
        }
        let bytes = match read::whole(&file.path, file.len) {
            Ok(bytes) => bytes,
            Err(error) => {
                self.unreadable(&file.path, &error, sink);
                return None;
            }
        };
        match String::from_utf8(bytes) {
            Ok(text) => Some(text),
            Err(error) => {
                let valid = &error.as_bytes()[..error.utf8_error().valid_up_to()];
                let line = valid.split(|&byte| byte == b'\n').count();
                self.report(
                    &file.path,
                    |place| {
                        Diagnostic::new(
                            &frontmatter::not_utf8::RULE,
                            place,
                            format!("line {line} holds bytes that are not UTF-8"),
                        )
                        .help("save the file as UTF-8")
                    },
                    sink,
                );
                None
            }
        }
    }
}

/// May the owner of the file run it?
#[cfg(unix)]
pub fn is_executable(metadata: &fs::Metadata) -> bool {
    use std::os::unix::fs::PermissionsExt;
    metadata.permissions().mode() & 0o100 != 0
}

/// Windows keeps no run bit; scripts there are known by their `#!` when packaged.
#[cfg(not(unix))]
pub fn is_executable(_: &fs::Metadata) -> bool {
    false
}

/// Files that editors and systems leave behind.
fn is_litter(name: &str) -> bool {
    matches!(name, ".DS_Store" | "Thumbs.db" | "desktop.ini")
        || name.ends_with('~')
        || name.ends_with(".swp")
}
