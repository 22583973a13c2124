//! Runs a program to its end, with a deadline, and keeps everything that it said for the message
//! of a failing test.

use std::io::Read;
use std::process::{Command, ExitStatus, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use serde_json::Value;

/// A host command takes one or two seconds; a loaded machine gets a hundred times that before we
/// call the host hung.
const LIMIT: Duration = Duration::from_mins(3);

/// A program that has ended.
#[derive(Debug)]
pub(crate) struct Ran {
    command: String,
    status: ExitStatus,
    pub(crate) stdout: String,
    pub(crate) stderr: String,
}

/// Runs `command` with an empty stdin.
pub(crate) fn run(command: &mut Command) -> Ran {
    run_for(command, LIMIT)
}

/// Runs `command` with an empty stdin; panics if it has not ended after `limit`.
pub(crate) fn run_for(command: &mut Command, limit: Duration) -> Ran {
    let shown = format!("{command:?}");
    command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    group::lead(command);
    let mut child = command.spawn().unwrap_or_else(|error| panic!("{shown}: {error}"));
    let stdout = drain(child.stdout.take().expect("stdout is piped"));
    let stderr = drain(child.stderr.take().expect("stderr is piped"));

    let started = Instant::now();
    let ended = loop {
        if group::leader_ended(&mut child) {
            break true;
        }
        if started.elapsed() >= limit {
            break false;
        }
        thread::sleep(Duration::from_millis(20));
    };
    // What the program left running goes too, or it would keep the pipes open and outlive the
    // test.
    group::end(&mut child);
    let status = child.wait().expect("our own child can be waited for");
    assert!(ended, "{shown}\nhad not ended after {limit:?}");
    Ran {
        command: shown,
        status,
        stdout: stdout.join().expect("the reader does not panic"),
        stderr: stderr.join().expect("the reader does not panic"),
    }
}

/// A program and all that it starts, so that they can be ended together.
#[cfg(unix)]
mod group {
    use std::os::unix::process::CommandExt;
    use std::process::{Child, Command};

    use rustix::process::{Pid, Signal, WaitId, WaitIdOptions, kill_process_group, waitid};

    pub(super) fn lead(command: &mut Command) {
        command.process_group(0);
    }

    /// Leaves the leader to be waited for: until then no other group can get its number.
    pub(super) fn leader_ended(child: &mut Child) -> bool {
        let options = WaitIdOptions::EXITED | WaitIdOptions::NOHANG | WaitIdOptions::NOWAIT;
        let status = waitid(WaitId::Pid(Pid::from_child(child)), options);
        status.expect("our own child can be asked for").is_some()
    }

    pub(super) fn end(child: &mut Child) {
        // There may be nobody left to end.
        let _ = kill_process_group(Pid::from_child(child), Signal::KILL);
    }
}

/// Elsewhere only the program itself can be ended.
#[cfg(not(unix))]
mod group {
    use std::process::{Child, Command};

    pub(super) fn lead(_command: &mut Command) {}

    pub(super) fn leader_ended(child: &mut Child) -> bool {
        child.try_wait().expect("our own child can be asked for").is_some()
    }

    pub(super) fn end(child: &mut Child) {
        let _ = child.kill();
    }
}

/// Reads a pipe on a thread of its own: a child that fills one pipe while we read the other would
/// wait for ever.
fn drain(mut pipe: impl Read + Send + 'static) -> thread::JoinHandle<String> {
    thread::spawn(move || {
        let mut bytes = Vec::new();
        pipe.read_to_end(&mut bytes).expect("a pipe can be read");
        String::from_utf8_lossy(&bytes).into_owned()
    })
}

impl Ran {
    pub(crate) fn is_success(&self) -> bool {
        self.status.success()
    }

    /// Exit code 0, or the test ends with all that the program said.
    pub(crate) fn succeeded(&self) -> &Self {
        assert!(self.is_success(), "{self}");
        self
    }

    /// Refused, and for the reason that the test is about.
    pub(crate) fn failed_with(&self, reason: &str) {
        assert!(!self.is_success(), "was accepted: {self}");
        let said = format!("{}{}", self.stdout, self.stderr);
        assert!(said.contains(reason), "refused without naming `{reason}`: {self}");
    }

    /// Stdout as one JSON document.
    pub(crate) fn json(&self) -> Value {
        serde_json::from_str(&self.stdout).unwrap_or_else(|error| panic!("{error} in {self}"))
    }
}

impl std::fmt::Display for Ran {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Self { command, status, stdout, stderr } = self;
        write!(out, "{command}\n{status}\n--- stdout\n{stdout}\n--- stderr\n{stderr}")
    }
}
