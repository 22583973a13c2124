//! Runs one program as the gate runs a layer, and prints how it ended.
//!
//! `run-layer LIMIT_MS LOG FOLDER WORD…`. All of its environment goes to the program.

use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::{Duration, Instant};

use cvg_hooks::Environment;
use cvg_hooks::gate::process::{Job, run, serve_if_asked};

fn main() -> ExitCode {
    if let Some(code) = serve_if_asked() {
        return code;
    }
    let mut words = std::env::args_os().skip(1);
    let mut next = || words.next().expect("LIMIT_MS LOG FOLDER WORD…");
    let limit: u64 = next().to_string_lossy().parse().expect("milliseconds");
    let log = PathBuf::from(next());
    let folder = PathBuf::from(next());
    let job = Job { words: words.collect(), folder, environment: Environment::of_process().all() };
    let mut lines = 0;
    let mut on_line = |_: &str| lines += 1;
    let listens = Environment::of_process().get("LISTEN").is_some();
    let on_line: Option<&mut dyn FnMut(&str)> = if listens { Some(&mut on_line) } else { None };
    let ended = run(&job, Instant::now() + Duration::from_millis(limit), &log, on_line);
    print(&format!("{:?} left {} lines {lines} peak {}", ended.end, ended.left, peak()));
    ExitCode::SUCCESS
}

/// The most memory that this process ever had, in KiB.
fn peak() -> String {
    let status = std::fs::read_to_string(Path::new("/proc/self/status")).unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    line.map(|line| line.trim().trim_end_matches(" kB").to_owned()).unwrap_or_default()
}

#[expect(clippy::print_stdout, reason = "the test reads it")]
fn print(line: &str) {
    println!("{line}");
}
