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

use std::process::ExitCode;

use report::Report;
use scene::Scene;
use shared::job::take_turns;
use shared::note;
use shared::options::{self, Options, Outcome};

/// Files of the repositories.
const SIZES: [usize; 3] = [1_000, 10_000, 100_000];

/// A start costs little, and so needs more rounds for the same certainty.
const STARTS: usize = 10;

fn main() -> ExitCode {
    options::main("drift", 50, run)
}

/// Measures.
fn run(options: &Options) -> Outcome {
    let hook = options.hook(option_env!("CARGO_BIN_EXE_drift-detector"))?;
    let scene = Scene::build(&hook)?;
    let mut report = Report::default();
    let mut starts = scene.starts();
    take_turns(&mut starts, options.rounds * STARTS)?;
    report.starts(&starts);
    let max = options.max.unwrap_or(usize::MAX);
    for size in SIZES.into_iter().filter(|size| *size <= max) {
        note(&format!("drift: a repository of {size} files"));
        let repository = scene.repository(size)?;
        let mut jobs = scene.counts(&repository);
        take_turns(&mut jobs, options.rounds)?;
        // A hook that looks at nothing would be fast.
        scene.counterproof(&repository)?;
        report.counts(size, &jobs);
    }
    Ok((report.table(&hook)?, report.is_met(&hook)?))
}
