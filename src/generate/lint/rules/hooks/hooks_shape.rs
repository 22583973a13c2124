//! A hooks file does not have the shape that its host reads.
//!
//! The shape is `{"hooks": {"Event": [{"matcher": "…", "hooks": [{"type":
//! "command", "command": "…"}]}]}}`. On Claude Code one malformed entry drops every
//! hook of the file, and with them every guard; the session goes on. On Codex a top
//! level key besides `description` and `hooks`, a wrong type, a timeout that is no
//! whole number or a command that is a list drops the file, and a handler that
//! stands directly under its event is skipped without a word.
//!
//! Hooks in the manifest itself have no wrapper on Claude Code
//! (`"hooks": {"Stop": […]}`) and need it on Codex (`"hooks": {"hooks": {…}}`).
//!
//! ## Instead
//!
//! Follow the message at each line. In a canonical source the file is rendered
//! from `hooks.yaml`.

use cvg_hooks::{Host, KnownEvent};

use super::model::{self, Source};
use crate::diagnostic::{Diagnostic, Place, Rule, Severity, Sink};
use crate::generate::lint::{HostTree, Mode};
use crate::generate::source::json;
use crate::generate::source::yaml::{Entry, Node};

/// The rule.
pub(super) static RULE: Rule = Rule {
    code: "CVG100",
    name: "hooks-shape",
    severity: Severity::Error,
    source: include_str!("hooks_shape.rs"),
};

const CLAUDE_TYPES: [&str; 5] = ["command", "prompt", "agent", "http", "mcp_tool"];
const CODEX_TYPES: [&str; 4] = ["command", "mcp_tool", "prompt", "agent"];

/// Looks at every source of hooks.
pub(super) fn check(tree: &HostTree, _: Mode, sink: &mut Sink) {
    let sources = model::sources(tree);
    // A hooks file where no host looks for one.
    if sources.is_empty()
        && let Some(file) = tree.file("hooks.json")
    {
        let message = format!("{} does not read a `hooks.json` at the root", tree.host.title());
        sink.push(
            Diagnostic::new(&RULE, Place::file(file), message)
                .severity(Severity::Warning)
                .help("move it to `hooks/hooks.json`")
                .host(tree.host),
        );
    }
    for source in sources {
        let mut shape = Shape { source: &source, host: tree.host, sink };
        match &source.root {
            Err(fault) => {
                let place = Place::new(&source.file, fault.range.clone());
                let message = format!("the hooks file is not strict JSON: {}", fault.message);
                shape.report(place, &message, "correct the syntax");
            }
            Ok(root) => {
                shape.root(root);
                shape.duplicates(root);
            }
        }
    }
}

struct Shape<'a> {
    source: &'a Source,
    host: Host,
    sink: &'a mut Sink,
}

impl Shape<'_> {
    fn report(&mut self, place: Place, message: &str, help: &str) {
        let note = match self.host {
            Host::Claude => "Claude Code drops every hook of the file",
            Host::Codex => "Codex drops these hooks",
        };
        self.sink
            .push(Diagnostic::new(&RULE, place, message).note(note).help(help).host(self.host));
    }

    /// An event that stands twice: JSON does not say which of two equal keys counts.
    fn duplicates(&mut self, root: &Node) {
        for key in json::duplicates(root) {
            let name = key.as_str().unwrap_or_default();
            let message = format!("`{name}` stands here twice: only one of them counts");
            self.sink.push(
                Diagnostic::new(&RULE, self.source.place(key), message)
                    .severity(Severity::Warning)
                    .help("join the two lists")
                    .host(self.host),
            );
        }
    }

    fn root(&mut self, root: &Node) {
        const HELP: &str = "write `{ \"hooks\": { \"Stop\": [ … ] } }`";
        if root.type_name() != "mapping" {
            let message =
                format!("the hooks file is a {}, and must be an object", root.type_name());
            return self.report(self.source.start(root), &message, HELP);
        }
        let wrapper = root.entry("hooks");
        if self.source.inline && self.host == Host::Claude {
            if let Some(entry) = wrapper {
                let message = "hooks in the manifest have no inner `hooks` on Claude Code";
                let help = "put the events directly under the manifest's `hooks`";
                return self.report(self.source.place(&entry.key), message, help);
            }
            return self.events(root);
        }
        if self.host == Host::Codex && !self.source.inline {
            for entry in root.entries() {
                let key = entry.key.as_str().unwrap_or_default();
                if key != "hooks" && key != "description" && wrapper.is_some() {
                    let message = format!("Codex drops the file over the top-level key `{key}`");
                    self.report(self.source.place(&entry.key), &message, "remove the key");
                }
            }
        }
        let Some(entry) = wrapper else {
            if root.entries().is_empty() {
                return;
            }
            let message = "the events are not inside `\"hooks\": { … }`";
            return self.report(self.source.start(root), message, HELP);
        };
        if entry.value.type_name() != "mapping" {
            let message =
                format!("`hooks` is a {}, and must be an object", entry.value.type_name());
            return self.report(self.source.start(&entry.value), &message, HELP);
        }
        self.events(&entry.value);
    }

    fn events(&mut self, events: &Node) {
        for entry in events.entries() {
            // What stands under an event that Codex does not know is not even read.
            let read = entry
                .key
                .as_str()
                .and_then(KnownEvent::named)
                .is_some_and(|e| e.fires_on(self.host));
            if self.host == Host::Claude || read {
                self.event(entry);
            }
        }
    }

    fn event(&mut self, entry: &Entry) {
        let event = entry.key.as_str().unwrap_or_default();
        if entry.value.type_name() != "list" {
            let message = format!("`{event}` is a {}, and must be a list", entry.value.type_name());
            let help = format!("write `\"{event}\": [ {{ \"hooks\": [ … ] }} ]`");
            return self.report(self.source.start(&entry.value), &message, &help);
        }
        for group in entry.value.items() {
            self.group(event, group);
        }
    }

    fn group(&mut self, event: &str, group: &Node) {
        if group.type_name() != "mapping" {
            let message =
                format!("an entry of `{event}` is a {}, and must be an object", group.type_name());
            return self.report(self.source.start(group), &message, "write `{ \"hooks\": [ … ] }`");
        }
        if let Some(matcher) = group.get("matcher")
            && !matches!(matcher.type_name(), "string" | "null")
        {
            let message = format!("`matcher` is a {}, and must be a string", matcher.type_name());
            self.report(self.source.start(matcher), &message, "join names with `|` in one string");
        }
        match group.get("hooks") {
            None if group.get("type").is_some() || group.get("command").is_some() => {
                let message = format!("the handler stands directly under `{event}`");
                let help = "wrap it: `{ \"hooks\": [ { \"type\": \"command\", … } ] }`";
                self.report(self.source.start(group), &message, help);
            }
            None => {
                let message = format!("an entry of `{event}` has no `hooks`");
                self.report(self.source.start(group), &message, "add `\"hooks\": [ … ]`");
            }
            Some(handlers) if handlers.type_name() != "list" => {
                let message = format!("`hooks` is a {}, and must be a list", handlers.type_name());
                self.report(self.source.start(handlers), &message, "put the handler into `[ ]`");
            }
            Some(handlers) => {
                for handler in handlers.items() {
                    self.handler(handler);
                }
            }
        }
    }

    fn handler(&mut self, handler: &Node) {
        if handler.type_name() != "mapping" {
            let message = format!("a handler is a {}, and must be an object", handler.type_name());
            let help = "write `{ \"type\": \"command\", \"command\": \"…\" }`";
            return self.report(self.source.start(handler), &message, help);
        }
        let Some(kind) = handler.get("type") else {
            let help = "add `\"type\": \"command\"`";
            return self.report(self.source.start(handler), "the handler has no `type`", help);
        };
        let known: &[&str] = match self.host {
            Host::Claude => &CLAUDE_TYPES,
            Host::Codex => &CODEX_TYPES,
        };
        let word = kind.as_str().unwrap_or_default();
        if kind.type_name() != "string" || !known.contains(&word) {
            let message = format!("{} does not know the handler type `{word}`", self.host.title());
            let help = format!("it is one of `{}`", known.join("`, `"));
            return self.report(self.source.place(kind), &message, &help);
        }
        if self.host == Host::Codex && matches!(word, "prompt" | "agent") {
            let place = self.source.place(kind);
            let message = format!("Codex skips handlers of type `{word}`");
            let help = "use a command, or leave the hook out on Codex";
            let diagnostic = Diagnostic::new(&RULE, place, message).severity(Severity::Warning);
            self.sink.push(diagnostic.help(help).host(Host::Codex));
        }
        if word == "command" {
            self.text(handler, "command");
        }
        if word == "prompt" && self.host == Host::Claude {
            self.text(handler, "prompt");
        }
        if self.host == Host::Claude
            && let Some(args) = handler.get("args")
            && (args.type_name() != "list"
                || args.items().iter().any(|item| item.type_name() != "string"))
        {
            let help = "write a list of strings";
            self.report(self.source.start(args), "`args` must be a list of strings", help);
        }
        if let Some(timeout) = handler.get("timeout") {
            self.timeout(timeout);
        }
    }

    /// A key that must be there as a string.
    fn text(&mut self, handler: &Node, key: &str) {
        let article = if key == "command" {
            "write one string; arguments are part of it"
        } else {
            "write one string"
        };
        match handler.get(key) {
            None => {
                let message = format!("the handler has no `{key}`");
                self.report(
                    self.source.start(handler),
                    &message,
                    &format!("add `\"{key}\": \"…\"`"),
                );
            }
            Some(value) if value.type_name() != "string" => {
                let message = format!("`{key}` is a {}, and must be a string", value.type_name());
                self.report(self.source.start(value), &message, article);
            }
            Some(value) if value.as_str().is_some_and(|text| text.trim().is_empty()) => {
                self.report(self.source.place(value), &format!("`{key}` is empty"), article);
            }
            Some(_) => {}
        }
    }

    fn timeout(&mut self, timeout: &Node) {
        let number = if timeout.type_name() == "number" { timeout.as_str() } else { None };
        let value = number.and_then(|text| text.parse::<f64>().ok());
        let fault = match (self.host, value) {
            (_, None) => Some("`timeout` must be a number of seconds"),
            (_, Some(seconds)) if seconds < 0.0 => Some("`timeout` is negative"),
            (Host::Codex, Some(_)) if number.is_some_and(|text| text.contains(['.', 'e', 'E'])) => {
                Some("Codex wants a whole number of seconds as `timeout`")
            }
            _ => None,
        };
        if let Some(message) = fault {
            self.report(self.source.place(timeout), message, "write whole seconds, such as `30`");
        }
    }
}
