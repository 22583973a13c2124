//! Counting the files of a repository that are not as in its last commit, by git.

use std::fmt;
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use serde::Serialize;

use super::status::{Records, Tally};
use crate::Environment;
use crate::path::real_path;

/// How many files of a repository are not as in its last commit.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize)]
pub struct Count {
    /// Files that are staged.
    pub staged: u64,
    /// Tracked files that were changed since.
    pub unstaged: u64,
    /// Files that git does not know and does not ignore; 0 if only tracked ones were counted.
    pub untracked: u64,
    /// All of them, each once.
    pub files: u64,
    /// Looking for untracked files took too long, so only tracked ones were counted.
    pub tracked_only: bool,
}

/// Why nothing was counted.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum NoCount {
    /// There is no git in an absolute folder of `PATH`.
    NoGit,
    /// The repository is the user's home folder, or the root of the file system: somebody ran
    /// `git init` in the wrong place, and every file would be an untracked one.
    Refused(PathBuf),
    /// It took longer than this.
    Late(Duration),
    /// git cannot be started, or ended with this exit code and said this.
    Failed(String),
}

impl fmt::Display for NoCount {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoGit => f.write_str("there is no `git` in an absolute folder of PATH"),
            Self::Refused(root) => write!(
                f,
                "`{}` is a repository, and nobody keeps a project there; it is not counted. \
                 Remove its `.git` if it was made by mistake",
                root.display()
            ),
            Self::Late(limit) => {
                write!(f, "counting took longer than {} ms", limit.as_millis())
            }
            Self::Failed(why) => write!(f, "git cannot count: {why}"),
        }
    }
}

impl std::error::Error for NoCount {}

/// Counts the changed and new files of the repository at `root`, for up to `limit`. If that
/// does not suffice for untracked files, the last third of it is for tracked ones alone.
///
/// Nothing is written: no lock is taken, no index is refreshed, no monitor is started.
pub fn count(root: &Path, limit: Duration, environment: &Environment) -> Result<Count, NoCount> {
    if is_refused(root, environment) {
        return Err(NoCount::Refused(root.to_path_buf()));
    }
    let git = environment.program("git").ok_or(NoCount::NoGit)?;
    let started = Instant::now();
    let all = ["--untracked-files=all", "--untracked-files=no"];
    for (untracked, until) in all.into_iter().zip([limit / 3 * 2, limit]) {
        let mut command = command(&git, root, untracked, environment);
        if let Some(tally) = run(&mut command, started + until)? {
            let Tally { staged, unstaged, untracked: new, files } = tally;
            let tracked_only = untracked == all[1];
            return Ok(Count { staged, unstaged, untracked: new, files, tracked_only });
        }
    }
    Err(NoCount::Late(limit))
}

/// Is that the user's home folder, or the root of the file system?
pub(super) fn is_refused(root: &Path, environment: &Environment) -> bool {
    let home = environment.home().map(|home| real_path(&home));
    root.parent().is_none() || home.is_some_and(|home| home == root)
}

fn command(git: &Path, root: &Path, untracked: &str, environment: &Environment) -> Command {
    let mut command = Command::new(git);
    command
        // A monitor would be started, and stay.
        .args(["-c", "core.fsmonitor=false", "status", "--porcelain=v2", "-z", "--renames"])
        .arg(untracked)
        .env_clear()
        .envs(environment.without_git())
        // Others commit and rebase meanwhile.
        .env("GIT_OPTIONAL_LOCKS", "0")
        .env("LC_ALL", "C")
        .current_dir(root)
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    command
}

/// What the threads that read have found so far.
#[derive(Default)]
struct Heard {
    records: Records,
    /// Has the stream ended?
    is_whole: bool,
    said: String,
    /// Has it said all?
    is_silent: bool,
}

type Shared = Arc<(Mutex<Heard>, Condvar)>;

fn lock(shared: &Shared) -> MutexGuard<'_, Heard> {
    shared.0.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Runs git until the deadline; `None` if it is not done then.
fn run(command: &mut Command, deadline: Instant) -> Result<Option<Tally>, NoCount> {
    let failed = |error: io::Error| NoCount::Failed(error.to_string());
    let mut running = Running(own_group(command).spawn().map_err(failed)?);
    let shared = Shared::default();
    if let Some(stderr) = running.0.stderr.take() {
        let shared = Arc::clone(&shared);
        spawn(move || complaint(stderr, &shared)).map_err(failed)?;
    }
    if let Some(stdout) = running.0.stdout.take() {
        let shared = Arc::clone(&shared);
        spawn(move || records(stdout, &shared)).map_err(failed)?;
    }
    if !wait(&shared, deadline, |heard| heard.is_whole) {
        return Ok(None);
    }
    let Some(status) = running.wait(deadline).map_err(failed)? else { return Ok(None) };
    if status.success() {
        return Ok(Some(lock(&shared).records.tally()));
    }
    wait(&shared, deadline, |heard| heard.is_silent);
    let said = lock(&shared).said.lines().next().unwrap_or_default().to_owned();
    Err(NoCount::Failed(format!("{status}: {said}")))
}

/// Waits for something to be heard. Is it, at the deadline?
fn wait(shared: &Shared, deadline: Instant, is_heard: fn(&Heard) -> bool) -> bool {
    let mut heard = lock(shared);
    while !is_heard(&heard) {
        let left = deadline.saturating_duration_since(Instant::now());
        if left.is_zero() {
            return false;
        }
        heard = shared.1.wait_timeout(heard, left).unwrap_or_else(PoisonError::into_inner).0;
    }
    true
}

/// A thread of which nobody waits for the end: what it reads from may stay open as long as
/// any child of git lives.
fn spawn(work: impl FnOnce() + Send + 'static) -> io::Result<()> {
    std::thread::Builder::new().spawn(work).map(drop)
}

fn records(mut stdout: impl Read, shared: &Shared) {
    let mut buffer = vec![0; 64 * 1024];
    loop {
        match stdout.read(&mut buffer) {
            Ok(0) => break,
            Ok(length) => lock(shared).records.take(&buffer[..length]),
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(_) => break,
        }
    }
    lock(shared).is_whole = true;
    shared.1.notify_all();
}

/// The first words of what git complains about. All of it is read: git would wait otherwise.
fn complaint(mut stderr: impl Read, shared: &Shared) {
    let mut buffer = [0; 1024];
    while let Ok(length) = stderr.read(&mut buffer) {
        if length == 0 {
            break;
        }
        let mut heard = lock(shared);
        if heard.said.len() < buffer.len() {
            heard.said.push_str(&String::from_utf8_lossy(&buffer[..length]));
        }
    }
    lock(shared).is_silent = true;
    shared.1.notify_all();
}

/// A child that does not outlive this value, and neither do the children that it made.
struct Running(Child);

/// How long to wait between two looks at a child that has closed its output.
const NAP: Duration = Duration::from_millis(1);

impl Running {
    fn wait(&mut self, deadline: Instant) -> io::Result<Option<ExitStatus>> {
        loop {
            if let Some(status) = self.0.try_wait()? {
                return Ok(Some(status));
            }
            if Instant::now() >= deadline {
                return Ok(None);
            }
            std::thread::sleep(NAP);
        }
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        if matches!(self.0.try_wait(), Ok(Some(_))) {
            return;
        }
        stop(&mut self.0);
        // A process that the kernel holds does not end; nobody waits for it for long.
        let _ = self.wait(Instant::now() + Duration::from_millis(200));
    }
}

#[cfg(unix)]
fn own_group(command: &mut Command) -> &mut Command {
    use std::os::unix::process::CommandExt;
    command.process_group(0)
}

#[cfg(unix)]
fn stop(child: &mut Child) {
    use rustix::process::{Pid, Signal, kill_process_group};
    // git starts others for submodules.
    if let Some(group) = i32::try_from(child.id()).ok().and_then(Pid::from_raw) {
        let _ = kill_process_group(group, Signal::KILL);
    }
}

#[cfg(not(unix))]
fn own_group(command: &mut Command) -> &mut Command {
    command
}

#[cfg(not(unix))]
fn stop(child: &mut Child) {
    let _ = child.kill();
}
