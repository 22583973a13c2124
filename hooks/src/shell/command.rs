//! The simple commands that a command line would run.

use std::path::{Component, Path, PathBuf};

use super::Word;
use crate::path::LONGEST;

/// One simple command: a program with its arguments, where it runs and what feeds it.
///
/// Carriers such as `sudo`, `env`, `xargs` or `bash -c` are taken off: the command is
/// the one that they start, and `carriers` names them.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Command {
    /// The program and its arguments. Empty for a bare redirection or assignment.
    pub words: Vec<Word>,
    /// What the first word is where the line computes it, as far as that can be told:
    /// `git tag` for `$x` after `x='git tag'`. The program itself is then taken as unknown.
    pub computed: Vec<Word>,
    /// Variables set for this command: by assignments before it, by `env`, and by
    /// `export` or plain assignments earlier in the line. The last one of a name counts.
    pub variables: Vec<(String, Word)>,
    /// Files that the shell opens for it. Those of a group or a loop come as a command
    /// of their own, without words.
    pub redirects: Vec<Redirect>,
    /// The working directory, after every `cd` that the line makes before.
    pub cwd: Place,
    /// What its standard input is.
    pub input: Input,
    /// The commands that start this one, outermost first: `sudo`, `xargs`, `bash -c`.
    pub carriers: Vec<String>,
}

/// A file that the shell opens for a command.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Redirect {
    /// `true` for `>`, `>>`, `>|`, `&>`, `&>>`, `<>`; `false` for `<`.
    pub writes: bool,
    /// The file's name as the command line has it.
    pub target: Word,
    /// Where that lies.
    pub place: Place,
}

/// What feeds a command's standard input.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub enum Input {
    /// What the shell itself has.
    #[default]
    Inherited,
    /// A here-document or here-string.
    Text(Word),
    /// A file.
    File(Place),
    /// The output of the command before it in a pipeline.
    Pipe {
        /// Where the files lie whose names are likely to come through the pipe: `src`
        /// for `find src`. Empty if nobody can say.
        names: Vec<Word>,
        /// The text itself, where it stands in the line: `echo 'rm x' | sh`.
        text: Option<Word>,
    },
}

/// Where a path lies, as far as it is known before the command runs.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub enum Place {
    /// At exactly this absolute path. It may hold `..`, `.` and symlinks.
    At(PathBuf),
    /// At or below this absolute folder.
    Below(PathBuf),
    /// Nobody can say.
    #[default]
    Unknown,
}

impl Input {
    /// How many bytes of text it holds: each command of a group has a copy.
    pub(super) fn size(&self) -> usize {
        match self {
            Self::Text(text) | Self::Pipe { text: Some(text), .. } => text.skeleton().len(),
            _ => 0,
        }
    }
}

impl Place {
    /// Where `word` lies for a command that runs in this place.
    ///
    /// A relative word in an unknown folder is unknown, and so is a word of which
    /// nothing is known. `src/f…` lies below `src`.
    #[must_use]
    pub fn resolve(&self, word: &Word) -> Self {
        let prefix = Path::new(word.prefix());
        if let Some(text) = word.text() {
            return if text.is_empty() { Self::Unknown } else { self.join(prefix) };
        }
        // The last component may go on: only the folder before it is sure.
        match word.prefix().rfind('/') {
            Some(0) => Self::Below(PathBuf::from("/")),
            Some(slash) => match self.join(Path::new(&word.prefix()[..slash])) {
                Self::At(path) | Self::Below(path) => Self::Below(path),
                Self::Unknown => Self::Unknown,
            },
            None if word.prefix().is_empty() => Self::Unknown,
            None => match self {
                Self::At(path) | Self::Below(path) => Self::Below(path.clone()),
                Self::Unknown => Self::Unknown,
            },
        }
    }

    fn join(&self, path: &Path) -> Self {
        if path.is_absolute() {
            return Self::At(path.to_owned());
        }
        match self {
            // No kernel takes a longer path, and `cd d; cd d; …` would make one.
            Self::At(folder) if folder.as_os_str().len() + path.as_os_str().len() > LONGEST => {
                Self::Below(folder.clone())
            }
            Self::At(folder) => Self::At(folder.join(path)),
            // Below a folder by an unknown number of levels: `..` may leave it.
            Self::Below(_) if path.components().any(|part| part == Component::ParentDir) => {
                Self::Unknown
            }
            Self::Below(folder) => Self::Below(folder.clone()),
            Self::Unknown => Self::Unknown,
        }
    }

    /// The path, if anything is known.
    pub fn path(&self) -> Option<&Path> {
        match self {
            Self::At(path) | Self::Below(path) => Some(path),
            Self::Unknown => None,
        }
    }
}

impl Command {
    /// The program's name without its folder, if it is known.
    pub fn program(&self) -> Option<&str> {
        let text = self.words.first()?.text()?;
        text.rsplit('/').next()
    }

    /// The words after the program.
    pub fn arguments(&self) -> &[Word] {
        self.words.get(1..).unwrap_or_default()
    }

    /// The same without words and redirections.
    pub(super) fn bare(&self) -> Self {
        Self {
            words: Vec::new(),
            computed: Vec::new(),
            variables: self.variables.clone(),
            redirects: Vec::new(),
            cwd: self.cwd.clone(),
            input: self.input.clone(),
            carriers: self.carriers.clone(),
        }
    }

    /// The value of a variable that this command sees set in the line.
    pub fn variable(&self, name: &str) -> Option<&Word> {
        self.variables.iter().rev().find(|(key, _)| key == name).map(|(_, value)| value)
    }

    /// Where `word` lies for this command.
    pub fn place(&self, word: &Word) -> Place {
        self.cwd.resolve(word)
    }
}
