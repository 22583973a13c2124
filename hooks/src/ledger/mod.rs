//! The ledger of convergences: one Markdown file for all repositories of a user, which a
//! person can read and edit.
//!
//! Each repository has a section under its root, with the number of sessions since the last
//! convergence and an entry for each one that was held. Only what is understood is changed,
//! line by line; everything else stays byte for byte. Many sessions write at once, so a
//! change holds a lock, and the file is replaced whole.

mod edit;
mod entry;
mod error;
mod file;
mod lines;
mod read;
mod section;

use std::path::{Path, PathBuf};
use std::time::Duration;

use serde::Serialize;

pub use entry::{Entry, Fate, Item, Phase, PhaseRecord, Release, Triage, UnknownWord};
pub use error::{LedgerError, Unfinished};
use lines::Line;
use section::{Block, BlockKind, Section, key};

use crate::path::real_path;
use crate::{Date, Environment, env};

/// The largest ledger that is read, in bytes.
pub const LIMIT: u64 = 16 << 20;

/// What a new ledger begins with.
const HEADER: &str = "# Convergence ledger

How many sessions each repository has had since its last convergence, and what each convergence found. You may edit it; what is not understood stays as it is.
";

/// Where the ledger is: `CVG_LEDGER`, or else `~/.claude/convergence-ledger.md`.
pub fn path(environment: &Environment) -> Result<PathBuf, LedgerError> {
    let usual = || environment.home().map(|home| home.join(".claude/convergence-ledger.md"));
    environment.folder(env::CVG_LEDGER).or_else(usual).ok_or(LedgerError::Nowhere)
}

/// The text of a ledger, and what was understood of it.
#[derive(Debug)]
pub struct Ledger {
    bytes: Vec<u8>,
    lines: Vec<Line>,
    sections: Vec<Section>,
    is_locked: bool,
}

/// A session was counted, or was already.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Counted {
    /// The sessions since the last convergence, this one included.
    pub sessions: u64,
    /// Did it count now?
    pub new: bool,
}

/// What the ledger says about a repository.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Repository {
    /// Its root, as the heading has it.
    pub root: String,
    /// The line of the heading, from 1.
    pub line: usize,
    /// The day from which on sessions are counted.
    pub baseline: Option<Date>,
    /// Sessions since the last convergence.
    pub sessions: u64,
    /// What the gate found last.
    pub release: Option<Release>,
    /// The convergences, in the order of the file.
    pub entries: Vec<Entry>,
}

/// Reads the ledger. One that is not there is new, and nothing is written.
pub fn open(path: &Path) -> Result<Ledger, LedgerError> {
    Ok(match file::read(&real_path(path))? {
        Some(bytes) if !bytes.is_empty() => Ledger::of(bytes),
        _ => Ledger::new(),
    })
}

/// Changes the ledger, alone: waits for its lock for up to `wait`, reads it, and writes it
/// if `edit` changed it. A ledger that is not there is made, and where the path is a link,
/// the file behind it is replaced.
///
/// On a file system without locks it goes on without one, and [`Ledger::is_locked`] says so.
pub fn update<T>(
    path: &Path,
    wait: Duration,
    edit: impl FnOnce(&mut Ledger) -> T,
) -> Result<T, LedgerError> {
    let path = real_path(path);
    let held = file::lock(&path, wait)?;
    let mut ledger = open(&path)?;
    ledger.is_locked = held.is_some();
    let before = ledger.bytes.clone();
    let edited = edit(&mut ledger);
    if ledger.bytes != before {
        if ledger.is_locked {
            file::tidy(&path);
        }
        file::replace(&path, &ledger.bytes)?;
    }
    Ok(edited)
}

impl Ledger {
    fn new() -> Self {
        Self::of(HEADER.into())
    }

    /// The ledger with this text.
    pub fn of(bytes: Vec<u8>) -> Self {
        let mut ledger = Self { bytes, lines: Vec::new(), sections: Vec::new(), is_locked: false };
        ledger.understand();
        ledger
    }

    fn understand(&mut self) {
        self.lines = lines::of(&self.bytes);
        self.sections = section::of(&self.bytes, &self.lines);
    }

    /// Its text.
    pub fn as_bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// Does this program hold its lock? Otherwise a change that another one makes meanwhile
    /// may be lost.
    pub fn is_locked(&self) -> bool {
        self.is_locked
    }

    /// Every repository that it knows, in the order of the file.
    pub fn repositories(&self) -> Vec<Repository> {
        let known = self.sections.iter().enumerate().filter(|(at, section)| {
            section.is_understood() && self.first(&section.root) == Some(*at)
        });
        known.map(|(_, section)| self.repository_of(section)).collect()
    }

    /// What it says about the repository with this root.
    pub fn repository(&self, root: &Path) -> Option<Repository> {
        self.section(root).map(|section| self.repository_of(section))
    }

    /// The sessions of a repository since its last convergence; 0 if it is not known.
    pub fn sessions(&self, root: &Path) -> u64 {
        let sessions = self.section(root).and_then(|section| section.sessions.as_ref());
        sessions.map_or(0, |(number, ..)| *number)
    }

    /// What could not be understood, with its line, for a person. It stays as it is.
    pub fn doubts(&self) -> Vec<String> {
        let mut doubts = Vec::new();
        for (at, section) in self.sections.iter().enumerate() {
            let (line, root) = (section.lines.start + 1, &section.root);
            if !section.is_understood() {
                doubts.push(format!(
                    "line {line}: the section `{root}` has no line `- {}: NUMBER`; write one, \
                     or remove the section",
                    section::SESSIONS
                ));
            } else if self.first(root) != Some(at) {
                doubts.push(format!(
                    "line {line}: there is another section `{root}` above, and that one counts; \
                     make one of both"
                ));
            }
        }
        doubts
    }

    fn first(&self, root: &str) -> Option<usize> {
        self.sections.iter().position(|it| it.root == root && it.is_understood())
    }

    fn index(&self, root: &Path) -> Option<usize> {
        self.first(&key(root))
    }

    fn section(&self, root: &Path) -> Option<&Section> {
        self.index(root).map(|at| &self.sections[at])
    }

    fn repository_of(&self, section: &Section) -> Repository {
        let mut entries: Vec<Entry> = Vec::new();
        for block in &section.blocks {
            if let Some(entry) = self.entry_of(block) {
                entries.push(entry);
            } else if block.kind == BlockKind::Retro
                && let Some(entry) = entries.last_mut()
            {
                let lines = self.lines[block.lines.clone()].iter();
                let said = lines.filter_map(|it| lines::bullet(lines::text(&self.bytes, it)));
                entry.retro.extend(said.map(|(_, said)| said.to_owned()));
            }
        }
        Repository {
            root: section.root.clone(),
            line: section.lines.start + 1,
            baseline: section.baseline.as_ref().map(|(date, _)| *date),
            sessions: section.sessions.as_ref().map_or(0, |(number, ..)| *number),
            release: section.release.as_ref().map(|(release, _)| release.clone()),
            entries,
        }
    }

    fn entry_of(&self, block: &Block) -> Option<Entry> {
        let BlockKind::Entry(date, grade) = block.kind else { return None };
        Some(read::entry(&self.bytes, &self.lines, block.lines.clone(), date, grade))
    }
}

#[cfg(test)]
mod tests;
