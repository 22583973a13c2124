//! The walk over a command line, and over the lines that its commands hand to a shell.

use std::path::PathBuf;
use std::time::{Duration, Instant};

use super::call::{Call, Made, bare};
use super::carriers::{self, Carried};
use super::{
    Found, Milestone, What, forge, git, node, others, powershell, python, raw, rust, shown,
};
use crate::config;
use crate::effects;
use crate::shell::{self, Command, Limit, Place, Reading, Setting, Word};

/// Command lines in command lines, at most: deeper than any person writes.
const DEEPEST: usize = 8;

/// Command lines that commands hand to a shell, at most, in one call.
const MOST_SCRIPTS: usize = 100;

/// Bytes of those in all.
const MOST_TEXT: usize = 256 << 10;

/// Time for all of them: each has a limit of its own.
const MOST_TIME: Duration = Duration::from_secs(1);

/// Milestones that are kept of one line: all of them need the same layers.
const MOST: usize = 50;

/// Judges a call, if it belongs to the family.
type Judge = fn(&Call<'_>) -> Option<Made>;

const FAMILIES: &[Judge] = &[forge::judge, rust::judge, node::judge, python::judge, others::judge];

pub(super) struct Finder<'a> {
    setting: &'a Setting,
    gate: &'a config::Gate,
    milestones: Vec<Milestone>,
    /// How many command lines were handed to a shell, and how long they are together.
    scripts: usize,
    text: usize,
    started: Instant,
    exceeded: Option<Limit>,
    /// Aliases of the shell that the line defines.
    aliases: Vec<(String, String)>,
}

impl<'a> Finder<'a> {
    pub(super) fn new(setting: &'a Setting, gate: &'a config::Gate) -> Self {
        Self {
            setting,
            gate,
            milestones: Vec::new(),
            scripts: 0,
            text: 0,
            started: Instant::now(),
            exceeded: None,
            aliases: Vec::new(),
        }
    }

    /// The milestones of a line of a POSIX shell.
    pub(super) fn line(mut self, line: &str) -> Found {
        let reading = self.read(line, self.setting.cwd.clone(), 0);
        self.found(line, reading)
    }

    /// The milestones of a line of PowerShell.
    pub(super) fn powershell(mut self, line: &str) -> Found {
        let cwd = self.cwd();
        self.read_powershell(line, &cwd, 0);
        self.found(line, Reading::Whole)
    }

    fn cwd(&self) -> Place {
        self.setting.cwd.clone().map_or(Place::Unknown, Place::At)
    }

    fn found(mut self, line: &str, reading: Reading) -> Found {
        let reading = match (reading, self.exceeded) {
            (Reading::TooMuch(limit), _) | (_, Some(limit)) => Reading::TooMuch(limit),
            (reading, None) => reading,
        };
        // What was not read may do anything: its text decides.
        if let Reading::TooMuch(limit) = reading
            && let Some((program, word)) = raw::pair(line)
        {
            let place = self.cwd();
            self.keep(What::Unread(limit), format!("{program} … {word}"), place);
        }
        Found { milestones: self.milestones, reading }
    }

    fn keep(&mut self, what: What, shown: String, place: Place) {
        let milestone = Milestone { what, shown, place };
        if self.milestones.len() < MOST && !self.milestones.contains(&milestone) {
            self.milestones.push(milestone);
        }
    }

    fn read(&mut self, source: &str, cwd: Option<PathBuf>, depth: usize) -> Reading {
        let analysis = shell::analyse(source, &Setting { cwd, ..self.setting.clone() });
        for command in &analysis.commands {
            self.command(command, depth);
        }
        analysis.reading
    }

    /// A command line that a command hands to a shell.
    fn script(&mut self, source: &str, cwd: &Place, depth: usize) {
        if !self.grant(source, depth) {
            return;
        }
        let cwd = match cwd {
            Place::At(cwd) => Some(cwd.clone()),
            Place::Below(_) | Place::Unknown => None,
        };
        if let Reading::TooMuch(limit) = self.read(source, cwd, depth + 1) {
            self.exceeded.get_or_insert(limit);
        }
    }

    fn read_powershell(&mut self, source: &str, cwd: &Place, depth: usize) {
        if !self.grant(source, depth) {
            return;
        }
        let (commands, is_whole) = powershell::commands(source, cwd);
        if !is_whole {
            self.exceeded.get_or_insert(Limit::Work);
        }
        for command in commands {
            // What has another name there is the same program.
            if matches!(command.words[0].prefix(), "iex" | "invoke-expression") {
                let text = powershell::joined(command.words[1..].iter());
                self.read_powershell(text.skeleton(), &command.cwd, depth + 1);
            } else {
                self.command(&command, depth);
            }
        }
    }

    /// May one more command line be read?
    fn grant(&mut self, source: &str, depth: usize) -> bool {
        self.scripts += 1;
        self.text += source.len();
        let limit = if depth > DEEPEST {
            Limit::Nesting
        } else if self.scripts > MOST_SCRIPTS
            || self.text > MOST_TEXT
            || self.started.elapsed() > MOST_TIME
        {
            Limit::Work
        } else {
            return true;
        };
        self.exceeded.get_or_insert(limit);
        false
    }

    /// One command, and what it starts.
    fn command(&mut self, command: &Command, depth: usize) {
        if command.words.is_empty() {
            return;
        }
        if command.computed.first().is_some_and(Word::is_known) {
            return self.script(&computed(command), &command.cwd, depth);
        }
        if self.carried(command, depth) {
            if self.is_named(command) {
                let shown = shown::line(&command.words);
                self.keep(What::Named, shown, command.cwd.clone());
            }
            return;
        }
        self.judge(command, depth);
        let effects = effects::of(command);
        for started in effects.started {
            let inner = Command { words: started.words, cwd: started.cwd, ..command.clone() };
            // What those start is among the effects of the first.
            if !self.carried(&inner, depth) {
                self.judge(&inner, depth);
            }
        }
        for script in effects.scripts {
            self.script(&script.text, &script.cwd, depth);
        }
    }

    /// Judges one command by itself.
    fn judge(&mut self, command: &Command, depth: usize) {
        let Some(program) = command.words.first().and_then(Word::text) else { return };
        let words = command.arguments();
        let call = Call { name: bare(program), words, cwd: command.cwd.clone(), command };
        let made = FAMILIES
            .iter()
            .find_map(|judge| judge(&call))
            .or_else(|| others::containers(&call).filter(|_| self.gate.docker_push));
        let made = made.or_else(|| {
            let outcome = git::judge(&call, self.setting.home.as_deref())?;
            for (script, place) in &outcome.scripts {
                self.script(script, place, depth);
            }
            outcome.made
        });
        let made = made.or_else(|| self.is_named(command).then(|| call.here(What::Named)));
        if let Some(made) = made {
            self.keep(made.what, shown::line(&command.words), made.place);
        }
    }

    /// Does the configuration name this command, by its path or by its name alone?
    fn is_named(&self, command: &Command) -> bool {
        let Some(program) = command.words.first().and_then(Word::text) else { return false };
        let mut words: Vec<&str> = command.words.iter().map(Word::skeleton).collect();
        let mut matches = |name| {
            words[0] = name;
            self.gate.milestones.iter().any(|pattern| pattern.matches(&words))
        };
        matches(program) || matches(program.rsplit('/').next().unwrap_or(program))
    }

    /// Takes off what carries a command and is not the shell's own. `false` if nothing does.
    fn carried(&mut self, command: &Command, depth: usize) -> bool {
        if let Some(alias) = self.aliased(command) {
            // Other shells run the program itself.
            self.script(&alias, &command.cwd, depth);
        }
        match carriers::carried(command) {
            Some(Carried::Words(words)) => {
                if !words.is_empty() && self.grant("", depth + 1) {
                    self.command(&Command { words, ..command.clone() }, depth + 1);
                }
            }
            Some(Carried::Shell(text)) => self.script(&text, &command.cwd, depth),
            Some(Carried::PowerShell(text, cwd)) => self.read_powershell(&text, &cwd, depth + 1),
            None => return false,
        }
        true
    }

    /// The command behind an alias of the shell that the line defines: some shells know it
    /// from the next line on.
    fn aliased(&mut self, command: &Command) -> Option<String> {
        let program = command.words.first()?.text()?;
        if program == "alias" {
            let defined = command.arguments().iter().filter_map(|word| {
                let (name, value) = word.text()?.split_once('=')?;
                Some((name.to_owned(), value.to_owned()))
            });
            let room = MOST_SCRIPTS.saturating_sub(self.aliases.len());
            self.aliases.extend(defined.take(room));
            return None;
        }
        let own = self.aliases.iter().rev().find(|(name, _)| name == program);
        // One that names itself, as `git` for `hub`, ends there.
        let (_, value) = own.filter(|(_, value)| value.split(' ').next() != Some(program))?;
        let mut text = value.clone();
        for word in command.arguments() {
            text.push(' ');
            text.push_str(&effects::quoted(word));
        }
        Some(text)
    }
}

/// A command whose program the line computes, as a line of its own, with the variables that
/// programs of ours look at.
fn computed(command: &Command) -> String {
    let mut pieces = Vec::new();
    for (name, value) in &command.variables {
        if name.starts_with("GIT_") || name.starts_with("npm_config_") {
            pieces.push(format!("{name}={}", effects::quoted(value)));
        }
    }
    pieces.extend(command.computed.iter().chain(command.arguments()).map(effects::quoted));
    pieces.join(" ")
}
