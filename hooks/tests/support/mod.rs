//! What the tests of the hooks share: a temporary place with real git repositories.

#![allow(dead_code, reason = "each test program uses a part")]

pub(crate) mod cases;
pub(crate) mod layout;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// A temporary folder that stands for the root of a file system.
pub(crate) struct Place {
    _temp: tempfile::TempDir,
    root: PathBuf,
}

impl Place {
    pub(crate) fn new() -> Place {
        let temp = tempfile::tempdir().expect("a temporary folder");
        let root = fs::canonicalize(temp.path()).expect("it exists");
        Place { _temp: temp, root }
    }

    /// The path that stands for the absolute path `path`.
    pub(crate) fn at(&self, path: &str) -> PathBuf {
        self.root.join(path.trim_start_matches('/'))
    }

    /// The folder that stands for `/`.
    pub(crate) fn root(&self) -> &Path {
        &self.root
    }

    /// Writes a file, and the folders above it.
    pub(crate) fn write(&self, path: &str, content: impl AsRef<[u8]>) {
        let path = self.at(path);
        fs::create_dir_all(path.parent().expect("not the root")).expect("a folder");
        fs::write(path, content).expect("a file");
    }

    pub(crate) fn mkdir(&self, path: &str) {
        fs::create_dir_all(self.at(path)).expect("a folder");
    }

    #[cfg(unix)]
    pub(crate) fn link(&self, at: &str, to: impl AsRef<Path>) {
        std::os::unix::fs::symlink(to, self.at(at)).expect("a link");
    }

    /// Runs git in `dir`. A word that begins with `/` is a path of this place.
    #[track_caller]
    pub(crate) fn git(&self, dir: &str, words: &str) {
        let words = words.split(' ').map(|word| {
            if word.starts_with('/') { self.at(word).into_os_string() } else { word.into() }
        });
        let output = git(&self.at(dir)).args(words).output().expect("git can be started");
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    }

    /// A repository on branch main with one commit of one file.
    pub(crate) fn repository(&self, dir: &str) {
        self.write(&format!("{dir}/file"), "text\n");
        self.git(dir, "init -q");
        self.commit(dir);
    }

    pub(crate) fn commit(&self, dir: &str) {
        self.git(dir, "add -A");
        self.git(dir, "commit -q -m change");
    }
}

/// git with a fixed identity and nobody's configuration.
pub(crate) fn git(dir: &Path) -> Command {
    let mut git = Command::new("git");
    git.current_dir(dir)
        .env_clear()
        .env("PATH", option_env!("PATH").unwrap_or("/usr/bin:/bin"))
        .env("HOME", dir)
        .env("GIT_CONFIG_GLOBAL", "/dev/null")
        .env("GIT_CONFIG_SYSTEM", "/dev/null")
        .env("GIT_AUTHOR_DATE", "2026-01-01T00:00:00Z")
        .env("GIT_COMMITTER_DATE", "2026-01-01T00:00:00Z")
        .args(["-c", "user.name=Tester", "-c", "user.email=tester@example.com"])
        .args(["-c", "init.defaultBranch=main", "-c", "protocol.file.allow=always"])
        .args(["-c", "core.autocrlf=false", "-c", "commit.gpgsign=false", "-c", "gc.auto=0"]);
    git
}
