//! The one comparison of a rendered tree with the disk.

use std::collections::{BTreeMap, BTreeSet};
use std::fs::File;
use std::io;
use std::path::Path;
use std::sync::Arc;

use cvg_hooks::Host;
use rayon::prelude::*;

use super::disk::{Disk, DiskKind, obstacle};
use super::roots::Roots;
use super::sums::{self, Sum, Sums};
use super::{PENDING, SUMS};
use crate::generate::read;
use crate::generate::render::Rendition;
use crate::generate::source::{Source, is_executable};
use crate::generate::tree::{Content, RelPath, TreeFile, by_source};

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
    /// An earlier build wrote it, where no tree of this source is any more.
    Orphan,
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
        !matches!(self, Self::Foreign | Self::Orphan | Self::Type)
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
            recorded: self.sums.iter().map(|(path, sum)| (path.clone(), vec![*sum])).collect(),
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
            disk.entries.push((blocked, DiskKind::Other));
        } else {
            disk.walk(root, folder).map_err(|error| named(folder, &error))?;
        }
    }
    for path in &roots.files {
        match obstacle(root, path) {
            Some(blocked) => disk.entries.push((blocked, DiskKind::Other)),
            None => disk.look_at(root, path)?,
        }
    }

    disk.sort();

    // A build stages beside what it writes: in the folders above trees and loose files.
    let mut above: BTreeSet<&str> = BTreeSet::from(["", SUMS_FOLDER]);
    for path in roots.folders.iter().chain(&roots.files) {
        above.extend(path.match_indices('/').map(|(index, _)| &path[..index]));
    }
    above.retain(|folder| !disk.has_folder(folder));
    for folder in above {
        disk.look_for_scratch(root, folder);
    }

    let mut status = Status { folders: roots.folders.clone(), ..Status::default() };
    let (pairs, others) = pair(rendition, disk.entries);
    let mut sums = Vec::with_capacity(pairs.len());
    for (path, result) in compare_files(root, pairs, &recorded) {
        let (sum, drift) = result?;
        if let Some(kind) = drift {
            status.drift.push(Drift { path: path.to_string(), kind });
        }
        sums.push((path.clone(), sum));
    }
    status.sums = sums.into_iter().collect();
    for (path, kind) in others {
        let ours = RelPath::new(path.as_str());
        if kind == DiskKind::Other && rendition.tree.files.keys().any(|file| file.is_below(&path)) {
            status.drift.push(Drift { path, kind: DriftKind::Type });
            continue;
        }
        let kind = match ours.filter(|path| recorded.owns(path) && kind == DiskKind::File) {
            None => DriftKind::Foreign,
            Some(path) if recorded.knows(&path, &sum_on_disk(root, path.as_str())?) => {
                DriftKind::Leftover
            }
            Some(_) => DriftKind::EditedLeftover,
        };
        status.drift.push(Drift { path, kind });
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
    // What an earlier `out` left behind is told until somebody removes it. It is never
    // removed by us: anybody can write a line into the file of sums.
    for path in recorded.recorded.keys().filter(|path| roots.is_nowhere(path)) {
        let full = root.join(path.as_str());
        let file = full.symlink_metadata().is_ok_and(|metadata| metadata.is_file());
        if file && obstacle(root, path.as_str()).is_none() {
            let sum = sum_on_disk(root, path.as_str())?;
            if recorded.knows(path, &sum) {
                status.sums.insert(path.clone(), sum);
                status.drift.push(Drift { path: path.to_string(), kind: DriftKind::Orphan });
            }
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

/// A rendered file, and what stands at its path.
type Pair<'a> = (&'a RelPath, &'a TreeFile, Option<DiskKind>);

/// Brings together what was rendered and what is there; also gives what is there, is no folder
/// and was not rendered. Both are sorted, so one walk over the two does it.
fn pair(
    rendition: &Rendition,
    entries: Vec<(String, DiskKind)>,
) -> (Vec<Pair<'_>>, Vec<(String, DiskKind)>) {
    let mut pairs = Vec::with_capacity(rendition.tree.files.len());
    let mut others = Vec::new();
    let mut files = rendition.tree.files.iter().peekable();
    for (found, kind) in entries {
        while let Some((path, file)) = files.next_if(|(path, _)| *path.as_str() < *found) {
            pairs.push((path, file, None));
        }
        match files.next_if(|(path, _)| *path.as_str() == *found) {
            Some((path, file)) => pairs.push((path, file, Some(kind))),
            None if kind == DiskKind::Folder => {}
            None => others.push((found, kind)),
        }
    }
    pairs.extend(files.map(|(path, file)| (path, file, None)));
    (pairs, others)
}

type Compared<'a> = (&'a RelPath, io::Result<(Sum, Option<DriftKind>)>);

/// Compares each rendered file. Files that come from one source file are taken together: hosts
/// nearly always get the same bytes, which are then read and summed once.
fn compare_files<'a>(root: &Path, pairs: Vec<Pair<'a>>, recorded: &Sums) -> Vec<Compared<'a>> {
    let groups = by_source(pairs.into_iter().map(|pair| (pair.1, pair)));
    let compare_group = |comparison: &mut Comparison<'_>, group: Vec<(&TreeFile, Pair<'a>)>| {
        let mut last: Option<(&Content, Sum)> = None;
        let mut results: Vec<Compared<'a>> = Vec::with_capacity(group.len());
        for (_, pair) in group {
            results.push((pair.0, comparison.file(pair, &mut last)));
        }
        results
    };
    let comparison = || Comparison { root, recorded, source: Vec::new(), found: Vec::new() };
    groups.into_par_iter().map_init(comparison, compare_group).flatten_iter().collect()
}

/// Are these the same bytes, as far as that can be told without reading a file?
fn same(a: &Content, b: &Content) -> bool {
    match (a, b) {
        (Content::Text(a), Content::Text(b)) => a.chunks() == b.chunks(),
        (Content::Loaded(a), Content::Loaded(b)) => Arc::ptr_eq(a, b),
        (Content::Copy(a), Content::Copy(b)) => a == b,
        _ => false,
    }
}

/// What one thread compares with.
struct Comparison<'a> {
    root: &'a Path,
    recorded: &'a Sums,
    /// The source file that was read last.
    source: Vec<u8>,
    /// The file on disk that was read last.
    found: Vec<u8>,
}

impl Comparison<'_> {
    /// The sum of a rendered file, and how what stands at its path differs. `last` is the file
    /// before it from the same source, with its sum; it is changed to this one.
    fn file<'a>(
        &mut self,
        (path, file, kind): Pair<'a>,
        last: &mut Option<(&'a Content, Sum)>,
    ) -> io::Result<(Sum, Option<DriftKind>)> {
        let known = last.filter(|(content, _)| same(content, &file.content)).map(|(_, sum)| sum);
        *last = None;
        if let (Content::Copy(from), None) = (&file.content, known) {
            read_source(from, &mut self.source)?;
        }
        let wanted = match &file.content {
            Content::Text(text) => text.chunks(),
            Content::Loaded(source) => [source.text.as_bytes(), b"", b""],
            Content::Copy(_) => [self.source.as_slice(), b"", b""],
        };
        let sum = known.unwrap_or_else(|| Sum::of(&wanted));
        *last = Some((&file.content, sum));
        match kind {
            None => Ok((sum, Some(DriftKind::Missing))),
            Some(DiskKind::Folder | DiskKind::Other) => Ok((sum, Some(DriftKind::Type))),
            Some(DiskKind::File) => {
                let named = |error| named(path.as_str(), &error);
                let mut handle = File::open(self.root.join(path.as_str())).map_err(named)?;
                let metadata = handle.metadata().map_err(named)?;
                let len: usize = wanted.iter().map(|chunk| chunk.len()).sum();
                // A file of another length may be of any length: it is not read into memory.
                let actual = if metadata.len() == len as u64 {
                    read::into(&mut handle, metadata.len(), &mut self.found).map_err(named)?;
                    if is_concat(&self.found, wanted) {
                        // Windows keeps no run bit, so there is nothing to compare there.
                        let mode = cfg!(unix) && is_executable(&metadata) != file.executable;
                        return Ok((sum, mode.then_some(DriftKind::Mode)));
                    }
                    Sum::of(&[&self.found])
                } else if !self.recorded.owns(path) {
                    return Ok((sum, Some(DriftKind::Unowned)));
                } else {
                    Sum::of_reader(&mut handle).map_err(named)?
                };
                let drift = if self.recorded.knows(path, &actual) {
                    DriftKind::Stale
                } else if self.recorded.owns(path) {
                    DriftKind::Edited
                } else {
                    DriftKind::Unowned
                };
                Ok((sum, Some(drift)))
            }
        }
    }
}

fn read_source(path: &Path, buffer: &mut Vec<u8>) -> io::Result<()> {
    read::any(path, buffer)
        .map_err(|error| io::Error::new(error.kind(), format!("{}: {error}", path.display())))
}

/// Do the chunks make these bytes?
fn is_concat(bytes: &[u8], chunks: [&[u8]; 3]) -> bool {
    let mut rest = Some(bytes);
    for chunk in chunks {
        rest = rest.and_then(|rest| rest.strip_prefix(chunk));
    }
    rest.is_some_and(<[u8]>::is_empty)
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
