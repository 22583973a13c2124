//! A layer as a plain child, where there are no process groups to guard.

use std::io::{self, Read};
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::time::{Duration, Instant};

use super::output::Output;
use super::{End, Job};

/// What is read at once.
const CHUNK: usize = 1 << 16;

/// How often it is asked whether a silent layer has ended.
const LOOK: Duration = Duration::from_millis(50);

/// Runs a job: how it ended, how long it took, and how many of its processes are left.
pub(super) fn run(
    job: &Job,
    limit: Instant,
    output: &mut Output<'_>,
) -> Result<(End, Duration, usize), String> {
    let started = Instant::now();
    let (mut prints, printed) = io::pipe().map_err(|error| error.to_string())?;
    let mut child = match start(job, printed) {
        Ok(child) => child,
        Err(end) => return Ok((end, started.elapsed(), 0)),
    };
    let (send, receive) = channel();
    // It ends with the pipe, or with this process.
    std::thread::spawn(move || {
        let mut bytes = vec![0; CHUNK];
        while let Ok(length @ 1..) = prints.read(&mut bytes) {
            if send.send(bytes[..length].to_vec()).is_err() {
                return;
            }
        }
    });
    loop {
        match receive.recv_timeout(LOOK) {
            Ok(bytes) => output.write(&bytes),
            Err(RecvTimeoutError::Timeout) => {}
            Err(RecvTimeoutError::Disconnected) => std::thread::sleep(LOOK),
        }
        let end = match child.try_wait() {
            Ok(Some(status)) => End::Exited(status.code().unwrap_or(-1)),
            Ok(None) if Instant::now() < limit => continue,
            Ok(None) => End::TimedOut,
            Err(_) => End::Lost,
        };
        let took = started.elapsed();
        if end == End::TimedOut {
            // It may have ended just now.
            let _ = child.kill();
            let _ = child.wait();
        }
        while let Ok(bytes) = receive.recv_timeout(LOOK) {
            output.write(&bytes);
        }
        return Ok((end, took, 0));
    }
}

fn start(job: &Job, printed: io::PipeWriter) -> Result<Child, End> {
    let Some((program, words)) = job.words.split_first() else {
        return Err(End::NotStarted("it has no words".to_owned()));
    };
    let failed = |error: io::Error| {
        let text = format!("`{}`: {error}", program.to_string_lossy());
        let missing = error.kind() == io::ErrorKind::NotFound;
        if missing { End::Missing(text) } else { End::NotStarted(text) }
    };
    let errors = printed.try_clone().map_err(failed)?;
    Command::new(program)
        .args(words)
        .current_dir(&job.folder)
        .env_clear()
        .envs(job.environment.iter().map(|(name, value)| (name, value)))
        .stdin(Stdio::null())
        .stdout(printed)
        .stderr(errors)
        .spawn()
        .map_err(failed)
}
