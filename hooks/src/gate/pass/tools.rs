//! What the layers run with, as far as files tell.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use crate::gate::layer::{Layer, Run};
use crate::gate::stack::Stack;
use crate::{Environment, env};

/// Files in which package managers write down what they have installed.
const INSTALLED: [&str; 4] =
    [".package-lock.json", ".modules.yaml", ".yarn-state.yml", ".yarn-integrity"];

/// A line for each tool, sorted.
pub(super) fn of(layers: &[Layer], root: &Path, environment: &Environment) -> BTreeSet<String> {
    let mut lines = BTreeSet::new();
    for layer in layers {
        let program = match &layer.run {
            Run::Program(words) => words.first().map(|word| word.to_string_lossy().into_owned()),
            Run::Shell(line) => line.split_whitespace().next().map(str::to_owned),
        };
        let beside: &[&str] = match layer.stack {
            Some(Stack::Go) | None => &[],
            Some(Stack::TypeScript) => &["node"],
            Some(Stack::Rust) => &["rustc"],
            Some(Stack::Python) => &["python3"],
        };
        for program in program.iter().map(String::as_str).chain(beside.iter().copied()) {
            lines.extend(located(program, &layer.folder, environment).map(|path| told(&path)));
        }
        match layer.stack {
            Some(Stack::Rust) => lines.extend(rustup(environment)),
            Some(Stack::TypeScript) => lines.extend(node_modules(&layer.folder)),
            Some(Stack::Python) => {
                let folders = layer.folder.ancestors().take_while(|it| it.starts_with(root));
                lines.extend(folders.flat_map(packages));
            }
            _ => {}
        }
    }
    lines
}

fn located(program: &str, folder: &Path, environment: &Environment) -> Option<PathBuf> {
    if program.contains('/') {
        return Some(folder.join(program));
    }
    environment.runnable(program)
}

/// A file with where it leads, its size and the time of its last change.
fn told(path: &Path) -> String {
    let real = fs::canonicalize(path).unwrap_or_else(|_| path.to_path_buf());
    let Ok(metadata) = fs::metadata(&real) else {
        return format!("{} is not there", path.display());
    };
    let changed = metadata.modified().ok();
    let changed = changed.and_then(|time| time.duration_since(SystemTime::UNIX_EPOCH).ok());
    let changed = changed.unwrap_or_default().as_nanos();
    format!("{} {} {} {changed}", path.display(), real.display(), metadata.len())
}

/// rustup's `cargo` is the same for every toolchain. What it has chosen and installed is in
/// its own folder.
fn rustup(environment: &Environment) -> Vec<String> {
    let home = environment
        .folder(env::RUSTUP_HOME)
        .or_else(|| environment.home().map(|home| home.join(".rustup")));
    let Some(home) = home else { return Vec::new() };
    let chosen = environment.value(env::RUSTUP_TOOLCHAIN).unwrap_or_default();
    let mut lines = vec![format!("toolchain {chosen:?}"), told(&home.join("settings.toml"))];
    let hashes = fs::read_dir(home.join("update-hashes")).into_iter().flatten().flatten();
    lines.extend(hashes.map(|entry| told(&entry.path())));
    lines
}

/// What is installed in the nearest `node_modules`.
fn node_modules(folder: &Path) -> Vec<String> {
    let nearest = folder.ancestors().map(|it| it.join("node_modules")).find(|it| it.is_dir());
    let Some(nearest) = nearest else { return Vec::new() };
    let files = INSTALLED.iter().map(|name| nearest.join(name)).filter(|file| file.is_file());
    files.map(|file| told(&file)).collect()
}

/// The packages of a virtual environment in a folder: their names say the versions.
fn packages(folder: &Path) -> Vec<String> {
    let entries = |folder: &Path| fs::read_dir(folder).into_iter().flatten().flatten();
    let library = folder.join(".venv/lib");
    entries(&library)
        .flat_map(|python| entries(&python.path().join("site-packages")))
        .map(|entry| entry.file_name().to_string_lossy().into_owned())
        .filter(|name| name.ends_with(".dist-info"))
        .map(|name| format!("package {} {name}", folder.display()))
        .collect()
}
