//! What the cases do not cover: how enforce-worktree is configured, what it says, and the
//! places, tools and events that are odd. Through the real program, on real repositories.

// Links and modes of files.
#![cfg(unix)]

#[path = "../support/mod.rs"]
mod support;

mod configuration;
mod git;
mod lines;
mod mcp;
mod places;
mod reports;
mod shell;
mod start;
mod texts;

use std::fs;
use std::path::Path;

use cvg_hooks::Host;
use cvg_hooks::testkit::{Payload, Played, Player};
use support::Place;

/// A repository `/repo` with a lane, another repository `/other`, and the guard's program.
struct Setup {
    place: Place,
    player: Player,
}

impl Setup {
    /// With `[worktree]` and these lines in the `convergo.toml` of `/repo`.
    fn new(lines: &str) -> Setup {
        let place = Place::new();
        place.write("/repo/src/a.rs", "alpha\n");
        place.write("/repo/docs/a.md", "text\n");
        place.repository("/repo");
        place.git("/repo", "worktree add -q .worktrees/lane -b lane");
        place.repository("/other");
        place.mkdir("/outside");
        place.mkdir("/home");
        let player = Player::new(env!("CARGO_BIN_EXE_enforce-worktree"), place.root());
        let setup = Setup { place, player };
        setup.configure(lines);
        setup
    }

    /// With the guard on, and these lines.
    fn guarded(lines: &str) -> Setup {
        Setup::new(&format!("enforce = true\n{lines}"))
    }

    fn configure(&self, lines: &str) {
        self.place.write("/repo/convergo.toml", format!("[worktree]\n{lines}\n"));
    }

    fn env(mut self, name: &str, value: &str) -> Setup {
        self.player = self.player.env(name, value);
        self
    }

    fn argument(mut self, argument: &str) -> Setup {
        self.player = self.player.argument(argument);
        self
    }

    fn play(&self, payload: &Payload) -> Played {
        self.player.play(payload)
    }

    /// An edit of `path` in a session that stands in `/repo`.
    fn edit(&self, path: &str) -> Played {
        self.edit_from("/repo", path)
    }

    fn edit_from(&self, cwd: &str, path: &str) -> Played {
        let file = if path.starts_with('/') { self.place.at(path) } else { path.into() };
        self.play(&Payload::edit(Host::Claude, file).cwd(self.place.at(cwd)))
    }

    /// A shell command; paths of the place are written as `@/repo`.
    fn run(&self, cwd: &str, command: &str) -> Played {
        self.run_on(Host::Claude, cwd, command)
    }

    fn run_on(&self, host: Host, cwd: &str, command: &str) -> Played {
        let command = self.here(command);
        self.play(&Payload::shell(host, &command).cwd(self.place.at(cwd)))
    }

    /// The text with `@/` made paths of the place.
    fn here(&self, text: &str) -> String {
        text.replace("@/", &format!("{}/", self.place.root().display()))
    }

    /// What the hook logged so far.
    fn log(&self) -> String {
        fs::read_to_string(self.player.log()).unwrap_or_default()
    }

    /// A program that is there, for `PATH`.
    fn program(&self, path: &str) {
        self.place.write(path, "#!/bin/sh\n");
    }
}

/// The reason of a refusal.
#[track_caller]
fn refused(played: &Played) -> String {
    played.denied().unwrap_or_else(|| panic!("not refused: {:?}", played.answer()))
}

#[track_caller]
fn passed(played: &Played) {
    assert!(played.is_silent(), "{:?}", played.answer());
}

/// The place as it stands in texts.
fn text(path: &Path) -> String {
    path.display().to_string()
}
