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
use std::fmt::Write as _;
use std::fs;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use cvg_hooks::Host;
use cvg_hooks::testkit::Payload;
use shared::job::{Answer, Job};
use shared::lines::{long, short};
use shared::{EMPTY, empty_program, git, note, quantile};
use tempfile::TempDir;

const OTHER: &str = "a call of another tool";
const SHORT: &str = "a shell command of 200 bytes";
const LONG: &str = "a shell command of 10 KB";
const KEPT: &str = "a tag whose content has passed";

/// A call that makes no milestone may cost so many empty programs.
const LIMIT: f64 = 2.0;

/// What starts other programs takes part in one of so many rounds.
const SLOW: usize = 20;

struct Options {
    rounds: usize,
    /// Another build of the hook than that of this package: a static one, say.
    program: Option<PathBuf>,
}

fn main() -> ExitCode {
    match run() {
        Ok(met) => ExitCode::from(u8::from(!met)),
        Err(error) => {
            note(&format!("error: {error}"));
            ExitCode::FAILURE
        }
    }
}

/// Measures; whether every limit is kept.
fn run() -> Result<bool, String> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let Some(options) = parse(&arguments)? else {
        note("gate: nothing to test here; run it with `cargo bench --bench gate`");
        return Ok(true);
    };
    let built = option_env!("CARGO_BIN_EXE_milestone-gate").map(PathBuf::from);
    let hook = options.program.or(built).ok_or("there is no program milestone-gate")?;
    let hook = fs::canonicalize(&hook).map_err(|error| format!("{}: {error}", hook.display()))?;
    let scene = Scene::build(&hook)?;
    let mut jobs = scene.jobs();
    for job in &mut jobs {
        job.warm_up()?;
    }
    scene.counterproof()?;
    for round in 0..options.rounds {
        // Who comes first is another one each time.
        let first = round % jobs.len();
        for at in 0..jobs.len() {
            let count = jobs.len();
            let job = &mut jobs[(first + at) % count];
            if !job.is_slow || round % SLOW == 0 {
                job.play()?;
            }
        }
    }
    let (table, met) = report(&jobs, &hook)?;
    std::io::stdout().write_all(table.as_bytes()).map_err(|error| error.to_string())?;
    Ok(met)
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
fn report(jobs: &[Job], hook: &Path) -> Result<(String, bool), String> {
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

/// `None` when Cargo runs this as a test: only `cargo bench` adds the argument `--bench`.
fn parse(arguments: &[String]) -> Result<Option<Options>, String> {
    if !arguments.iter().any(|argument| argument == "--bench") {
        return Ok(None);
    }
    let mut options = Options { rounds: 1000, program: None };
    let mut rest = arguments.iter().filter(|argument| *argument != "--bench");
    while let Some(argument) = rest.next() {
        let value = rest.next().ok_or_else(|| format!("{argument} needs a value"))?;
        match argument.as_str() {
            "--rounds" => {
                let rounds = value.parse().ok().filter(|rounds| *rounds > 0);
                options.rounds = rounds.ok_or_else(|| format!("--rounds {value}"))?;
            }
            "--program" => options.program = Some(PathBuf::from(value)),
            _ => return Err(format!("unknown argument {argument}")),
        }
    }
    Ok(Some(options))
}
