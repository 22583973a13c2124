//! The real hosts as tests drive them: installed from npm, in a home of their own, offline.
//!
//! Only what a user can do is used here: the hosts' own commands and protocols.

#![allow(dead_code, reason = "each test program uses its own part")]

pub(crate) mod checkout;
pub(crate) mod claude;
pub(crate) mod codex;
mod install;
pub(crate) mod model;
pub(crate) mod plugin;
pub(crate) mod programs;
pub(crate) mod run;
pub(crate) mod session;
pub(crate) mod trees;

use std::path::Path;
use std::process::Command;

/// The plugin and its marketplace carry the same name.
const NAME: &str = "convergo";

/// How `plugin list` and `plugin add` name our plugin on both hosts.
const PLUGIN_ID: &str = "convergo@convergo";

/// A command that inherits nothing but PATH, lives in `home` and cannot reach a network.
fn isolated(program: &Path, home: &Path) -> Command {
    let mut command = Command::new(program);
    command
        .env_clear()
        .envs(std::env::var_os("PATH").map(|path| ("PATH", path)))
        .env("HOME", home)
        .env("TERM", "dumb")
        .env("NO_COLOR", "1")
        // A host that calls out meets a closed door at once, instead of a real server or a
        // time-out: nothing listens on the discard port.
        .env("HTTP_PROXY", "http://127.0.0.1:9")
        .env("HTTPS_PROXY", "http://127.0.0.1:9")
        .env("NO_PROXY", "127.0.0.1,localhost");
    command
}
