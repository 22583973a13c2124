//! What lies in the output folders.

use std::fs;
use std::io;
use std::path::Path;

use rayon::prelude::*;

use super::{SCRATCH, Side};

/// A folder with at least this many folders in it is read by several threads.
/// Below that, handing out the work takes longer than doing it.
const MANY: usize = 16;

/// What stands at a path.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum DiskKind {
    /// A regular file.
    File,
    /// A folder.
    Folder,
    /// A symbolic link, a pipe, or anything else that we never write through.
    Other,
}

/// The paths below the output folders, relative to the root.
#[derive(Debug, Default)]
pub(super) struct Disk {
    /// Files, folders, and what is neither.
    pub entries: Vec<(String, DiskKind)>,
    /// What an interrupted build left behind.
    pub scratch: Vec<String>,
}

impl Disk {
    /// Reads a folder and everything below it. A folder that is not there is empty.
    ///
    /// # Errors
    /// A folder that is there cannot be read.
    pub(super) fn walk(&mut self, root: &Path, folder: &str) -> io::Result<()> {
        let entries = match fs::read_dir(root.join(folder)) {
            Ok(entries) => entries,
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(()),
            Err(error) if error.kind() == io::ErrorKind::NotADirectory => {
                self.entries.push((folder.to_owned(), DiskKind::Other));
                return Ok(());
            }
            Err(error) => return Err(error),
        };
        let mut inner = Vec::new();
        self.entries.push((folder.to_owned(), DiskKind::Folder));
        for entry in entries {
            let entry = entry?;
            let kind = entry.file_type()?;
            let name = entry.file_name();
            let name = crate::diagnostic::display_path(Path::new(&name));
            let path = format!("{folder}/{name}");
            if name.starts_with(SCRATCH) {
                self.scratch.push(path);
            } else if kind.is_dir() {
                inner.push(path);
            } else {
                let kind = if kind.is_file() { DiskKind::File } else { DiskKind::Other };
                self.entries.push((path, kind));
            }
        }
        if inner.len() < MANY {
            return inner.iter().try_for_each(|folder| self.walk(root, folder));
        }
        let walked = inner.par_iter().map(|folder| {
            let mut disk = Self::default();
            disk.walk(root, folder).map(|()| disk)
        });
        for disk in walked.collect::<io::Result<Vec<Self>>>()? {
            self.entries.extend(disk.entries);
            self.scratch.extend(disk.scratch);
        }
        Ok(())
    }

    /// Brings the paths in order, each once.
    pub(super) fn sort(&mut self) {
        self.entries.sort_by(|a, b| a.0.cmp(&b.0));
        self.entries.dedup_by(|a, b| a.0 == b.0);
    }

    /// Was there such a folder among those that were walked? Only after [`Self::sort`].
    pub(super) fn has_folder(&self, path: &str) -> bool {
        let found = self.entries.binary_search_by(|(name, _)| name.as_str().cmp(path));
        found.is_ok_and(|index| self.entries[index].1 == DiskKind::Folder)
    }

    /// Looks for what an interrupted build left in a folder that is not walked.
    pub(super) fn look_for_scratch(&mut self, root: &Path, folder: &str) {
        let Ok(entries) = fs::read_dir(root.join(folder)) else { return };
        for entry in entries.flatten() {
            let name = entry.file_name();
            let Some(name) = name.to_str().filter(|name| name.starts_with(SCRATCH)) else {
                continue;
            };
            let path = if folder.is_empty() { name.to_owned() } else { format!("{folder}/{name}") };
            if !self.scratch.contains(&path) {
                self.scratch.push(path);
            }
        }
    }

    /// Looks at one path outside the walked folders.
    ///
    /// # Errors
    /// The path is there and cannot be examined.
    pub(super) fn look_at(&mut self, root: &Path, path: &str) -> io::Result<()> {
        match fs::symlink_metadata(root.join(path)) {
            Ok(metadata) if metadata.is_dir() => {
                self.entries.push((path.to_owned(), DiskKind::Folder));
            }
            Ok(metadata) => {
                let kind = if metadata.is_file() { DiskKind::File } else { DiskKind::Other };
                self.entries.push((path.to_owned(), kind));
            }
            Err(error) if error.kind() == io::ErrorKind::NotFound => {}
            Err(error) => return Err(error),
        }
        Ok(())
    }
}

/// Largest file whose content is shown in a diff.
const MAX_SHOWN: u64 = 16 * 1024 * 1024;

/// A file as one side of a diff. What is no regular file has no content to show:
/// a pipe would never end, and a link may lead anywhere.
pub fn read_side(root: &Path, path: &str) -> Side {
    let full = root.join(path);
    match fs::symlink_metadata(&full) {
        Ok(metadata) if metadata.is_file() && metadata.len() > MAX_SHOWN => {
            Side::Binary(usize::try_from(metadata.len()).unwrap_or(usize::MAX))
        }
        Ok(metadata) if metadata.is_file() => Side::from(fs::read(full).ok()),
        _ => Side::Absent,
    }
}

/// The first folder on the way to a path that is a symbolic link or no folder.
/// We never write through one, since it may lead anywhere.
pub(super) fn obstacle(root: &Path, path: &str) -> Option<String> {
    let mut at = String::new();
    for part in path.split('/').take(path.matches('/').count()) {
        if !at.is_empty() {
            at.push('/');
        }
        at.push_str(part);
        match fs::symlink_metadata(root.join(&at)) {
            Ok(metadata) if metadata.is_dir() => {}
            Ok(_) => return Some(at),
            Err(_) => return None,
        }
    }
    None
}
