//! Brings the disk in line with the rendered tree.
//!
//! A kill at any line leaves each file old or new: a file is written beside its
//! place and renamed over it, and a folder that is new is filled beside its place
//! and renamed as a whole. The sums that the build is about to reach are written
//! first, so that the next run knows every file as ours; the sums themselves come
//! last.

use std::collections::BTreeMap;
use std::fs::{self, OpenOptions};
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};

use rayon::prelude::*;
use thiserror::Error;

use super::compare::{DriftKind, Status};
use super::disk::obstacle;
use super::{PENDING, SCRATCH, SUMS, sums};
use crate::generate::render::Rendition;
use crate::generate::tree::{RelPath, TreeFile};

/// Why the disk could not be brought in line.
#[derive(Debug, Error)]
pub enum WriteError {
    /// Hand edits or files of others would be lost.
    #[error("{} would be lost: nothing was written", files(.0.len()))]
    WouldLose(Vec<(String, DriftKind)>),
    /// Something stands in the way.
    #[error("`{0}` is in the way: nothing was written")]
    InTheWay(String),
    /// A file could not be written.
    #[error("`{path}` cannot be written")]
    Io {
        /// The path, relative to the root.
        path: String,
        /// Why.
        #[source]
        source: io::Error,
    },
}

fn files(count: usize) -> String {
    if count == 1 { "1 file".to_owned() } else { format!("{count} files") }
}

/// What a build did to one file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Change {
    /// Written where none was.
    Added,
    /// Written anew.
    Updated,
    /// Removed.
    Removed,
}

/// What a build did, by path.
pub type Changes = BTreeMap<String, Change>;

/// Applies a comparison. With `overwrite`, hand edits and files of others at our
/// paths are replaced; without, their presence stops everything.
///
/// # Errors
/// Something would be lost, is in the way, or cannot be written.
pub fn apply(
    root: &Path,
    rendition: &Rendition,
    status: &Status,
    overwrite: bool,
) -> Result<Changes, WriteError> {
    if let Some(drift) = status.drift.iter().find(|drift| drift.kind == DriftKind::Type) {
        return Err(WriteError::InTheWay(drift.path.clone()));
    }
    let lost: Vec<(String, DriftKind)> = status
        .drift
        .iter()
        .filter(|drift| drift.kind.needs_overwrite() && !overwrite)
        .map(|drift| (drift.path.clone(), drift.kind))
        .collect();
    if !lost.is_empty() {
        return Err(WriteError::WouldLose(lost));
    }
    let changes = planned(status);
    let work = status.drift.iter().any(|drift| drift.kind.is_buildable());
    if !work {
        return Ok(changes);
    }
    if let Some(blocked) = obstacle(root, SUMS) {
        return Err(WriteError::InTheWay(blocked));
    }
    replace(root, PENDING, pending_text(status).as_bytes(), false)?;
    for drift in status
        .drift
        .iter()
        .filter(|drift| drift.kind == DriftKind::Scratch && drift.path != PENDING)
    {
        clear_away(root, &drift.path)?;
    }
    write_files(root, rendition, &changes)?;
    for (path, _) in changes.iter().filter(|(_, change)| **change == Change::Removed) {
        remove(root, path)?;
    }
    if status.recorded.text.as_deref() != Some(status.sums_text.as_bytes()) {
        replace(root, SUMS, status.sums_text.as_bytes(), false)?;
    }
    clear_away(root, PENDING)?;
    Ok(changes)
}

/// Every sum that a file of ours may have until the build is done: what earlier
/// builds recorded, finished or not, and what this one is about to write.
fn pending_text(status: &Status) -> String {
    let recorded = status.recorded.recorded.iter();
    let recorded = recorded.flat_map(|(path, sums)| sums.iter().map(move |sum| (path, sum)));
    status.sums_text.clone() + &sums::format(recorded)
}

/// What applying a comparison changes, the sums' own file left out.
fn planned(status: &Status) -> Changes {
    status
        .drift
        .iter()
        .filter(|drift| drift.path != SUMS)
        .filter_map(|drift| {
            let change = match drift.kind {
                DriftKind::Missing => Change::Added,
                DriftKind::Stale | DriftKind::Edited | DriftKind::Unowned | DriftKind::Mode => {
                    Change::Updated
                }
                DriftKind::Leftover | DriftKind::EditedLeftover => Change::Removed,
                DriftKind::Foreign | DriftKind::Orphan | DriftKind::Type | DriftKind::Scratch => {
                    return None;
                }
            };
            Some((drift.path.clone(), change))
        })
        .collect()
}

fn fault(path: &str, source: io::Error) -> WriteError {
    WriteError::Io { path: path.to_owned(), source }
}

/// Files to write into one folder that is not there yet, or one file by itself.
enum Job<'a> {
    Folder(String, Vec<(&'a str, &'a TreeFile)>),
    File(&'a str, &'a TreeFile),
}

fn write_files(root: &Path, rendition: &Rendition, changes: &Changes) -> Result<(), WriteError> {
    let mut folders: BTreeMap<String, Vec<(&str, &TreeFile)>> = BTreeMap::new();
    let mut present: BTreeMap<String, bool> = BTreeMap::new();
    let mut jobs = Vec::new();
    for (path, change) in changes {
        if *change == Change::Removed {
            continue;
        }
        let Some(file) =
            RelPath::new(path.as_str()).and_then(|path| rendition.tree.files.get(&path))
        else {
            continue;
        };
        match missing_folder(root, path, &mut present) {
            Some(folder) => folders.entry(folder).or_default().push((path, file)),
            None => jobs.push(Job::File(path, file)),
        }
    }
    jobs.extend(folders.into_iter().map(|(folder, files)| Job::Folder(folder, files)));
    jobs.into_par_iter().try_for_each(|job| match job {
        Job::File(path, file) => {
            let bytes = file.bytes().map_err(|source| fault(path, source))?;
            replace(root, path, &bytes, file.executable)
        }
        Job::Folder(folder, files) => write_folder(root, &folder, &files),
    })
}

/// The outermost folder on the way to a path that is not there: a skill's folder,
/// or a whole tree. A folder is the unit that is renamed into place.
fn missing_folder(root: &Path, path: &str, present: &mut BTreeMap<String, bool>) -> Option<String> {
    let mut end = 0;
    while let Some(slash) = path[end..].find('/') {
        end += slash;
        let folder = &path[..end];
        let there = if let Some(there) = present.get(folder) {
            *there
        } else {
            let there = root.join(folder).is_dir();
            present.insert(folder.to_owned(), there);
            there
        };
        if !there {
            return Some(folder.to_owned());
        }
        end += 1;
    }
    None
}

/// Fills a new folder beside its place, and renames it.
fn write_folder(root: &Path, folder: &str, files: &[(&str, &TreeFile)]) -> Result<(), WriteError> {
    let parent = parent_of(root, folder);
    let staging = tempfile::Builder::new()
        .prefix(SCRATCH)
        .permissions_default()
        .tempdir_in(&parent)
        .map_err(|source| fault(folder, source))?;
    // A whole tree is one such folder, so the threads share it, folder by folder.
    let inner = |path: &str| path.rfind('/').unwrap_or_default();
    let groups: Vec<&[(&str, &TreeFile)]> =
        files.chunk_by(|(a, _), (b, _)| a[..inner(a)] == b[..inner(b)]).collect();
    groups.into_par_iter().try_for_each(|group| {
        let target = |path: &str| staging.path().join(&path[folder.len() + 1..]);
        if let Some(parent) = target(group[0].0).parent() {
            fs::create_dir_all(parent).map_err(|source| fault(group[0].0, source))?;
        }
        group.iter().try_for_each(|(path, file)| {
            create(&target(path), file).map_err(|source| fault(path, source))
        })
    })?;
    let place = root.join(folder);
    fs::rename(staging.path(), &place).map_err(|source| fault(folder, source))?;
    // What was renamed away must not be removed.
    let _ = staging.keep();
    Ok(())
}

/// Lets a builder make folders with the modes that the user's mask leaves them,
/// where the library would keep them private.
trait PermissionsDefault {
    fn permissions_default(&mut self) -> &mut Self;
}

impl PermissionsDefault for tempfile::Builder<'_, '_> {
    #[cfg(unix)]
    fn permissions_default(&mut self) -> &mut Self {
        use std::os::unix::fs::PermissionsExt;
        self.permissions(fs::Permissions::from_mode(0o777))
    }

    #[cfg(not(unix))]
    fn permissions_default(&mut self) -> &mut Self {
        self
    }
}

fn create(path: &Path, file: &TreeFile) -> io::Result<()> {
    let mut options = OpenOptions::new();
    options.write(true).create_new(true);
    #[cfg(unix)]
    {
        use std::os::unix::fs::OpenOptionsExt;
        options.mode(if file.executable { 0o777 } else { 0o666 });
    }
    let mut handle = options.open(path)?;
    handle.write_all(&file.bytes()?)
}

fn parent_of(root: &Path, path: &str) -> PathBuf {
    match path.rsplit_once('/') {
        Some((parent, _)) => root.join(parent),
        None => root.to_path_buf(),
    }
}

/// Writes a file beside its place, and renames it over.
fn replace(root: &Path, path: &str, bytes: &[u8], executable: bool) -> Result<(), WriteError> {
    let parent = parent_of(root, path);
    let write = || -> io::Result<()> {
        fs::create_dir_all(&parent)?;
        let mut builder = tempfile::Builder::new();
        builder.prefix(SCRATCH).suffix(".tmp");
        #[cfg(unix)]
        {
            use std::os::unix::fs::PermissionsExt;
            builder.permissions(fs::Permissions::from_mode(if executable { 0o777 } else { 0o666 }));
        }
        let mut file = builder.tempfile_in(&parent)?;
        file.write_all(bytes)?;
        file.persist(root.join(path)).map_err(|error| error.error)?;
        Ok(())
    };
    write().map_err(|source| fault(path, source))
}

/// Removes a file that we wrote, and the folders that it leaves empty.
fn remove(root: &Path, path: &str) -> Result<(), WriteError> {
    match fs::remove_file(root.join(path)) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(fault(path, error)),
        _ => {}
    }
    let mut at = path;
    while let Some((parent, _)) = at.rsplit_once('/') {
        // Fails for a folder that still holds something, which ends the climb.
        if fs::remove_dir(root.join(parent)).is_err() {
            break;
        }
        at = parent;
    }
    Ok(())
}

fn clear_away(root: &Path, path: &str) -> Result<(), WriteError> {
    let full = root.join(path);
    let result = match fs::symlink_metadata(&full) {
        Ok(metadata) if metadata.is_dir() => fs::remove_dir_all(&full),
        Ok(_) => fs::remove_file(&full),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(()),
        Err(error) => Err(error),
    };
    result.map_err(|source| fault(path, source))
}
