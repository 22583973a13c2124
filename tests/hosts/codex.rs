//! Codex, by its own commands and by its app-server, which tells what it loaded and what it
//! dropped.

use std::collections::BTreeSet;
use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::mpsc;
use std::thread;
use std::time::Duration;

use serde_json::{Value, json};
use tempfile::TempDir;

use super::model::{Call, Model, Wire};
use super::run::{Ran, run};
use super::session::{HookRun, Host, Played, Session};
use super::{NAME, PLUGIN_ID, install, isolated};

/// An answer of the app-server takes well under a second.
const LIMIT: Duration = Duration::from_mins(2);

/// Codex with a home of its own.
pub(crate) struct Codex {
    script: PathBuf,
    home: TempDir,
}

/// What `skills/list` says; names of our own skills, without the plugin's prefix.
pub(crate) struct Skills {
    pub(crate) names: BTreeSet<String>,
    /// Every skill that was dropped, and why.
    pub(crate) errors: Vec<Value>,
}

impl Codex {
    /// `None` where the hosts are left out; see [`install::node_modules`].
    pub(crate) fn start() -> Option<Self> {
        let script = install::node_modules()?.join("@openai/codex/bin/codex.js");
        assert!(script.exists(), "{} is missing", script.display());
        // Codex complains about a home under the system's temporary folder, and leaves out its
        // helper programs there.
        let home = tempfile::Builder::new()
            .prefix("codex-home-")
            .tempdir_in(env!("CARGO_TARGET_TMPDIR"))
            .expect("a temporary folder can be made");
        // It does not make a home that it was told of.
        std::fs::create_dir(home.path().join(".codex")).expect("the folder is ours");
        Some(Self { script, home })
    }

    fn command(&self, args: &[&str]) -> Command {
        let mut command = isolated(Path::new("node"), self.home.path());
        command.arg(&self.script).args(args).env("CODEX_HOME", self.home.path().join(".codex"));
        command
    }

    pub(crate) fn add_marketplace(&self, root: &Path) -> Ran {
        run(self.command(&["plugin", "marketplace", "add"]).arg(root).current_dir(root))
    }

    pub(crate) fn add(&self) -> Ran {
        run(&mut self.command(&["plugin", "add", PLUGIN_ID, "--json"]))
    }

    /// Our entry of `plugin list`.
    pub(crate) fn installed(&self) -> Option<Value> {
        let list = run(&mut self.command(&["plugin", "list", "--json"])).succeeded().json();
        let plugins = list["installed"].as_array().expect("`plugin list --json` has `installed`");
        plugins.iter().find(|plugin| plugin["pluginId"] == PLUGIN_ID).cloned()
    }

    /// What a session in `cwd` would load.
    pub(crate) fn skills(&self, cwd: &Path) -> Skills {
        let answer = self.ask(cwd, "skills/list", &json!({ "cwds": [cwd] }));
        let mut found = Skills { names: BTreeSet::new(), errors: Vec::new() };
        for place in answer["data"].as_array().expect("skills/list answers `data`") {
            let skills = place["skills"].as_array().expect("skills/list answers `skills`").iter();
            let names = skills.filter_map(|skill| skill["name"].as_str());
            let ours = names.filter_map(|name| name.strip_prefix(NAME)?.strip_prefix(':'));
            found.names.extend(ours.map(str::to_owned));
            found.errors.extend(place["errors"].as_array().cloned().unwrap_or_default());
        }
        found
    }

    /// How many hooks of our plugin a session in `cwd` would load, once they are trusted. An
    /// error or a warning ends the test: the host drops hooks without telling the user.
    pub(crate) fn hooks(&self, cwd: &Path) -> usize {
        let answer = self.ask(cwd, "hooks/list", &json!({ "cwds": [cwd] }));
        let mut count = 0;
        for place in answer["data"].as_array().expect("hooks/list answers `data`") {
            for key in ["errors", "warnings"] {
                assert!(place[key].as_array().is_some_and(Vec::is_empty), "{key}: {place}");
            }
            let hooks = place["hooks"].as_array().expect("hooks/list answers `hooks`").iter();
            count += hooks.filter(|hook| hook["pluginId"] == PLUGIN_ID).count();
        }
        count
    }

    /// One question to the app-server: JSON-RPC, one message a line.
    fn ask(&self, cwd: &Path, method: &str, params: &Value) -> Value {
        let mut child = self
            .command(&["app-server"])
            .current_dir(cwd)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .expect("node starts");
        let mut requests = child.stdin.take().expect("stdin is piped");
        let answers = BufReader::new(child.stdout.take().expect("stdout is piped"));

        let client = json!({ "clientInfo": { "name": "convergo-tests", "version": "0" } });
        for message in [
            json!({ "jsonrpc": "2.0", "id": 1, "method": "initialize", "params": client }),
            json!({ "jsonrpc": "2.0", "method": "initialized" }),
            json!({ "jsonrpc": "2.0", "id": 2, "method": method, "params": params }),
        ] {
            writeln!(requests, "{message}").expect("the app-server reads");
        }
        // Read on a thread, so that a server that never answers ends the test all the same.
        let (sender, receiver) = mpsc::channel();
        thread::spawn(move || {
            let messages = answers.lines().map_while(Result::ok);
            let mut parsed = messages.filter_map(|line| serde_json::from_str::<Value>(&line).ok());
            if let Some(answer) = parsed.find(|message| message["id"] == 2) {
                let _ = sender.send(answer);
            }
        });
        let answer = receiver.recv_timeout(LIMIT);
        // The server ends with its input. Only one that did not answer has to be ended.
        drop(requests);
        if answer.is_err() {
            let _ = child.kill();
        }
        let _ = child.wait();
        let answer = answer.unwrap_or_else(|error| panic!("{method}: no answer: {error}"));
        answer.get("result").unwrap_or_else(|| panic!("{method}: {answer}")).clone()
    }
}

impl Host for Codex {
    fn id(&self) -> &'static str {
        "codex"
    }

    fn install_from(&self, root: &Path) {
        self.add_marketplace(root).succeeded();
        self.add().succeeded();
    }

    fn play(&self, session: Session) -> Played {
        let model = Model::start(Wire::Responses, session.script);
        let url = format!("model_providers.scripted.base_url=\"{}/v1\"", model.url());
        let settings = [
            // A known name, so that the host offers its patch tool and calls tools directly.
            "model=\"gpt-5.5\"",
            // Subagents that a script can wait for without knowing their identifiers.
            "features.multi_agent_v2=true",
            "model_provider=\"scripted\"",
            "check_for_update_on_startup=false",
            "model_providers.scripted.name=\"scripted\"",
            "model_providers.scripted.wire_api=\"responses\"",
            "model_providers.scripted.env_key=\"MODEL_KEY\"",
            "model_providers.scripted.request_max_retries=0",
            "model_providers.scripted.stream_max_retries=0",
            "model_providers.scripted.supports_websockets=false",
            &url,
        ];
        let mut command = self.command(&["exec", "--skip-git-repo-check"]);
        command
            .args(["--dangerously-bypass-approvals-and-sandbox"])
            // A test of the review itself trusts through the app-server instead.
            .arg("--dangerously-bypass-hook-trust")
            .args(settings.iter().flat_map(|setting| ["-c", setting]))
            .arg("go")
            .current_dir(&session.cwd)
            .env("MODEL_KEY", "none")
            .envs(session.env);
        let ran = run(&mut command);
        // `hook: PreToolUse`, and when it has ended `hook: PreToolUse Completed`.
        let ended = ran.stderr.lines().filter_map(|line| {
            let (event, outcome) = line.strip_prefix("hook: ")?.split_once(' ')?;
            Some(HookRun { event: event.to_owned(), fine: outcome != "Failed", answer: None })
        });
        let hooks = ended.collect();
        Played { ran, wire: Wire::Responses, requests: model.requests(), hooks }
    }

    fn shell(&self, command: &str) -> Call {
        Call::new("exec_command", json!({ "cmd": command }))
    }

    fn edit(&self, _root: &Path, path: &str, id: &str) -> Vec<Call> {
        vec![Call::new("apply_patch", json!(patch(path))).named(id)]
    }

    fn delegate(&self, prompt: &str) -> Vec<Call> {
        let task = json!({ "task_name": "task", "message": prompt });
        let wait = json!({ "timeout_ms": 60_000 });
        vec![
            Call::new("collaboration.spawn_agent", task),
            Call::new("collaboration.wait_agent", wait),
        ]
    }
}

/// The text that changes the only line of the file at `path` from "one" to "two".
pub(crate) fn patch(path: &str) -> String {
    format!("*** Begin Patch\n*** Update File: {path}\n@@\n-one\n+two\n*** End Patch\n")
}
