//! Symbolic links of the source: followed inside it, reported where they leave it,
//! lead in circles or to what is no file.

use std::collections::BTreeMap;
use std::fs::{self, FileType};
use std::io;
use std::path::{Path, PathBuf};

use super::walk::{Borders, Item};
use crate::diagnostic::{Diagnostic, Sink};
use crate::generate::lint::rules::source as rules;

/// How often one walk may reach the same folder through links.
const MAX_REACHED: usize = 16;

impl Borders {
    /// Folder or file after following links, and where a link to a folder leads;
    /// `None` if it is neither, or not ours.
    pub(super) fn is_folder(
        &self,
        path: &Path,
        kind: FileType,
        sink: &mut Sink,
    ) -> Option<(bool, Option<PathBuf>)> {
        if kind.is_dir() {
            return Some((true, None));
        }
        if kind.is_file() {
            return Some((false, None));
        }
        if !kind.is_symlink() {
            self.report(
                path,
                |place| {
                    Diagnostic::new(
                        &rules::special_file::RULE,
                        place,
                        "neither a file nor a folder: a pipe, a socket or a device",
                    )
                    .help("remove it")
                },
                sink,
            );
            return None;
        }
        let target = match fs::canonicalize(path) {
            Ok(target) => target,
            Err(error) => {
                let text = if error.kind() == io::ErrorKind::NotFound {
                    "the symbolic link leads to nothing".to_owned()
                } else {
                    format!("the symbolic link cannot be followed: {error}")
                };
                self.report(
                    path,
                    |place| {
                        Diagnostic::new(&rules::symlink_loop::RULE, place, text)
                            .help("remove the link")
                    },
                    sink,
                );
                return None;
            }
        };
        if !target.starts_with(&self.real) {
            self.report(
                path,
                |place| {
                    Diagnostic::new(
                        &rules::path_escape::RULE,
                        place,
                        format!(
                            "the symbolic link leaves the source: it leads to `{}`",
                            target.display()
                        ),
                    )
                    .help("copy the file into the source")
                },
                sink,
            );
            return None;
        }
        let real = fs::canonicalize(path.parent()?).ok()?;
        if real.starts_with(&target) {
            self.report(
                path,
                |place| {
                    Diagnostic::new(
                        &rules::symlink_loop::RULE,
                        place,
                        "the symbolic link leads back to a folder that holds it",
                    )
                    .help("remove the link")
                },
                sink,
            );
            return None;
        }
        match fs::metadata(&target) {
            Ok(metadata) if metadata.is_dir() => Some((true, Some(target))),
            Ok(metadata) if metadata.is_file() => Some((false, None)),
            Ok(_) => {
                self.report(
                    path,
                    |place| {
                        Diagnostic::new(
                            &rules::special_file::RULE,
                            place,
                            "a link to a pipe, a socket or a device",
                        )
                        .help("remove it")
                    },
                    sink,
                );
                None
            }
            Err(error) => {
                self.unreadable(path, &error, sink);
                None
            }
        }
    }

    /// Links that lead to folders of links double at each level. Reported once.
    pub(super) fn is_reached_too_often(
        &self,
        item: &Item,
        reached: &mut BTreeMap<PathBuf, usize>,
        sink: &mut Sink,
    ) -> bool {
        let Some(target) = &item.target else { return false };
        let count = reached.entry(target.clone()).or_default();
        *count += 1;
        if *count == MAX_REACHED + 1 {
            self.report(
                &item.path,
                |place| {
                    Diagnostic::new(
                        &rules::symlink_loop::RULE,
                        place,
                        format!("more than {MAX_REACHED} ways lead to this folder through links"),
                    )
                    .help("copy the files, or link each folder once")
                },
                sink,
            );
        }
        *count > MAX_REACHED
    }
}
