//! One typed view of what either host sends a hook on standard input.
//!
//! Hosts add fields, events and values as they please, so reading is lenient: what is
//! unknown survives, a field of the wrong type counts as absent, and only a document that
//! is no JSON object is refused. Text is borrowed from the input and decoded on demand.

mod arguments;
mod call;
mod kind;
mod malformed;
mod report;

use std::borrow::Cow;
use std::path::Path;

use serde::Deserialize;

use crate::{Environment, Host, KnownEvent, json};

pub use arguments::{Argument, Arguments};
pub use call::ToolCall;
pub use kind::{
    Compaction, Kind, PermissionRequest, PostToolUse, PreToolUse, SessionEnd, SessionStart, Stop,
    SubagentStart, SubagentStop, UserPromptSubmit,
};
pub use malformed::Malformed;
pub(crate) use report::{Facts, Heard, Mailbox, Reporter};

/// One event, as a host tells it.
#[derive(Debug)]
pub struct Event<'a> {
    raw: &'a str,
    host: Option<Host>,
    name: Cow<'a, str>,
    session: Option<Cow<'a, str>>,
    cwd: Option<Cow<'a, str>>,
    permission_mode: Option<Cow<'a, str>>,
    transcript_path: Option<Cow<'a, str>>,
    agent_id: Option<Cow<'a, str>>,
    agent_type: Option<Cow<'a, str>>,
    kind: Kind<'a>,
    environment: Environment,
    reporter: Reporter,
}

/// The text of every top-level field that some event has. The last of two equal keys wins.
#[derive(Default)]
struct Slots<'a> {
    hook_event_name: Option<&'a str>,
    session_id: Option<&'a str>,
    cwd: Option<&'a str>,
    permission_mode: Option<&'a str>,
    transcript_path: Option<&'a str>,
    agent_id: Option<&'a str>,
    agent_type: Option<&'a str>,
    agent_transcript_path: Option<&'a str>,
    tool_name: Option<&'a str>,
    tool_input: Option<&'a str>,
    tool_use_id: Option<&'a str>,
    tool_response: Option<&'a str>,
    source: Option<&'a str>,
    prompt: Option<&'a str>,
    stop_hook_active: Option<&'a str>,
    last_assistant_message: Option<&'a str>,
    trigger: Option<&'a str>,
    reason: Option<&'a str>,
}

impl<'a> Slots<'a> {
    fn named(&mut self, key: &str) -> Option<&mut Option<&'a str>> {
        Some(match key {
            "hook_event_name" => &mut self.hook_event_name,
            "session_id" => &mut self.session_id,
            "cwd" => &mut self.cwd,
            "permission_mode" => &mut self.permission_mode,
            "transcript_path" => &mut self.transcript_path,
            "agent_id" => &mut self.agent_id,
            "agent_type" => &mut self.agent_type,
            "agent_transcript_path" => &mut self.agent_transcript_path,
            "tool_name" => &mut self.tool_name,
            "tool_input" => &mut self.tool_input,
            "tool_use_id" => &mut self.tool_use_id,
            "tool_response" => &mut self.tool_response,
            "source" => &mut self.source,
            "prompt" => &mut self.prompt,
            "stop_hook_active" => &mut self.stop_hook_active,
            "last_assistant_message" => &mut self.last_assistant_message,
            "trigger" => &mut self.trigger,
            "reason" => &mut self.reason,
            _ => return None,
        })
    }
}

/// A string that is there and not empty.
fn text(json: Option<&str>) -> Option<Cow<'_, str>> {
    json.and_then(json::text).filter(|text| !text.is_empty())
}

impl<'a> Event<'a> {
    /// Reads what a host wrote. `host` is the one that the command line names; without it,
    /// answers are such that every host understands them.
    pub fn parse(
        input: &'a (impl AsRef<[u8]> + ?Sized),
        host: Option<Host>,
    ) -> Result<Self, Malformed> {
        let raw = malformed::document(input.as_ref())?;
        let mut slots = Slots::default();
        json::each_field(raw, &mut |key, value| {
            if let Some(slot) = slots.named(&key) {
                *slot = Some(value);
            }
        })
        .map_err(|bad| Malformed::of_json(raw, bad))?;
        let name = text(slots.hook_event_name).unwrap_or_default();
        Ok(Self {
            raw,
            host,
            session: text(slots.session_id),
            cwd: text(slots.cwd),
            permission_mode: text(slots.permission_mode),
            transcript_path: text(slots.transcript_path),
            agent_id: text(slots.agent_id),
            agent_type: text(slots.agent_type),
            kind: Kind::of(&name, &slots),
            name,
            environment: Environment::of_process(),
            reporter: Reporter::default(),
        })
    }

    /// The same event seen with these variables instead of the process's own.
    #[must_use]
    pub fn with_environment(mut self, environment: Environment) -> Self {
        self.environment = environment;
        self
    }

    pub(crate) fn with_reporter(mut self, reporter: Reporter) -> Self {
        self.reporter = reporter;
        self
    }

    /// The host, if the command line names it.
    pub fn host(&self) -> Option<Host> {
        self.host
    }

    /// The event's name as the host wrote it; empty if it wrote none.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// What we know of the event, if its name is known.
    pub fn known(&self) -> Option<&'static KnownEvent> {
        KnownEvent::named(&self.name)
    }

    /// What happened, with the fields that belong to it.
    pub fn kind(&self) -> &Kind<'a> {
        &self.kind
    }

    /// The tool call that the event is about, for every event that is about one.
    pub fn call(&self) -> Option<&ToolCall<'a>> {
        match &self.kind {
            Kind::PreToolUse(call) => Some(call),
            Kind::PostToolUse(post) => Some(post),
            Kind::PermissionRequest(request) => Some(request),
            _ => None,
        }
    }

    /// The session. A subagent has that of the session which started it.
    pub fn session_id(&self) -> Option<&str> {
        self.session.as_deref()
    }

    /// The working directory that the host tells. It may be gone.
    pub fn cwd(&self) -> Option<&Path> {
        self.cwd.as_deref().map(Path::new)
    }

    /// How the host asks for permission: `default`, `plan`, `acceptEdits`,
    /// `bypassPermissions`, `dontAsk`, `auto`, or what a newer host says.
    pub fn permission_mode(&self) -> Option<&str> {
        self.permission_mode.as_deref()
    }

    /// Where the host keeps the session's transcript.
    pub fn transcript_path(&self) -> Option<&Path> {
        self.transcript_path.as_deref().map(Path::new)
    }

    /// Which subagent acts; `None` on the main thread.
    pub fn agent_id(&self) -> Option<&str> {
        self.agent_id.as_deref()
    }

    /// The type of the agent that acts. The main thread has one too if it was started as
    /// an agent.
    pub fn agent_type(&self) -> Option<&str> {
        self.agent_type.as_deref()
    }

    /// The whole document.
    pub fn raw(&self) -> &'a str {
        self.raw
    }

    /// Any top-level field as `T`; `None` if it is absent or something else.
    pub fn field<T: Deserialize<'a>>(&self, name: &str) -> Option<T> {
        serde_json::from_str(json::field(self.raw, name)?).ok()
    }

    /// The variables that count for this event.
    pub fn environment(&self) -> &Environment {
        &self.environment
    }

    /// Is this `--explain`, where a hook must change nothing?
    pub fn is_explained(&self) -> bool {
        self.reporter.explains
    }

    /// Adds a line on how the judge came to its verdict. `text` is only called where
    /// somebody reads it: with `--explain`, or if `CVG_HOOK_DEBUG` is set.
    pub fn note(&self, text: impl FnOnce() -> String) {
        if self.reporter.verbose {
            self.reporter.note(text());
        }
    }

    /// Adds a line to the log, whatever the verdict will be.
    pub fn log(&self, text: impl Into<String>) {
        self.reporter.line(text.into());
    }

    /// From here on, `verdict` is the answer if the judge panics or runs out of time. The
    /// last call counts. Without one, the hook's fault policy answers.
    pub fn if_interrupted(&self, verdict: crate::Verdict) {
        self.reporter.provisional(Some(verdict));
    }
}

#[cfg(test)]
#[path = "tests.rs"]
mod tests;
