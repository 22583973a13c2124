//! Compiles the programs of a bundle with Cargo, in the workspace that holds them.

use std::io;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use serde::Deserialize;
use thiserror::Error;

use super::Target;

/// Why a program could not be compiled.
#[derive(Debug, Error)]
pub enum CargoError {
    /// Cargo or the compiler does not start.
    #[error("`{program}` does not start")]
    Start {
        /// Which of the two.
        program: &'static str,
        /// Why.
        #[source]
        source: io::Error,
    },
    /// It ended with an error, which it has told the user.
    #[error("`{0}` failed")]
    Failed(String),
    /// Its answer is not what we know of it.
    #[error("the answer of `{0}` cannot be understood")]
    Answer(&'static str),
    /// The versions of what the programs depend on are not settled.
    #[error("there is no `{}`: `cargo generate-lockfile` writes it", .0.display())]
    NoLock(PathBuf),
    /// No package of the workspace makes the program.
    #[error("no package of the workspace has a binary named `{0}`")]
    NoBinary(String),
}

/// The part of `cargo metadata` that we need.
#[derive(Debug, Deserialize)]
struct Metadata {
    packages: Vec<Package>,
    target_directory: PathBuf,
    workspace_root: PathBuf,
}

#[derive(Debug, Deserialize)]
struct Package {
    name: String,
    targets: Vec<Binary>,
}

#[derive(Debug, Deserialize)]
struct Binary {
    name: String,
    kind: Vec<String>,
}

/// The target that a bundle made on this machine is for: musl if its library is
/// installed, whose programs are static by nature, else the machine's own.
///
/// # Errors
/// The compiler does not answer, or answers with a target that we cannot judge.
pub fn preferred_target(root: &Path) -> Result<Target, CargoError> {
    let version = rustc(root, &["-vV"])?;
    let own = version.lines().find_map(|line| line.strip_prefix("host: "));
    let own = own.ok_or(CargoError::Answer("rustc -vV"))?;
    let musl = own.strip_suffix("-gnu").map(|rest| format!("{rest}-musl"));
    if let Some(musl) = musl.and_then(|triple| Target::new(&triple))
        && let Ok(folder) = rustc(root, &["--print", "target-libdir", "--target", musl.as_str()])
        && Path::new(folder.trim_end()).is_dir()
    {
        return Ok(musl);
    }
    Target::new(own).ok_or(CargoError::Answer("rustc -vV"))
}

/// Compiles programs for a target; gives the folder that holds them.
///
/// # Errors
/// Cargo fails, or no package of the workspace makes one of them.
pub fn compile(root: &Path, programs: &[String], target: &Target) -> Result<PathBuf, CargoError> {
    let output = output(
        Command::new("cargo").args(["metadata", "--no-deps", "--format-version", "1"]),
        root,
        "cargo",
    )?;
    let metadata: Metadata =
        serde_json::from_slice(&output.stdout).map_err(|_| CargoError::Answer("cargo metadata"))?;
    let lock = metadata.workspace_root.join("Cargo.lock");
    if !lock.exists() {
        return Err(CargoError::NoLock(lock));
    }
    for program in programs {
        let makes = |binary: &Binary| binary.name == *program && binary.kind == ["bin"];
        let package = metadata.packages.iter().find(|package| package.targets.iter().any(makes));
        let package = package.ok_or_else(|| CargoError::NoBinary(program.clone()))?;
        // `cargo rustc` and no variable: flags for the program itself reach it whatever
        // RUSTFLAGS the user has, and procedural macros are not linked with them.
        let mut command = Command::new("cargo");
        command.args(["rustc", "--release", "--locked", "--package", &package.name]);
        command.args(["--bin", program, "--target", target.as_str()]);
        command.args(["--", "-C", "target-feature=+crt-static"]);
        let status = command.current_dir(root).stdin(Stdio::null()).status();
        let status = status.map_err(|source| CargoError::Start { program: "cargo", source })?;
        if !status.success() {
            return Err(CargoError::Failed(format!("cargo rustc --bin {program}")));
        }
    }
    Ok(metadata.target_directory.join(target.as_str()).join("release"))
}

fn rustc(root: &Path, args: &[&str]) -> Result<String, CargoError> {
    let output = output(Command::new("rustc").args(args), root, "rustc")?;
    String::from_utf8(output.stdout).map_err(|_| CargoError::Answer("rustc"))
}

/// What a command prints. It runs in the root, whose toolchain file counts.
fn output(command: &mut Command, root: &Path, program: &'static str) -> Result<Output, CargoError> {
    let output = command.current_dir(root).stdin(Stdio::null()).output();
    let output = output.map_err(|source| CargoError::Start { program, source })?;
    if output.status.success() {
        return Ok(output);
    }
    let said = String::from_utf8_lossy(&output.stderr);
    Err(CargoError::Failed(format!("{program}: {}", said.trim())))
}
