//! Rust: check, clippy and the tests, over the workspace.

use std::process::{Command, Stdio};

use super::{Layer, Need, Planner, Skip, Why};
use crate::gate::stack::Unit;

/// Where Rust comes from.
const RUST: &str = "get it from https://rustup.rs";

pub(super) fn layers(planner: &Planner<'_>, unit: &Unit) -> Vec<Layer> {
    let cargo = || planner.need("cargo", Why::Missing, RUST);
    let clippy = match cargo() {
        Need::Always if !has_clippy(planner, unit) => {
            Skip::because(Why::Optional, "clippy is not installed: `rustup component add clippy`")
        }
        need => need,
    };
    let lints = ["cargo", "clippy", "--workspace", "--", "-D", "warnings"];
    vec![
        planner.layer(unit, "cargo check", &["cargo", "check", "--workspace"], cargo()),
        planner.layer(unit, "cargo clippy", &lints, clippy),
        planner.layer(unit, "cargo test", &["cargo", "test", "--workspace"], cargo()),
    ]
}

/// rustup has a `cargo-clippy` beside its `cargo` in any case, and only clippy itself knows
/// whether it is there for the toolchain of this folder.
fn has_clippy(planner: &Planner<'_>, unit: &Unit) -> bool {
    let Some(program) = planner.environment.runnable("cargo-clippy") else { return false };
    let is_of_rustup = program.parent().is_some_and(|folder| folder.join("rustup").exists());
    if !is_of_rustup {
        return true;
    }
    let mut command = Command::new("cargo");
    command
        .args(["clippy", "--version"])
        .current_dir(planner.folder(unit))
        .env_clear()
        .envs(planner.environment.all())
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null());
    command.status().is_ok_and(|status| status.success())
}
