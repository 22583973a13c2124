//! Shell calls: every command that the line would run, and what each of them writes.

use std::path::{Path, PathBuf};

use super::checkout::{self, Where};
use super::guard::Guard;
use super::refusal;
use super::target::{self, Links, Written};
use super::ward::{Reach, Ruling, Ward};
use crate::config::Answer;
use crate::effects::{self, Target, Write};
use crate::env::CLAUDE_PROJECT_DIR;
use crate::event::PreToolUse;
use crate::path::real_path;
use crate::shell::{self, Command, Limit, Place, Reading, Setting, Word};
use crate::show::shown;

/// Command lines in command lines, at most: deeper than any person writes.
const DEEPEST: usize = 8;

/// Command lines that commands hand to a shell, at most, in one call.
const MOST_SCRIPTS: usize = 100;

/// Judges a command line that runs in the event's folder, if it is told no other.
pub(super) fn judge(
    guard: &mut Guard<'_>,
    call: &PreToolUse<'_>,
    source: &str,
    workdir: Option<PathBuf>,
) {
    let of_event = || guard.event.cwd().filter(|cwd| cwd.is_absolute()).map(Path::to_path_buf);
    let cwd = workdir.or_else(of_event);
    let wards = guard.session_wards();
    super::if_interrupted(guard, call, wards.first());
    let setting = setting(guard, cwd);
    let mut line = Line { guard, wards, scripts: 0 };
    line.read(source, &setting, 0);
}

fn setting(guard: &Guard<'_>, cwd: Option<PathBuf>) -> Setting {
    let environment = guard.event.environment();
    Setting { cwd, home: environment.home(), project: environment.folder(CLAUDE_PROJECT_DIR) }
}

/// One call of a shell.
struct Line<'g, 'e> {
    guard: &'g mut Guard<'e>,
    /// The guarded main checkouts of the session.
    wards: Vec<Ward>,
    /// How many command lines were handed to a shell.
    scripts: usize,
}

impl Line<'_, '_> {
    fn read(&mut self, source: &str, setting: &Setting, depth: usize) {
        let analysis = shell::analyse(source, setting);
        match analysis.reading {
            Reading::Whole => {}
            Reading::Leading { lines } => {
                self.note(|| format!("only the first {lines} lines are shell text, and run"));
            }
            Reading::Refused => self.note(|| "no shell would run this".to_owned()),
            Reading::TooMuch(limit) => self.too_much(limit),
        }
        for command in &analysis.commands {
            if self.guard.is_done() {
                return;
            }
            self.command(command, depth);
        }
    }

    fn command(&mut self, command: &Command, depth: usize) {
        self.note(|| told(command));
        let effects = effects::of(command);
        for write in &effects.writes {
            if self.guard.is_done() {
                return;
            }
            self.write(write, command);
        }
        for lane in &effects.lanes {
            if let Place::At(path) = lane {
                self.guard.will_be_lane(path);
            }
        }
        if let Some(why) = &effects.opaque {
            self.opaque(why, &effects.cwd);
        }
        for script in &effects.scripts {
            self.scripts += 1;
            if depth == DEEPEST {
                return self.too_much(Limit::Nesting);
            }
            if self.scripts > MOST_SCRIPTS {
                return self.too_much(Limit::Work);
            }
            let cwd = match &script.cwd {
                Place::At(cwd) => Some(cwd.clone()),
                Place::Below(_) | Place::Unknown => None,
            };
            let setting = setting(self.guard, cwd);
            self.read(&script.text, &setting, depth + 1);
        }
    }

    fn write(&mut self, write: &Write, command: &Command) {
        match &write.target {
            Target::Path(place) => self.path(write, place),
            Target::Checkout { dir, git_dir, work_tree, branch } => {
                let place = Where {
                    dir,
                    git_dir: git_dir.as_ref(),
                    work_tree: work_tree.as_ref(),
                    branch: branch.as_ref().and_then(Word::text),
                };
                let by = named(&write.by);
                if !checkout::judge(self.guard, &by, &place) {
                    let why = format!("{by} changes a checkout that is not known");
                    self.opaque(&why, &command.cwd);
                }
            }
        }
    }

    fn path(&mut self, write: &Write, place: &Place) {
        let (path, reach) = match place {
            Place::At(path) if write.recursive => (path, Reach::Tree),
            Place::At(path) if is_mkdir(&write.by) => (path, Reach::NewFolder),
            Place::At(path) => (path, Reach::File),
            Place::Below(folder) => (folder, Reach::Below),
            // Effects report it as opaque.
            Place::Unknown => return,
        };
        let links = match reach {
            Reach::Below => Links::Followed,
            _ => Links::of(&write.by, write.recursive),
        };
        let written = Written { by: named(&write.by), path: path.clone(), reach };
        target::judge(self.guard, &written, links);
    }

    /// Nobody can say what it writes: it counts where it runs in a guarded checkout.
    fn opaque(&mut self, why: &str, cwd: &Place) {
        let cwd: Option<PathBuf> = match cwd.path() {
            Some(cwd) => Some(real_path(cwd)),
            None => self.guard.session.cwd(self.guard.event).map(Path::to_path_buf),
        };
        let ruling = cwd.map(|cwd| self.guard.rule(&cwd, Reach::Below));
        let Some(Ruling::Guarded(ward)) = ruling else {
            return self.note(|| format!("opaque: {why}; it runs in no guarded checkout"));
        };
        self.note(|| format!("opaque: {why}; `opaque` is {}", word(ward.rules.opaque)));
        if ward.rules.opaque != Answer::Allow {
            let reason = refusal::of_opaque(self.guard, why, &ward);
            self.guard.answer(ward.rules.opaque, &ward.rules, reason);
        }
    }

    fn too_much(&mut self, limit: Limit) {
        let Some(ward) = self.wards.first() else {
            return self.note(|| format!("too much to read, {limit}; the session is not guarded"));
        };
        let answer = ward.rules.unanalysable;
        self.note(|| format!("too much to read, {limit}; `unanalysable` is {}", word(answer)));
        if answer == Answer::Allow {
            self.guard.event.log(format!("a command was not read, {limit}: the call passes"));
            return;
        }
        let reason = refusal::of_unreadable(&limit.to_string(), ward);
        self.guard.answer(answer, &ward.rules, reason);
    }

    fn note(&self, text: impl FnOnce() -> String) {
        self.guard.event.note(text);
    }
}

/// A program as the reader of a refusal knows it.
fn named(by: &str) -> String {
    if by == "redirection" { "a redirection".to_owned() } else { format!("`{by}`") }
}

fn is_mkdir(by: &str) -> bool {
    matches!(by, "mkdir" | "gmkdir")
}

fn word(answer: Answer) -> &'static str {
    match answer {
        Answer::Allow => "allow",
        Answer::Ask => "ask",
        Answer::Deny => "deny",
    }
}

/// A command for a person: its words, where it runs, and what starts it.
fn told(command: &Command) -> String {
    let mut words: Vec<String> = command.words.iter().map(ToString::to_string).collect();
    for redirect in &command.redirects {
        words.push(format!("{}{}", if redirect.writes { ">" } else { "<" }, redirect.target));
    }
    let cwd = match &command.cwd {
        Place::At(cwd) => format!("in `{}`", shown(cwd)),
        Place::Below(cwd) => format!("somewhere in `{}`", shown(cwd)),
        Place::Unknown => "in an unknown folder".to_owned(),
    };
    let by = match command.carriers.as_slice() {
        [] => String::new(),
        carriers => format!(", started by {}", carriers.join(", ")),
    };
    format!("command `{}` {cwd}{by}", words.join(" "))
}
