//! milestone-gate through its real program, on real repositories: what it lets pass, what it
//! denies, and what it runs.

// Links, modes and signals.
#![cfg(unix)]

#[path = "../support/mod.rs"]
mod support;

mod cases;
mod kills;
mod node;
mod passes;
mod refusals;
mod rust;
mod switches;
mod unread;

use std::fs;
use std::path::PathBuf;

use cvg_hooks::testkit::{Payload, Played, Player};
use cvg_hooks::{Environment, Host};
use support::Place;

/// A repository `/repo` with a lane, another repository `/other`, and the program.
struct Setup {
    place: Place,
    player: Player,
}

impl Setup {
    /// With this `convergo.toml` in `/repo`, which git ignores there.
    fn new(toml: &str) -> Setup {
        let place = Place::new();
        place.write("/repo/.gitignore", "/.worktrees/\n/convergo.toml\n");
        place.write("/repo/a.txt", "text\n");
        place.repository("/repo");
        place.git("/repo", "worktree add -q .worktrees/lane -b lane");
        place.repository("/other");
        place.mkdir("/home");
        let setup = Setup { player: player(&place), place };
        setup.configure(toml);
        setup
    }

    /// With a layer that says so in a file of its own, each time that it runs.
    fn counting() -> Setup {
        Setup::new("").with_layer("count", "echo run >> \"$HOME/runs\"")
    }

    /// With one more layer.
    fn with_layer(self, name: &str, run: &str) -> Setup {
        let run = run.replace('\\', "\\\\").replace('"', "\\\"");
        let file = self.place.at("/repo/convergo.toml");
        let before = fs::read_to_string(&file).expect("a file");
        let layer = format!("{before}\n[[gate.layer]]\nname = \"{name}\"\nrun = \"{run}\"\n");
        fs::write(file, layer).expect("a file");
        self
    }

    fn configure(&self, toml: &str) {
        self.place.write("/repo/convergo.toml", toml);
    }

    fn env(mut self, name: &str, value: &str) -> Setup {
        self.player = self.player.env(name, value);
        self
    }

    fn payload(&self, host: Host, line: &str) -> Payload {
        let line = line.replace("@/", &format!("{}/", self.place.root().display()));
        Payload::shell(host, &line).cwd(self.place.at("/repo"))
    }

    /// What the hook answers to a command line of Claude Code; `@/` stands for `/`.
    fn play(&self, line: &str) -> Played {
        self.player.play(&self.payload(Host::Claude, line))
    }

    /// Why a command line is denied, on both hosts.
    #[track_caller]
    fn denied(&self, line: &str) -> String {
        let reason = self.play(line).denied().unwrap_or_else(|| panic!("`{line}` passes"));
        let on_codex = self.player.play(&self.payload(Host::Codex, line)).denied();
        assert!(on_codex.is_some(), "`{line}` passes on Codex");
        reason
    }

    /// What the user is told of a command line that passes.
    #[track_caller]
    fn passed(&self, line: &str) -> String {
        let played = self.play(line);
        assert_eq!(played.denied(), None, "`{line}`");
        played.message().unwrap_or_default()
    }

    /// How often the counting layer has run.
    fn runs(&self) -> usize {
        let runs = fs::read_to_string(self.home().join("runs")).unwrap_or_default();
        runs.lines().count()
    }

    fn home(&self) -> PathBuf {
        self.place.at("/home")
    }

    /// The log of the hook.
    fn log(&self) -> String {
        fs::read_to_string(self.player.log()).unwrap_or_default()
    }

    /// The text with the place's folder as `@`.
    fn here(&self, text: &str) -> String {
        text.replace(&self.place.root().display().to_string(), "@")
    }
}

/// The program with the tools of this machine and a home of its own.
fn player(place: &Place) -> Player {
    let path = Environment::of_process().get("PATH").expect("tests run with a PATH");
    Player::new(env!("CARGO_BIN_EXE_milestone-gate"), place.root()).env("PATH", path)
}

/// Is every one of these in the text?
#[track_caller]
fn says(text: &str, parts: &[&str]) {
    for part in parts {
        assert!(text.contains(part), "no `{part}` in:\n{text}");
    }
}
