//! What a simple command writes, from its program and arguments alone.
//!
//! Nothing is looked up: no file is opened and no program asked. One file per family of
//! programs holds its table and its special cases; to know a new program is one line in
//! one of them. What a command reads is never a write.

mod archives;
pub(crate) mod args;
mod editors;
mod fetch;
mod files;
mod formatters;
mod found;
pub(crate) mod git;
mod interpreter;
mod names;
mod outputs;
mod packages;
mod queries;
mod readers;
mod rule;

use crate::shell::{Command, Place, Word};
use crate::table::one_of;
use found::Found;

pub use names::reading_names;

/// What a command would change.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Effects {
    /// Every place that it writes.
    pub writes: Vec<Write>,
    /// Why nobody can say what else it does: an unknown program, a script, a word that
    /// decides and is not known. `None` if `writes` is all.
    pub opaque: Option<String>,
    /// Command lines that it hands to a shell, still to be analysed.
    pub scripts: Vec<Script>,
    /// Programs that it starts as part of its work, as `npx` and `poetry run` do. What they
    /// write is among the rest.
    pub started: Vec<Started>,
    /// Linked worktrees that it makes.
    pub lanes: Vec<Place>,
    /// Where its program works: the command's directory, or what an option makes of it, as
    /// `make -C` does.
    pub cwd: Place,
}

/// A program with its arguments that another one starts.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Started {
    /// The program, as it was named, and its arguments.
    pub words: Vec<Word>,
    /// Where it runs.
    pub cwd: Place,
}

/// A command line that a program hands to a shell: `os.system("rm x")`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Script {
    /// The shell text.
    pub text: String,
    /// Where it runs.
    pub cwd: Place,
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
        /// The branch that it changes, if it is not whichever is checked out.
        branch: Option<Word>,
    },
}

/// What `command` writes, its redirections included.
pub fn of(command: &Command) -> Effects {
    let mut found = Found::new(command);
    redirections(command, &mut found);
    match (command.words.first(), command.program()) {
        (None, _) => {}
        (Some(_), Some(name)) => run(name, command.arguments(), &mut found),
        (Some(word), None) => found.opaque(format!("the program `{word}` is not known")),
    }
    found.effects.cwd = found.cwd;
    found.effects
}

fn redirections(command: &Command, found: &mut Found) {
    let program = std::mem::replace(&mut found.by, "redirection".to_owned());
    for redirect in command.redirects.iter().filter(|redirect| redirect.writes) {
        found.place(redirect.place.clone(), false);
    }
    found.by = program;
}

/// Judges a program by its name and arguments, if it belongs to the family.
type Judge = fn(&str, &[Word], &mut Found) -> bool;

const FAMILIES: &[Judge] = &[
    git::judge,
    files::judge,
    editors::judge,
    interpreter::judge,
    packages::judge,
    archives::judge,
    fetch::judge,
    formatters::judge,
    outputs::judge,
    queries::build,
];

/// Programs that start each other, at most.
const DEEPEST: usize = 16;

/// Judges the program `name` with its arguments.
fn run(name: &str, words: &[Word], found: &mut Found) {
    // What a program of the project does with an argument is its own affair.
    let is_path = found.command.words.first().is_some_and(|word| word.prefix().contains('/'));
    if !is_path && asks_for_help(words) {
        return;
    }
    // A runner may start a runner, as `npx npx …`.
    if found.depth == DEEPEST {
        return found.opaque("too many programs that start each other");
    }
    found.depth += 1;
    let known = shell_words(name, words, found)
        || readers::knows(name)
        || FAMILIES.iter().any(|judge| judge(name, words, found));
    if !known {
        found.opaque(unknown(found.command, name));
    }
}

/// Words of the shell that run something else. Where the shell's own analysis could
/// follow them, they are taken off before, and what they run comes by itself.
fn shell_words(name: &str, words: &[Word], found: &mut Found) -> bool {
    match name {
        "source" | "." => found.opaque(format!("`{name}` runs what is in a file")),
        "trap" => match words.first().map(|word| (word, word.text())) {
            Some((_, Some("" | "-" | "-p" | "-l"))) | None => {}
            Some((body, _)) => found.shell_word(body),
        },
        _ if one_of(name, "env exec command builtin time nohup eval") => {
            let asks = matches!(words.first().and_then(Word::text), Some("-v" | "-V"));
            let starts = words.iter().any(|word| {
                let text = word.prefix();
                !(text.starts_with('-') || name == "env" && text.contains('='))
            });
            if starts && !asks {
                found.opaque(format!("`{name}` starts a program in a way that is not followed"));
            }
        }
        _ => return false,
    }
    true
}

/// `--help` and `--version` alone write nothing, whichever the installed program.
fn asks_for_help(words: &[Word]) -> bool {
    matches!(words, [only] if matches!(only.text(), Some("--help" | "--version")))
}

fn unknown(command: &Command, name: &str) -> String {
    match command.words.first().map(Word::prefix) {
        Some(path) if path.contains('/') && path.ends_with(name) => {
            format!("`{path}` is a program that may do anything")
        }
        _ => format!("nobody knows what `{name}` writes"),
    }
}

/// Adds `word` to a command line that is put together.
fn push_quoted(line: &mut String, word: &Word) {
    if !line.is_empty() {
        line.push(' ');
    }
    line.push_str(&quoted(word));
}

/// `word` as one word of a shell, for a command line that is put together.
pub(crate) fn quoted(word: &Word) -> String {
    let text = word.prefix();
    let mut quoted = format!("'{}'", text.replace('\'', "'\\''"));
    if !word.is_known() {
        // Any substitution will do: what it yields is not known.
        quoted.push_str("\"$(cat)\"");
    }
    quoted
}
