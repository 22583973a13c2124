//! What a place is to a main checkout around it: guarded, or free for one of few reasons.

use std::fmt;
use std::path::{Path, PathBuf};
use std::rc::Rc;

use crate::config::{Case, FILE, PathPattern, Worktree};
use crate::path::same_file;
use crate::repo::Checkout;
use crate::show::shown;

/// How far a write goes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Reach {
    /// To one file or folder.
    File,
    /// To a link, and not to what it leads to.
    Link,
    /// To a folder that is made, if it is not there.
    NewFolder,
    /// To a folder and everything in it.
    Tree,
    /// To something in a folder, and nobody can say to what.
    Below,
}

/// A guarded main checkout, and why a write would change it.
#[derive(Debug, Clone)]
pub(super) struct Ward {
    /// Top folder of the main checkout; `None` if the session has none, and the user's own
    /// configuration guards the guard.
    pub(super) root: Option<PathBuf>,
    /// The git dir that it shares with its lanes.
    pub(super) common_dir: PathBuf,
    /// Its configuration.
    pub(super) rules: Rc<Worktree>,
    /// Why.
    pub(super) why: Why,
}

/// Why a write would change a guarded main checkout.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Why {
    /// It lies in the working tree, here from its root.
    Inside(PathBuf),
    /// It is in the git dir.
    GitDir,
    /// It is the configuration of the guard.
    Config,
    /// It is part of the installed guard.
    Installed,
    /// The main checkout itself is in it.
    Holds,
}

/// What was decided about a place.
#[derive(Debug)]
pub(super) enum Ruling {
    /// It may be written.
    Free(Free),
    /// It may not.
    Guarded(Ward),
}

/// Why a place is free.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Free {
    /// No main checkout is around it.
    Nowhere,
    /// The main checkout around it is not guarded.
    Off(PathBuf),
    /// It is in a registered lane.
    Lane(PathBuf),
    /// It is in a folder of lanes, or such a folder itself, of this main checkout.
    LaneFolder(PathBuf),
    /// The configuration exempts it.
    Exempt(PathBuf),
    /// It is a device.
    Device,
}

impl fmt::Display for Free {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Nowhere => f.write_str("in no main checkout"),
            Self::Off(root) => {
                write!(f, "enforcement is off for the main checkout `{}`", shown(root))
            }
            Self::Lane(root) => write!(f, "in the lane `{}`", shown(root)),
            Self::LaneFolder(root) => write!(f, "in a lane folder of `{}`", shown(root)),
            Self::Exempt(root) => write!(f, "exempt by the configuration of `{}`", shown(root)),
            Self::Device => f.write_str("a device"),
        }
    }
}

impl fmt::Display for Why {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Inside(_) => "in its working tree, and in no lane",
            Self::GitDir => "in its git dir",
            Self::Config => "it is the guard's configuration",
            Self::Installed => "it is part of the installed guard",
            Self::Holds => "it holds the whole checkout",
        })
    }
}

/// What the place is to this one main checkout, whose enforcement is on.
pub(super) fn place_in(
    main: &Checkout,
    rules: &Worktree,
    real: &Path,
    reach: Reach,
) -> Result<Why, Free> {
    let root = &main.root;
    let Ok(inner) = real.strip_prefix(root) else { return Ok(Why::GitDir) };
    if inner.as_os_str().is_empty() {
        return Ok(Why::Inside(PathBuf::new()));
    }
    // Before every exemption: else one write could switch the guard off.
    if is_config(inner) {
        return Ok(Why::Config);
    }
    // A file that is written where a folder is goes into the folder: `cp a docs`.
    let reach = if reach == Reach::File && real.is_dir() { Reach::Below } else { reach };
    // Nor is the way to such a place anything else than making it possible.
    let leads = |patterns: &[PathPattern]| {
        let leads = |case| patterns.iter().any(|pattern| pattern.leads_through(inner, case));
        reach == Reach::NewFolder && either_case(root, leads)
    };
    if covered(&rules.exempt, inner, reach, root) || leads(&rules.exempt) {
        return Err(Free::Exempt(root.clone()));
    }
    if inner.starts_with(".git") || real.starts_with(&main.git_dir) {
        return Ok(Why::GitDir);
    }
    if covered(&rules.lanes, inner, reach, root) || leads(&rules.lanes) {
        return Err(Free::LaneFolder(root.clone()));
    }
    Ok(Why::Inside(inner.to_path_buf()))
}

/// `convergo.toml` at the root, in any case: a file system may not tell them apart.
fn is_config(inner: &Path) -> bool {
    inner.as_os_str().eq_ignore_ascii_case(FILE)
}

fn covered(patterns: &[PathPattern], inner: &Path, reach: Reach, root: &Path) -> bool {
    if patterns.is_empty() {
        return false;
    }
    // Whatever is written in the folder has a name that no pattern spells out.
    let below = (reach == Reach::Below).then(|| inner.join("\u{1}"));
    let path = below.as_deref().unwrap_or(inner);
    either_case(root, |case| patterns.iter().any(|pattern| pattern.covers(path, case)))
}

/// Does it hold for names as they are, or as the file system takes them?
fn either_case(root: &Path, holds: impl Fn(Case) -> bool) -> bool {
    holds(Case::Sensitive)
        || holds(Case::Insensitive) && same_file(&root.join(".git"), &root.join(".GIT"))
}
