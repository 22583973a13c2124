//! A hooks file names an event that its host does not know.
//!
//! Claude Code then drops the whole file: every hook of the plugin is absent, and
//! nobody is told. Newer versions add events, so a file that is right on the newest
//! host may be dropped by the oldest. Codex ignores the event: its handlers never
//! run. Names are exact: `preToolUse` is not `PreToolUse`.
//!
//! ## Instead
//!
//! Use an event of the host; `hooks.yaml` takes `hosts:` for a hook that only one
//! host can serve.

use cvg_hooks::known_event::EVENTS;
use cvg_hooks::{Host, KnownEvent};

use super::model;
use crate::diagnostic::{Diagnostic, Rule, Severity, Sink};
use crate::generate::lint::suggest;
use crate::generate::lint::{HostTree, Mode};
use crate::generate::source::yaml::Node;

/// The rule.
pub(super) static RULE: Rule = Rule {
    code: "CVG101",
    name: "hooks-event",
    severity: Severity::Error,
    source: include_str!("hooks_event.rs"),
};

/// Compares every event with the host's own.
pub(super) fn check(tree: &HostTree, _: Mode, sink: &mut Sink) {
    let host = tree.host;
    for source in model::sources(tree) {
        let entries = source.events(host).map_or(&[][..], Node::entries);
        for entry in entries {
            let name = entry.key.as_str().unwrap_or_default();
            if KnownEvent::named(name).is_some_and(|event| event.fires_on(host)) {
                continue;
            }
            // `hooks` inside the manifest's hooks is a matter of shape.
            if source.inline && name == "hooks" {
                continue;
            }
            let (severity, message) = match host {
                Host::Claude => (
                    Severity::Error,
                    format!("Claude Code drops the whole file over the event `{name}`"),
                ),
                Host::Codex => (Severity::Warning, format!("Codex never fires the event `{name}`")),
            };
            let known = EVENTS.iter().filter(|event| event.fires_on(host)).map(|event| event.name);
            let elsewhere = KnownEvent::named(name).is_some();
            let near = suggest::did_you_mean(name, known).filter(|_| !elsewhere);
            let help = near.unwrap_or_else(|| match host {
                Host::Claude => "remove it: version 2.1.197 does not know it".to_owned(),
                Host::Codex => "remove it, or do its work in an event that Codex fires".to_owned(),
            });
            sink.push(
                Diagnostic::new(&RULE, source.place(&entry.key), message)
                    .severity(severity)
                    .help(help)
                    .host(host),
            );
        }
    }
}
