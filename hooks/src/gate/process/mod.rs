//! One layer as a process tree that never outlives the gate.
//!
//! A host that loses its patience kills a hook with `SIGKILL`, alone, with its group or with
//! all of its descendants. So a layer is not a child of the hook: this same executable is
//! started once more as a *guard*, in a session of its own and with no living parent, where
//! none of these reaches it. The guard holds one end of a pipe. When the other end is gone,
//! for whatever reason, it stops the layer and everything that came of it, and ends.

#[cfg(unix)]
mod guard;
#[cfg(unix)]
mod leash;
mod output;
#[cfg(not(unix))]
mod plain;
#[cfg(unix)]
mod tree;

use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::{Duration, Instant};

use output::Output;

/// The size in bytes that the log of a layer has at most. The end is kept.
pub const LOG_LIMIT: u64 = 10_000_000;

/// How long a layer that is stopped has to end by itself: between `SIGTERM` and `SIGKILL`.
pub const GRACE: Duration = Duration::from_secs(2);

/// How long it may take to kill what is left after that. A process that waits for a device
/// cannot be killed.
pub const KILLING: Duration = Duration::from_secs(3);

/// A program to run.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Job {
    /// The program and its arguments.
    pub words: Vec<OsString>,
    /// The working directory.
    pub folder: PathBuf,
    /// All of its environment.
    pub environment: Vec<(OsString, OsString)>,
}

/// How a program ended.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Ended {
    /// The way.
    pub end: End,
    /// From the start until the program itself ended or was stopped.
    pub took: Duration,
    /// How many of its processes could not be killed.
    pub left: usize,
    /// Why the log is not whole.
    pub log_fault: Option<String>,
}

/// The way in which a program ended.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum End {
    /// By itself, with this exit code.
    Exited(i32),
    /// By this signal.
    Killed(i32),
    /// It was stopped at the limit.
    TimedOut,
    /// There is no such program.
    Missing(String),
    /// It could not be started.
    NotStarted(String),
    /// Its guard is gone, and nobody knows.
    Lost,
}

/// Runs a program to its end, but no longer than until `limit` and the time that it takes to
/// stop it: [`GRACE`] and [`KILLING`]. What it prints goes to the file `log`, and line by line
/// to `on_line`, if somebody wants to hear it.
///
/// When this returns, no process of the program is left, but for `left` and, outside of
/// Linux, those that have left its process group. The same holds if this process is killed.
/// The program's standard input is empty.
pub fn run(job: &Job, limit: Instant, log: &Path, on_line: Option<&mut dyn FnMut(&str)>) -> Ended {
    let started = Instant::now();
    let ended = |end| Ended { end, took: started.elapsed(), left: 0, log_fault: None };
    if Instant::now() >= limit {
        return ended(End::TimedOut);
    }
    if !job.folder.is_dir() {
        let folder = job.folder.display();
        return ended(End::NotStarted(format!("the folder `{folder}` is not there")));
    }
    let mut output = Output::new(log, LOG_LIMIT, on_line);
    #[cfg(unix)]
    let result = leash::run(job, limit, &mut output);
    #[cfg(not(unix))]
    let result = plain::run(job, limit, &mut output);
    let (end, took, left) =
        result.unwrap_or_else(|error| (End::NotStarted(error), started.elapsed(), 0));
    Ended { end, took, left, log_fault: output.finish() }
}

/// Serves as the guard of a layer if this process was started as one: then the program has
/// nothing else to do and returns the code. It must be asked before anything else, and in
/// every program that calls [`run`].
pub fn serve_if_asked() -> Option<ExitCode> {
    #[cfg(unix)]
    return guard::serve_if_asked();
    #[cfg(not(unix))]
    None
}
