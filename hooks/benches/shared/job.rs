//! One program with one event, played again and again.

use std::ffi::OsString;
use std::io::{Read, Write};
use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::time::Instant;

/// What the program must say.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Answer {
    /// Nothing: the call passes.
    Silence,
    /// One document that denies the call.
    Denial,
    /// Whatever it likes: it is no hook.
    Anything,
}

/// Something to measure.
pub(crate) struct Job {
    pub(crate) name: &'static str,
    pub(crate) answer: Answer,
    /// Would it take most of the time if it ran in every round?
    pub(crate) is_slow: bool,
    pub(crate) program: PathBuf,
    pub(crate) arguments: Vec<OsString>,
    pub(crate) home: PathBuf,
    pub(crate) input: Vec<u8>,
    /// A file that must not be there before a run.
    pub(crate) forgets: Option<PathBuf>,
    /// Seconds of each run.
    pub(crate) seconds: Vec<f64>,
}

/// What fits into a pipe before anybody reads: on Linux 64 KiB.
const PIPE: usize = 1 << 16;

/// A slow program takes part in one of so many rounds.
const SLOW: usize = 20;

/// Plays the jobs in turn, so that a busy moment of the machine falls on all of them. Who comes
/// first, and so after the slowest, is another one in each round.
pub(crate) fn take_turns(jobs: &mut [Job], rounds: usize) -> Result<(), String> {
    for job in &mut *jobs {
        job.warm_up()?;
    }
    let count = jobs.len();
    for round in 0..rounds {
        for at in 0..count {
            let job = &mut jobs[(round + at) % count];
            if !job.is_slow || round % SLOW == 0 {
                job.play()?;
            }
        }
    }
    Ok(())
}

impl Job {
    /// Runs that nobody counts: files and programs come into memory.
    pub(crate) fn warm_up(&mut self) -> Result<(), String> {
        for _ in 0..3 {
            self.play()?;
        }
        self.seconds.clear();
        Ok(())
    }

    /// One run, and whether the answer is right.
    pub(crate) fn play(&mut self) -> Result<(), String> {
        if let Some(file) = &self.forgets {
            // It is not there before the first run.
            let _ = std::fs::remove_file(file);
        }
        let started = Instant::now();
        let said = self.said()?;
        self.seconds.push(started.elapsed().as_secs_f64());
        let denied = said.contains("\"permissionDecision\":\"deny\"");
        let right = match self.answer {
            Answer::Silence => said.is_empty(),
            Answer::Denial => denied,
            Answer::Anything => true,
        };
        if right { Ok(()) } else { Err(format!("{}: the answer is `{said}`", self.name)) }
    }

    /// What it says, in a run that nobody counts.
    pub(crate) fn said(&self) -> Result<String, String> {
        self.run().map_err(|error| format!("{}: {error}", self.name))
    }

    /// One run to its end, and what it wrote.
    fn run(&self) -> std::io::Result<String> {
        let mut child = Command::new(&self.program)
            .args(&self.arguments)
            .env_clear()
            .env("HOME", &self.home)
            // The scripts need their interpreters and jq; the hook needs nothing.
            .env("PATH", "/usr/local/bin:/usr/bin:/bin")
            .current_dir(&self.home)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()?;
        let mut said = String::new();
        let (stdin, stdout) = (child.stdin.take(), child.stdout.take());
        std::thread::scope(|threads| {
            // A program that reads nothing closes the pipe early: no fault of its.
            let write = move || stdin.map(|mut stdin| stdin.write_all(&self.input));
            if self.input.len() <= PIPE {
                write();
            } else {
                threads.spawn(write);
            }
            stdout.map(|mut stdout| stdout.read_to_string(&mut said)).transpose()
        })?;
        let status = child.wait()?;
        if status.success() { Ok(said) } else { Err(std::io::Error::other(status.to_string())) }
    }
}
