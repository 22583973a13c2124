//! Events as the hosts really sent them, and as a test wants them.

use std::path::Path;

use serde_json::{Map, Value, json};

use crate::Host;

/// What a host writes to a hook's standard input.
#[derive(Debug, Clone, PartialEq)]
pub struct Payload {
    host: Host,
    document: Map<String, Value>,
}

impl Payload {
    /// The event that was recorded under this name, which is that of a file in
    /// `payloads/<host>/` of this crate: `PreToolUse.Edit` of Claude Code, and
    /// `PreToolUse-apply_patch` of Codex.
    ///
    /// # Panics
    /// If nothing was recorded under that name.
    pub fn recorded(host: Host, name: &str) -> Self {
        let file = Self::folder(host).join(format!("{name}.json"));
        let text = std::fs::read_to_string(&file).unwrap_or_else(|error| {
            panic!(
                "no recorded event `{}`: {error}; it has {}",
                file.display(),
                Self::names(host).join(", ")
            )
        });
        let mut document: Map<String, Value> = serde_json::from_str(&text)
            .unwrap_or_else(|error| panic!("`{}`: {error}", file.display()));
        // Claude Code's are kept with what else was seen: the environment and the folder.
        if let Some(Value::Object(stdin)) = document.remove("stdin") {
            document = stdin;
        }
        Self { host, document }
    }

    /// The names of all that was recorded from a host, in order.
    ///
    /// # Panics
    /// If the folder of the recorded events is gone.
    pub fn names(host: Host) -> Vec<String> {
        let folder = Self::folder(host);
        let entries = std::fs::read_dir(&folder)
            .unwrap_or_else(|error| panic!("no recorded events `{}`: {error}", folder.display()));
        let mut names: Vec<_> = entries
            .flatten()
            .filter_map(|entry| {
                entry.file_name().to_str()?.strip_suffix(".json").map(str::to_owned)
            })
            .collect();
        names.sort_unstable();
        names
    }

    fn folder(host: Host) -> std::path::PathBuf {
        Path::new(env!("CARGO_MANIFEST_DIR")).join("payloads").join(host.id())
    }

    /// A shell command about to run, as either host sends it.
    pub fn shell(host: Host, command: &str) -> Self {
        let name = match host {
            Host::Claude => "PreToolUse.Bash",
            Host::Codex => "PreToolUse-Bash",
        };
        Self::recorded(host, name).command(command)
    }

    /// A file about to be written: `Write` of Claude Code, a patch that adds it on Codex.
    pub fn write(host: Host, path: impl AsRef<Path>) -> Self {
        match host {
            Host::Claude => Self::recorded(host, "PreToolUse.Write").file_path(path),
            Host::Codex => Self::patch(&format!(
                "*** Begin Patch\n*** Add File: {}\n+x\n*** End Patch\n",
                path.as_ref().display()
            )),
        }
    }

    /// A file about to be changed: `Edit` of Claude Code, a patch that updates it on Codex.
    pub fn edit(host: Host, path: impl AsRef<Path>) -> Self {
        match host {
            Host::Claude => Self::recorded(host, "PreToolUse.Edit").file_path(path),
            Host::Codex => Self::patch(&format!(
                "*** Begin Patch\n*** Update File: {}\n@@\n-a\n+b\n*** End Patch\n",
                path.as_ref().display()
            )),
        }
    }

    /// A patch about to be applied by Codex.
    pub fn patch(text: &str) -> Self {
        Self::recorded(Host::Codex, "PreToolUse-apply_patch").command(text)
    }

    /// A session that begins, as either host sends it.
    pub fn session_start(host: Host) -> Self {
        Self::recorded(host, "SessionStart")
    }

    /// The host that sends it.
    pub fn host(&self) -> Host {
        self.host
    }

    /// The event's name.
    pub fn event(&self) -> &str {
        self.document.get("hook_event_name").and_then(Value::as_str).unwrap_or_default()
    }

    /// The same with another value for a top-level field.
    #[must_use]
    pub fn with(mut self, key: &str, value: impl Into<Value>) -> Self {
        self.document.insert(key.to_owned(), value.into());
        self
    }

    /// The same without a top-level field.
    #[must_use]
    pub fn without(mut self, key: &str) -> Self {
        // `shift_remove` and `remove` differ in the order that they leave.
        self.document.retain(|name, _| name != key);
        self
    }

    /// The same with another value for an argument of the tool.
    #[must_use]
    pub fn input(mut self, key: &str, value: impl Into<Value>) -> Self {
        let input = self.document.entry("tool_input").or_insert_with(|| json!({}));
        if let Value::Object(input) = input {
            input.insert(key.to_owned(), value.into());
        }
        self
    }

    /// The same in another working directory.
    #[must_use]
    pub fn cwd(self, folder: impl AsRef<Path>) -> Self {
        self.with("cwd", folder.as_ref().to_string_lossy().into_owned())
    }

    /// The same with another command line or patch.
    #[must_use]
    pub fn command(self, text: &str) -> Self {
        self.input("command", text)
    }

    /// The same with another file.
    #[must_use]
    pub fn file_path(self, path: impl AsRef<Path>) -> Self {
        self.input("file_path", path.as_ref().to_string_lossy().into_owned())
    }

    /// The same in another session.
    #[must_use]
    pub fn session(self, id: &str) -> Self {
        self.with("session_id", id)
    }

    /// The same from a subagent.
    #[must_use]
    pub fn agent(self, id: &str, kind: &str) -> Self {
        self.with("agent_id", id).with("agent_type", kind)
    }

    /// The bytes that the host writes: Claude Code ends them with a line feed.
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut text = Value::Object(self.document.clone()).to_string();
        if self.host == Host::Claude {
            text.push('\n');
        }
        text.into_bytes()
    }
}
