//! Repositories of many files, made by git, and what is played on them.

use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};

use cvg_hooks::Host;
use cvg_hooks::testkit::Payload;
use tempfile::TempDir;

use crate::shared::job::{Answer, Job};
use crate::shared::{EMPTY, empty_program, git};

/// The names that the report looks for.
pub(crate) const STATUS: &str = "git status";
pub(crate) const SAME: &str = "git status as the hook asks for it";
pub(crate) const HOOK: &str = "drift-detector at a session's start";
pub(crate) const STOP: &str = "drift-detector at a turn's end";
pub(crate) const OTHER: &str = "an event that does not concern it";
pub(crate) const NOWHERE: &str = "a session in no repository";

/// Files of a folder.
const FOLDER: usize = 100;

pub(crate) struct Scene {
    folder: TempDir,
    home: PathBuf,
    hook: PathBuf,
    empty: PathBuf,
}

impl Scene {
    pub(crate) fn build(hook: &Path) -> Result<Self, String> {
        let folder = tempfile::tempdir().map_err(|error| error.to_string())?;
        let home = fs::canonicalize(folder.path()).map_err(|error| error.to_string())?;
        let empty = empty_program(&home)?;
        // However many sessions are played, the answer is the same.
        let config = home.join(".config/convergo");
        fs::create_dir_all(&config)
            .and_then(|()| {
                fs::write(
                    config.join("config.toml"),
                    "[drift]\nyellow-sessions = 1000000\nred-sessions = 1000000\n",
                )
            })
            .map_err(|error| error.to_string())?;
        Ok(Self { folder, home, hook: hook.to_owned(), empty })
    }

    /// A repository of so many files, with five that are changed and three that are new.
    pub(crate) fn repository(&self, files: usize) -> Result<PathBuf, String> {
        let root = self.home.join(format!("files-{files}"));
        let file = |number: usize| root.join(format!("folder{}/file{number}.txt", number / FOLDER));
        let write = |number: usize, text: String| -> std::io::Result<()> {
            let file = file(number);
            if number.is_multiple_of(FOLDER) {
                fs::create_dir_all(file.parent().unwrap_or(&root))?;
            }
            fs::write(file, text)
        };
        (0..files)
            .try_for_each(|number| write(number, format!("line {number}\n")))
            .map_err(|error| error.to_string())?;
        git(&root, "init -q")?;
        git(&root, "add -A")?;
        git(&root, "commit -q -m files")?;
        (0..5)
            .try_for_each(|number| fs::write(file(number * 7), "changed\n"))
            .and_then(|()| {
                (0..3).try_for_each(|number| fs::write(root.join(format!("new{number}")), ""))
            })
            .map_err(|error| error.to_string())?;
        // Times that git has noted once, as in any repository that is in use.
        git(&root, "status -s")?;
        Ok(root)
    }

    /// What is played on a repository, in turn.
    pub(crate) fn counts(&self, root: &Path) -> Vec<Job> {
        let status = |name, more: &[&str]| {
            let mut arguments = vec!["-C".into(), root.into(), OsString::from("status")];
            arguments.extend(more.iter().map(OsString::from));
            Job { program: "git".into(), arguments, ..self.job(name, Answer::Anything, Vec::new()) }
        };
        let start = Payload::session_start(Host::Claude).cwd(root).to_bytes();
        let stop = Payload::recorded(Host::Claude, "Stop").cwd(root).to_bytes();
        let ledger = self.home.join(".claude/convergence-ledger.md");
        vec![
            status(STATUS, &[]),
            status(SAME, &["--porcelain=v2", "-z", "--renames", "--untracked-files=all"]),
            // The session is new each time, and the ledger written.
            Job { forgets: Some(ledger), ..self.job(HOOK, Answer::Silence, start) },
            self.job(STOP, Answer::Silence, stop),
        ]
    }

    /// What costs no look at any repository, beside the floor.
    pub(crate) fn starts(&self) -> Vec<Job> {
        let read = Payload::recorded(Host::Claude, "PreToolUse.Read").to_bytes();
        let nowhere = Payload::session_start(Host::Claude).cwd(&self.home).to_bytes();
        vec![
            Job {
                program: self.empty.clone(),
                arguments: Vec::new(),
                ..self.job(EMPTY, Answer::Silence, read.clone())
            },
            self.job(OTHER, Answer::Silence, read),
            self.job(NOWHERE, Answer::Silence, nowhere),
        ]
    }

    /// With two more new files it is YELLOW.
    pub(crate) fn counterproof(&self, root: &Path) -> Result<(), String> {
        let write = |name| fs::write(root.join(name), "").map_err(|error| error.to_string());
        write("new3").and_then(|()| write("new4"))?;
        let start = Payload::session_start(Host::Claude).cwd(root).to_bytes();
        let says = "10 files are changed or new (YELLOW from 10)";
        let said = self.job("the counterproof", Answer::Anything, start).said()?;
        if said.contains(says) { Ok(()) } else { Err(format!("the hook says `{said}`")) }
    }

    fn job(&self, name: &'static str, answer: Answer, input: Vec<u8>) -> Job {
        Job {
            name,
            answer,
            is_slow: false,
            program: self.hook.clone(),
            arguments: ["--host", "claude"].map(OsString::from).to_vec(),
            home: self.folder.path().to_owned(),
            input,
            forgets: None,
            seconds: Vec::new(),
        }
    }
}
