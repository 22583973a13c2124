//! Runs a program to its end, with a deadline, and keeps everything that it said for the message
//! of a failing test.

use std::io::Read;
use std::os::unix::process::CommandExt;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use rustix::process::{Pid, Signal, WaitId, WaitIdOptions, kill_process_group, waitid};
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
    command.process_group(0);
    let mut child = command.spawn().unwrap_or_else(|error| panic!("{shown}: {error}"));
    let stdout = drain(child.stdout.take().expect("stdout is piped"));
    let stderr = drain(child.stderr.take().expect("stderr is piped"));

    let ended = ends_within(&child, limit);
    // What the program left running goes too, or it would keep the pipes open and outlive the
    // test. The child is not waited for yet, so its group cannot be another's by now.
    let _ = kill_process_group(pid(&child), Signal::KILL);
    let status = child.wait().expect("our own child can be waited for");
    assert!(ended, "{shown}\nhad not ended after {limit:?}");
    Ran {
        command: shown,
        status,
        stdout: stdout.join().expect("the reader does not panic"),
        stderr: stderr.join().expect("the reader does not panic"),
    }
}

/// Does `child` end within `limit`? Leaves it to be waited for.
fn ends_within(child: &Child, limit: Duration) -> bool {
    let options = WaitIdOptions::EXITED | WaitIdOptions::NOHANG | WaitIdOptions::NOWAIT;
    let started = Instant::now();
    while started.elapsed() < limit {
        let status = waitid(WaitId::Pid(pid(child)), options);
        if status.expect("our own child can be asked for").is_some() {
            return true;
        }
        thread::sleep(Duration::from_millis(20));
    }
    false
}

/// The child's process, and the group that it leads.
fn pid(child: &Child) -> Pid {
    Pid::from_child(child)
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
