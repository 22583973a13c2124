//! What a simple command writes, from its program and arguments alone.

use crate::shell::{Command, Place};

/// What a command would change.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Effects {
    /// Every place that it writes.
    pub writes: Vec<Write>,
    /// Why nobody can say what else it does: an unknown program, a script, a word that
    /// decides and is not known. `None` if `writes` is all.
    pub opaque: Option<String>,
}

/// One place that a command writes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Write {
    /// What is written.
    pub target: Target,
    /// What writes it, for the reader of a refusal: `rm`, `redirection`, `git commit`.
    pub by: String,
    /// Does it reach everything below the target, as `rm -r` and `mv` do?
    pub recursive: bool,
}

/// What is written.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Target {
    /// A file or folder.
    Path(Place),
    /// The working tree, index or branch of a git checkout.
    Checkout {
        /// The directory in which git looks for the repository, after `-C`.
        dir: Place,
        /// What `--git-dir` or `GIT_DIR` names, if set.
        git_dir: Option<Place>,
        /// What `--work-tree` or `GIT_WORK_TREE` names, if set.
        work_tree: Option<Place>,
    },
}

/// What `command` writes, its redirections included.
pub fn of(command: &Command) -> Effects {
    let _ = command;
    Effects::default()
}
