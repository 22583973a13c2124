//! `cargo bench -p cvg-hooks --bench latency`: what enforce-worktree adds to a tool call, beside
//! an empty Rust program, a Node script and a bash script of the same duty.
//!
//! Each run is a whole process, from its start to its end, with an event on standard input.
//! The programs take turns, so that a busy moment of the machine falls on all of them. The
//! bench fails if an answer is wrong or a ratio to the empty program is over its limit.
//!
//! ```text
//! cargo bench -p cvg-hooks --bench latency -- [--rounds N] [--program PATH]
//! ```

mod report;
mod scene;
#[path = "../shared/mod.rs"]
mod shared;

use std::io::Write;
use std::path::PathBuf;
use std::process::ExitCode;

use scene::Scene;
use shared::note;

/// A slow program takes part in one of so many rounds.
const SLOW: usize = 20;

/// How often the largest input is played.
const LARGE: usize = 7;

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
        note("latency: nothing to test here; run it with `cargo bench --bench latency`");
        return Ok(true);
    };
    let built = option_env!("CARGO_BIN_EXE_enforce-worktree").map(PathBuf::from);
    let hook = options.program.or(built).ok_or("there is no program enforce-worktree")?;
    let scene = Scene::build(&hook)?;
    let mut jobs = scene.jobs();
    let mut large = scene.large();
    for job in jobs.iter_mut().chain([&mut large]) {
        job.warm_up()?;
    }
    scene.counterproofs()?;
    for round in 0..options.rounds {
        // Who comes after a slow program pays for it: each round begins with another one.
        jobs.rotate_left(1);
        for job in &mut jobs {
            if !job.is_slow || round % SLOW == 0 {
                job.play()?;
            }
        }
    }
    for _ in 0..LARGE {
        large.play()?;
    }
    let turned = options.rounds % jobs.len();
    jobs.rotate_right(turned);
    let report = report::Report::of(&hook, &jobs, &large)?;
    let written = std::io::stdout().write_all(report.table().as_bytes());
    written.map_err(|error| error.to_string())?;
    Ok(report.is_met())
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
