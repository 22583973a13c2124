//! Commands of the shell itself that change what the next ones mean.

use std::path::{Component, PathBuf};
use std::rc::Rc;

use super::output::{below, joined};
use super::raw::is_variable;
use super::state::Shell;
use super::walk::{Context, Walker};
use super::{Command, Input, Place, Word};
use crate::path::real_path;
use crate::table::one_of;

impl Walker {
    /// Runs a command: what carries another one is taken off, functions are called, and
    /// what is left is kept. `direct`: does the shell itself run it, so that functions
    /// and builtins count?
    pub(super) fn run(&mut self, command: Command, shell: &mut Shell, direct: bool) {
        if !self.budget().enter() {
            return;
        }
        let name = command.words.first().and_then(Word::text).map(str::to_owned);
        // `command rm` in a function `rm` is the program.
        let function = direct
            && !matches!(command.carriers.last().map(String::as_str), Some("command" | "builtin"));
        match name.as_deref() {
            Some(name) if function && shell.function(name).is_some() => {
                self.call(name, command, shell);
            }
            Some("eval") if direct => self.eval(command, shell),
            Some("source" | ".") if direct => self.sourced(command, shell),
            _ => {
                if direct && let Some(name) = &name {
                    builtin(name, &command, shell);
                }
                if let Some(command) = self.carried(command, shell, direct) {
                    self.emit(command, shell);
                }
            }
        }
        self.budget().leave();
    }

    /// Calls a function of the line: its body runs in this shell, with other arguments.
    fn call(&mut self, name: &str, command: Command, shell: &mut Shell) {
        let Some(body) = shell.function(name) else { return };
        // One that calls itself does nothing new the second time.
        if self.calls.iter().filter(|active| *active == name).count() > 1 {
            return;
        }
        self.calls.push(name.to_owned());
        let context = Context { input: command.input, carriers: command.carriers };
        self.redirected(command.redirects, shell, &context);
        let arguments: Rc<[Word]> = command.words[1..].into();
        let before = shell.arguments.replace(arguments);
        let ended = std::mem::take(&mut shell.ended);
        for (name, value) in command.variables {
            shell.set(&name, value);
        }
        self.node(&body, shell, &context);
        self.calls.pop();
        shell.arguments = before;
        shell.ended = ended;
    }

    fn eval(&mut self, command: Command, shell: &mut Shell) {
        let words = match command.words.get(1).and_then(Word::text) {
            Some("--") => &command.words[2..],
            _ => &command.words[1..],
        };
        let text = joined(words);
        // `eval "$(ssh-agent -s)"`: nobody knows, so it stays as it is.
        if text.trim_matches(['\0', ' ']).is_empty() {
            if !text.is_empty() {
                self.emit(command, shell);
            }
            return;
        }
        let mut context = Context { input: command.input, carriers: command.carriers };
        self.redirected(command.redirects, shell, &context);
        context.carriers.push("eval".to_owned());
        self.source(&text, shell, &context);
    }

    /// `source <(echo x)` runs what the substitution gives, in this shell. A file is not read.
    fn sourced(&mut self, command: Command, shell: &mut Shell) {
        let stream = command.words.get(1).and_then(Word::text).and_then(|name| self.stream(name));
        let Some(Input::Text(text) | Input::Pipe { text: Some(text), .. }) = stream else {
            return self.emit(command, shell);
        };
        let text = text.skeleton().to_owned();
        let mut context = Context { input: command.input, carriers: command.carriers };
        self.redirected(command.redirects, shell, &context);
        context.carriers.push("source".to_owned());
        self.source(&text, shell, &context);
    }
}

/// Does this builtin take assignments as its words?
pub(super) fn declares(name: &str) -> bool {
    one_of(name, "export declare typeset local readonly")
}

/// What a builtin does to the shell.
fn builtin(name: &str, command: &Command, shell: &mut Shell) {
    let words = command.arguments();
    match name {
        "cd" | "chdir" => cd(words, shell),
        "pushd" => pushd(words, shell),
        "popd" => match shell.stack.pop() {
            Some(folder) if words.is_empty() => shell.change_directory(folder),
            _ => shell.change_directory(Place::Unknown),
        },
        _ if declares(name) => {
            for word in words {
                let Some(at) = word.prefix().find('=') else { continue };
                let (name, value) = (&word.prefix()[..at], word.after(at + 1));
                shell.set(name.trim_end_matches('+'), value);
            }
        }
        "unset" => {
            for name in words.iter().filter_map(Word::text) {
                shell.unset(name);
            }
        }
        "read" => read(words, &command.input, shell),
        _ if one_of(name, "mapfile readarray getopts printf wait let") => {
            for name in words.iter().filter_map(Word::text) {
                // `printf -v name`, `getopts letters name`: whatever is named may be set.
                if shell.variables().iter().any(|(key, _)| key == name) {
                    shell.set(name, Word::unknown());
                }
            }
        }
        "set" => {
            if let Some(at) = words.iter().position(|word| word.text() == Some("--")) {
                shell.arguments = Some(words[at + 1..].into());
            }
        }
        "shift" => {
            let by = words.first().map_or(Some(1), |word| word.text()?.parse().ok());
            shell.arguments = match (by, &shell.arguments) {
                (Some(by), Some(all)) => all.get(by..).map(Into::into),
                _ => None,
            };
        }
        _ if one_of(name, "exit return break continue logout") => shell.ended = true,
        _ => {}
    }
}

fn cd(words: &[Word], shell: &mut Shell) {
    let mut rest = words.iter().skip_while(|word| word.is_one_of("-L -P -e -@ -q -- -LP -PL"));
    let to = match rest.next() {
        None => shell.home.clone().map_or(Place::Unknown, Place::At),
        Some(word) => match word.text() {
            Some("-") => shell.previous.clone(),
            Some("") => return,
            _ => shell.cwd.resolve(word),
        },
    };
    let physical = words.iter().any(|word| matches!(word.text(), Some("-P" | "-LP")));
    shell.change_directory(match to {
        Place::At(path) if physical => Place::At(real_path(&path)),
        to => logical(to),
    });
}

/// The shell goes back through the link that it came by: `..` takes a name off.
fn logical(place: Place) -> Place {
    let Place::At(path) = place else { return place };
    let mut folder = PathBuf::new();
    for part in path.components() {
        match part {
            Component::ParentDir => drop(folder.pop()),
            part => folder.push(part),
        }
    }
    Place::At(folder)
}

fn pushd(words: &[Word], shell: &mut Shell) {
    let operands: Vec<&Word> = words.iter().filter(|word| word.text() != Some("-n")).collect();
    let to = match operands[..] {
        [] => shell.stack.pop().unwrap_or_default(),
        // `+1` turns the stack: which folder that is depends on the session.
        [word, ..] if word.prefix().starts_with(['+', '-']) => Place::Unknown,
        [word, ..] => logical(shell.cwd.resolve(word)),
    };
    let from = shell.cwd.clone();
    shell.stack.push(from);
    shell.change_directory(to);
}

/// `read a b`: lines that are file names begin as their folder does.
fn read(words: &[Word], input: &Input, shell: &mut Shell) {
    let value = match input {
        Input::Pipe { names, .. } if names.len() == 1 => below(&names[0]),
        Input::Text(text) | Input::Pipe { text: Some(text), .. }
            if text.text().is_some_and(|text| !text.trim_end().contains([' ', '\t', '\n'])) =>
        {
            Word::known(text.prefix().trim_end())
        }
        _ => Word::unknown(),
    };
    let mut rest = words.iter();
    let mut any = false;
    while let Some(word) = rest.next() {
        match word.text() {
            Some(text) if one_of(text, "-d -i -n -N -p -t -u") => {
                rest.next();
            }
            Some(name) if is_variable(name) => {
                shell.set(name, value.clone());
                any = true;
            }
            _ => {}
        }
    }
    if !any {
        shell.set("REPLY", value);
    }
}
