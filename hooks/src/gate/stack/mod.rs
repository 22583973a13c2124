//! Which stacks a repository has, and where.

mod files;
mod workspace;

use std::fmt;
use std::path::{Path, PathBuf};

use serde::Serialize;

pub use files::Files;
pub(super) use files::{head, text};

/// A language with its tools.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Stack {
    /// `go.mod`.
    Go,
    /// `tsconfig.json`.
    TypeScript,
    /// `Cargo.toml`.
    Rust,
    /// `pyproject.toml`, `setup.cfg` or `requirements.txt`.
    Python,
}

impl Stack {
    /// Every stack, in the order that their layers run in.
    pub const ALL: [Self; 4] = [Self::Go, Self::TypeScript, Self::Rust, Self::Python];

    /// The name in configuration and reports.
    pub const fn id(self) -> &'static str {
        match self {
            Self::Go => "go",
            Self::TypeScript => "typescript",
            Self::Rust => "rust",
            Self::Python => "python",
        }
    }

    /// Files of which one says that the stack is there.
    const fn signs(self) -> &'static [&'static str] {
        match self {
            Self::Go => &["go.mod"],
            Self::TypeScript => &["tsconfig.json"],
            Self::Rust => &["Cargo.toml"],
            Self::Python => &["pyproject.toml", "setup.cfg", "requirements.txt"],
        }
    }
}

impl fmt::Display for Stack {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Go => "Go",
            Self::TypeScript => "TypeScript",
            Self::Rust => "Rust",
            Self::Python => "Python",
        })
    }
}

/// A stack in a folder.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Unit {
    /// The stack.
    pub stack: Stack,
    /// The folder relative to the root; empty for the root itself.
    pub folder: PathBuf,
}

/// Folders at most: more is no workspace that a person has made.
const MOST: usize = 500;

/// The units of a root: of the root itself, of the members of its workspaces, and of the
/// packages that `places`, folders below the root, lie in. The layers of one with a workspace
/// of Cargo cover its members.
pub fn units(files: &Files, places: &[PathBuf]) -> Vec<Unit> {
    let mut folders = vec![String::new()];
    folders.extend(workspace::members(files));
    let mut units = Vec::new();
    for stack in Stack::ALL {
        let is_at_root = has(files, "", stack);
        let own = |folder: &String| {
            has(files, folder, stack)
                && (folder.is_empty() || !(stack == Stack::Rust && is_at_root))
        };
        let mut found: Vec<String> = folders.iter().filter(|it| own(it)).cloned().collect();
        if stack == Stack::Python {
            found.extend(workspace::python_folders(files, is_at_root));
        }
        if !(stack == Stack::Rust && is_at_root) {
            found.extend(places.iter().filter_map(|place| package_around(files, place, stack)));
        }
        found.sort_unstable();
        found.dedup();
        found.truncate(MOST);
        units.extend(found.into_iter().map(|folder| Unit { stack, folder: folder.into() }));
    }
    units
}

fn has(files: &Files, folder: &str, stack: Stack) -> bool {
    stack.signs().iter().any(|sign| files.has(&join(folder, sign)))
}

/// The innermost folder around `place`, below the root, that has the stack.
fn package_around(files: &Files, place: &Path, stack: Stack) -> Option<String> {
    place
        .ancestors()
        .filter_map(Path::to_str)
        .take_while(|folder| !folder.is_empty())
        // It was named, so it counts even if it is ignored.
        .find(|folder| {
            stack.signs().iter().any(|sign| files.root().join(folder).join(sign).is_file())
        })
        .map(str::to_owned)
}

/// A path below a folder that may be the root, which has no name.
fn join(folder: &str, name: &str) -> String {
    if folder.is_empty() { name.to_owned() } else { format!("{folder}/{name}") }
}

#[cfg(test)]
mod tests;
