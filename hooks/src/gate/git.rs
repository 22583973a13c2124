//! git as the gate asks it: of this very folder, without a trace in the repository.

use std::io::Write;
use std::path::Path;
use std::process::{Command, Stdio};

use crate::Environment;

/// What git must not do here: start a watcher, split the index into the git dir, or run the
/// repository's hooks.
const SETTINGS: [&str; 4] = [
    "core.fsmonitor=false",
    "core.splitIndex=false",
    "core.hooksPath=/dev/null",
    "advice.addEmbeddedRepo=false",
];

/// git in a folder. A `GIT_*` variable of whoever started us would make it answer for
/// another repository, so none is passed on.
pub(super) fn git(environment: &Environment, folder: &Path) -> Command {
    let mut git = Command::new("git");
    git.current_dir(folder)
        .env_clear()
        .envs(environment.without_git())
        .env("GIT_OPTIONAL_LOCKS", "0")
        .env("GIT_TERMINAL_PROMPT", "0")
        .env("GIT_NO_LAZY_FETCH", "1")
        .env("LC_ALL", "C")
        .stdin(Stdio::null())
        .arg("--no-pager");
    for setting in SETTINGS {
        git.args(["-c", setting]);
    }
    git
}

/// What it prints, or what it complains of.
pub(super) fn output(git: &mut Command) -> Result<Vec<u8>, String> {
    let output = git.output().map_err(|error| format!("git cannot be started: {error}"))?;
    if output.status.success() {
        return Ok(output.stdout);
    }
    let complaint = String::from_utf8_lossy(&output.stderr);
    // The first error says more than the last.
    let mut lines = complaint.lines().filter(|line| !line.trim().is_empty());
    let complaint = lines.clone().find(|line| line.starts_with("error:")).or(lines.next_back());
    Err(format!("git: {}", complaint.unwrap_or("it failed without a word").trim()))
}

/// The one line that it prints.
pub(super) fn line(git: &mut Command) -> Result<String, String> {
    let output = output(git)?;
    Ok(String::from_utf8_lossy(&output).trim().to_owned())
}

/// The hash of a text. git does the hashing, as it does that of the files.
pub(super) fn hash(
    environment: &Environment,
    folder: &Path,
    text: &[u8],
) -> Result<String, String> {
    let mut git = git(environment, folder);
    git.args(["hash-object", "--stdin"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null());
    let mut child = git.spawn().map_err(|error| format!("git cannot be started: {error}"))?;
    // It reads to the end before it writes.
    let written = child.stdin.take().map(|mut stdin| stdin.write_all(text));
    let output = child.wait_with_output().map_err(|error| error.to_string())?;
    let hash = String::from_utf8_lossy(&output.stdout).trim().to_owned();
    let is_hash = hash.len() >= 40 && hash.bytes().all(|byte| byte.is_ascii_hexdigit());
    match written {
        Some(Ok(())) if output.status.success() && is_hash => Ok(hash),
        _ => Err("git does not hash".to_owned()),
    }
}
