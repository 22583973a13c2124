//! What happened: one type for each event that hooks answer, with its own fields. The
//! answers that an event takes are methods of its type, in `verdict`.

use std::borrow::Cow;
use std::ops::Deref;
use std::path::PathBuf;

use super::{Slots, ToolCall, text};
use crate::json;

/// What happened.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Kind<'a> {
    /// A tool is about to run.
    PreToolUse(PreToolUse<'a>),
    /// A tool ran.
    PostToolUse(PostToolUse<'a>),
    /// The host is about to ask the user whether a tool may run.
    PermissionRequest(PermissionRequest<'a>),
    /// A session begins or goes on.
    SessionStart(SessionStart<'a>),
    /// The user, or the host in the user's place, sends a prompt.
    UserPromptSubmit(UserPromptSubmit<'a>),
    /// The agent wants to end its turn.
    Stop(Stop<'a>),
    /// A subagent begins.
    SubagentStart(SubagentStart),
    /// A subagent wants to end.
    SubagentStop(SubagentStop<'a>),
    /// The context is about to be compacted.
    PreCompact(Compaction<'a>),
    /// The context was compacted.
    PostCompact(Compaction<'a>),
    /// A session ends.
    SessionEnd(SessionEnd<'a>),
    /// Anything else: [`Event::name`](super::Event::name) tells what.
    Other,
}

/// A tool is about to run.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PreToolUse<'a> {
    call: ToolCall<'a>,
}

/// A tool ran.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PostToolUse<'a> {
    call: ToolCall<'a>,
    response: &'a str,
}

/// The host is about to ask the user whether a tool may run.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PermissionRequest<'a> {
    call: ToolCall<'a>,
}

/// A session begins or goes on.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SessionStart<'a> {
    source: Option<Cow<'a, str>>,
}

/// A prompt is sent.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UserPromptSubmit<'a> {
    prompt: Option<&'a str>,
}

/// The agent wants to end its turn.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Stop<'a> {
    active: bool,
    last_message: Option<&'a str>,
}

/// A subagent begins. Which one, the event itself tells.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SubagentStart(());

/// A subagent wants to end.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SubagentStop<'a> {
    stop: Stop<'a>,
    transcript_path: Option<&'a str>,
}

/// The context is or was compacted.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Compaction<'a> {
    trigger: Option<Cow<'a, str>>,
}

/// A session ends.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SessionEnd<'a> {
    reason: Option<Cow<'a, str>>,
}

impl<'a> Kind<'a> {
    pub(super) fn of(name: &str, slots: &Slots<'a>) -> Self {
        let call = || ToolCall::of(slots.tool_name, slots.tool_input, slots.tool_use_id);
        let stop = || Stop {
            active: slots.stop_hook_active.and_then(json::flag).unwrap_or_default(),
            last_message: slots.last_assistant_message,
        };
        let compaction = || Compaction { trigger: text(slots.trigger) };
        match name {
            "PreToolUse" => Self::PreToolUse(PreToolUse { call: call() }),
            "PostToolUse" => Self::PostToolUse(PostToolUse {
                call: call(),
                response: slots.tool_response.unwrap_or("null"),
            }),
            "PermissionRequest" => Self::PermissionRequest(PermissionRequest { call: call() }),
            "SessionStart" => Self::SessionStart(SessionStart { source: text(slots.source) }),
            "UserPromptSubmit" => Self::UserPromptSubmit(UserPromptSubmit { prompt: slots.prompt }),
            "Stop" => Self::Stop(stop()),
            "SubagentStart" => Self::SubagentStart(SubagentStart(())),
            "SubagentStop" => Self::SubagentStop(SubagentStop {
                stop: stop(),
                transcript_path: slots.agent_transcript_path,
            }),
            "PreCompact" => Self::PreCompact(compaction()),
            "PostCompact" => Self::PostCompact(compaction()),
            "SessionEnd" => Self::SessionEnd(SessionEnd { reason: text(slots.reason) }),
            _ => Self::Other,
        }
    }

    /// Does each host that fires it show the user a message from its answer?
    pub(crate) fn takes_message(&self) -> bool {
        !matches!(self, Self::SessionEnd(_) | Self::Other)
    }
}

impl<'a> Deref for PreToolUse<'a> {
    type Target = ToolCall<'a>;

    fn deref(&self) -> &ToolCall<'a> {
        &self.call
    }
}

impl<'a> Deref for PostToolUse<'a> {
    type Target = ToolCall<'a>;

    fn deref(&self) -> &ToolCall<'a> {
        &self.call
    }
}

impl<'a> Deref for PermissionRequest<'a> {
    type Target = ToolCall<'a>;

    fn deref(&self) -> &ToolCall<'a> {
        &self.call
    }
}

impl<'a> Deref for SubagentStop<'a> {
    type Target = Stop<'a>;

    fn deref(&self) -> &Stop<'a> {
        &self.stop
    }
}

impl<'a> PostToolUse<'a> {
    /// What the tool gave back, as JSON: its shape is the tool's own. Codex gives text, and
    /// a shell command's exit code nowhere.
    pub fn response(&self) -> &'a str {
        self.response
    }
}

impl SessionStart<'_> {
    /// How it started: `startup`, `resume`, `clear`, `compact`, or what a newer host says.
    pub fn source(&self) -> Option<&str> {
        self.source.as_deref()
    }
}

impl<'a> UserPromptSubmit<'a> {
    /// The prompt. Claude Code sends one in the user's place when an agent in the
    /// background has finished: it begins with `<task-notification>`.
    pub fn prompt(&self) -> Cow<'a, str> {
        self.prompt.and_then(json::text).unwrap_or_default()
    }
}

impl<'a> Stop<'a> {
    /// Does the agent go on only because a hook made it? Then no hook should again.
    pub fn is_active(&self) -> bool {
        self.active
    }

    /// The last thing that the agent said.
    pub fn last_message(&self) -> Option<Cow<'a, str>> {
        self.last_message.and_then(json::text)
    }
}

impl SubagentStop<'_> {
    /// Where the host keeps the subagent's own transcript.
    pub fn transcript_path(&self) -> Option<PathBuf> {
        text(self.transcript_path).map(|path| PathBuf::from(path.into_owned()))
    }
}

impl Compaction<'_> {
    /// What triggered it: `manual`, `auto`, or what a newer host says.
    pub fn trigger(&self) -> Option<&str> {
        self.trigger.as_deref()
    }
}

impl SessionEnd<'_> {
    /// Why it ends, in the host's words.
    pub fn reason(&self) -> Option<&str> {
        self.reason.as_deref()
    }
}
