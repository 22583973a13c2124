//! What users and repositories set for the hooks.
//!
//! Three sources, and the last that names a key wins: the user's own file, `convergo.toml`
//! at the root of the main checkout (never a lane's, so a lane cannot loosen its guard),
//! and `CVG_*` variables. A fault costs the key that has it and no other, and is kept as a
//! value for the log: a hook never fails over its configuration.
//!
//! Each hook asks for its own section alone: [`Settings::of`] reads `[worktree]`,
//! [`Settings::drift`] and [`Settings::gate`] read the others.

mod document;
mod drift;
mod fault;
mod gate;
mod layer;
mod pattern;
mod section;
mod text;
mod toml_file;
mod worktree;

use std::ffi::OsString;
use std::path::{Path, PathBuf};

pub use drift::{Drift, Limits};
pub use fault::{Fault, FaultPlace};
pub use gate::{BadCommand, CommandPattern, Gate, GateLayer};
use layer::Layer;
pub use pattern::{BadPattern, Case, NamePattern, PathPattern};
pub use worktree::{Answer, CodexAsk, Enforce, Worktree};

/// The name of the file at the root of a main checkout.
pub const FILE: &str = "convergo.toml";

/// Where a setting was made.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Source {
    /// Nowhere: it is the default.
    Default,
    /// In the user's own file.
    User,
    /// In `convergo.toml` of the main checkout.
    Project,
    /// In a `CVG_*` variable.
    Environment,
}

/// The configuration for one main checkout.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Config {
    /// `[worktree]`: the settings of enforce-worktree.
    pub worktree: Worktree,
    /// What is wrong in the sources, in their order.
    pub faults: Vec<Fault>,
}

/// The sources that are the same for every repository, and the way to those that are not.
///
/// Nothing is read before [`Settings::of`] is called, and the user's file at most once.
#[derive(Debug)]
pub struct Settings {
    user_file: Option<PathBuf>,
    environment: Layer,
    user: Option<Layer>,
}

impl Settings {
    /// Takes the variables that count from `lookup`: `XDG_CONFIG_HOME`, `HOME` and `CVG_*`.
    /// An empty variable counts as unset.
    pub fn new(lookup: impl Fn(&str) -> Option<OsString>) -> Settings {
        let lookup = |name: &str| lookup(name).filter(|value| !value.is_empty());
        Settings {
            user_file: user_file(&lookup),
            environment: Layer::from_environment(&lookup),
            user: None,
        }
    }

    /// The file of the user, whether or not it is there.
    pub fn user_file(&self) -> Option<&Path> {
        self.user_file.as_deref()
    }

    /// The configuration for the main checkout `root`, or outside of any.
    pub fn of(&mut self, root: Option<&Path>) -> Config {
        self.layered(root, true)
    }

    /// The same for a repository that the session does not work in: `CVG_WORKTREE_ENFORCE`
    /// does not speak of it.
    pub fn of_another(&mut self, root: Option<&Path>) -> Config {
        self.layered(root, false)
    }

    /// `[drift]` for the main checkout `root`, or outside of any, and what is wrong with it.
    pub fn drift(&self, root: Option<&Path>) -> (Drift, Vec<Fault>) {
        let project = root.map(|root| root.join(FILE));
        drift::read(self.user_file.as_deref().into_iter().chain(project.as_deref()))
    }

    /// `[gate]` for the main checkout `root`, or outside of any, and what is wrong with it.
    pub fn gate(&self, root: Option<&Path>) -> (Gate, Vec<Fault>) {
        let project = root.map(|root| root.join(FILE));
        gate::read(self.user_file.as_deref().into_iter().chain(project.as_deref()))
    }

    fn layered(&mut self, root: Option<&Path>, own: bool) -> Config {
        let user = self.user.get_or_insert_with(|| match &self.user_file {
            Some(file) => toml_file::read(file),
            None => Layer::default(),
        });
        let project = root.map(|root| toml_file::read(&root.join(FILE))).unwrap_or_default();
        let mut worktree = Worktree::default();
        let mut faults = Vec::new();
        for (source, layer) in [
            (Source::User, &*user),
            (Source::Project, &project),
            (Source::Environment, &self.environment),
        ] {
            let enforce = worktree.enforce;
            layer.apply(source, &mut worktree);
            if source == Source::Environment && !own {
                worktree.enforce = enforce;
            }
            faults.extend_from_slice(&layer.faults);
        }
        Config { worktree, faults }
    }
}

/// `$XDG_CONFIG_HOME/convergo/config.toml`, and without that variable
/// `~/.config/convergo/config.toml`. The XDG base directory specification has a relative
/// folder ignored.
fn user_file(lookup: &impl Fn(&str) -> Option<OsString>) -> Option<PathBuf> {
    let absolute = |name: &str| lookup(name).map(PathBuf::from).filter(|path| path.is_absolute());
    let folder = absolute("XDG_CONFIG_HOME")
        .or_else(|| absolute("HOME").map(|home| home.join(".config")))?;
    Some(folder.join("convergo/config.toml"))
}

#[cfg(test)]
mod section_tests;
#[cfg(test)]
#[path = "tests.rs"]
mod tests;
