//! Claude Code, by its own commands and by a session in print mode.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::{Value, json};
use tempfile::TempDir;

use super::model::{Call, Model, Script, Wire};
use super::run::{Ran, run};
use super::session::{HookRun, Host, Played, Session};
use super::{NAME, PLUGIN_ID, install, isolated};

/// One of the versions pinned in package.json, by the first part of its alias there.
#[derive(Clone, Copy)]
pub(crate) struct Version(&'static str);

/// The oldest version that we promise to support.
pub(crate) const OLDEST: Version = Version("claude-oldest");
/// The newest version that we have seen.
pub(crate) const NEWEST: Version = Version("claude-newest");

/// One Claude Code with a home of its own.
pub(crate) struct Claude {
    program: PathBuf,
    home: TempDir,
}

/// What a session says of our plugin when it begins; names without the plugin's prefix.
pub(crate) struct Offer {
    /// Commands, and skills that a person may call.
    pub(crate) invocable: BTreeSet<String>,
    pub(crate) agents: BTreeSet<String>,
    /// Every plugin that failed to load, and why.
    pub(crate) errors: Vec<Value>,
}

impl Claude {
    /// `None` where the hosts are left out; see [`install::node_modules`].
    pub(crate) fn start(version: Version) -> Option<Self> {
        let modules = install::node_modules()?;
        let package = format!("{}-{}", version.0, install::platform()?);
        let program = modules.join(&package).join("claude");
        assert!(
            program.exists(),
            "{package} is not installed; npm leaves it out on a system without glibc, where \
             CVG_SKIP_HOSTS=1 leaves these tests out"
        );
        let home = tempfile::tempdir().expect("a temporary folder can be made");
        Some(Self { program, home })
    }

    fn command(&self, args: &[&str]) -> Command {
        let mut command = isolated(&self.program, self.home.path());
        command
            .args(args)
            // Not the repository, whose own settings the host would read.
            .current_dir(self.home.path())
            .env("DISABLE_AUTOUPDATER", "1")
            .env("DISABLE_TELEMETRY", "1")
            .env("CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC", "1");
        command
    }

    /// `plugin validate --strict`, which turns warnings into errors, of a plugin or a marketplace.
    pub(crate) fn validate(&self, path: &Path, flags: &[&str]) -> Ran {
        run(self.command(&["plugin", "validate", "--strict"]).args(flags).arg(path))
    }

    pub(crate) fn add_marketplace(&self, root: &Path) -> Ran {
        run(self.command(&["plugin", "marketplace", "add"]).arg(root))
    }

    pub(crate) fn install(&self) -> Ran {
        run(&mut self.command(&["plugin", "install", PLUGIN_ID]))
    }

    /// Our entry of `plugin list`.
    pub(crate) fn installed(&self) -> Option<Value> {
        let list = run(&mut self.command(&["plugin", "list", "--json"])).succeeded().json();
        let plugins = list.as_array().expect("`plugin list --json` is an array");
        plugins.iter().find(|plugin| plugin["id"] == PLUGIN_ID).cloned()
    }

    /// Every word of the component inventory in `plugin details`, which has no JSON form.
    pub(crate) fn inventory(&self) -> BTreeSet<String> {
        let ran = run(&mut self.command(&["plugin", "details", PLUGIN_ID]));
        let (_, rest) = ran
            .succeeded()
            .stdout
            .split_once("Component inventory")
            .unwrap_or_else(|| panic!("no component inventory in {ran}"));
        let inventory = rest.split("Projected token cost").next().unwrap_or(rest);
        let words = inventory.split(|c: char| c.is_whitespace() || c == ',');
        words.filter(|word| !word.is_empty()).map(str::to_owned).collect()
    }

    /// What a session in `cwd` offers of our plugin.
    pub(crate) fn offer(&self, cwd: &Path) -> Offer {
        let played = self.play(Session::new(cwd, Script::default()));
        let ran = played.ran.succeeded();
        let mut events = events(ran).filter(|event| event["subtype"] == "init");
        let init = events.next().unwrap_or_else(|| panic!("no init event in {ran}"));
        Offer {
            invocable: ours(&init["slash_commands"]),
            agents: ours(&init["agents"]),
            errors: init["plugin_errors"].as_array().cloned().unwrap_or_default(),
        }
    }
}

impl Host for Claude {
    fn id(&self) -> &'static str {
        "claude"
    }

    fn install_from(&self, root: &Path) {
        self.add_marketplace(root).succeeded();
        self.install().succeeded();
    }

    fn play(&self, session: Session) -> Played {
        let model = Model::start(Wire::Messages, session.script);
        let mut command = self.command(&["--print", "go", "--output-format", "stream-json"]);
        command
            .args(["--verbose", "--include-hook-events", "--dangerously-skip-permissions"])
            .current_dir(&session.cwd)
            // Without it, root may not skip the permissions.
            .env("IS_SANDBOX", "1")
            .env("ANTHROPIC_API_KEY", "none")
            .env("ANTHROPIC_BASE_URL", model.url())
            .envs(session.env);
        let ran = run(&mut command);
        let responses = events(&ran).filter(|event| event["subtype"] == "hook_response");
        let hooks = responses.map(|event| HookRun {
            event: event["hook_event"].as_str().unwrap_or_default().to_owned(),
            fine: event["outcome"] == "success",
            answer: event["stdout"].as_str().map(str::to_owned),
        });
        let hooks = hooks.collect();
        Played { ran, wire: Wire::Messages, requests: model.requests(), hooks }
    }

    fn shell(&self, command: &str) -> Call {
        Call::new("Bash", json!({ "command": command, "description": "A step" }))
    }

    fn edit(&self, root: &Path, path: &str, id: &str) -> Vec<Call> {
        let path = root.join(path);
        let edit = json!({ "file_path": path, "old_string": "one", "new_string": "two" });
        // It edits only what it has read.
        vec![Call::new("Read", json!({ "file_path": path })), Call::new("Edit", edit).named(id)]
    }

    fn delegate(&self, prompt: &str) -> Vec<Call> {
        let task = json!({ "description": "A task", "prompt": prompt, "run_in_background": false,
                           "subagent_type": "general-purpose" });
        vec![Call::new("Agent", task)]
    }
}

/// The events that a session printed.
fn events(ran: &Ran) -> impl Iterator<Item = Value> {
    ran.stdout.lines().filter_map(|line| serde_json::from_str(line).ok())
}

/// The names in `list` that carry our plugin's prefix, without it.
fn ours(list: &Value) -> BTreeSet<String> {
    let names = list.as_array().expect("the init event lists names").iter();
    names
        .filter_map(|name| name.as_str()?.strip_prefix(NAME)?.strip_prefix(':'))
        .map(str::to_owned)
        .collect()
}

/// A report of `plugin validate --json` that passed and has no error, warning or finding anywhere,
/// also none that the exit code leaves out.
pub(crate) fn assert_nothing_reported(ran: &Ran) {
    fn visit(value: &Value, ran: &Ran) {
        match value {
            Value::Object(fields) => {
                for (key, value) in fields {
                    if matches!(key.as_str(), "errors" | "warnings" | "findings" | "undecided") {
                        assert!(value.as_array().is_some_and(Vec::is_empty), "{key}: {ran}");
                    }
                    visit(value, ran);
                }
            }
            Value::Array(items) => items.iter().for_each(|item| visit(item, ran)),
            _ => {}
        }
    }
    let report = ran.succeeded().json();
    assert_eq!(report["success"], true, "{ran}");
    visit(&report, ran);
}
