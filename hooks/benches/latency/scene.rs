//! A guarded repository with a lane, made by git, and the events that are played on it.

use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};

use cvg_hooks::Host;
use cvg_hooks::testkit::Payload;
use tempfile::TempDir;

use crate::shared::job::{Answer, Job};
use crate::shared::lines::{long, short};
use crate::shared::{EMPTY, empty_program, git};

/// The names that the report looks for.
pub(crate) const READ: &str = "a call that is none of its business";
pub(crate) const LANE: &str = "an Edit in a lane";
pub(crate) const ROOT: &str = "an Edit in the main checkout";
pub(crate) const SHORT: &str = "a shell command of 200 bytes";
pub(crate) const LONG: &str = "a shell command of 10 KB";
pub(crate) const NODE: &str = "the same Edit, Node";
pub(crate) const BASH: &str = "the same Edit, bash and jq";

/// The lane.
const IN_LANE: &str = ".worktrees/lane";

pub(crate) struct Scene {
    folder: TempDir,
    root: PathBuf,
    hook: PathBuf,
    empty: PathBuf,
}

impl Scene {
    pub(crate) fn build(hook: &Path) -> Result<Self, String> {
        let folder = tempfile::tempdir().map_err(|error| error.to_string())?;
        let home = fs::canonicalize(folder.path()).map_err(|error| error.to_string())?;
        let root = home.join("repo");
        let write = |path: &str, text: &str| {
            let path = home.join(path);
            let folder = path.parent().unwrap_or(&home);
            fs::create_dir_all(folder).and_then(|()| fs::write(&path, text))
        };
        write("repo/src/a.rs", "fn a() {}\n")
            .and_then(|()| write("repo/convergo.toml", "[worktree]\nenforce = true\n"))
            .map_err(|error| error.to_string())?;
        git(&root, "init -q")?;
        git(&root, "add -A")?;
        git(&root, "commit -q -m one")?;
        git(&root, "worktree add -q .worktrees/lane")?;
        let empty = empty_program(&home)?;
        Ok(Self { folder, root, hook: hook.to_owned(), empty })
    }

    /// Everything that is measured in turn.
    pub(crate) fn jobs(&self) -> Vec<Job> {
        let edit = |path: &str| self.event(&Payload::edit(Host::Claude, self.root.join(path)));
        let lane = edit(".worktrees/lane/src/a.rs");
        let main = edit("src/a.rs");
        let read = Payload::recorded(Host::Claude, "PreToolUse.Read");
        let read = self.event(&read.file_path(self.root.join("src/a.rs")));
        let peers = Path::new(env!("CARGO_MANIFEST_DIR")).join("benches/peers");
        let script = |name, interpreter: &str, file: &str| Job {
            program: interpreter.into(),
            arguments: vec![peers.join(file).into()],
            is_slow: true,
            ..self.hook(name, Answer::Denial, main.clone())
        };
        vec![
            Job {
                program: self.empty.clone(),
                arguments: Vec::new(),
                ..self.hook(EMPTY, Answer::Silence, main.clone())
            },
            self.hook(READ, Answer::Silence, read),
            self.hook(LANE, Answer::Silence, lane),
            self.hook(ROOT, Answer::Denial, main.clone()),
            self.hook(SHORT, Answer::Silence, self.shell(&short(IN_LANE))),
            self.hook(LONG, Answer::Silence, self.shell(&long(IN_LANE))),
            script(NODE, "node", "enforce-worktree.mjs"),
            script(BASH, "bash", "enforce-worktree.sh"),
        ]
    }

    /// An event over the size that is read at all.
    pub(crate) fn large(&self) -> Job {
        let content = "x".repeat(50_000_000);
        let write = Payload::write(Host::Claude, self.root.join("src/a.rs"));
        let input = self.event(&write.input("content", content));
        self.hook("an event of 50 MB", Answer::Silence, input)
    }

    /// The calls that pass in the lane are denied in the main checkout, each of them once: a
    /// hook that looks at nothing would be fast.
    pub(crate) fn counterproofs(&self) -> Result<(), String> {
        for command in [short("./src/../././."), long(".")] {
            self.hook("the command in the main checkout", Answer::Denial, self.shell(&command))
                .play()?;
        }
        Ok(())
    }

    fn hook(&self, name: &'static str, answer: Answer, input: Vec<u8>) -> Job {
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

    fn shell(&self, command: &str) -> Vec<u8> {
        self.event(&Payload::shell(Host::Claude, command))
    }

    fn event(&self, payload: &Payload) -> Vec<u8> {
        payload.clone().cwd(&self.root).to_bytes()
    }
}
