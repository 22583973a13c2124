//! Plays an event against a built hook, as a host would.

use std::collections::BTreeMap;
use std::ffi::OsString;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};

use serde_json::Value;

use super::{Payload, contract};
use crate::Host;

/// How to start a hook.
///
/// Nothing of the test's own environment reaches it: `HOME` and the XDG folders lie in a
/// folder of the caller, and `PATH` is empty.
#[derive(Debug, Clone)]
pub struct Player {
    program: PathBuf,
    arguments: Vec<OsString>,
    environment: BTreeMap<OsString, OsString>,
    cwd: PathBuf,
}

impl Player {
    /// Plays against the program at this path, with its home in `folder`, which is also its
    /// working directory.
    pub fn new(program: impl Into<PathBuf>, folder: impl AsRef<Path>) -> Self {
        let folder = folder.as_ref();
        let home = folder.join("home");
        let environment = [
            ("HOME", home.clone()),
            ("XDG_STATE_HOME", home.join(".local/state")),
            ("XDG_CONFIG_HOME", home.join(".config")),
        ];
        Self {
            program: program.into(),
            arguments: Vec::new(),
            environment: environment.map(|(name, value)| (name.into(), value.into())).into(),
            cwd: folder.to_owned(),
        }
    }

    /// Where the hook writes its log.
    pub fn log(&self) -> PathBuf {
        let state = self.environment.get(std::ffi::OsStr::new("XDG_STATE_HOME"));
        Path::new(state.map_or("".as_ref(), |state| state.as_os_str())).join("convergo/hooks.log")
    }

    /// The same with one more argument. `--host` is added from the event.
    #[must_use]
    pub fn argument(mut self, argument: impl Into<OsString>) -> Self {
        self.arguments.push(argument.into());
        self
    }

    /// The same with another variable.
    #[must_use]
    pub fn env(mut self, name: impl Into<OsString>, value: impl Into<OsString>) -> Self {
        self.environment.insert(name.into(), value.into());
        self
    }

    /// The same in another working directory.
    #[must_use]
    pub fn cwd(mut self, folder: impl Into<PathBuf>) -> Self {
        self.cwd = folder.into();
        self
    }

    /// Plays an event, and names its host on the command line.
    pub fn play(&self, payload: &Payload) -> Played {
        let host = payload.host();
        let player = self.clone().argument("--host").argument(host.id());
        Played {
            asked: (host, payload.event().to_owned()),
            ..player.play_bytes(&payload.to_bytes())
        }
    }

    /// Plays any bytes, with no argument but those that were given.
    ///
    /// # Panics
    /// If the program cannot be started.
    pub fn play_bytes(&self, input: &[u8]) -> Played {
        let mut child = self.start();
        let mut stdin = child.stdin.take();
        let input = input.to_owned();
        // A hook may answer before it has read everything, and then nobody reads the rest.
        let writer = std::thread::spawn(move || {
            if let Some(stdin) = &mut stdin {
                let _ = stdin.write_all(&input);
            }
        });
        let played = Played::of(child);
        let _ = writer.join();
        played
    }

    /// Plays bytes to a hook whose standard input is never closed while it runs.
    ///
    /// # Panics
    /// If the program cannot be started, or does not take `input`.
    pub fn play_open(&self, input: &[u8]) -> Played {
        let mut child = self.start();
        let mut stdin = child.stdin.take();
        if let Some(stdin) = &mut stdin {
            let written = stdin.write_all(input);
            written.unwrap_or_else(|error| panic!("the hook does not read: {error}"));
        }
        let played = Played::of(child);
        drop(stdin);
        played
    }

    /// The command, with all three streams piped.
    pub fn start_command(&self) -> Command {
        let mut command = Command::new(&self.program);
        command
            .args(&self.arguments)
            .env_clear()
            .envs(&self.environment)
            .current_dir(&self.cwd)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped());
        command
    }

    fn start(&self) -> Child {
        self.start_command()
            .spawn()
            .unwrap_or_else(|error| panic!("cannot start `{}`: {error}", self.program.display()))
    }
}

/// What a hook did.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Played {
    asked: (Host, String),
    /// Its exit code; `None` if a signal ended it.
    pub status: Option<i32>,
    /// What it wrote to standard output.
    pub stdout: Vec<u8>,
    /// What it wrote to standard error.
    pub stderr: Vec<u8>,
}

impl Played {
    fn of(child: Child) -> Self {
        let output = child
            .wait_with_output()
            .unwrap_or_else(|error| panic!("cannot read what the hook writes: {error}"));
        Self {
            asked: (Host::Codex, "PreToolUse".to_owned()),
            status: output.status.code(),
            stdout: output.stdout,
            stderr: output.stderr,
        }
    }

    /// The answer as the host takes it; `None` for silence.
    ///
    /// # Panics
    /// If the host would not take it, or the exit code is not 0.
    pub fn answer(&self) -> Option<Value> {
        let (host, event) = &self.asked;
        let shown = String::from_utf8_lossy(&self.stdout);
        assert_eq!(self.status, Some(0), "{}", String::from_utf8_lossy(&self.stderr));
        contract::read(*host, event, &self.stdout)
            .unwrap_or_else(|error| panic!("{host} would not take `{shown}`: {error}"))
    }

    /// Did the hook say nothing, so that the host goes on?
    pub fn is_silent(&self) -> bool {
        self.answer().is_none()
    }

    /// The reason, if the answer denies a call.
    pub fn denied(&self) -> Option<String> {
        self.permission("deny").or_else(|| {
            let decision = self.specific("decision")?;
            (decision["behavior"] == "deny").then(|| text(&decision["message"]))
        })
    }

    /// The reason, if the answer asks the user.
    pub fn asked(&self) -> Option<String> {
        self.permission("ask")
    }

    /// The reason, if the answer blocks what happens: a prompt, a result, the end of a turn.
    pub fn blocked(&self) -> Option<String> {
        let answer = self.answer()?;
        (answer["decision"] == "block").then(|| text(&answer["reason"]))
    }

    /// What the answer tells the model.
    pub fn context(&self) -> Option<String> {
        self.specific("additionalContext").map(|value| text(&value))
    }

    /// What the answer tells the user.
    pub fn message(&self) -> Option<String> {
        self.answer()?.get("systemMessage").map(text)
    }

    fn permission(&self, decision: &str) -> Option<String> {
        let said = self.specific("permissionDecision")? == decision;
        said.then(|| self.specific("permissionDecisionReason").as_ref().map(text)).flatten()
    }

    fn specific(&self, key: &str) -> Option<Value> {
        self.answer()?.get("hookSpecificOutput")?.get(key).cloned()
    }
}

fn text(value: &Value) -> String {
    value.as_str().unwrap_or_default().to_owned()
}
