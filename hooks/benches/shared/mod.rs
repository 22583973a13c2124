//! What the benches of the hooks have in common.

#![allow(dead_code, reason = "each bench uses a part")]

pub(crate) mod job;
pub(crate) mod lines;
pub(crate) mod options;

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::Command;

/// The name of the floor.
pub(crate) const EMPTY: &str = "an empty Rust program";

/// The profile of the workspace for `fn main() {}`.
const PROFILE: [&str; 5] =
    ["-Copt-level=3", "-Clto=fat", "-Ccodegen-units=1", "-Cstrip=symbols", "-Cpanic=unwind"];

/// Builds a program that does nothing, in `folder`.
pub(crate) fn empty_program(folder: &Path) -> Result<PathBuf, String> {
    let (source, empty) = (folder.join("empty.rs"), folder.join("empty"));
    fs::write(&source, "fn main() {}\n").map_err(|error| error.to_string())?;
    let mut rustc = Command::new("rustc");
    rustc.arg("--edition=2024").args(PROFILE).arg("-o").arg(&empty).arg(source);
    done(&mut rustc)?;
    Ok(empty)
}

/// Runs git in a folder.
pub(crate) fn git(root: &Path, words: &str) -> Result<(), String> {
    let mut git = Command::new("git");
    git.current_dir(root)
        .env("GIT_CONFIG_GLOBAL", "/dev/null")
        .env("GIT_CONFIG_SYSTEM", "/dev/null")
        .args(["-c", "user.name=Bench", "-c", "user.email=bench@example.com"])
        .args(words.split(' '));
    done(&mut git)
}

/// Runs a program that must succeed.
pub(crate) fn done(command: &mut Command) -> Result<(), String> {
    let output = command.output().map_err(|error| format!("{command:?}: {error}"))?;
    if output.status.success() {
        return Ok(());
    }
    Err(format!("{command:?}: {}", String::from_utf8_lossy(&output.stderr).trim()))
}

/// The value below which that part of the values lies.
pub(crate) fn quantile(values: &[f64], part: f64) -> f64 {
    let mut sorted = values.to_vec();
    sorted.sort_by(f64::total_cmp);
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        clippy::cast_precision_loss,
        reason = "an index among a few thousand"
    )]
    let at = (sorted.len() as f64 * part) as usize;
    sorted.get(at.min(sorted.len().saturating_sub(1))).copied().unwrap_or(f64::NAN)
}

/// Progress goes to stderr, so that stdout holds nothing but the result.
pub(crate) fn note(message: &str) {
    // Nobody reads it where there is no stderr.
    let _ = writeln!(std::io::stderr(), "{message}");
}
