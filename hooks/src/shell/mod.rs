//! What a command line does: the simple commands that it would run, each with its
//! words, redirections and working directory.

mod command;
mod word;

pub use command::{Command, Input, Place, Redirect};
pub use word::Word;
