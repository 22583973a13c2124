//! A handler sets a key that its host ignores.
//!
//! Codex ignores `if`, `once`, `args` and `shell`: a hook that `if` narrowed to
//! `git push` runs on every command there, and one in exec form runs without its
//! arguments. Claude Code ignores `once` in a plugin's hooks file and `if` beside
//! the matcher. Both ignore `priority`, `enabled`, `filePattern` and other keys that
//! other programs know.
//!
//! ## Instead
//!
//! Let the hook itself look at its input. For Codex put the arguments into the
//! command: `"\"${PLUGIN_ROOT}/bin/x\" --host codex"`.

use cvg_hooks::{Host, KnownEvent};

use super::model::{self, Source};
use crate::diagnostic::{Diagnostic, Rule, Severity, Sink};
use crate::generate::lint::suggest;
use crate::generate::lint::{HostTree, Mode};
use crate::generate::source::yaml::Node;

/// The rule.
pub(super) static RULE: Rule = Rule {
    code: "CVG106",
    name: "hooks-ignored-key",
    severity: Severity::Warning,
    source: include_str!("hooks_ignored_key.rs"),
};

const CLAUDE: &[&str] = &[
    "type",
    "command",
    "args",
    "shell",
    "timeout",
    "async",
    "asyncRewake",
    "rewakeMessage",
    "rewakeSummary",
    "statusMessage",
    "if",
    "prompt",
    "model",
    "url",
    "headers",
    "allowedEnvVars",
    "server",
    "tool",
    "input",
];
const CODEX: &[&str] = &[
    "type",
    "command",
    "commandWindows",
    "timeout",
    "async",
    "statusMessage",
    "additionalContextLimit",
    "server",
    "tool",
    "input",
];
/// Keys that only speak to people.
const NOTES: &[&str] = &["description", "comment", "$comment", "_comment", "id", "name"];

/// Looks at the keys of groups and handlers.
pub(super) fn check(tree: &HostTree, _: Mode, sink: &mut Sink) {
    let host = tree.host;
    for source in model::sources(tree) {
        let fires = |event: &str| {
            host == Host::Claude
                || KnownEvent::named(event).is_some_and(|event| event.fires_on(host))
        };
        for group in source.groups(host).iter().filter(|group| fires(group.event)) {
            // A handler in the place of a group is a matter of shape.
            if group.node.get("hooks").is_some() {
                keys(&source, group.node, &["matcher", "hooks"], true, host, sink);
            }
        }
        for handler in source.handlers(host).iter().filter(|handler| fires(handler.event)) {
            let known = match host {
                Host::Claude => CLAUDE,
                Host::Codex => CODEX,
            };
            keys(&source, handler.node, known, false, host, sink);
        }
    }
}

fn keys(source: &Source, node: &Node, known: &[&str], group: bool, host: Host, sink: &mut Sink) {
    for entry in node.entries() {
        let Some(key) = entry.key.as_str().filter(|key| !known.contains(key)) else { continue };
        let title = host.title();
        let is_note = NOTES.contains(&key);
        let place = if group { "beside the matcher" } else { "of a handler" };
        let message = match (host, key) {
            (Host::Codex, "if") => "Codex ignores `if`: the hook runs on every call".to_owned(),
            (Host::Codex, "args") => {
                "Codex ignores `args`: the command runs without them".to_owned()
            }
            (Host::Claude, "once") => {
                "Claude Code ignores `once` in a plugin: the hook runs every time".to_owned()
            }
            _ => format!("{title} ignores the key `{key}` {place}"),
        };
        let help = match key {
            "if" if group => "put `if` into the handler".to_owned(),
            "if" => "look at the command in the hook itself".to_owned(),
            "args" => "put the arguments into `command`".to_owned(),
            "once" => "keep a mark of your own in the plugin's data folder".to_owned(),
            _ if is_note => "it does no harm".to_owned(),
            _ => suggest::did_you_mean(key, known.iter().copied())
                .unwrap_or_else(|| "remove it: it has no effect".to_owned()),
        };
        let severity = if is_note { Severity::Info } else { Severity::Warning };
        sink.push(
            Diagnostic::new(&RULE, source.place(&entry.key), message)
                .severity(severity)
                .help(help)
                .host(host),
        );
    }
}
