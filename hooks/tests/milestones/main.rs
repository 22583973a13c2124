//! Which command lines make a milestone: the cases of milestone-gate, and more lines in both
//! directions, on real repositories. Nothing of what they say is run.

// Links and modes of files.
#![cfg(unix)]

#[path = "../support/mod.rs"]
mod support;

mod cases;
mod configured;
mod forge;
mod languages;
mod mention;
mod node;
mod places;
mod powershell;
mod push;
mod reports;
mod structure;
mod tag;
mod truth;

use cvg_hooks::config::{CommandPattern, Gate};
use cvg_hooks::gate::milestone::{Found, find};
use cvg_hooks::path::real_path;
use cvg_hooks::shell::{Place as At, Setting};
use support::Place;

/// A repository `/repo` with a lane, tags and branches, and another one `/other`.
struct Setup {
    place: Place,
    gate: Gate,
}

impl Setup {
    fn new() -> Setup {
        let place = Place::new();
        place.write("/repo/packages/cli/package.json", "{}\n");
        place.repository("/repo");
        place.git("/repo", "worktree add -q .worktrees/lane -b lane");
        for tag in ["v0.1.0", "nightly"] {
            place.git("/repo", &format!("tag {tag}"));
        }
        place.git("/repo", "tag packed");
        place.git("/repo", "pack-refs --all");
        place.git("/repo", "tag loose");
        for branch in ["2.0", "feature", "release/v1.2.3", "v3"] {
            place.git("/repo", &format!("branch {branch}"));
        }
        place.repository("/other");
        place.mkdir("/home");
        Setup { place, gate: Gate::default() }
    }

    fn naming(mut self, patterns: &[&str]) -> Setup {
        let read = |text: &&str| CommandPattern::new(text).expect("a pattern");
        self.gate.milestones = patterns.iter().map(read).collect();
        self
    }

    fn setting(&self, cwd: &str) -> Setting {
        Setting {
            cwd: Some(self.place.at(cwd)),
            home: Some(self.place.at("/home")),
            ..Setting::default()
        }
    }

    /// Reads a line; paths of the place are written as `@/repo`.
    fn find(&self, cwd: &str, line: &str) -> Found {
        let line = line.replace("@/", &format!("{}/", self.place.root().display()));
        find(&line, &self.setting(cwd), &self.gate)
    }

    /// What the line makes, and where: `creates the tag `v1` in /repo`.
    fn told(&self, cwd: &str, line: &str) -> Vec<String> {
        let found = self.find(cwd, line);
        let told = found.milestones.iter().map(|made| {
            let place = match &made.place {
                At::At(path) => self.named(&real_path(path)),
                At::Below(path) => format!("below {}", self.named(&real_path(path))),
                At::Unknown => "nowhere".to_owned(),
            };
            format!("{} in {place}", made.what)
        });
        told.collect()
    }

    fn named(&self, path: &std::path::Path) -> String {
        match path.strip_prefix(self.place.root()) {
            Ok(path) => format!("/{}", path.display()),
            Err(_) => path.display().to_string(),
        }
    }

    /// Collects every line that is judged wrongly.
    #[track_caller]
    fn check(&self, gated: &[&str], ignored: &[&str]) {
        let lines = gated.iter().map(|line| (line, true)).chain(ignored.iter().map(|l| (l, false)));
        let wrong: Vec<String> = lines
            .filter(|(line, gates)| self.find("/repo", line).milestones.is_empty() == *gates)
            .map(|(line, gates)| format!("{} {line}", if gates { "missed:" } else { "found:" }))
            .collect();
        assert!(wrong.is_empty(), "{} of them\n{}", wrong.len(), wrong.join("\n"));
    }

    /// Compares what each line makes.
    #[track_caller]
    fn tells(&self, lines: &[(&str, &[&str])]) {
        for (line, expected) in lines {
            assert_eq!(self.told("/repo", line), *expected, "{line}");
        }
    }
}
