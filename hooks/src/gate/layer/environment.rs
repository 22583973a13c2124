//! A layer as a program to start, with its environment.

use std::ffi::{OsStr, OsString};

use super::{Layer, Run};
use crate::Environment;
use crate::gate::process::Job;

/// What says that an agent's host is around. A tool that starts one itself must not see it.
const OF_HOST: &str = "CLAUDECODE";

/// What tells tools that nobody is at a terminal, if it is not set already: no colours, no
/// questions, no watching for changes, no files that are written instead of a failure.
const QUIET: [(&str, &str); 2] = [("CI", "true"), ("NO_COLOR", "1")];

/// What to start for a layer. A `GIT_*` variable of ours would lead the git of a tool into
/// another repository, so none is passed on.
pub(in crate::gate) fn job(layer: &Layer, environment: &Environment) -> Job {
    let mut all: Vec<(OsString, OsString)> = environment.without_git();
    all.retain(|(name, _)| name != OF_HOST);
    for (name, value) in QUIET {
        if !all.iter().any(|(own, _)| own == name) {
            all.push((name.into(), value.into()));
        }
    }
    for (name, value) in &layer.env {
        all.retain(|(own, _)| own != name);
        all.push((name.clone(), value.clone()));
    }
    let words = match &layer.run {
        Run::Program(words) => words.clone(),
        Run::Shell(line) => {
            [OsStr::new("sh"), OsStr::new("-c"), OsStr::new(line)].map(OsStr::to_os_string).to_vec()
        }
    };
    Job { words, folder: layer.folder.clone(), environment: all }
}
