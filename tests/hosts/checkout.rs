//! A scratch repository that a session works in.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use tempfile::TempDir;

use super::run::run;

/// A main checkout outside of this repository, with one commit.
pub(crate) struct Checkout {
    folder: TempDir,
    root: PathBuf,
}

impl Checkout {
    /// Commits `files`, given as path and text.
    pub(crate) fn with(files: &[(&str, &str)]) -> Self {
        let folder = tempfile::tempdir().expect("a temporary folder can be made");
        // Hosts report real paths, and the system's temporary folder may be a link.
        let root = folder.path().canonicalize().expect("the folder is there").join("repo");
        fs::create_dir(&root).expect("the folder is ours");
        let checkout = Self { folder, root };
        for (path, text) in files {
            let path = checkout.path(path);
            fs::create_dir_all(path.parent().expect("inside the root")).expect("ours");
            fs::write(path, text).expect("the checkout is ours");
        }
        checkout.git(&["init", "--quiet", "--initial-branch=main"]);
        checkout.git(&["add", "--all"]);
        checkout.git(&["commit", "--quiet", "--message=begin"]);
        checkout
    }

    /// Makes the lane `.worktrees/<name>`.
    pub(crate) fn lane(&self, name: &str) {
        let path = format!(".worktrees/{name}");
        self.git(&["worktree", "add", "--quiet", "-b", name, &path]);
    }

    pub(crate) fn root(&self) -> &Path {
        &self.root
    }

    pub(crate) fn path(&self, path: &str) -> PathBuf {
        self.root.join(path)
    }

    pub(crate) fn read(&self, path: &str) -> String {
        fs::read_to_string(self.path(path)).unwrap_or_else(|error| panic!("{path}: {error}"))
    }

    /// Is there anything at that path?
    pub(crate) fn exists(&self, path: &str) -> bool {
        fs::symlink_metadata(self.path(path)).is_ok()
    }

    /// What git sees of changed and new files, lanes left out.
    pub(crate) fn changes(&self) -> String {
        let mut git = self.command(&["status", "--porcelain", "--", ":!.worktrees"]);
        run(&mut git).succeeded().stdout.clone()
    }

    fn git(&self, args: &[&str]) {
        run(&mut self.command(args)).succeeded();
    }

    fn command(&self, args: &[&str]) -> Command {
        let mut command = Command::new("git");
        command
            .args(["-c", "user.name=A Tester", "-c", "user.email=tester@example.invalid"])
            .args(args)
            .current_dir(&self.root)
            .env("GIT_CONFIG_GLOBAL", "/dev/null")
            .env("GIT_CONFIG_NOSYSTEM", "1");
        for variable in ["GIT_DIR", "GIT_WORK_TREE", "GIT_INDEX_FILE"] {
            command.env_remove(variable); // set when the tests run from a git hook
        }
        command
    }
}
