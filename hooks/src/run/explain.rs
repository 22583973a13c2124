//! `--explain`: an event and its verdict, told to a person.

use std::fmt::Write;

use super::Fault;
use crate::{Event, Host, Kind, Verdict};

/// The width of the names before the facts.
const WIDTH: usize = 10;

/// How much of one fact is shown, in characters.
const SHOWN: usize = 2000;

/// The lines of a text that is read by a person.
#[derive(Default)]
struct Page(String);

impl Page {
    fn fact(&mut self, name: &str, text: &str) {
        let mut name = name;
        let short: String = text.chars().take(SHOWN).collect();
        for line in short.lines() {
            // Control characters of a command must not reach the terminal.
            let line: String = line
                .chars()
                .map(|c| if c.is_control() && c != '\t' { '\u{FFFD}' } else { c })
                .collect();
            // Writing to a string cannot fail.
            let _ = writeln!(self.0, "{name:WIDTH$}{line}");
            name = "";
        }
        if short.len() < text.len() {
            let _ = writeln!(self.0, "{:WIDTH$}… {} bytes more", "", text.len() - short.len());
        }
    }

    fn maybe(&mut self, name: &str, text: Option<&str>) {
        if let Some(text) = text {
            self.fact(name, text);
        }
    }
}

/// What is known of an event.
pub(super) fn event(event: &Event<'_>) -> String {
    let mut page = Page::default();
    page.fact("host", event.host().map_or("not named: answers as for Codex", Host::title));
    let unknown = if event.known().is_some() { "" } else { " (unknown)" };
    page.fact("event", &format!("{}{unknown}", event.name()));
    if let Some(call) = event.call() {
        let class = call.class().map_or("of no known class", |class| class.id());
        page.fact("tool", &format!("{} ({class})", call.name()));
        page.maybe("command", call.command().as_deref());
        for path in call.paths() {
            page.fact("path", &path);
        }
        if let Some(trouble) = call.patch().and_then(|patch| patch.trouble) {
            page.fact("patch", &trouble.to_string());
        }
    }
    match event.kind() {
        Kind::SessionStart(start) => page.maybe("source", start.source()),
        Kind::UserPromptSubmit(prompt) => page.fact("prompt", &prompt.prompt()),
        Kind::PreCompact(compaction) | Kind::PostCompact(compaction) => {
            page.maybe("trigger", compaction.trigger());
        }
        Kind::SessionEnd(end) => page.maybe("reason", end.reason()),
        Kind::Stop(stop) if stop.is_active() => page.fact("active", "a hook made it go on"),
        _ => {}
    }
    page.maybe("cwd", event.cwd().map(|cwd| cwd.to_string_lossy()).as_deref());
    page.maybe("mode", event.permission_mode());
    page.maybe("agent", event.agent_type().or(event.agent_id()));
    page.maybe("session", event.session_id());
    page.0
}

/// What the judge noted, and what the answer would be.
pub(super) fn verdict(
    notes: &[String],
    fault: Option<&Fault>,
    verdict: &Verdict,
    host: Option<Host>,
) -> String {
    let mut page = Page::default();
    for note in notes {
        page.fact("note", note);
    }
    page.maybe("fault", fault.map(ToString::to_string).as_deref());
    page.fact("verdict", verdict.outcome().id());
    page.fact("text", verdict.text());
    page.fact("answer", verdict.encode(host).as_deref().unwrap_or("(nothing on standard output)"));
    page.0
}
