//! `cargo bench -p cvg-hooks --bench gate`: what milestone-gate adds to a tool call that makes no
//! milestone, beside an empty Rust program, and what a pass that is remembered costs.
//!
//! Each run is a whole process. The programs take turns, so that a busy moment of the machine
//! falls on all of them. The bench fails if an answer is wrong or a ratio is over its limit.
//!
//! ```text
//! cargo bench -p cvg-hooks --bench gate -- [--rounds N] [--program PATH]
//! ```

#[path = "../shared/mod.rs"]
mod shared;

use std::ffi::OsString;
use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use cvg_hooks::Host;
use cvg_hooks::testkit::Payload;
use shared::job::{Answer, Job, take_turns};
use shared::lines::{long, short};
use shared::options::{self, Options, Outcome};
use shared::{EMPTY, empty_program, git, quantile};
use tempfile::TempDir;

const OTHER: &str = "a call of another tool";
const SHORT: &str = "a shell command of 200 bytes";
const LONG: &str = "a shell command of 10 KB";
const KEPT: &str = "a tag whose content has passed";

/// A call that makes no milestone may cost so many empty programs.
const LIMIT: f64 = 2.0;

fn main() -> ExitCode {
    options::main("gate", 1000, run)
}

/// Measures.
fn run(options: &Options) -> Outcome {
    let hook = options.hook(option_env!("CARGO_BIN_EXE_milestone-gate"))?;
    let scene = Scene::build(&hook)?;
    let mut jobs = scene.jobs();
    scene.counterproof()?;
    take_turns(&mut jobs, options.rounds)?;
    report(&jobs, &hook)
}

/// A repository with a layer that passes, and one with a layer that fails.
struct Scene {
    folder: TempDir,
    root: PathBuf,
    hook: PathBuf,
    empty: PathBuf,
}

impl Scene {
    fn build(hook: &Path) -> Result<Self, String> {
        let folder = tempfile::tempdir().map_err(|error| error.to_string())?;
        let home = fs::canonicalize(folder.path()).map_err(|error| error.to_string())?;
        for (name, run) in [("repo", "true"), ("closed", "false")] {
            let root = home.join(name);
            let toml = format!("[[gate.layer]]\nname = \"x\"\nrun = \"{run}\"\n");
            fs::create_dir_all(root.join("src"))
                .and_then(|()| fs::write(root.join("convergo.toml"), toml))
                .map_err(|error| error.to_string())?;
            git(&root, "init -q")?;
            git(&root, "add -A")?;
            git(&root, "commit -q -m one")?;
        }
        let empty = empty_program(&home)?;
        Ok(Self { folder, root: home.join("repo"), hook: hook.to_owned(), empty })
    }

    /// Everything that is measured in turn.
    fn jobs(&self) -> Vec<Job> {
        let read = Payload::recorded(Host::Claude, "PreToolUse.Read");
        let read = read.file_path(self.root.join("src/a.rs"));
        let shell = |line: &str| Payload::shell(Host::Claude, line);
        vec![
            Job {
                program: self.empty.clone(),
                arguments: Vec::new(),
                ..self.job(EMPTY, Answer::Silence, &read)
            },
            self.job(OTHER, Answer::Silence, &read),
            self.job(SHORT, Answer::Silence, &shell(&short(".worktrees/lane"))),
            self.job(LONG, Answer::Silence, &shell(&long(".worktrees/lane"))),
            Job { is_slow: true, ..self.job(KEPT, Answer::Anything, &shell("git tag v1")) },
        ]
    }

    /// A hook that looks at nothing would be fast.
    fn counterproof(&self) -> Result<(), String> {
        let line = format!("{} && git -C ../closed tag v1", short("."));
        self.job("a tag that is denied", Answer::Denial, &Payload::shell(Host::Claude, &line))
            .play()
    }

    fn job(&self, name: &'static str, answer: Answer, payload: &Payload) -> Job {
        Job {
            name,
            answer,
            is_slow: false,
            program: self.hook.clone(),
            arguments: ["--host", "claude"].map(OsString::from).to_vec(),
            home: self.folder.path().to_owned(),
            input: payload.clone().cwd(&self.root).to_bytes(),
            forgets: None,
            seconds: Vec::new(),
        }
    }
}

/// The table, with each ratio beside its limit, and whether all are kept.
fn report(jobs: &[Job], hook: &Path) -> Outcome {
    let cores = std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
    let mut text = format!(
        "whole processes on {cores} cores; microseconds\n\n{:36}{:>9}{:>9}{:>8}{:>9}{:>7}\n",
        "", "median", "p99", "ratio", "limit", "runs"
    );
    let floor = jobs.iter().find(|job| job.name == EMPTY).ok_or("no floor was measured")?;
    let floor = quantile(&floor.seconds, 0.5);
    let mut met = true;
    for job in jobs {
        let median = quantile(&job.seconds, 0.5);
        let ratio = median / floor;
        let limit = matches!(job.name, OTHER | SHORT).then_some(LIMIT);
        let limit = limit.map_or(String::new(), |limit| {
            met &= ratio <= limit;
            format!("{limit} {}", if ratio <= limit { "ok" } else { "OVER" })
        });
        // Writing to a String cannot fail.
        let _ = writeln!(
            text,
            "{:36}{:>9.0}{:>9.0}{ratio:>8.2}{limit:>9}{:>7}",
            job.name,
            median * 1e6,
            quantile(&job.seconds, 0.99) * 1e6,
            job.seconds.len(),
        );
    }
    let size = fs::metadata(hook).map_err(|error| error.to_string())?.len();
    let _ = writeln!(text, "\nthe program: {size} bytes");
    Ok((text, met))
}
