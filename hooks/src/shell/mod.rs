//! What a command line does: the simple commands that it would run, each with its
//! words, redirections and working directory.

mod command;
mod limits;
mod word;

use std::path::PathBuf;

pub use command::{Command, Input, Place, Redirect};
pub use limits::Limit;
pub use word::Word;

/// What the shell of a command line starts with.
#[derive(Debug, Clone, Default)]
pub struct Setting {
    /// The working directory, absolute.
    pub cwd: Option<PathBuf>,
    /// What `~` and `$HOME` stand for.
    pub home: Option<PathBuf>,
}

/// The simple commands of a command line.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Analysis {
    /// Every command that may run, in the order of the text; those of a substitution
    /// come before the command that it is part of.
    pub commands: Vec<Command>,
    /// How much of the text was understood.
    pub reading: Reading,
}

/// How much of a command line was understood.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Reading {
    /// All of it.
    Whole,
    /// Its leading lines. What follows is no shell text: bash runs the complete lines
    /// before it and then stops.
    Leading {
        /// How many lines were read.
        lines: usize,
    },
    /// Nothing: bash would refuse it, too.
    Refused,
    /// Too much to read: what is there may do anything.
    TooMuch(Limit),
}

/// The commands that `source` would run.
pub fn analyse(source: &str, setting: &Setting) -> Analysis {
    // Stand-in until the walker lands: one command of plain words.
    let words: Vec<Word> = source.split_whitespace().map(Word::known).collect();
    let cwd = setting.cwd.clone().map_or(Place::Unknown, Place::At);
    let command = Command { words, cwd, ..Command::default() };
    Analysis { commands: vec![command], reading: Reading::Whole }
}
