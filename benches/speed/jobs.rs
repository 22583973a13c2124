//! The jobs that are compared, all on the same files.

use std::fs;
use std::path::Path;
use std::time::Instant;

use anyhow::Result;

use crate::measure::{Program, Samples, Summary, sample};
use crate::peer::Peer;

/// A batch is repeated until it lasts about this long, in seconds, so that the kernel's hundredths
/// say something about a program of two milliseconds.
const BATCH: f64 = 0.4;

/// A job takes part in further rounds until it has used this many seconds, but in two at least.
const BUDGET: f64 = 30.0;

/// Something to do, again and again.
pub(crate) struct Job<'a> {
    pub(crate) name: &'static str,
    programs: Vec<Program>,
    /// Brings back the state in which it begins; not measured.
    prepare: Box<dyn Fn() -> Result<()> + 'a>,
    samples: Samples,
    repeat: u32,
}

/// What a job turned out to cost; seconds and bytes.
pub(crate) struct Cost {
    pub(crate) name: &'static str,
    pub(crate) wall: Summary,
    pub(crate) cpu: Option<Summary>,
    pub(crate) memory: Option<u64>,
    pub(crate) runs: usize,
}

/// The names that the report computes ratios from.
pub(crate) const COPY: &str = "cp -r, both trees";
pub(crate) const DIFF: &str = "diff -r, both trees";
pub(crate) const BUILD: &str = "cvg-gen build, from nothing";
pub(crate) const BUILD_AGAIN: &str = "cvg-gen build, nothing to do";
pub(crate) const CHECK: &str = "cvg-gen --check";
pub(crate) const PEER: &str = "rulesync generate --check";

/// Everything to measure in `root`, where both trees are rendered and `copy` holds a copy of them.
pub(crate) fn all<'a>(root: &'a Path, peer: Option<(&Peer, &Path)>) -> Vec<Job<'a>> {
    let scratch = root.join("scratch");
    let cp = |host: &str| {
        let to = scratch.join(host);
        Program::new("cp", ["-r".into(), root.join("plugins").join(host), to], root)
    };
    let prepare_copy = {
        let scratch = scratch.clone();
        move || {
            remove(&scratch)?;
            Ok(fs::create_dir(&scratch)?)
        }
    };
    let nothing = || Ok(());
    let mut jobs = vec![
        Job::new(COPY, vec![cp("claude"), cp("codex")], prepare_copy),
        Job::new(DIFF, vec![Program::new("diff", ["-r", "plugins", "copy"], root)], nothing),
        Job::new(BUILD, vec![cvg_gen(root, "build")], || remove_rendered(root)),
        Job::new(BUILD_AGAIN, vec![cvg_gen(root, "build")], nothing),
        Job::new(CHECK, vec![cvg_gen(root, "--check")], nothing),
    ];
    if let Some((peer, root)) = peer {
        jobs.push(Job::new(PEER, vec![peer.check(root)], nothing));
    }
    jobs
}

/// The program that this bench is about, as `cargo bench` has just built it.
pub(crate) fn cvg_gen(root: &Path, verb: &str) -> Program {
    Program::new(env!("CARGO_BIN_EXE_cvg-gen"), [verb], root)
}

/// Removes everything that `cvg-gen build` writes.
pub(crate) fn remove_rendered(root: &Path) -> Result<()> {
    ["plugins", ".claude-plugin", ".agents"].iter().try_for_each(|name| remove(&root.join(name)))
}

fn remove(folder: &Path) -> Result<()> {
    if folder.exists() {
        fs::remove_dir_all(folder)?;
    }
    Ok(())
}

impl<'a> Job<'a> {
    fn new(
        name: &'static str,
        programs: Vec<Program>,
        prepare: impl Fn() -> Result<()> + 'a,
    ) -> Self {
        let prepare = Box::new(prepare);
        Self { name, programs, prepare, samples: Samples::default(), repeat: 1 }
    }

    /// One run that warms up and tells how many runs make a batch.
    pub(crate) fn calibrate(&mut self) -> Result<()> {
        (self.prepare)()?;
        let started = Instant::now();
        self.programs.iter().try_for_each(Program::run)?;
        let runs = BATCH / started.elapsed().as_secs_f64();
        #[expect(
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            reason = "clamped to a few"
        )]
        let repeat = runs.ceil().clamp(1.0, 200.0) as u32;
        self.repeat = repeat;
        Ok(())
    }

    /// One batch, unless the job has had its share of time.
    pub(crate) fn round(&mut self) -> Result<()> {
        let spent: f64 = self.samples.wall.iter().sum();
        if self.samples.cpu.len() >= 2 && spent > BUDGET {
            return Ok(());
        }
        sample(&self.programs, &self.prepare, self.repeat, &mut self.samples)
    }

    /// Adds a run that watches memory, and sums up.
    pub(crate) fn finish(self) -> Result<Option<Cost>> {
        let mut memory = None;
        (self.prepare)()?;
        for program in &self.programs {
            memory = program.peak_memory()?.max(memory);
        }
        let cpu = Summary::of(&self.samples.cpu);
        let runs = self.samples.wall.len();
        let summary = Summary::of(&self.samples.wall);
        Ok(summary.map(|wall| Cost { name: self.name, wall, cpu, memory, runs }))
    }
}
