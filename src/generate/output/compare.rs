//! The one comparison of a rendered tree with the disk.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::fs::File;
use std::io::{self, Read as _};
use std::path::{Path, PathBuf};

use cvg_hooks::Host;
use rayon::prelude::*;

use super::disk::{Disk, DiskKind, obstacle};
use super::roots::Roots;
use super::sums::{self, Sum, Sums};
use super::{PENDING, SUMS};
use crate::generate::render::Rendition;
use crate::generate::source::{Source, is_executable};
use crate::generate::tree::{Content, RelPath, TreeFile};

/// The folder that the sums stand in.
const SUMS_FOLDER: &str = "plugins";

/// How a file differs from what is rendered.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum DriftKind {
    /// It is not there.
    Missing,
    /// It is there, is not rendered, and an earlier build wrote it.
    Leftover,
    /// It is there, is not rendered, and an earlier build wrote it, but somebody changed it.
    EditedLeftover,
    /// It is there, is not rendered, and is not ours.
    Foreign,
    /// Its bytes are those of an earlier build: the source changed since.
    Stale,
    /// Its bytes are those of no build: somebody changed it.
    Edited,
    /// Its bytes differ and no build is recorded for it: it is not ours.
    Unowned,
    /// Only its run bit differs.
    Mode,
    /// Something else than a file stands there, or on the way there.
    Type,
    /// Left behind by an interrupted build.
    Scratch,
}

impl DriftKind {
    /// Would a build lose something that cannot be rendered again?
    pub const fn needs_overwrite(self) -> bool {
        matches!(self, Self::EditedLeftover | Self::Edited | Self::Unowned)
    }

    /// Can a build bring it in line at all?
    pub const fn is_buildable(self) -> bool {
        !matches!(self, Self::Foreign | Self::Type)
    }

    /// The word for machines.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Missing => "missing",
            Self::Leftover => "leftover",
            Self::EditedLeftover => "edited-leftover",
            Self::Foreign => "extra",
            Self::Stale => "stale",
            Self::Edited => "edited",
            Self::Unowned => "not-owned",
            Self::Mode => "mode",
            Self::Type => "type",
            Self::Scratch => "scratch",
        }
    }
}

/// One file that differs.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Drift {
    /// Its path, relative to the root.
    pub path: String,
    /// How it differs.
    pub kind: DriftKind,
}

/// The result of a comparison.
#[derive(Debug, Default)]
pub struct Status {
    /// What differs, by path.
    pub drift: Vec<Drift>,
    /// The sums that the tree should have.
    pub sums: BTreeMap<RelPath, Sum>,
    /// The text that SHA256SUMS should have.
    pub sums_text: String,
    /// What was recorded.
    pub recorded: Sums,
    /// The folders that trees are in.
    pub folders: Vec<String>,
}

impl Status {
    /// Brings the text of the sums up to date with the sums.
    pub fn format_sums(&mut self) {
        self.sums_text = sums::format(&self.sums);
    }

    /// The state after the comparison was applied: nothing differs, and what was
    /// to be recorded is.
    pub fn settle(&mut self) {
        self.drift.clear();
        self.recorded = Sums {
            text: Some(self.sums_text.clone().into_bytes()),
            recorded: self
                .sums
                .iter()
                .map(|(path, sum)| (path.clone(), BTreeSet::from([*sum])))
                .collect(),
            ..Sums::default()
        };
    }
}

/// Compares everything that was rendered with the disk.
///
/// # Errors
/// A file or folder cannot be read.
pub fn compare(source: &Source, rendition: &Rendition, hosts: &[Host]) -> io::Result<Status> {
    let root = &source.root;
    let recorded = Sums::read(root)?;
    let roots = Roots::new(source, rendition, hosts, &recorded);
    let mut disk = Disk::default();
    for folder in &roots.folders {
        if let Some(blocked) = obstacle(root, &format!("{folder}/x")) {
            disk.entries.insert(blocked, DiskKind::Other);
        } else {
            disk.walk(root, folder).map_err(|error| named(folder, &error))?;
        }
    }
    for path in &roots.files {
        match obstacle(root, path) {
            Some(blocked) => {
                disk.entries.insert(blocked, DiskKind::Other);
            }
            None => disk.look_at(root, path)?,
        }
    }

    // A build stages beside what it writes: in the folders above trees and loose files.
    let mut above: BTreeSet<&str> = BTreeSet::from(["", SUMS_FOLDER]);
    for path in roots.folders.iter().chain(&roots.files) {
        above.extend(path.match_indices('/').map(|(index, _)| &path[..index]));
    }
    above.retain(|folder| !disk.folders.contains_key(*folder));
    for folder in above {
        disk.look_for_scratch(root, folder);
    }

    let mut status = Status { folders: roots.folders.clone(), ..Status::default() };
    for (path, result) in compare_files(root, rendition, &disk, &recorded) {
        let (sum, drift) = result?;
        if let Some(kind) = drift {
            status.drift.push(Drift { path: path.to_string(), kind });
        }
        status.sums.insert(path.clone(), sum);
    }
    for (path, kind) in &disk.entries {
        let ours = RelPath::new(path.as_str());
        if ours.as_ref().is_some_and(|path| rendition.tree.files.contains_key(path)) {
            continue;
        }
        if *kind == DiskKind::Other && rendition.tree.files.keys().any(|file| file.is_below(path)) {
            status.drift.push(Drift { path: path.clone(), kind: DriftKind::Type });
            continue;
        }
        let kind = match ours.filter(|path| recorded.owns(path) && *kind == DiskKind::File) {
            None => DriftKind::Foreign,
            Some(path) if recorded.knows(&path, &sum_on_disk(root, path.as_str())?) => {
                DriftKind::Leftover
            }
            Some(_) => DriftKind::EditedLeftover,
        };
        status.drift.push(Drift { path: path.clone(), kind });
    }
    for path in disk.scratch {
        status.drift.push(Drift { path, kind: DriftKind::Scratch });
    }

    // Other hosts' sums stay as they are when only some hosts are asked for.
    for path in &roots.elsewhere {
        if let Some(sum) = recorded.current(root, path) {
            status.sums.entry(path.clone()).or_insert(sum);
        }
    }
    status.sums_text = sums::format(&status.sums);
    if recorded.blocked {
        status.drift.push(Drift { path: SUMS.to_owned(), kind: DriftKind::Type });
    } else if recorded.text.as_deref() != Some(status.sums_text.as_bytes()) {
        let kind = if recorded.text.is_none() { DriftKind::Missing } else { DriftKind::Stale };
        status.drift.push(Drift { path: SUMS.to_owned(), kind });
    }
    if recorded.interrupted {
        let folder = root.join(PENDING).is_dir();
        let kind = if folder { DriftKind::Type } else { DriftKind::Scratch };
        status.drift.push(Drift { path: PENDING.to_owned(), kind });
    }
    status.drift.sort_by(|a, b| a.path.cmp(&b.path).then(a.kind.cmp(&b.kind)));
    status.recorded = recorded;
    Ok(status)
}

type Compared<'a> = (&'a RelPath, io::Result<(Sum, Option<DriftKind>)>);

/// Compares each rendered file. Files that are copied from one source file are
/// taken together, so that the source is read and summed once.
fn compare_files<'a>(
    root: &Path,
    rendition: &'a Rendition,
    disk: &Disk,
    recorded: &Sums,
) -> Vec<Compared<'a>> {
    let mut copies: HashMap<&PathBuf, usize> = HashMap::new();
    let mut groups: Vec<Vec<(&RelPath, &TreeFile)>> = Vec::new();
    for (path, file) in &rendition.tree.files {
        if let Content::Copy(from) = &file.content {
            let index = *copies.entry(from).or_insert_with(|| {
                groups.push(Vec::new());
                groups.len() - 1
            });
            groups[index].push((path, file));
        } else {
            groups.push(vec![(path, file)]);
        }
    }
    let compare_group = |buffers: &mut (Vec<u8>, Vec<u8>),
                         group: Vec<(&'a RelPath, &'a TreeFile)>| {
        let (wanted, found) = buffers;
        let mut results: Vec<Compared<'a>> = Vec::with_capacity(group.len());
        let read = fill(&group[0].1.content, wanted);
        let sum = Sum::of(&[wanted]);
        for (path, file) in group {
            let result = match &read {
                Ok(()) => compare_file(root, path, file, wanted, found, disk, recorded),
                Err(error) => Err(io::Error::new(error.kind(), error.to_string())),
            };
            results.push((path, result.map(|kind| (sum, kind))));
        }
        results
    };
    groups.into_par_iter().map_init(Default::default, compare_group).flatten_iter().collect()
}

/// Puts a file's bytes into a buffer that is used again.
fn fill(content: &Content, buffer: &mut Vec<u8>) -> io::Result<()> {
    buffer.clear();
    match content {
        Content::Text(text) => {
            text.chunks().iter().for_each(|chunk| buffer.extend_from_slice(chunk));
        }
        Content::Loaded(file) => buffer.extend_from_slice(file.text.as_bytes()),
        Content::Copy(path) => {
            File::open(path).and_then(|mut file| file.read_to_end(buffer)).map_err(|error| {
                io::Error::new(error.kind(), format!("{}: {error}", path.display()))
            })?;
        }
    }
    Ok(())
}

fn compare_file(
    root: &Path,
    path: &RelPath,
    file: &TreeFile,
    wanted: &[u8],
    found: &mut Vec<u8>,
    disk: &Disk,
    recorded: &Sums,
) -> io::Result<Option<DriftKind>> {
    match disk.entries.get(path.as_str()) {
        None if disk.folders.contains_key(path.as_str()) => return Ok(Some(DriftKind::Type)),
        None => return Ok(Some(DriftKind::Missing)),
        Some(DiskKind::File) => {}
        Some(_) => return Ok(Some(DriftKind::Type)),
    }
    let named = |error| named(path.as_str(), &error);
    let mut handle = File::open(root.join(path.as_str())).map_err(named)?;
    let metadata = handle.metadata().map_err(named)?;
    found.clear();
    // A file of another length may be of any length: it is not read into memory.
    if metadata.len() == wanted.len() as u64 {
        found.reserve(wanted.len());
        handle.read_to_end(found).map_err(named)?;
        if found == wanted {
            // Windows keeps no run bit, so there is nothing to compare there.
            let mode = cfg!(unix) && is_executable(&metadata) != file.executable;
            return Ok(mode.then_some(DriftKind::Mode));
        }
    }
    if !recorded.owns(path) {
        return Ok(Some(DriftKind::Unowned));
    }
    let actual = if found.is_empty() {
        Sum::of_reader(&mut handle).map_err(named)?
    } else {
        Sum::of(&[found])
    };
    let ours = recorded.knows(path, &actual);
    Ok(Some(if ours { DriftKind::Stale } else { DriftKind::Edited }))
}

/// An error that says which file it is about.
fn named(path: &str, error: &io::Error) -> io::Error {
    io::Error::new(error.kind(), format!("`{path}`: {error}"))
}

fn sum_on_disk(root: &Path, path: &str) -> io::Result<Sum> {
    File::open(root.join(path))
        .and_then(|mut file| Sum::of_reader(&mut file))
        .map_err(|error| named(path, &error))
}
