//! Which git checkouts are around a path, read from `.git` files.
//!
//! Nothing here starts git or looks at a `GIT_*` variable: both can be made to answer for
//! another repository. A *main* checkout has a repository of its own. A *lane* is a linked
//! worktree that its repository has registered: both sides must name each other, so a
//! `.git` file that somebody wrote cannot hide the main checkout around it.

mod config;
mod git_dir;
mod refs;

use std::fmt;
use std::fs;
use std::io::ErrorKind;
use std::path::{Path, PathBuf, is_separator};

use crate::path::{LONGEST, is_within, real_path, real_path_near};
use git_dir::{Configs, Store};

pub use refs::{has_reference, has_tags, is_true, setting};

/// A working tree of git.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Checkout {
    /// The top folder of the working tree.
    pub root: PathBuf,
    /// The real folder with this checkout's HEAD and index.
    pub git_dir: PathBuf,
    /// The real folder with the objects, branches and configuration; all checkouts of a
    /// repository share it. Of a main checkout it is `git_dir`.
    pub common_dir: PathBuf,
    /// Whose checkout it is.
    pub kind: Kind,
}

/// Whose checkout it is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Kind {
    /// The repository's own: with a `.git` folder, a separate git dir, or as a submodule.
    Main,
    /// A registered linked worktree.
    Lane {
        /// Root of the main checkout; `None` if the repository is bare or does not say
        /// where its main checkout is.
        main: Option<PathBuf>,
    },
}

impl Checkout {
    /// Root of the repository's main checkout, if it has one.
    pub fn main_root(&self) -> Option<&Path> {
        match &self.kind {
            Kind::Main => Some(&self.root),
            Kind::Lane { main } => main.as_deref(),
        }
    }

    /// Is it a registered linked worktree?
    pub fn is_lane(&self) -> bool {
        matches!(self.kind, Kind::Lane { .. })
    }
}

/// What [`checkouts_around`] found.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Around {
    /// The checkouts, innermost first.
    pub checkouts: Vec<Checkout>,
    /// What looked like a checkout and could not be taken for one.
    pub doubts: Vec<Doubt>,
}

/// Something that looks like a checkout and is not, or cannot be read. Its text is a line
/// for a log.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Doubt {
    /// The file or folder in question.
    pub path: PathBuf,
    /// What is wrong.
    pub reason: DoubtReason,
}

/// What is wrong with a [`Doubt`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum DoubtReason {
    /// It could not be read.
    Unreadable(ErrorKind),
    /// A `.git` that is neither a folder nor a file with a `gitdir:` line.
    NotAGitFile,
    /// A `.git` that leads to no repository.
    NoRepository,
    /// A linked worktree that its repository does not know at this place.
    Unregistered,
    /// `core.bare` is true although the repository has an index. It was taken for a main
    /// checkout: a stray `git config` must not switch a guard off.
    BareWithIndex,
}

impl fmt::Display for Doubt {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let path = self.path.display();
        match self.reason {
            DoubtReason::Unreadable(kind) => write!(f, "cannot read `{path}`: {kind}"),
            DoubtReason::NotAGitFile => write!(f, "`{path}` has no `gitdir:` line"),
            DoubtReason::NoRepository => write!(f, "`{path}` leads to no repository"),
            DoubtReason::Unregistered => write!(
                f,
                "`{path}` is of a worktree that its repository does not know here; \
                 `git worktree repair` registers a moved one"
            ),
            DoubtReason::BareWithIndex => {
                write!(f, "`{path}` says `core.bare = true` but has an index")
            }
        }
    }
}

/// Every checkout whose working tree, or whose git dir, encloses the path.
///
/// The path must be absolute and real ([`real_path`]) and need not exist. The walk goes up
/// to the root of the file system, across mount points. It costs two system calls per
/// folder, and about fifteen more for each repository.
pub fn checkouts_around(real: &Path) -> Around {
    let mut around = Around::default();
    let mut configs = Configs::default();
    for dir in real.ancestors() {
        if dir.as_os_str().len() > LONGEST {
            continue;
        }
        if let Some(checkout) = of_git_dir_itself(dir, &mut configs) {
            around.add(checkout);
        }
        match at(dir, &mut configs, &mut around.doubts) {
            Ok(Some(checkout)) => around.add(checkout),
            Ok(None) => {}
            Err(doubt) => around.doubts.push(doubt),
        }
    }
    around.name_mains();
    around
}

impl Around {
    fn add(&mut self, checkout: Checkout) {
        // A separate git dir inside its own working tree is met twice.
        if !self.checkouts.iter().any(|known| known.root == checkout.root) {
            self.checkouts.push(checkout);
        }
    }

    /// A repository behind a symlinked `.git` does not know its main checkout, but the
    /// walk may have met it.
    fn name_mains(&mut self) {
        for lane in 0..self.checkouts.len() {
            if self.checkouts[lane].kind != (Kind::Lane { main: None }) {
                continue;
            }
            let main = self.checkouts.iter().find(|main| {
                main.kind == Kind::Main && main.common_dir == self.checkouts[lane].common_dir
            });
            let main = main.map(|main| main.root.clone());
            self.checkouts[lane].kind = Kind::Lane { main };
        }
    }
}

/// The checkout whose top folder is `dir`.
fn at(
    dir: &Path,
    configs: &mut Configs,
    doubts: &mut Vec<Doubt>,
) -> Result<Option<Checkout>, Doubt> {
    let dot_git = dir.join(".git");
    let mut linked = false;
    let metadata = fs::symlink_metadata(&dot_git).and_then(|metadata| {
        linked = metadata.is_symlink();
        if linked { fs::metadata(&dot_git) } else { Ok(metadata) }
    });
    let metadata = match metadata {
        Ok(metadata) => metadata,
        Err(error) => {
            return match error.kind() {
                ErrorKind::NotFound
                | ErrorKind::NotADirectory
                | ErrorKind::InvalidInput
                | ErrorKind::InvalidFilename => Ok(None),
                kind => Err(Doubt { path: dot_git, reason: DoubtReason::Unreadable(kind) }),
            };
        }
    };
    let git_dir = if metadata.is_file() {
        real_path_near(&git_dir::named_by(&dot_git)?, dir)
    } else if !metadata.is_dir() {
        return Err(Doubt { path: dot_git, reason: DoubtReason::NotAGitFile });
    } else if linked {
        real_path(&dot_git)
    } else {
        dot_git.clone()
    };
    let Some(store) = git_dir::store(&git_dir) else {
        return Err(Doubt { path: dot_git, reason: DoubtReason::NoRepository });
    };
    if let Store::Shared(common_dir) = store {
        if !git_dir::is_registered(&git_dir, &common_dir, dir) {
            return Err(Doubt { path: dot_git, reason: DoubtReason::Unregistered });
        }
        let main = configs.work_tree(&common_dir);
        return Ok(Some(Checkout {
            root: dir.to_path_buf(),
            git_dir,
            common_dir,
            kind: Kind::Lane { main },
        }));
    }
    if configs.get(&git_dir).bare == Some(true) {
        if !git_dir.join("index").exists() {
            return Ok(None);
        }
        doubts.push(Doubt { path: git_dir.clone(), reason: DoubtReason::BareWithIndex });
    }
    Ok(Some(Checkout::main(dir.to_path_buf(), git_dir)))
}

/// The main checkout of a git dir that is not called `.git`: separate, or a submodule's.
/// The git dir of a lane belongs to the main checkout that it lies in.
fn of_git_dir_itself(dir: &Path, configs: &mut Configs) -> Option<Checkout> {
    if dir.file_name()? == ".git" || fs::symlink_metadata(dir.join("HEAD")).is_err() {
        return None;
    }
    let Store::Own = git_dir::store(dir)? else { return None };
    let root = configs.work_tree(dir)?;
    Some(Checkout::main(root, dir.to_path_buf()))
}

impl Checkout {
    fn main(root: PathBuf, git_dir: PathBuf) -> Checkout {
        Checkout { root, common_dir: git_dir.clone(), git_dir, kind: Kind::Main }
    }
}

/// The checkout that a git dir, as `--git-dir` or `GIT_DIR` names it, belongs to.
///
/// A `.git` file is followed. `None` if it is no git dir, is bare, or does not say where
/// its working tree is. Mind that git itself takes the *current folder* for the working
/// tree when a git dir is named, and neither `core.worktree` nor `--work-tree` is set: the
/// files are then another's, but the branch that a commit moves is this checkout's.
pub fn checkout_of_git_dir(git_dir: &Path) -> Option<Checkout> {
    let named =
        if git_dir.is_file() { git_dir::named_by(git_dir).ok()? } else { git_dir.to_path_buf() };
    let git_dir = real_path(&named);
    let mut configs = Configs::default();
    let Store::Shared(common_dir) = git_dir::store(&git_dir)? else {
        let root = configs.work_tree(&git_dir)?;
        return Some(Checkout::main(root, git_dir));
    };
    let root = real_path(&git_dir::lane_root(&git_dir)?);
    if !git_dir::is_registered(&git_dir, &common_dir, &root) {
        return None;
    }
    let main = configs.work_tree(&common_dir);
    Some(Checkout { root, git_dir, common_dir, kind: Kind::Lane { main } })
}

/// The registered lanes of the repository with this common dir that are there, in order of
/// their paths.
pub fn lanes(common_dir: &Path) -> Vec<PathBuf> {
    let Ok(entries) = fs::read_dir(common_dir.join("worktrees")) else { return Vec::new() };
    let mut lanes: Vec<PathBuf> = Vec::new();
    for entry in entries.flatten() {
        let git_dir = entry.path();
        let Some(root) = git_dir::lane_root(&git_dir) else { continue };
        if root.join(".git").is_file() {
            let root = real_path_near(&root, common_dir);
            let at = lanes.partition_point(|other| order(other).le(order(&root)));
            lanes.insert(at, root);
        }
    }
    lanes
}

/// What paths are ordered by: their components, one after the other. `Path` itself takes a
/// kilobyte of code for that.
fn order(path: &Path) -> impl Iterator<Item = u8> {
    let bytes = path.as_os_str().as_encoded_bytes().iter();
    bytes.map(|byte| if is_separator(char::from(*byte)) { 0 } else { *byte })
}

/// Root of the main checkout of the innermost repository around the path; of a lane, the
/// main checkout that it was made from.
pub fn main_root(real: &Path) -> Option<PathBuf> {
    let around = checkouts_around(real);
    around.checkouts.first()?.main_root().map(Path::to_path_buf)
}

/// Does the checkout's working tree enclose the path, and not just its git dir?
pub fn in_working_tree(real: &Path, checkout: &Checkout) -> bool {
    is_within(real, &checkout.root) && !is_within(real, &checkout.git_dir)
}
