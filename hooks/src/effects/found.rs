//! Collects what one command writes, relative to where it runs.

use crate::shell::{Command, Place, Word};
use crate::table::one_of;

use super::args::Arguments;
use super::{Effects, Script, Target, Write};

/// The effects found so far.
pub(super) struct Found<'a> {
    /// The command that is judged.
    pub command: &'a Command,
    /// Where its program works: the command's directory, or what an option makes of it.
    pub cwd: Place,
    /// What a write is ascribed to.
    pub by: String,
    /// How many programs have started each other so far.
    pub depth: usize,
    /// What was found.
    pub effects: Effects,
}

impl<'a> Found<'a> {
    pub(super) fn new(command: &'a Command) -> Self {
        Self {
            command,
            cwd: command.cwd.clone(),
            by: command.program().unwrap_or_default().to_owned(),
            depth: 0,
            effects: Effects::default(),
        }
    }

    /// `word` is written. Standard output and nothing at all are no files.
    pub(super) fn file(&mut self, word: &Word) {
        self.path(word, false);
    }

    /// All of these are written.
    pub(super) fn files(&mut self, words: &[&Word]) {
        for word in words {
            self.file(word);
        }
    }

    /// The values of these options are written.
    pub(super) fn values(&mut self, args: &Arguments<'_>, names: &str) {
        for file in args.values(names) {
            self.file(file);
        }
    }

    /// `word` and everything below it is written.
    pub(super) fn tree(&mut self, word: &Word) {
        self.path(word, true);
    }

    pub(super) fn path(&mut self, word: &Word, recursive: bool) {
        if word.is_known() && matches!(word.prefix(), "" | "-") {
            return;
        }
        let place = self.cwd.resolve(word);
        self.place(place, recursive);
    }

    /// `word` as a pattern that the program itself expands: `src/**/*.ts`.
    pub(super) fn pattern(&mut self, word: &Word, recursive: bool) {
        if word.prefix().starts_with('!') {
            return;
        }
        match word.prefix().find(['*', '?', '[', '{']) {
            Some(0) => self.here(),
            Some(at) => self.path(&Word::beginning(&word.prefix()[..at]), recursive),
            None => self.path(word, recursive),
        }
    }

    /// Everything below the working directory.
    pub(super) fn here(&mut self) {
        self.place(self.cwd.clone(), true);
    }

    /// A file in the folder `dir` that is called as `source` is.
    pub(super) fn inside(&mut self, dir: &Word, source: &Word) {
        let (Some(folder), Some(name)) = (dir.text(), source.text().and_then(base_name)) else {
            let inside = match dir.text() {
                Some(folder) => Word::beginning(format!("{}/", folder.trim_end_matches('/'))),
                None => dir.clone(),
            };
            return self.file(&inside);
        };
        let slash = if folder.is_empty() || folder.ends_with('/') { "" } else { "/" };
        self.file(&Word::known(format!("{folder}{slash}{name}")));
    }

    /// `place` is written.
    pub(super) fn place(&mut self, place: Place, recursive: bool) {
        match place {
            Place::Unknown => self.unknown(),
            Place::At(path) if path.to_str().is_some_and(is_device) => {}
            place => {
                let write = Write { target: Target::Path(place), by: self.by.clone(), recursive };
                // Only the last ones are compared: `rm` may get ten thousand files.
                if !self.effects.writes.iter().rev().take(8).any(|other| *other == write) {
                    self.effects.writes.push(write);
                }
            }
        }
    }

    /// Something is written, and nobody can say where.
    pub(super) fn unknown(&mut self) {
        self.opaque(format!("`{}` gets a path that is not known", self.by));
    }

    /// Nobody can say what else happens. The first reason counts.
    pub(super) fn opaque(&mut self, why: impl Into<String>) {
        if self.effects.opaque.is_none() {
            self.effects.opaque = Some(why.into());
        }
    }

    /// A shell runs `text`.
    pub(super) fn shell(&mut self, text: impl Into<String>) {
        let script = Script { text: text.into(), cwd: self.cwd.clone() };
        self.effects.scripts.push(script);
    }

    /// A shell runs `word`, if that is known.
    pub(super) fn shell_word(&mut self, word: &Word) {
        match word.text() {
            Some(text) => self.shell(text),
            None => self.opaque(format!("`{}` runs a command that is not known", self.by)),
        }
    }
}

/// The last component of a path, or nothing for `.`, `..` and `/`.
pub(super) fn base_name(path: &str) -> Option<&str> {
    let name = path.trim_end_matches('/').rsplit('/').next()?;
    (!matches!(name, "" | "." | "..")).then_some(name)
}

/// Is this a file in `/dev` that keeps nothing? `/dev/shm` does keep files.
pub(super) fn is_device(path: &str) -> bool {
    let Some(name) = path.strip_prefix("/dev/") else {
        return false;
    };
    one_of(name, "null stdout stderr stdin tty zero full")
        || ["fd/", "tcp/", "udp/", "pts/"].iter().any(|folder| name.starts_with(folder))
}
