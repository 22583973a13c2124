//! drift-detector as a host plays it: the real program, on repositories that git made.

// Links, modes and processes.
#![cfg(unix)]

#[path = "../support/mod.rs"]
mod support;

mod configuration;
mod counting;
mod ledger;
mod odd;
mod slow;
mod start;
mod stop;

use std::fs;
use std::path::{Path, PathBuf};

use cvg_hooks::Host;
use cvg_hooks::testkit::{Payload, Played, Player};
use support::Place;

/// A repository `/repo` with a lane, another one `/other`, and the hook's program.
struct Setup {
    place: Place,
    player: Player,
}

impl Setup {
    fn new() -> Setup {
        let place = Place::new();
        place.write("/repo/.gitignore", "*.log\n/.worktrees/\n");
        place.write("/repo/src/a.rs", "alpha\n");
        place.write("/repo/src/b.rs", "beta\n");
        place.repository("/repo");
        place.git("/repo", "worktree add -q .worktrees/lane -b lane");
        place.repository("/other");
        place.mkdir("/outside");
        place.mkdir("/home");
        let player = Player::new(env!("CARGO_BIN_EXE_drift-detector"), place.root())
            .env("PATH", option_env!("PATH").unwrap_or("/usr/bin:/bin"));
        Setup { place, player }
    }

    /// With these lines in `[drift]` of `/repo`, which counts as no changed file.
    fn configured(lines: &str) -> Setup {
        let setup = Setup::new();
        setup.place.write("/repo/convergo.toml", format!("[drift]\n{lines}\n"));
        setup.place.commit("/repo");
        setup
    }

    fn env(mut self, name: &str, value: impl AsRef<std::ffi::OsStr>) -> Setup {
        self.player = self.player.env(name, value.as_ref());
        self
    }

    /// New files of that number in a repository.
    fn new_files(&self, repository: &str, number: usize) {
        for file in 0..number {
            self.place.write(&format!("{repository}/new/{file}"), "");
        }
    }

    fn event(&self, name: &str, host: Host, cwd: &str) -> Payload {
        Payload::recorded(host, name).cwd(self.place.at(cwd))
    }

    /// The start of a session that no other test step has used.
    fn start_on(&self, host: Host, cwd: &str, session: &str) -> Played {
        self.player.play(&self.event("SessionStart", host, cwd).session(session))
    }

    fn start(&self, cwd: &str, session: &str) -> Played {
        self.start_on(Host::Claude, cwd, session)
    }

    fn stop_on(&self, host: Host, cwd: &str, session: &str) -> Played {
        self.player.play(&self.event("Stop", host, cwd).session(session))
    }

    fn stop(&self, cwd: &str, session: &str) -> Played {
        self.stop_on(Host::Claude, cwd, session)
    }

    fn ledger(&self) -> PathBuf {
        self.place.at("/home/.claude/convergence-ledger.md")
    }

    /// The counter of a repository.
    fn sessions(&self, repository: &str) -> u64 {
        let ledger = cvg_hooks::ledger::open(&self.ledger()).expect("a ledger");
        ledger.sessions(&self.place.at(repository))
    }

    fn log(&self) -> String {
        fs::read_to_string(self.player.log()).unwrap_or_default()
    }

    /// The text with `@/` made paths of the place.
    fn here(&self, text: &str) -> String {
        text.replace("@/", &format!("{}/", self.place.root().display()))
    }
}

#[track_caller]
fn silent(played: &Played) {
    assert!(played.is_silent(), "{:?}", played.answer());
}

/// What the model hears.
#[track_caller]
fn context(played: &Played) -> String {
    played.context().unwrap_or_else(|| panic!("no context: {:?}", played.answer()))
}

/// What the user reads.
#[track_caller]
fn message(played: &Played) -> String {
    played.message().unwrap_or_else(|| panic!("no message: {:?}", played.answer()))
}

/// Every file below a folder with its content, and its links.
fn snapshot(folder: &Path) -> Vec<(PathBuf, Vec<u8>)> {
    let mut files = Vec::new();
    let mut folders = vec![folder.to_path_buf()];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).expect("a folder") {
            let entry = entry.expect("an entry");
            let path = entry.path();
            if entry.file_type().expect("a type").is_dir() {
                folders.push(path.clone());
                files.push((path, Vec::new()));
            } else {
                let content = fs::read(&path).unwrap_or_default();
                files.push((path, content));
            }
        }
    }
    files.sort();
    files
}
