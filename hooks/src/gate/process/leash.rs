//! The hook's side of a layer: it starts the guard, reads what comes, and lets go at the limit.
//!
//! The guard notices by a pipe whether the hook is still there. Nothing is ever written to it.

use std::io::{self, PipeReader, PipeWriter, Read};
use std::os::fd::AsFd;
use std::os::unix::process::CommandExt;
use std::process::Command;
use std::time::{Duration, Instant};

use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::process::{Pid, Signal, kill_process_group};

use super::guard::{self, Word};
use super::output::Output;
use super::{End, GRACE, Job, KILLING, tree};

/// How long the guard may take beyond its own times before it is given up.
const SLACK: Duration = Duration::from_secs(1);

/// What is read at once. A pipe holds 64 KiB on Linux.
const CHUNK: usize = 1 << 16;

/// What is still in the pipe when the guard is gone is at most this much.
const LEFT_IN_PIPE: usize = 1 << 20;

type Result<T> = std::result::Result<T, String>;

/// Runs a job: how it ended, how long it took, and how many of its processes are left.
pub(super) fn run(
    job: &Job,
    limit: Instant,
    output: &mut Output<'_>,
) -> Result<(End, Duration, usize)> {
    let started = Instant::now();
    let mark = tree::mark();
    let guard = Guard::start(job, &mark).map_err(|error| format!("no guard for it: {error}"))?;
    let mut watch = Watch {
        guard,
        output,
        started,
        mark,
        group: None,
        end: None,
        took: None,
        left: 0,
        unread: Vec::new(),
        bytes: vec![0; CHUNK],
    };
    watch.until(limit);
    Ok(watch.result())
}

/// The guard and the pipes to it.
struct Guard {
    /// While it is open the guard lets the layer live.
    leash: Option<PipeWriter>,
    /// What the guard tells. It ends with the guard.
    reports: PipeReader,
    /// What the layer prints.
    prints: PipeReader,
}

impl Guard {
    fn start(job: &Job, mark: &str) -> io::Result<Self> {
        let (held, leash) = io::pipe()?;
        let (reports, told) = io::pipe()?;
        let (prints, printed) = io::pipe()?;
        let mut command = Command::new(guard::program()?);
        command
            .arg0("gate-guard")
            .arg(guard::DETACH)
            .args(&job.words)
            .current_dir(&job.folder)
            .env_clear()
            .envs(job.environment.iter().map(|(name, value)| (name, value)))
            .env(tree::MARK, mark)
            .stdin(held)
            .stdout(told)
            .stderr(printed);
        let mut starter = command.spawn()?;
        // It holds the other ends of the pipes.
        drop(command);
        starter.wait()?;
        Ok(Self { leash: Some(leash), reports, prints })
    }
}

/// The watch over one layer.
struct Watch<'o, 'a> {
    guard: Guard,
    output: &'o mut Output<'a>,
    started: Instant,
    /// What every process of the layer has in its environment.
    mark: String,
    /// The layer's process group.
    group: Option<Pid>,
    end: Option<End>,
    took: Option<Duration>,
    left: usize,
    /// The beginning of a report.
    unread: Vec<u8>,
    /// Room for what is read.
    bytes: Vec<u8>,
}

impl Watch<'_, '_> {
    /// Reads until the guard is gone, and lets the layer go at the limit.
    fn until(&mut self, limit: Instant) {
        let mut last = limit;
        let mut prints = true;
        loop {
            let now = Instant::now();
            if now >= last {
                if self.guard.leash.take().is_none() {
                    // The guard itself hangs. Its times are over, and so are ours.
                    return self.kill();
                }
                last = now + GRACE + KILLING + SLACK;
                if self.end.is_none() {
                    self.took = Some(self.started.elapsed());
                    self.end = Some(End::TimedOut);
                }
            }
            let (has_report, has_print) = self.wait(last.saturating_duration_since(now), prints);
            if has_print {
                prints = self.print();
            }
            if has_report && !self.report() {
                break;
            }
        }
        self.drain();
        if self.end.is_none() {
            // It would have told an end.
            self.kill();
        }
    }

    /// Waits until there is something to read: a report, something printed.
    fn wait(&self, time: Duration, prints: bool) -> (bool, bool) {
        let reports = PollFd::from_borrowed_fd(self.guard.reports.as_fd(), PollFlags::IN);
        let printed = PollFd::from_borrowed_fd(self.guard.prints.as_fd(), PollFlags::IN);
        let mut both = [reports, printed];
        let asked = if prints { &mut both[..] } else { &mut both[..1] };
        let time = Timespec::try_from(time).unwrap_or(Timespec { tv_sec: 1, tv_nsec: 0 });
        // An interrupted wait is one that found nothing.
        let _ = poll(asked, Some(&time));
        let ready = |fd: &PollFd<'_>| !fd.revents().is_empty();
        (ready(&asked[0]), asked.get(1).is_some_and(ready))
    }

    /// Takes what the layer printed. `false` at the end.
    fn print(&mut self) -> bool {
        match self.guard.prints.read(&mut self.bytes) {
            Ok(0) => false,
            Ok(length) => {
                self.output.write(&self.bytes[..length]);
                true
            }
            Err(error) => error.kind() == io::ErrorKind::Interrupted,
        }
    }

    /// Takes a report. `false` at the end.
    fn report(&mut self) -> bool {
        let mut bytes = [0; 1024];
        match self.guard.reports.read(&mut bytes) {
            Ok(0) => return false,
            Ok(length) => self.unread.extend_from_slice(&bytes[..length]),
            Err(error) => return error.kind() == io::ErrorKind::Interrupted,
        }
        while let Some(end) = self.unread.iter().position(|byte| *byte == b'\n') {
            let line: Vec<u8> = self.unread.drain(..=end).collect();
            if let Some(word) = Word::read(&String::from_utf8_lossy(&line)) {
                self.hear(word);
            }
        }
        true
    }

    fn hear(&mut self, word: Word) {
        let end = match word {
            Word::Started(pid) => {
                self.group = Pid::from_raw(pid);
                return;
            }
            Word::Left(left) => {
                self.left = left;
                return;
            }
            Word::Exited(code) => End::Exited(code),
            Word::Killed(signal) => End::Killed(signal),
            Word::Missing(error) => End::Missing(error),
            Word::NotStarted(error) => End::NotStarted(error),
        };
        if self.end.is_none() {
            self.took = Some(self.started.elapsed());
            self.end = Some(end);
        }
    }

    /// Takes what is in the pipe still. Who holds it open has left the layer.
    fn drain(&mut self) {
        for _ in 0..LEFT_IN_PIPE / CHUNK {
            let (_, has_print) = self.wait(Duration::ZERO, true);
            if !has_print || !self.print() {
                return;
            }
        }
    }

    /// Does what can be done without a guard: ends everything that bears the mark, and the
    /// group where processes cannot be looked at.
    fn kill(&mut self) {
        self.left = tree::stop_marked(&self.mark);
        if let Some(group) = self.group {
            // Whoever is gone already needs no signal.
            let _ = kill_process_group(group, Signal::KILL);
        }
    }

    fn result(self) -> (End, Duration, usize) {
        let took = self.took.unwrap_or_else(|| self.started.elapsed());
        (self.end.unwrap_or(End::Lost), took, self.left)
    }
}
