//! The files of a git dir that say which checkout it serves.

use std::fs::{self, File};
use std::io::{self, ErrorKind, Read};
use std::path::{Path, PathBuf};

use super::config::GitConfig;
use super::{Doubt, DoubtReason};
use crate::path::{from_bytes, real_path, same_file};

/// Longer than any pointer file or hand-written configuration; git itself refuses `.git`
/// files above 1 MiB (setup.c).
const LIMIT: u64 = 1 << 20;

/// The bytes of a plain file. Anything else is refused, since opening a pipe would block.
pub(super) fn read(path: &Path) -> io::Result<Vec<u8>> {
    let metadata = fs::metadata(path)?;
    if !metadata.is_file() {
        return Err(ErrorKind::InvalidData.into());
    }
    let length = metadata.len().min(LIMIT);
    // Room for all of it, so that one call reads it.
    let mut bytes = Vec::with_capacity(usize::try_from(length).unwrap_or_default());
    File::open(path)?.take(length).read_to_end(&mut bytes)?;
    Ok(bytes)
}

/// A file with one path in it, taken relative to `base`. `None` if it is not there or empty.
fn pointer(path: &Path, base: &Path) -> Option<PathBuf> {
    let bytes = read(path).ok()?;
    let text = without_line_end(&bytes);
    (!text.is_empty()).then(|| base.join(from_bytes(text)))
}

fn without_line_end(mut bytes: &[u8]) -> &[u8] {
    while let [rest @ .., b'\n' | b'\r'] = bytes {
        bytes = rest;
    }
    bytes
}

/// The git dir that a `.git` file names, read as git reads it: `gitdir: `, a path, and
/// line ends of any kind.
pub(super) fn named_by(dot_git: &Path) -> Result<PathBuf, Doubt> {
    let doubt = |reason| Doubt { path: dot_git.to_path_buf(), reason };
    let bytes = read(dot_git).map_err(|error| doubt(DoubtReason::Unreadable(error.kind())))?;
    let text = without_line_end(&bytes);
    match (text.strip_prefix(b"gitdir: "), dot_git.parent()) {
        (Some(named), Some(dir)) if !named.is_empty() => Ok(dir.join(from_bytes(named))),
        _ => Err(doubt(DoubtReason::NotAGitFile)),
    }
}

/// Where a git dir keeps its objects and branches.
pub(super) enum Store {
    /// In itself: a repository's own git dir.
    Own,
    /// In the repository that it is a worktree of.
    Shared(PathBuf),
}

/// `None` if the folder, a real path, is no git dir.
pub(super) fn store(git_dir: &Path) -> Option<Store> {
    fs::symlink_metadata(git_dir.join("HEAD")).ok()?;
    let shared = pointer(&git_dir.join("commondir"), git_dir).map(|path| {
        // What git writes; and above a real path no link is met.
        let parent = git_dir.parent().and_then(Path::parent);
        parent
            .filter(|_| path == git_dir.join("../.."))
            .map_or_else(|| real_path(&path), Into::into)
    });
    let at = shared.as_deref().unwrap_or(git_dir);
    // git asks for the same two (is_git_directory in setup.c).
    let whole = at.join("objects").is_dir() && at.join("refs").is_dir();
    whole.then(|| shared.map_or(Store::Own, Store::Shared))
}

/// The folder that a linked worktree's git dir says it serves.
pub(super) fn lane_root(git_dir: &Path) -> Option<PathBuf> {
    let dot_git = pointer(&git_dir.join("gitdir"), git_dir)?;
    Some(dot_git.parent()?.to_path_buf())
}

/// Is the git dir one of the repository's worktrees, and does it serve `root`?
///
/// Folders are compared and not the `.git` files, since a hard link of a lane's `.git`
/// file would be the same file in another folder.
pub(super) fn is_registered(git_dir: &Path, common_dir: &Path, root: &Path) -> bool {
    let worktrees = common_dir.join("worktrees");
    let same = |a: &Path, b: &Path| a == b || same_file(a, b);
    git_dir.parent().is_some_and(|parent| same(parent, &worktrees))
        && lane_root(git_dir).is_some_and(|named| same(&named, root))
}

/// The configurations read so far: a lane and the main checkout around it share one.
#[derive(Default)]
pub(super) struct Configs {
    read: Vec<(PathBuf, GitConfig)>,
}

impl Configs {
    /// What the repository's configuration says; nothing, if it cannot be read.
    pub(super) fn get(&mut self, common_dir: &Path) -> GitConfig {
        if let Some((_, config)) = self.read.iter().find(|(dir, _)| dir == common_dir) {
            return config.clone();
        }
        let mut config = GitConfig::default();
        if let Ok(text) = read(&common_dir.join("config")) {
            config.read(&text);
        }
        if config.per_worktree
            && let Ok(text) = read(&common_dir.join("config.worktree"))
        {
            config.read(&text);
        }
        self.read.push((common_dir.to_path_buf(), config.clone()));
        config
    }

    /// Root of the repository's main checkout.
    pub(super) fn work_tree(&mut self, common_dir: &Path) -> Option<PathBuf> {
        let config = self.get(common_dir);
        // With an index it is no bare one; see `DoubtReason::BareWithIndex`.
        if config.bare == Some(true) && !common_dir.join("index").exists() {
            return None;
        }
        if let Some(named) = config.worktree {
            return Some(real_path(&common_dir.join(named)));
        }
        (common_dir.file_name()? == ".git").then(|| common_dir.parent().map(Path::to_path_buf))?
    }
}
