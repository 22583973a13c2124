//! `cargo bench -p cvg-hooks --bench drift`: what drift-detector adds to `git status`, on
//! repositories of 1,000, 10,000 and 100,000 files, and to an event that does not concern it,
//! beside an empty Rust program.
//!
//! Each run is a whole process. The programs take turns, so that a busy moment of the machine
//! falls on all of them. The bench fails if an answer is wrong or a ratio is over its limit.
//!
//! ```text
//! cargo bench -p cvg-hooks --bench drift -- [--rounds N] [--program PATH] [--max FILES]
//! ```

mod report;
mod scene;
#[path = "../shared/mod.rs"]
mod shared;

use std::io::Write;
use std::path::PathBuf;
use std::process::ExitCode;

use report::Report;
use scene::Scene;
use shared::job::Job;
use shared::note;

/// Files of the repositories.
const SIZES: [usize; 3] = [1_000, 10_000, 100_000];

/// A start costs little, and so needs more rounds for the same certainty.
const STARTS: usize = 10;

struct Options {
    rounds: usize,
    /// Another build of the hook than that of this package: a static one, say.
    program: Option<PathBuf>,
    /// Larger repositories are left out.
    max: usize,
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
        note("drift: nothing to test here; run it with `cargo bench --bench drift`");
        return Ok(true);
    };
    let built = option_env!("CARGO_BIN_EXE_drift-detector").map(PathBuf::from);
    let hook = options.program.or(built).ok_or("there is no program drift-detector")?;
    let scene = Scene::build(&hook)?;
    let mut report = Report::default();
    let mut starts = scene.starts();
    take_turns(&mut starts, options.rounds * STARTS)?;
    report.starts(&starts);
    for size in SIZES.into_iter().filter(|size| *size <= options.max) {
        note(&format!("drift: a repository of {size} files"));
        let repository = scene.repository(size)?;
        let mut jobs = scene.counts(&repository);
        take_turns(&mut jobs, options.rounds)?;
        // A hook that looks at nothing would be fast.
        scene.counterproof(&repository)?;
        report.counts(size, &jobs);
    }
    let written = std::io::stdout().write_all(report.table(&hook)?.as_bytes());
    written.map_err(|error| error.to_string())?;
    report.is_met(&hook)
}

fn take_turns(jobs: &mut [Job], rounds: usize) -> Result<(), String> {
    for job in &mut *jobs {
        job.warm_up()?;
    }
    for round in 0..rounds {
        // Who comes first is another one each time.
        let first = round % jobs.len();
        for at in 0..jobs.len() {
            jobs[(first + at) % jobs.len()].play()?;
        }
    }
    Ok(())
}

/// `None` when Cargo runs this as a test: only `cargo bench` adds the argument `--bench`.
fn parse(arguments: &[String]) -> Result<Option<Options>, String> {
    if !arguments.iter().any(|argument| argument == "--bench") {
        return Ok(None);
    }
    let mut options = Options { rounds: 50, program: None, max: usize::MAX };
    let mut rest = arguments.iter().filter(|argument| *argument != "--bench");
    while let Some(argument) = rest.next() {
        let value = rest.next().ok_or_else(|| format!("{argument} needs a value"))?;
        let number = || value.parse().ok().filter(|number| *number > 0);
        match argument.as_str() {
            "--rounds" => {
                options.rounds = number().ok_or_else(|| format!("--rounds {value}"))?;
            }
            "--max" => options.max = number().ok_or_else(|| format!("--max {value}"))?,
            "--program" => options.program = Some(PathBuf::from(value)),
            _ => return Err(format!("unknown argument {argument}")),
        }
    }
    Ok(Some(options))
}
