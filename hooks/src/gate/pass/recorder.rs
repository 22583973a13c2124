//! Takes what a checkout holds, as git would commit it, without a trace in the repository.
//!
//! git puts everything that it tracks or would track into an index, which is a copy, and what
//! it has to store goes to a folder of ours. The list of that index, with the hash of each
//! file, is the content.

use std::ffi::OsString;
use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;

use super::content::{Content, Dirt, NAMED, inner_repositories};
use crate::Environment;
use crate::clock::now;
use crate::gate::git;
use crate::path::{from_bytes, real_path};
use crate::repo::checkouts_around;

/// What makes git slow for nothing here: what it stores is thrown away, so it is neither made
/// small, nor written through to the disk, nor put into a file for each. Files
/// that are kept elsewhere (git LFS) are taken as they are, since their filter would store
/// them in the repository.
const SETTINGS: [&str; 10] = [
    "core.bigFileThreshold=1",
    "core.compression=0",
    "core.looseCompression=0",
    "core.fsync=none",
    "core.untrackedCache=false",
    "core.safecrlf=false",
    "filter.lfs.clean=",
    "filter.lfs.smudge=",
    "filter.lfs.process=",
    "filter.lfs.required=false",
];

/// Submodules in submodules, at most.
const DEEPEST: usize = 8;

/// What a killed gate has left is removed after this time.
const STALE: Duration = Duration::from_hours(24);

/// Takes the content of one checkout, as often as it is asked.
pub(in crate::gate) struct Recorder<'a> {
    environment: &'a Environment,
    folder: PathBuf,
    root: PathBuf,
    git_dir: PathBuf,
    objects: PathBuf,
}

impl Drop for Recorder<'_> {
    fn drop(&mut self) {
        // It is in nobody's way; a later gate removes it.
        let _ = fs::remove_dir_all(&self.folder);
    }
}

impl<'a> Recorder<'a> {
    /// For the checkout at `root`. What git stores lies in `cache` meanwhile.
    pub(in crate::gate) fn new(
        root: &Path,
        cache: &Path,
        environment: &'a Environment,
    ) -> Result<Self, String> {
        let real = real_path(root);
        let around = checkouts_around(&real);
        let Some(checkout) = around.checkouts.into_iter().find(|it| it.root == real) else {
            return Err(format!("`{}` is no checkout of git", root.display()));
        };
        let parent = cache.join("tmp");
        remove_stale(&parent);
        let folder = parent.join(unique_name());
        let mut git = git::git(environment, &real);
        // The one place that knows of alternates, worktrees and variables.
        let objects = git::line(git.args(["rev-parse", "--git-path", "objects"]))?;
        fs::create_dir_all(folder.join("objects"))
            .map_err(|error| format!("`{}`: {error}", folder.display()))?;
        let objects = real_path(&real.join(objects));
        Ok(Self { environment, folder, root: real, git_dir: checkout.git_dir, objects })
    }

    /// What the checkout holds now.
    pub(in crate::gate) fn take(&self) -> Result<Content, String> {
        self.take_at(0)
    }

    fn take_at(&self, depth: usize) -> Result<Content, String> {
        let mut list = self.add(&[]);
        // What is not tracked and a repository of its own, such as a lane, is no part of this
        // one, but git would add it or fail at it.
        if list.as_ref().map_or(true, |list| !inner_repositories(list).is_empty()) {
            let foreign = self.foreign()?;
            if !foreign.is_empty() {
                list = self.add(&foreign);
            }
        }
        let list = list?;
        let hash = git::hash(self.environment, &self.folder, &list)?;
        let mut content = Content { list, hash, inner: Vec::new(), dirt: self.dirt()? };
        for path in inner_repositories(&content.list) {
            let root = self.root.join(&path);
            if depth == DEEPEST || !root.join(".git").exists() {
                continue;
            }
            let inner = Recorder::new(&root, &self.folder, self.environment)?.take_at(depth + 1)?;
            content.dirt.files += inner.dirt.files;
            let names = inner.dirt.names.iter().map(|name| format!("{path}/{name}"));
            content.dirt.names.extend(names);
            content.dirt.names.truncate(NAMED);
            content.inner.push((path, inner));
        }
        Ok(content)
    }

    /// Puts every file into the copied index, without those folders, and lists it. git sets the
    /// time of an object that it would write and finds, so it does not see those of the
    /// repository unless it must.
    fn add(&self, without: &[OsString]) -> Result<Vec<u8>, String> {
        let copy = || {
            let copied = self.copy_index();
            copied.map_err(|error| format!("the index cannot be copied: {error}"))
        };
        let words = ["add", "--all", "--", ":/"];
        copy()?;
        if git::output(self.blind_git().args(words).args(without)).is_err() {
            // A sparse index needs the trees that it leaves out.
            copy()?;
            git::output(self.git().args(words).args(without))?;
        }
        git::output(self.git().args(["ls-files", "-z", "--stage"]))
    }

    /// The repositories in this one that it does not track, as git is told to leave them out.
    fn foreign(&self) -> Result<Vec<OsString>, String> {
        let words = ["ls-files", "-z", "--others", "--exclude-standard"];
        self.copy_index().map_err(|error| error.to_string())?;
        let others = git::output(self.git().args(words))?;
        let folders = others.split(|byte| *byte == 0).filter_map(|it| it.strip_suffix(b"/"));
        let without = |folder: &[u8]| {
            let mut word = OsString::from(":(top,exclude,literal)");
            word.push(from_bytes(folder));
            word
        };
        Ok(folders.map(without).collect())
    }

    fn index(&self) -> PathBuf {
        self.folder.join("index")
    }

    /// A copy of the index keeps its time: an entry that is not older than its index may have
    /// changed unnoticed, and only so does git look at the file itself.
    fn copy_index(&self) -> io::Result<()> {
        let own = self.git_dir.join("index");
        let copy = self.index();
        match fs::copy(&own, &copy) {
            Ok(_) => {
                let modified = fs::metadata(&own)?.modified()?;
                File::options().write(true).open(&copy)?.set_modified(modified)
            }
            Err(error) if error.kind() == io::ErrorKind::NotFound => match fs::remove_file(&copy) {
                Err(error) if error.kind() != io::ErrorKind::NotFound => Err(error),
                _ => Ok(()),
            },
            Err(error) => Err(error),
        }
    }

    fn git(&self) -> Command {
        let mut git = self.blind_git();
        git.env("GIT_ALTERNATE_OBJECT_DIRECTORIES", listed(&self.objects));
        git
    }

    fn blind_git(&self) -> Command {
        let mut git = git::git(self.environment, &self.root);
        git.env("GIT_INDEX_FILE", self.index())
            .env("GIT_OBJECT_DIRECTORY", self.folder.join("objects"));
        for setting in SETTINGS {
            git.args(["-c", setting]);
        }
        git
    }

    /// How far the index is from the last commit.
    fn dirt(&self) -> Result<Dirt, String> {
        let words = ["rev-parse", "--verify", "--quiet", "HEAD^{tree}"];
        let Ok(head) = git::line(self.git().args(words)) else {
            return Ok(Dirt { is_unborn: true, ..Dirt::default() });
        };
        let words = ["diff-index", "--cached", "-z", "--name-only", "--no-renames", &head];
        let listed = git::output(self.git().args(words))?;
        let names = listed.split(|byte| *byte == 0).filter(|name| !name.is_empty());
        let files = names.clone().count();
        let names = names.take(NAMED).map(|name| String::from_utf8_lossy(name).into_owned());
        Ok(Dirt { files, names: names.collect(), is_unborn: false })
    }
}

/// A folder in a list that has colons between its entries. One with a colon in it is quoted.
fn listed(folder: &Path) -> OsString {
    let text = folder.to_string_lossy();
    if !text.contains(':') && !text.starts_with('"') {
        return folder.as_os_str().to_owned();
    }
    format!("\"{}\"", text.replace('\\', "\\\\").replace('"', "\\\"")).into()
}

fn unique_name() -> String {
    static NUMBER: AtomicU32 = AtomicU32::new(0);
    let number = NUMBER.fetch_add(1, Ordering::Relaxed);
    format!("{}-{}-{number}", std::process::id(), now().as_nanos())
}

fn remove_stale(folder: &Path) {
    let Ok(entries) = fs::read_dir(folder) else { return };
    for entry in entries.flatten() {
        if store_age(&entry).is_some_and(|age| age > STALE) {
            // Another gate may be faster.
            let _ = fs::remove_dir_all(entry.path());
        }
    }
}

/// How long ago an entry was changed.
pub(super) fn store_age(entry: &fs::DirEntry) -> Option<Duration> {
    let modified = entry.metadata().ok()?.modified().ok()?;
    let at = modified.duration_since(std::time::SystemTime::UNIX_EPOCH).ok()?;
    now().checked_sub(at)
}
