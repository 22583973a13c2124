//! What a command line does: the simple commands that it would run, each with its
//! words, redirections and working directory.
//!
//! Nothing is run and no file is opened. Quoted text, comments and here-documents to
//! ordinary programs are data; here-documents and operands that a shell will read are
//! analysed as code. What only the shell can know (a variable, a glob, the output of a
//! command) stays an open [`Word`].
//!
//! The work is bounded: by [`Reading::TooMuch`] where a line is too large or nested too
//! deeply to be read in time, since a hook that hangs lets the tool run.

mod backquotes;
mod braces;
mod builtins;
mod carriers;
mod command;
mod expand;
mod fields;
mod limits;
mod many;
mod output;
mod parse;
mod raw;
mod shells;
mod simple;
mod state;
mod tree;
mod walk;
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
    /// What `$CLAUDE_PROJECT_DIR` stands for.
    pub project: Option<PathBuf>,
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
///
/// It recurses as deep as the text is nested. A hook's judge has the stack for that; another
/// caller should give its thread 8 MiB.
pub fn analyse(source: &str, setting: &Setting) -> Analysis {
    let mut walker = walk::Walker::new();
    let mut shell = state::Shell::new(setting);
    let reading = walker.source(source, &mut shell, &walk::Context::default());
    let reading = walker.exceeded().map_or(reading, Reading::TooMuch);
    Analysis { commands: walker.into_commands(), reading }
}

#[cfg(test)]
mod tests;
