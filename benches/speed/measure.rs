//! Runs programs and says what they cost: wall time, CPU time, peak memory.
//!
//! CPU time comes from what the kernel adds up for the children we have waited for
//! (`/proc/self/stat`). It shows hundredths of a second, so a short program is run many times
//! between two looks. Peak memory (`VmHWM`) is watched in runs of its own, since watching disturbs.
//! Where there is no /proc, both are left out.

use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail};

/// USER_HZ: what the kernel shows to programs on every architecture we know, whatever it ticks at
/// inside (proc_pid_stat(5), sysconf(3)).
const TICKS_A_SECOND: f64 = 100.0;

/// A program with its arguments, ready to be run again and again.
#[derive(Clone)]
pub(crate) struct Program {
    path: PathBuf,
    arguments: Vec<OsString>,
    cwd: PathBuf,
}

impl Program {
    pub(crate) fn new<A: Into<OsString>>(
        path: impl Into<PathBuf>,
        arguments: impl IntoIterator<Item = A>,
        cwd: &Path,
    ) -> Self {
        let arguments = arguments.into_iter().map(Into::into).collect();
        Self { path: path.into(), arguments, cwd: cwd.to_owned() }
    }

    pub(crate) fn command(&self) -> Command {
        let mut command = Command::new(&self.path);
        command.args(&self.arguments).current_dir(&self.cwd);
        command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::piped());
        command
    }

    /// Runs it to its end, whatever its exit code.
    pub(crate) fn output(&self) -> Result<Output> {
        self.command().output().with_context(|| self.path.display().to_string())
    }

    /// Runs it; exit code 0 or an error with what it said.
    pub(crate) fn run(&self) -> Result<()> {
        self.expect_success(&self.output()?)
    }

    fn expect_success(&self, output: &Output) -> Result<()> {
        if !output.status.success() {
            let said = String::from_utf8_lossy(&output.stderr);
            let Self { path, arguments, .. } = self;
            bail!("{} {arguments:?} ended with {}: {}", path.display(), output.status, said.trim());
        }
        Ok(())
    }

    /// Runs it once more and watches its peak memory, in bytes. What it takes in its last half
    /// millisecond may be missed.
    pub(crate) fn peak_memory(&self) -> Result<Option<u64>> {
        let mut child = self.command().stderr(Stdio::null()).spawn()?;
        let status_file = PathBuf::from(format!("/proc/{}/status", child.id()));
        let mut peak = None;
        while child.try_wait()?.is_none() {
            peak = high_water_mark(&status_file).max(peak);
            thread::sleep(Duration::from_micros(500));
        }
        Ok(peak)
    }
}

fn high_water_mark(status_file: &Path) -> Option<u64> {
    let status = fs::read_to_string(status_file).ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    let kilobytes: u64 = line.trim().strip_suffix("kB")?.trim().parse().ok()?;
    Some(kilobytes * 1024)
}

/// CPU seconds, user and system, of every child waited for so far and of their children.
fn cpu_of_children() -> Option<f64> {
    let stat = fs::read_to_string("/proc/self/stat").ok()?;
    // The second field is the program's name in parentheses and may hold anything; cutime and
    // cstime are fields 16 and 17.
    let (_, rest) = stat.rsplit_once(')')?;
    let mut fields = rest.split_whitespace().skip(13);
    let mut ticks = || fields.next()?.parse::<f64>().ok();
    Some((ticks()? + ticks()?) / TICKS_A_SECOND)
}

/// Runs `programs` one after the other, `repeat` times, each time after `prepare`, which costs
/// nothing. Adds to `samples` the wall time of each time and the mean CPU time.
pub(crate) fn sample(
    programs: &[Program],
    prepare: &dyn Fn() -> Result<()>,
    repeat: u32,
    samples: &mut Samples,
) -> Result<()> {
    let before = cpu_of_children();
    for _ in 0..repeat {
        prepare()?;
        let started = Instant::now();
        for program in programs {
            program.run()?;
        }
        samples.wall.push(started.elapsed().as_secs_f64());
    }
    if let (Some(before), Some(after)) = (before, cpu_of_children()) {
        samples.cpu.push((after - before) / f64::from(repeat));
    }
    Ok(())
}

/// Repeated measurements of one job, in seconds.
#[derive(Default)]
pub(crate) struct Samples {
    /// One a run.
    pub(crate) wall: Vec<f64>,
    /// One a batch of runs: their mean.
    pub(crate) cpu: Vec<f64>,
}

/// The least and the middle of some measurements. The least is the one with the fewest
/// disturbances; the median says how far it is from the usual.
#[derive(Clone, Copy)]
pub(crate) struct Summary {
    pub(crate) min: f64,
    pub(crate) median: f64,
}

impl Summary {
    /// `None` of nothing.
    pub(crate) fn of(values: &[f64]) -> Option<Self> {
        let mut sorted = values.to_vec();
        sorted.sort_by(f64::total_cmp);
        Some(Self { min: *sorted.first()?, median: *sorted.get(sorted.len() / 2)? })
    }
}
