//! The hooks' programs, as the code beside the tests builds them.

use std::env;
use std::ffi::OsString;
use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::OnceLock;
use std::time::Duration;

use serde_json::Value;
use tempfile::TempDir;

use super::run::run_for;

/// The longest is a first build on a slow machine.
const LIMIT: Duration = Duration::from_mins(15);

/// The folder that holds the program `enforce-worktree`, for `CVG_BIN_DIR`.
pub(crate) fn folder() -> &'static Path {
    static PROGRAM: OnceLock<PathBuf> = OnceLock::new();
    let program = PROGRAM.get_or_init(|| build("--bin", "enforce-worktree"));
    program.parent().expect("a program lies in a folder")
}

/// One of the toolkit's examples.
pub(crate) fn example(name: &str) -> PathBuf {
    build("--example", name)
}

/// Has Cargo build a program and say where it is.
///
/// The programs belong to another package than these tests, and Cargo names a program only to
/// tests of its own package. `cargo test --workspace` and `.ci/run` have built it by now and the
/// answer takes a moment, while `cargo test --test sessions` has not.
fn build(kind: &str, name: &str) -> PathBuf {
    let mut cargo = Command::new(env!("CARGO"));
    cargo
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        // The whole workspace's choice of features, which the other commands build with; one
        // package's own would build every dependency once more.
        .args(["build", "--locked", "--workspace", kind, name, "--message-format", "json"]);
    if !cfg!(debug_assertions) {
        cargo.arg("--release");
    }
    let built = run_for(&mut cargo, LIMIT);
    let messages = built.succeeded().stdout.lines();
    messages
        .filter_map(|line| serde_json::from_str::<Value>(line).ok())
        .filter(|message| message["target"]["name"] == name)
        .find_map(|message| message["executable"].as_str().map(PathBuf::from))
        .unwrap_or_else(|| panic!("no program in {built}"))
}

/// An unpacked release bundle of the committed trees, a marketplace as it is downloaded. It has
/// to stay: Claude Code runs a local folder's plugin where it lies.
pub(crate) struct Bundle {
    _folder: TempDir,
    pub(crate) root: PathBuf,
}

/// Packages the programs, which are compiled once, and unpacks the archive.
pub(crate) fn bundle() -> Bundle {
    let folder = tempfile::tempdir().expect("a temporary folder can be made");
    let mut package = Command::new(env!("CARGO_BIN_EXE_cvg-gen"));
    package.current_dir(env!("CARGO_MANIFEST_DIR")).args(["package", "--out"]).arg(folder.path());
    run_for(&mut package, LIMIT).succeeded();
    let entries = fs::read_dir(folder.path()).expect("the folder is ours");
    let archive = entries.flatten().next().expect("an archive").path();
    let file = File::open(&archive).expect("the archive is there");
    let mut files = tar::Archive::new(flate2::read::GzDecoder::new(file));
    files.unpack(folder.path()).expect("it unpacks");
    let name = archive.file_name().and_then(|name| name.to_str()).expect("a name");
    let root = folder.path().join(name.strip_suffix(".tar.gz").expect("a bundle"));
    Bundle { _folder: folder, root }
}

/// PATH without the folders that hold a program named `name`.
pub(crate) fn path_without(name: &str) -> OsString {
    let path = env::var_os("PATH").unwrap_or_default();
    let others = env::split_paths(&path).filter(|folder| !folder.join(name).exists());
    env::join_paths(others).expect("they came from a PATH")
}
