//! Acceptance 6: SIGKILL at any moment leaves each file old or new, and the next run
//! makes the trees equal to those of a fresh build, without asking for anything.
//!
//! A thousand skills for two hosts, a hundred kills. Half of the moments are drawn
//! from the whole run, half from the time in which it writes, which is short.
#![cfg(unix)]

mod common;

use std::fs;
use std::process::{Child, Stdio};
use std::time::{Duration, Instant};

use common::random::Random;
use common::{Entry, PLUGIN, Repo, Snapshot, command};

/// Twenty of these are missing from each state of the source.
const SKILLS: usize = 1_020;
/// Kills of builds from nothing, and of builds after a change.
const KILLS: usize = 50;

/// States of the source. From one to the next, half of the skills change, and some
/// come or go.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Variant {
    One,
    Two,
    Three,
}

impl Variant {
    const ALL: [Self; 3] = [Self::One, Self::Two, Self::Three];

    fn text(self, number: usize) -> Option<String> {
        let word = match (self, number % 2) {
            (Self::One, _) | (Self::Two, 1) => "first",
            (Self::Two, _) => "second",
            (Self::Three, _) => "third",
        };
        let gone = match self {
            Self::One => number % 51 == 7,
            Self::Two => number % 51 == 8,
            Self::Three => number % 51 == 9,
        };
        let head = format!("---\nname: skill-{number}\ndescription: Skill {number}\n---\n");
        (!gone).then(|| format!("{head}The {word} text.\n"))
    }

    fn folder(self) -> String {
        format!("source-{self:?}")
    }

    fn write(self, repo: &Repo) {
        let folder = self.folder();
        repo.write(&format!("{folder}/plugin.yaml"), PLUGIN);
        for number in 0..SKILLS {
            if let Some(text) = self.text(number) {
                repo.write(&format!("{folder}/skills/skill-{number}/SKILL.md"), text);
            }
        }
    }
}

/// The repository, and what a fresh build of each variant gives.
struct Scene {
    repo: Repo,
    fresh: Vec<(Variant, Snapshot)>,
    random: Random,
    killed_while_writing: usize,
}

impl Scene {
    fn new(seed: u64, variants: &[Variant]) -> Self {
        let repo = Repo::in_memory();
        let mut scene =
            Self { repo, fresh: Vec::new(), random: Random::new(seed), killed_while_writing: 0 };
        for &variant in variants {
            variant.write(&scene.repo);
            scene.choose(variant);
            scene.clear();
            scene.repo.build();
            let output = scene.output();
            assert!(output.len() > 2 * 1_000, "a whole tree");
            scene.fresh.push((variant, output));
        }
        scene
    }

    /// Makes a variant the source: `canonical` is a link to its folder.
    fn choose(&self, variant: Variant) {
        if self.repo.exists("canonical") {
            fs::remove_file(self.repo.path("canonical")).expect("a link");
        }
        self.repo.link("canonical", variant.folder());
    }

    fn clear(&self) {
        if self.repo.exists("plugins") {
            self.repo.remove("plugins");
        }
    }

    /// Everything that is no source.
    fn output(&self) -> Snapshot {
        let mut output = common::snapshot(&self.repo.path("plugins"));
        output.retain(|_, entry| *entry != Entry::Folder);
        output
    }

    fn of(&self, variant: Variant) -> &Snapshot {
        &self.fresh.iter().find(|(other, _)| *other == variant).expect("built").1
    }

    /// How long a whole run takes, and how long it writes.
    fn measure(&self) -> (Duration, Duration) {
        let mut child = start(&self.repo);
        let started = Instant::now();
        self.wait_for_writing(&mut child);
        let writing = Instant::now();
        assert!(child.wait().expect("it ends").success());
        (started.elapsed(), writing.elapsed())
    }

    /// Waits until a run has begun to write, or has ended.
    fn wait_for_writing(&self, child: &mut Child) {
        let pending = self.repo.path("plugins/.cvg-gen.pending");
        while !pending.exists() && child.try_wait().expect("a child").is_none() {
            std::thread::sleep(Duration::from_micros(100));
        }
    }

    /// Starts a build and kills it somewhere.
    fn kill_one(&mut self, (whole, writing): (Duration, Duration)) {
        let mut child = start(&self.repo);
        let within = if self.random.below(2) == 0 {
            whole
        } else {
            self.wait_for_writing(&mut child);
            writing
        };
        let micros = u64::try_from(within.as_micros()).expect("seconds at most");
        std::thread::sleep(Duration::from_micros(self.random.below(micros + 1)));
        child.kill().expect("a child that is ours");
        child.wait().expect("it ends");
        self.killed_while_writing += usize::from(self.repo.exists("plugins/.cvg-gen.pending"));
    }

    /// Is every file as one of these builds would have it?
    fn is_old_or_new(&self, among: &[Option<Variant>]) {
        let output = if self.repo.exists("plugins") { self.output() } else { Snapshot::new() };
        let none = Snapshot::new();
        let states: Vec<&Snapshot> =
            among.iter().map(|variant| variant.map_or(&none, |variant| self.of(variant))).collect();
        for (path, entry) in &output {
            if path.split('/').any(|part| part.starts_with(".cvg-gen")) {
                continue;
            }
            let known =
                states.iter().any(|state| state.get(path).is_some_and(|old| same(old, entry)));
            assert!(known, "`{path}` is neither old nor new: {entry:?}");
        }
        // Nothing that both have may be missing.
        for path in states[0].keys() {
            let everywhere = states.iter().all(|state| state.contains_key(path));
            assert!(!everywhere || output.contains_key(path), "`{path}` is gone");
        }
    }

    /// One more run, and nothing tells that there was a crash.
    fn heals(&self, variant: Variant) {
        self.repo.build();
        let (output, fresh) = (self.output(), self.of(variant));
        let names = |files: &Snapshot| files.keys().cloned().collect::<Vec<_>>();
        assert_eq!(names(&output), names(fresh));
        for (path, entry) in fresh {
            assert!(same(entry, &output[path]), "{path}: {:?}", output[path]);
        }
        let stray = common::snapshot(&self.repo.root());
        let stray: Vec<&String> = stray.keys().filter(|path| path.contains(".cvg-gen")).collect();
        assert!(stray.is_empty(), "{stray:?}");
    }
}

/// Equal bytes and modes; times may differ.
fn same(left: &Entry, right: &Entry) -> bool {
    left.bytes() == right.bytes() && left.is_executable() == right.is_executable()
}

fn start(repo: &Repo) -> Child {
    let mut command = command();
    command.current_dir(repo.root()).stdout(Stdio::null()).stderr(Stdio::null());
    command.spawn().expect("the program starts")
}

#[test]
fn builds_from_nothing_that_are_killed() {
    let mut scene = Scene::new(1, &[Variant::One]);
    scene.clear();
    let times = scene.measure();
    for _ in 0..KILLS {
        scene.clear();
        scene.kill_one(times);
        scene.is_old_or_new(&[None, Some(Variant::One)]);
        scene.heals(Variant::One);
    }
    assert!(scene.killed_while_writing > KILLS / 5, "{}", scene.killed_while_writing);
}

#[test]
fn builds_after_a_change_that_are_killed() {
    let mut scene = Scene::new(2, &Variant::ALL);
    let mut now = Variant::Three;
    scene.choose(Variant::One);
    let times = scene.measure();
    scene.choose(Variant::Three);
    scene.repo.build();
    let mut kills = 0;
    while kills < KILLS {
        let mut among = vec![Some(now)];
        // Sometimes the source changes again before the crash is healed.
        let crashes = 1 + usize::from(scene.random.below(3) == 0);
        for _ in 0..crashes {
            let others: Vec<Variant> =
                Variant::ALL.into_iter().filter(|variant| *variant != now).collect();
            now = others[usize::try_from(scene.random.below(2)).expect("0 or 1")];
            scene.choose(now);
            among.push(Some(now));
            scene.kill_one(times);
            scene.is_old_or_new(&among);
            kills += 1;
        }
        scene.heals(now);
    }
    assert!(scene.killed_while_writing > KILLS / 5, "{}", scene.killed_while_writing);
}
