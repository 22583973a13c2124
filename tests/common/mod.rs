//! A scratch repository, and `cvg-gen` run in it as a user would.

#![allow(dead_code, reason = "each test program uses its own part")]

pub(crate) mod random;
mod snapshot;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

#[allow(unused_imports, reason = "each test program uses its own part")]
pub(crate) use snapshot::{Entry, Snapshot, snapshot};

/// The program under test.
pub(crate) const PROGRAM: &str = env!("CARGO_BIN_EXE_cvg-gen");

/// A plugin for both hosts, with nothing in it.
pub(crate) const PLUGIN: &str = "\
name: demo
version: 1.0.0
description: A plugin to try things on
author: { name: Somebody }
hosts: [claude, codex]
";

/// A catalogue for it.
pub(crate) const MARKETPLACE: &str = "\
name: demo-market
description: A catalogue to try things on
owner: { name: Somebody }
";

/// A repository in a temporary folder, with a sentinel folder beside it that
/// nothing may touch.
#[derive(Debug)]
pub(crate) struct Repo {
    outer: tempfile::TempDir,
}

impl Repo {
    /// An empty repository.
    pub(crate) fn empty() -> Self {
        Self::within(&std::env::temp_dir())
    }

    /// An empty repository in memory, where the system has a file system there: for
    /// tests that write many thousands of files.
    pub(crate) fn in_memory() -> Self {
        let memory = Path::new("/dev/shm");
        let usable = tempfile::tempdir_in(memory).is_ok();
        Self::within(if usable { memory.to_path_buf() } else { std::env::temp_dir() }.as_path())
    }

    fn within(folder: &Path) -> Self {
        let outer = tempfile::tempdir_in(folder).expect("a temporary folder");
        let repo = Self { outer };
        fs::create_dir(repo.root()).expect("a folder");
        fs::create_dir(repo.beside()).expect("a folder");
        fs::write(repo.beside().join("precious.txt"), "do not touch\n").expect("a file");
        repo
    }

    /// A repository whose source is one plugin with one skill.
    pub(crate) fn with_skill() -> Self {
        let repo = Self::empty();
        repo.write("canonical/plugin.yaml", PLUGIN);
        repo.skill("alpha", "Alpha does the first thing", "# Alpha\n\nDo it.\n");
        repo
    }

    /// The repository's root.
    pub(crate) fn root(&self) -> PathBuf {
        self.outer.path().join("repo")
    }

    /// A folder beside it that is none of our business.
    pub(crate) fn beside(&self) -> PathBuf {
        self.outer.path().join("beside")
    }

    /// A path in the repository.
    pub(crate) fn path(&self, path: &str) -> PathBuf {
        self.root().join(path)
    }

    /// Writes a file, and the folders on the way to it.
    pub(crate) fn write(&self, path: &str, content: impl AsRef<[u8]>) -> &Self {
        let path = self.path(path);
        fs::create_dir_all(path.parent().expect("inside the root")).expect("a folder");
        fs::write(path, content).expect("a file");
        self
    }

    /// Writes `skills/<name>/SKILL.md`.
    pub(crate) fn skill(&self, name: &str, description: &str, body: &str) -> &Self {
        let head = format!("---\nname: {name}\ndescription: \"{description}\"\n---\n");
        self.write(&format!("canonical/skills/{name}/SKILL.md"), format!("{head}\n{body}"))
    }

    /// Adds to the end of a file.
    pub(crate) fn append(&self, path: &str, text: &str) -> &Self {
        let old = self.read(path);
        self.write(path, old + text)
    }

    /// Replaces a text that stands in a file.
    pub(crate) fn edit(&self, path: &str, old: &str, new: &str) -> &Self {
        let text = self.read(path);
        assert!(text.contains(old), "{path} holds no {old:?}:\n{text}");
        self.write(path, text.replacen(old, new, 1))
    }

    /// Sets a file's mode.
    #[cfg(unix)]
    pub(crate) fn mode(&self, path: &str, mode: u32) -> &Self {
        use std::os::unix::fs::PermissionsExt;
        fs::set_permissions(self.path(path), fs::Permissions::from_mode(mode)).expect("a mode");
        self
    }

    /// Sets a file's run bits.
    #[cfg(unix)]
    pub(crate) fn executable(&self, path: &str) -> &Self {
        self.mode(path, 0o755)
    }

    /// Makes a symbolic link.
    #[cfg(unix)]
    pub(crate) fn link(&self, path: &str, target: impl AsRef<Path>) -> &Self {
        let path = self.path(path);
        fs::create_dir_all(path.parent().expect("inside the root")).expect("a folder");
        std::os::unix::fs::symlink(target, path).expect("a link");
        self
    }

    /// Removes a file, or a folder with everything in it.
    pub(crate) fn remove(&self, path: &str) -> &Self {
        let path = self.path(path);
        if path.is_dir() {
            fs::remove_dir_all(path).expect("a folder that can go");
        } else {
            fs::remove_file(path).expect("a file that can go");
        }
        self
    }

    /// A file's text.
    pub(crate) fn read(&self, path: &str) -> String {
        fs::read_to_string(self.path(path)).unwrap_or_else(|error| panic!("{path}: {error}"))
    }

    /// Is there anything at that path?
    pub(crate) fn exists(&self, path: &str) -> bool {
        fs::symlink_metadata(self.path(path)).is_ok()
    }

    /// Everything in the repository but its source.
    pub(crate) fn output(&self) -> Snapshot {
        let mut all = snapshot(&self.root());
        all.retain(|path, _| path != "canonical" && !path.starts_with("canonical/"));
        all
    }

    /// Runs `cvg-gen` in the repository's root.
    pub(crate) fn run(&self, args: &[&str]) -> Output {
        self.run_in("", args)
    }

    /// Runs `cvg-gen` in a folder of the repository.
    pub(crate) fn run_in(&self, folder: &str, args: &[&str]) -> Output {
        let mut command = command();
        command.args(args).current_dir(self.path(folder));
        let output = command.output().expect("the program starts");
        Output {
            code: output.status.code(),
            out: String::from_utf8(output.stdout).expect("text"),
            err: String::from_utf8(output.stderr).expect("text"),
        }
    }

    /// Builds, which must succeed.
    pub(crate) fn build(&self) -> Output {
        let output = self.run(&[]);
        assert_eq!(output.code, Some(0), "{output}");
        output
    }

    /// Checks, which must find nothing.
    pub(crate) fn is_clean(&self) {
        let output = self.run(&["--check"]);
        assert_eq!(output.code, Some(0), "{output}");
    }
}

/// The program, away from the user's own settings.
pub(crate) fn command() -> Command {
    let mut command = Command::new(PROGRAM);
    for name in ["CLICOLOR_FORCE", "TERM", "CI", "GITHUB_ACTIONS"] {
        command.env_remove(name);
    }
    command.env("NO_COLOR", "1").env("GIT_CONFIG_GLOBAL", "/dev/null");
    command.env("GIT_CONFIG_NOSYSTEM", "1").stdin(Stdio::null());
    command
}

/// What a run printed, and how it ended.
#[derive(Debug)]
pub(crate) struct Output {
    /// The exit code; `None` if a signal ended it.
    pub(crate) code: Option<i32>,
    /// Standard output.
    pub(crate) out: String,
    /// Standard error.
    pub(crate) err: String,
}

impl std::fmt::Display for Output {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "exit {:?}\n--- out\n{}--- err\n{}", self.code, self.out, self.err)
    }
}

impl Output {
    /// Asserts the exit code.
    pub(crate) fn exits(self, code: i32) -> Self {
        assert_eq!(self.code, Some(code), "{self}");
        self
    }

    /// Asserts that standard output holds a text.
    pub(crate) fn says(self, text: &str) -> Self {
        assert!(self.out.contains(text), "no {text:?} in\n{self}");
        self
    }

    /// Asserts that standard error holds a text.
    pub(crate) fn warns(self, text: &str) -> Self {
        assert!(self.err.contains(text), "no {text:?} in\n{self}");
        self
    }

    /// Asserts that neither stream holds a text.
    pub(crate) fn says_nothing_of(self, text: &str) -> Self {
        assert!(!self.out.contains(text) && !self.err.contains(text), "{text:?} in\n{self}");
        self
    }

    /// The codes of the faults that it reported, sorted, without repeats.
    pub(crate) fn codes(&self) -> Vec<&str> {
        let code = |line: &'_ str| line.find("[CVG").filter(|&at| at < 10);
        let mut codes: Vec<&str> = self
            .err
            .lines()
            .filter_map(|line| code(line).and_then(|at| line.get(at + 1..at + 7)))
            .collect();
        codes.sort_unstable();
        codes.dedup();
        codes
    }
}
