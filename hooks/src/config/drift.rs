//! The settings of drift-detector, as they count in the end.

use std::path::{Path, PathBuf};
use std::time::Duration;

use super::fault::{Fault, FaultPlace};
use super::section::{self, Section};

/// `[drift]`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Drift {
    /// Does drift-detector do anything?
    pub enabled: bool,
    /// More repositories whose drift is told, as they are written: relative to the main
    /// checkout, absolute, or below `~/`.
    pub repos: Vec<PathBuf>,
    /// From here on the grade is YELLOW.
    pub yellow: Limits,
    /// From here on the grade is RED.
    pub red: Limits,
    /// How long counting may take, for all repositories together.
    pub deadline: Duration,
}

/// From which numbers on a grade holds: one of them is enough.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Limits {
    /// Files that differ from the last commit, or are not in it.
    pub files: u64,
    /// Sessions since the last convergence.
    pub sessions: u64,
}

impl Default for Drift {
    fn default() -> Self {
        Self {
            enabled: true,
            repos: Vec::new(),
            yellow: Limits { files: 10, sessions: 4 },
            red: Limits { files: 25, sessions: 6 },
            deadline: Duration::from_secs(5),
        }
    }
}

/// A number, and who set it.
type Number = Option<(u64, FaultPlace)>;

/// The keys of one source.
#[derive(Debug, Default)]
struct Layer {
    enabled: Option<bool>,
    repos: Option<Vec<PathBuf>>,
    yellow_files: Number,
    yellow_sessions: Number,
    red_files: Number,
    red_sessions: Number,
    deadline: Number,
}

/// A limit above this is none.
const MOST: u64 = 1_000_000;

fn keys(section: &mut Section<'_, '_, '_, '_>) -> Layer {
    Layer {
        enabled: section.flag("enabled"),
        repos: section.texts("repos", folder),
        yellow_files: section.number("yellow-files", 1..=MOST),
        yellow_sessions: section.number("yellow-sessions", 1..=MOST),
        red_files: section.number("red-files", 1..=MOST),
        red_sessions: section.number("red-sessions", 1..=MOST),
        deadline: section.number("deadline", 1..=60),
    }
}

fn folder(text: &str) -> Result<PathBuf, String> {
    if text.is_empty() { Err("the path is empty; name a folder".into()) } else { Ok(text.into()) }
}

/// What these files say, the last one with the last word, and what is wrong with it.
pub(super) fn read<'f>(files: impl Iterator<Item = &'f Path>) -> (Drift, Vec<Fault>) {
    let mut drift = Drift::default();
    let mut all = Vec::new();
    // The places of the limits that are set.
    let (mut yellow_files, mut yellow_sessions) = (None, None);
    let (mut red_files, mut red_sessions) = (None, None);
    for file in files {
        let (layer, faults) = section::read(file, "drift", keys);
        all.extend(faults);
        drift.enabled = layer.enabled.unwrap_or(drift.enabled);
        drift.repos = layer.repos.unwrap_or(drift.repos);
        put(&mut drift.yellow.files, &mut yellow_files, layer.yellow_files);
        put(&mut drift.yellow.sessions, &mut yellow_sessions, layer.yellow_sessions);
        put(&mut drift.red.files, &mut red_files, layer.red_files);
        put(&mut drift.red.sessions, &mut red_sessions, layer.red_sessions);
        if let Some((seconds, _)) = layer.deadline {
            drift.deadline = Duration::from_secs(seconds);
        }
    }
    let Drift { yellow, red, .. } = drift;
    for (name, yellow, red, place) in [
        ("files", yellow.files, red.files, yellow_files.or(red_files)),
        ("sessions", yellow.sessions, red.sessions, yellow_sessions.or(red_sessions)),
    ] {
        if let Some(place) = place.filter(|_| yellow > red) {
            all.push(Fault {
                place,
                problem: format!("`yellow-{name}` is {yellow} and `red-{name}` is {red}"),
                remedy: format!("set both, `red-{name}` not below `yellow-{name}`"),
            });
        }
    }
    (drift, all)
}

fn put(number: &mut u64, place: &mut Option<FaultPlace>, set: Number) {
    if let Some((value, at)) = set {
        *number = value;
        *place = Some(at);
    }
}
