//! git as the gate asks it: of this very folder, without a trace in the repository.

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
        .envs(environment.all().into_iter().filter(|(name, _)| !is_of_git(name)))
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

/// Does a variable speak to git?
pub(super) fn is_of_git(name: &std::ffi::OsStr) -> bool {
    name.as_encoded_bytes().starts_with(b"GIT_")
}

/// What it prints, or what it complains of.
pub(super) fn output(git: &mut Command) -> Result<Vec<u8>, String> {
    let output = git.output().map_err(|error| format!("git cannot be started: {error}"))?;
    if output.status.success() {
        return Ok(output.stdout);
    }
    let complaint = String::from_utf8_lossy(&output.stderr);
    let complaint = complaint.lines().rfind(|line| !line.trim().is_empty());
    Err(format!("git: {}", complaint.unwrap_or("it failed without a word").trim()))
}

/// The one line that it prints.
pub(super) fn line(git: &mut Command) -> Result<String, String> {
    let output = output(git)?;
    Ok(String::from_utf8_lossy(&output).trim().to_owned())
}
