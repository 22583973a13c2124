//! A whole session: a host, a repository, a script for the model, and what came of it.

use std::ffi::{OsStr, OsString};
use std::path::{Path, PathBuf};

use super::model::{Call, Request, Script, Wire};
use super::run::Ran;

/// What a test wants played.
pub(crate) struct Session {
    pub(crate) cwd: PathBuf,
    pub(crate) script: Script,
    pub(crate) env: Vec<(&'static str, OsString)>,
}

impl Session {
    /// A session in `cwd`, where the user says "go" and the model plays `script`.
    pub(crate) fn new(cwd: &Path, script: Script) -> Self {
        Self { cwd: cwd.to_owned(), script, env: Vec::new() }
    }

    /// With a variable in the host's environment, from where it reaches the hooks.
    pub(crate) fn env(mut self, name: &'static str, value: impl AsRef<OsStr>) -> Self {
        self.env.push((name, value.as_ref().to_owned()));
        self
    }
}

/// A host that can play a session.
pub(crate) trait Host {
    /// The host by the name that our hooks know it by.
    fn id(&self) -> &'static str;

    /// Installs the plugin `convergo` of the marketplace at `root`, as a user does. The folder has
    /// to outlive the sessions.
    fn install_from(&self, root: &Path);

    /// Plays a session to its end, with every permission given.
    fn play(&self, session: Session) -> Played;

    /// The model's call for a shell command.
    fn shell(&self, command: &str) -> Call;

    /// The model's calls that change the line "one", the only one of the file at `path` below
    /// `root`, to "two". The last call is the edit, and is named `id`.
    fn edit(&self, root: &Path, path: &str, id: &str) -> Vec<Call>;

    /// The model's calls that start a subagent with `prompt` and wait for its end.
    fn delegate(&self, prompt: &str) -> Vec<Call>;
}

/// One run of a hook, and how the host took it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct HookRun {
    /// The event, in the host's spelling.
    pub(crate) event: String,
    /// Did the host understand the answer? A hook that denies is fine.
    pub(crate) fine: bool,
    /// Its answer; `None` on Codex, which does not repeat it.
    pub(crate) answer: Option<String>,
}

/// A session that has ended.
pub(crate) struct Played {
    pub(crate) ran: Ran,
    pub(crate) wire: Wire,
    /// Everything that the host asked the model's server.
    pub(crate) requests: Vec<Request>,
    pub(crate) hooks: Vec<HookRun>,
}

impl Played {
    /// The steps of conversations: the main one, and those of subagents.
    pub(crate) fn turns(&self) -> impl Iterator<Item = &Request> {
        self.requests.iter().filter(|request| self.wire.is_turn(request))
    }

    /// What the model was told before it said anything.
    pub(crate) fn opening(&self) -> String {
        let first = self.turns().next().unwrap_or_else(|| panic!("no request: {}", self.ran));
        self.wire.conversation(first)
    }

    /// What the call named `id` brought back to the model.
    pub(crate) fn result(&self, id: &str) -> String {
        let mut results = self.turns().flat_map(|turn| self.wire.results(turn));
        let found = results.find(|result| result.call == id);
        found.unwrap_or_else(|| panic!("nothing came back from {id}: {}", self.ran)).text
    }

    /// The hooks that ran for `event`.
    pub(crate) fn hooks(&self, event: &str) -> Vec<&HookRun> {
        self.hooks.iter().filter(|hook| hook.event == event).collect()
    }

    /// The session went its whole way, and the host understood every hook.
    pub(crate) fn went_well(&self) -> &Self {
        self.ran.succeeded();
        let failed: Vec<_> = self.hooks.iter().filter(|hook| !hook.fine).collect();
        assert!(failed.is_empty(), "{failed:?} in {}", self.ran);
        self
    }
}
