//! From a command line to the milestones that it would make.
//!
//! A milestone is what cannot be taken back: a tag, a pushed tag, a release, a published
//! package. What counts is the command that would run, with the verb and the options that
//! decide, never text that mentions one. One file per family of programs says what counts.
//!
//! Nothing is run. Of the file system only a few files of git are looked at: which tags and
//! branches there are, `push.followTags` and aliases.

mod call;
mod carriers;
mod finder;
mod forge;
mod git;
mod node;
mod others;
mod powershell;
mod python;
mod raw;
mod refspec;
mod rule;
mod rust;
mod shown;

use std::fmt;
use std::path::PathBuf;

use crate::ToolCall;
use crate::config;
use crate::shell::{Limit, Place, Reading, Setting};

pub use raw::mentions;

/// A milestone that a command line would make.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Milestone {
    /// What it is.
    pub what: What,
    /// The command as a person would type it, cut if it is long.
    pub shown: String,
    /// The folder that the command addresses. It may hold `..` and symlinks.
    pub place: Place,
}

/// What kind of milestone it is. Its text goes on after the command: "`git tag v1` creates …".
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum What {
    /// A tag is created or moved.
    Tag {
        /// Its name, if it is known.
        name: Option<String>,
    },
    /// Tags are pushed.
    PushTags,
    /// A release is made on a server.
    Release,
    /// A package is published.
    Publish {
        /// Where to, for a person: `npm`, `crates.io`.
        registry: &'static str,
    },
    /// A command that `[gate] milestones` names.
    Named,
    /// The line is not read to its end, and its text names a milestone.
    Unread(Limit),
}

impl fmt::Display for What {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Tag { name: Some(name) } => write!(f, "creates the tag `{name}`"),
            Self::Tag { name: None } => f.write_str("creates a tag"),
            Self::PushTags => f.write_str("pushes tags"),
            Self::Release => f.write_str("makes a release"),
            Self::Publish { registry } => write!(f, "publishes to {registry}"),
            Self::Named => f.write_str("is named in `[gate] milestones`"),
            Self::Unread(limit) => write!(f, "cannot be read as a whole, since {limit}"),
        }
    }
}

/// What [`find`] found.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Found {
    /// The milestones, in the order of the text, each of them once.
    pub milestones: Vec<Milestone>,
    /// How much of the line was understood.
    pub reading: Reading,
}

/// The milestones that a command line would make.
///
/// It recurses as deep as the text is nested; see [`crate::shell::analyse`].
pub fn find(line: &str, setting: &Setting, gate: &config::Gate) -> Found {
    finder::Finder::new(setting, gate).line(line)
}

/// The milestones of a call of a shell, whichever it is, in the folder of `setting` or the one
/// that the call names; `None` if the tool is no shell.
pub fn of_call(call: &ToolCall<'_>, setting: &Setting, gate: &config::Gate) -> Option<Found> {
    let line = call.command()?;
    let mut setting = setting.clone();
    if let Some(folder) = call.workdir() {
        let folder = PathBuf::from(&*folder);
        setting.cwd = match setting.cwd {
            Some(cwd) => Some(cwd.join(folder)),
            None => Some(folder).filter(|folder| folder.is_absolute()),
        };
    }
    let read = if call.name() == "PowerShell" { find_in_powershell } else { find };
    Some(read(&line, &setting, gate))
}

/// The same for a line of PowerShell, which is read as simple words.
pub fn find_in_powershell(line: &str, setting: &Setting, gate: &config::Gate) -> Found {
    finder::Finder::new(setting, gate).powershell(line)
}
