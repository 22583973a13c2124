//! The guard: a process that starts the layer, and stops it when the hook is gone.
//!
//! It is started in two steps. The first process leaves the second without a parent and ends,
//! so that nobody who walks the tree of the hook's descendants meets the guard. On standard
//! input it has the hook's leash, on standard output it reports, and standard error is where
//! the layer prints.

use std::ffi::OsString;
use std::io::{self, ErrorKind, Read, Write};
use std::os::fd::{AsFd, OwnedFd};
use std::os::unix::process::CommandExt;
use std::path::PathBuf;
use std::process::{Command, ExitCode, Stdio};
use std::time::Duration;

use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::process::{Pid, WaitOptions, WaitStatus, wait};

use super::tree;

/// The first argument of the first step, which the words of the layer follow.
pub(super) const DETACH: &str = "__guard-layer";

/// The first argument of the second step.
const GUARD: &str = "__guard-layer-alone";

/// How often the guard looks for ended processes, where the system can wake it for the layer.
const REAP: Duration = Duration::from_secs(1);

/// And where it cannot.
const LOOK: Duration = Duration::from_millis(20);

/// A report of the guard.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Word {
    /// The layer runs, as this process and in its group.
    Started(i32),
    /// It ended with this exit code.
    Exited(i32),
    /// This signal ended it.
    Killed(i32),
    /// There is no such program.
    Missing(String),
    /// It could not be started.
    NotStarted(String),
    /// So many processes of it could not be killed.
    Left(usize),
}

impl Word {
    fn tell(&self) {
        let line = match self {
            Self::Started(pid) => format!("started {pid}\n"),
            Self::Exited(code) => format!("exited {code}\n"),
            Self::Killed(signal) => format!("killed {signal}\n"),
            Self::Missing(error) => format!("missing {error}\n"),
            Self::NotStarted(error) => format!("failed {error}\n"),
            Self::Left(left) => format!("left {left}\n"),
        };
        // If the hook is gone, nobody wants to know.
        let _ = io::stdout().write_all(line.as_bytes());
        let _ = io::stdout().flush();
    }

    /// A line as the guard wrote it.
    pub(super) fn read(line: &str) -> Option<Self> {
        let (word, rest) = line.trim_end().split_once(' ')?;
        Some(match word {
            "started" => Self::Started(rest.parse().ok()?),
            "exited" => Self::Exited(rest.parse().ok()?),
            "killed" => Self::Killed(rest.parse().ok()?),
            "missing" => Self::Missing(rest.to_owned()),
            "failed" => Self::NotStarted(rest.to_owned()),
            "left" => Self::Left(rest.parse().ok()?),
            _ => return None,
        })
    }
}

/// This very program, even if its file was replaced meanwhile.
pub(super) fn program() -> io::Result<PathBuf> {
    if cfg!(target_os = "linux") {
        return Ok(PathBuf::from("/proc/self/exe"));
    }
    std::env::current_exe()
}

pub(super) fn serve_if_asked() -> Option<ExitCode> {
    let mut words = std::env::args_os().skip(1);
    let asked = words.next()?;
    if asked == DETACH {
        return Some(detach(words));
    }
    (asked == GUARD).then(|| serve(words.collect()))
}

/// Starts the guard proper and ends.
fn detach(words: impl Iterator<Item = OsString>) -> ExitCode {
    let guard = program().and_then(|program| {
        Command::new(program).arg0("gate-guard").arg(GUARD).args(words).spawn()
    });
    match guard {
        Ok(_) => ExitCode::SUCCESS,
        Err(error) => {
            Word::NotStarted(format!("no guard for it: {error}")).tell();
            ExitCode::FAILURE
        }
    }
}

fn serve(words: Vec<OsString>) -> ExitCode {
    // Neither can fail here: the process leads no group yet. And without them a layer runs all
    // the same, with a weaker guard.
    let _ = rustix::process::setsid();
    tree::adopt_orphans();
    // The hook may have been killed before it came to this.
    if is_let_go(Duration::ZERO) {
        return ExitCode::SUCCESS;
    }
    let layer = match start(words) {
        Ok(layer) => layer,
        Err(word) => {
            word.tell();
            return ExitCode::SUCCESS;
        }
    };
    Word::Started(layer.as_raw_nonzero().get()).tell();
    if let Some(status) = watch(layer) {
        told(status).tell();
    }
    match tree::stop(layer) {
        0 => {}
        left => Word::Left(left).tell(),
    }
    ExitCode::SUCCESS
}

/// Starts the layer in a group of its own.
fn start(words: Vec<OsString>) -> Result<Pid, Word> {
    let mut words = words.into_iter();
    let Some(program) = words.next() else {
        return Err(Word::NotStarted("it has no words".to_owned()));
    };
    let printed = || io::stderr().as_fd().try_clone_to_owned().map(Stdio::from);
    let child = printed().and_then(|stdout| {
        Command::new(&program)
            .args(words)
            .stdin(Stdio::null())
            .stdout(stdout)
            .stderr(printed()?)
            .process_group(0)
            .spawn()
    });
    let pid = child.map(|child| i32::try_from(child.id()).ok().and_then(Pid::from_raw));
    match pid {
        Ok(Some(pid)) => Ok(pid),
        Ok(None) => Err(Word::NotStarted("it has no process number".to_owned())),
        Err(error) if error.kind() == ErrorKind::NotFound => {
            Err(Word::Missing(format!("`{}` is not found", program.to_string_lossy())))
        }
        Err(error) => Err(Word::NotStarted(format!("`{}`: {error}", program.to_string_lossy()))),
    }
}

/// Waits until the layer has ended, and returns how, or until the hook is gone.
fn watch(layer: Pid) -> Option<WaitStatus> {
    let end = end_of(layer);
    loop {
        if let Some(status) = reap(layer) {
            return Some(status);
        }
        let time = if end.is_some() { REAP } else { LOOK };
        if is_let_go_or(time, end.as_ref()) {
            // Both may have come at once, and an end is an end.
            return reap(layer);
        }
    }
}

/// Something to wait for the layer's end with.
#[cfg(target_os = "linux")]
fn end_of(layer: Pid) -> Option<OwnedFd> {
    rustix::process::pidfd_open(layer, rustix::process::PidfdFlags::empty()).ok()
}

#[cfg(not(target_os = "linux"))]
fn end_of(_: Pid) -> Option<OwnedFd> {
    None
}

/// Takes note of every ended process, and returns how the layer ended if it did.
fn reap(layer: Pid) -> Option<WaitStatus> {
    let mut status = None;
    while let Ok(Some((pid, ended))) = wait(WaitOptions::NOHANG) {
        if pid == layer {
            status = Some(ended);
        }
    }
    status
}

fn told(status: WaitStatus) -> Word {
    match (status.exit_status(), status.terminating_signal()) {
        (Some(code), _) => Word::Exited(code),
        (None, Some(signal)) => Word::Killed(signal),
        (None, None) => Word::NotStarted("nobody knows how it ended".to_owned()),
    }
}

/// Is the hook gone, or has it let go of the leash?
fn is_let_go(time: Duration) -> bool {
    is_let_go_or(time, None)
}

/// The same, but the wait ends with `end`, too.
fn is_let_go_or(time: Duration, end: Option<&OwnedFd>) -> bool {
    let stdin = io::stdin();
    let leash = PollFd::new(&stdin, PollFlags::IN);
    let mut fds = [leash.clone(), end.map_or(leash, |end| PollFd::new(end, PollFlags::IN))];
    let asked = if end.is_some() { &mut fds[..] } else { &mut fds[..1] };
    let time = Timespec::try_from(time).unwrap_or(Timespec { tv_sec: 1, tv_nsec: 0 });
    if poll(asked, Some(&time)).is_err() || asked[0].revents().is_empty() {
        return false;
    }
    // Nothing is ever written to it, so it is the end.
    !matches!(io::stdin().read(&mut [0; 64]), Ok(1..))
}
