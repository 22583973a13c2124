//! What a command prints, where that can be told without running it.

use rable::{Node, NodeKind};

use super::state::{Shell, place_word};
use super::walk::{Context, Walker};
use super::word::UNKNOWN;
use super::{Command, Input, Place, Word};
use crate::effects::reading_names;
use crate::table::one_of;
use crate::{path, repo};

impl Walker {
    /// Walks the commands of `$(…)`, and tells what they print: a NUL stands for what
    /// nobody knows.
    pub(super) fn substitution(&mut self, node: &Node, shell: &Shell, context: &Context) -> String {
        let start = self.count();
        self.node(node, &mut shell.clone(), context);
        let found = self.since(start);
        let text = match (&node.kind, found.last()) {
            (
                NodeKind::Command { .. } | NodeKind::Pipeline { .. } | NodeKind::List { .. },
                Some(last),
            ) => printed(last).or_else(|| listed(last)),
            _ => None,
        };
        text.map_or_else(|| UNKNOWN.to_string(), |text| text.trim_end_matches('\n').to_owned())
    }

    /// Walks the commands of `<(…)` or `>(…)`; returns the file that stands for them.
    pub(super) fn process(
        &mut self,
        direction: &str,
        node: &Node,
        shell: &Shell,
        context: &Context,
    ) -> String {
        let start = self.count();
        // What is written to `>(…)` is not followed into it.
        let mut inner = context.clone();
        if direction == ">" {
            inner.input = Input::Pipe { names: Vec::new(), text: None };
        }
        self.node(node, &mut shell.clone(), &inner);
        let simple = matches!(node.kind, NodeKind::Command { .. });
        self.streams.push(pipe(self.since(start), simple));
        format!("/dev/fd/{}", FIRST_STREAM + self.streams.len() - 1)
    }

    /// What can be read from the file of a process substitution.
    pub(super) fn stream(&self, name: &str) -> Option<&Input> {
        let number: usize = name.strip_prefix("/dev/fd/")?.parse().ok()?;
        self.streams.get(number.checked_sub(FIRST_STREAM)?)
    }
}

/// High enough that no line names such a descriptor itself.
const FIRST_STREAM: usize = 1_000;
/// Names that are remembered of one pipe.
const MOST_NAMES: usize = 16;

/// What a pipe carries from these commands: the last one's output, or everything that a
/// compound command's may be.
pub(super) fn pipe(commands: &[Command], simple: bool) -> Input {
    let Some(last) = commands.last() else {
        return Input::Pipe { names: Vec::new(), text: None };
    };
    if simple {
        return Input::Pipe { names: reading_names(last), text: printed(last).map(Word::known) };
    }
    let mut names = Vec::new();
    for name in commands.iter().flat_map(reading_names) {
        if names.len() < MOST_NAMES && !names.contains(&name) {
            names.push(name);
        }
    }
    Input::Pipe { names, text: None }
}

/// What a name in a list of files begins with: `src/…` if the list comes from `find src`.
pub(super) fn below(name: &Word) -> Word {
    if !name.is_known() || name.prefix().is_empty() {
        return name.clone();
    }
    Word::beginning(format!("{}/", name.prefix().trim_end_matches('/')))
}

/// The names that a command lists, separated by spaces.
fn listed(command: &Command) -> Option<String> {
    if command.program().is_some_and(|text| one_of(text, "which locate mdfind")) {
        return None;
    }
    let names: Vec<String> =
        reading_names(command).iter().map(|name| below(name).skeleton().to_owned()).collect();
    (!names.is_empty()).then(|| names.join(" "))
}

/// The text that a command prints.
fn printed(command: &Command) -> Option<String> {
    let words = command.arguments();
    match command.program()? {
        "pwd" => Some(place_word(&command.cwd).skeleton().to_owned()),
        "echo" => Some(echo(words)),
        "printf" => printf(words),
        "cat" if words.iter().all(|word| word.text() == Some("-")) => match &command.input {
            Input::Text(text) | Input::Pipe { text: Some(text), .. } => {
                Some(text.skeleton().to_owned())
            }
            _ => None,
        },
        "dirname" => match words {
            [only] => {
                Some(only.text()?.rsplit_once('/').map_or(".", |(folder, _)| folder).to_owned())
            }
            _ => None,
        },
        "basename" => match words {
            [only] => only.text()?.rsplit('/').next().map(str::to_owned),
            _ => None,
        },
        text if one_of(text, "realpath readlink greadlink") => resolved(command),
        "mktemp" => Some(temporary(words)),
        "git" => top_level(command),
        _ => None,
    }
}

/// The words with a space between them.
pub(super) fn joined(words: &[Word]) -> String {
    let texts: Vec<&str> = words.iter().map(Word::skeleton).collect();
    texts.join(" ")
}

fn echo(words: &[Word]) -> String {
    let option = |word: &Word| {
        word.text().and_then(|text| text.strip_prefix('-')).is_some_and(|letters| {
            !letters.is_empty() && letters.bytes().all(|letter| b"neE".contains(&letter))
        })
    };
    let options = words.iter().take_while(|word| option(word)).count();
    let escapes = words[..options].iter().any(|word| word.prefix().contains('e'));
    let text = joined(&words[options..]);
    if escapes { unescaped(&text) } else { text }
}

/// `printf` with plain text, `%s` and `%b` in its format.
fn printf(words: &[Word]) -> Option<String> {
    let words = if words.first()?.text() == Some("--") { &words[1..] } else { words };
    let (format, arguments) = words.split_first()?;
    let format = unescaped(format.text().filter(|text| !text.starts_with('-'))?);
    let pieces: Vec<&str> = format.split("%s").collect();
    if pieces.iter().any(|piece| piece.contains('%')) {
        return None;
    }
    if pieces.len() == 1 {
        return Some(format);
    }
    let mut out = String::new();
    let mut rest = arguments.iter();
    loop {
        for (at, piece) in pieces.iter().enumerate() {
            if at > 0 {
                out.push_str(rest.next().map_or("", Word::skeleton));
            }
            out.push_str(piece);
        }
        // The format is used again until all arguments are printed.
        if rest.len() == 0 {
            return Some(out);
        }
    }
}

fn unescaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut letters = text.chars();
    while let Some(letter) = letters.next() {
        match (letter, letters.clone().next()) {
            ('\\', Some(next @ ('n' | 't' | '\\'))) => {
                letters.next();
                out.push(match next {
                    'n' => '\n',
                    't' => '\t',
                    other => other,
                });
            }
            (other, _) => out.push(other),
        }
    }
    out
}

/// `realpath x` and `readlink -f x`.
fn resolved(command: &Command) -> Option<String> {
    let (options, operands): (Vec<&Word>, Vec<&Word>) =
        command.arguments().iter().partition(|word| word.prefix().starts_with('-'));
    let follows =
        options.iter().all(|word| word.is_one_of("-f -m -e --canonicalize --canonicalize-missing"));
    let [only] = operands[..] else { return None };
    if !follows || (command.program() != Some("realpath") && options.is_empty()) {
        return None;
    }
    match command.place(only) {
        Place::At(path) => path::real_path(&path).to_str().map(str::to_owned),
        _ => None,
    }
}

/// A name below the folder for temporary files, or what its template begins with.
fn temporary(words: &[Word]) -> String {
    if words.iter().any(|word| word.prefix().starts_with("-p") || word.prefix().starts_with("--t"))
    {
        return UNKNOWN.to_string();
    }
    let template = words.iter().find(|word| !word.prefix().starts_with('-'));
    let in_tmp = words.iter().any(|word| word.text() == Some("-t"));
    let begins = match template {
        Some(template) if !in_tmp => template.prefix().trim_end_matches('X'),
        _ => "/tmp/",
    };
    format!("{begins}{UNKNOWN}")
}

/// `git rev-parse --show-toplevel` and its like: asked of the file system, since lines that
/// begin with `cd "$(git rev-parse --show-toplevel)"` are common.
fn top_level(command: &Command) -> Option<String> {
    let mut words = command.arguments();
    let mut folder = command.cwd.clone();
    while let [option, value, rest @ ..] = words
        && option.text() == Some("-C")
    {
        folder = folder.resolve(value);
        words = rest;
    }
    let ([verb, asked] | [verb, _, asked]) = words else { return None };
    // Every path that is told here is absolute.
    let absolute = words.len() == 2 || words[1].text() == Some("--path-format=absolute");
    if verb.text() != Some("rev-parse") || !absolute || command.variable("GIT_DIR").is_some() {
        return None;
    }
    let Place::At(folder) = folder else { return None };
    let around = repo::checkouts_around(&path::real_path(&folder));
    let checkout = around.checkouts.first()?;
    let told = match asked.text()? {
        "--show-toplevel" => &checkout.root,
        "--git-common-dir" => &checkout.common_dir,
        "--git-dir" | "--absolute-git-dir" => &checkout.git_dir,
        _ => return None,
    };
    told.to_str().map(str::to_owned)
}
