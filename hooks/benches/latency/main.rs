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

use std::process::ExitCode;

use scene::Scene;
use shared::job::take_turns;
use shared::options::{self, Options, Outcome};

/// How often the largest input is played.
const LARGE: usize = 7;

fn main() -> ExitCode {
    options::main("latency", 1000, run)
}

/// Measures.
fn run(options: &Options) -> Outcome {
    let hook = options.hook(option_env!("CARGO_BIN_EXE_enforce-worktree"))?;
    let scene = Scene::build(&hook)?;
    let mut jobs = scene.jobs();
    let mut large = scene.large();
    scene.counterproofs()?;
    take_turns(&mut jobs, options.rounds)?;
    large.warm_up()?;
    for _ in 0..LARGE {
        large.play()?;
    }
    let report = report::Report::of(&hook, &jobs, &large)?;
    Ok((report.table(), report.is_met()))
}
