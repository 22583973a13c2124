//! The answers that each event takes.

use super::{Answer, OnCodex, Reason, Verdict};
use crate::event::{
    Compaction, PermissionRequest, PostToolUse, PreToolUse, SessionStart, Stop, SubagentStart,
    UserPromptSubmit,
};

fn context(event: &'static str, text: impl Into<String>) -> Verdict {
    let text = text.into();
    if text.trim().is_empty() {
        return Verdict::pass();
    }
    Verdict::of(Answer::Context(event, text))
}

impl PreToolUse<'_> {
    /// The tool must not run. The model reads the reason.
    pub fn deny(&self, reason: impl Into<Reason>) -> Verdict {
        Verdict::of(Answer::Deny(reason.into()))
    }

    /// The user decides, who reads the reason. Codex cannot ask: say what it does instead.
    /// Claude Code without a user at the terminal denies.
    pub fn ask(&self, reason: impl Into<Reason>, on_codex: OnCodex) -> Verdict {
        Verdict::of(Answer::Ask(reason.into(), on_codex))
    }

    /// The tool runs, and the model reads `text` beside the result. A text over
    /// [`CONTEXT_LIMIT`](super::CONTEXT_LIMIT) is cut, a blank one is no answer.
    pub fn context(&self, text: impl Into<String>) -> Verdict {
        context("PreToolUse", text)
    }
}

impl PostToolUse<'_> {
    /// The model reads the reason: on Claude Code beside the tool's output, on Codex in its
    /// place.
    pub fn feedback(&self, reason: impl Into<Reason>) -> Verdict {
        Verdict::of(Answer::Block(reason.into()))
    }

    /// The model reads `text` beside the result. A text over
    /// [`CONTEXT_LIMIT`](super::CONTEXT_LIMIT) is cut, a blank one is no answer.
    pub fn context(&self, text: impl Into<String>) -> Verdict {
        context("PostToolUse", text)
    }
}

impl PermissionRequest<'_> {
    /// The tool runs, and the user is not asked.
    pub fn allow(&self) -> Verdict {
        Verdict::of(Answer::Permit)
    }

    /// The tool must not run, and the user is not asked. The model reads the reason.
    pub fn deny(&self, reason: impl Into<Reason>) -> Verdict {
        Verdict::of(Answer::Refuse(reason.into()))
    }
}

impl SessionStart<'_> {
    /// The model reads `text` first. A text over
    /// [`CONTEXT_LIMIT`](super::CONTEXT_LIMIT) is cut, a blank one is no answer.
    pub fn context(&self, text: impl Into<String>) -> Verdict {
        context("SessionStart", text)
    }
}

impl UserPromptSubmit<'_> {
    /// The prompt does not reach the model. The user reads the reason.
    pub fn block(&self, reason: impl Into<Reason>) -> Verdict {
        Verdict::of(Answer::Block(reason.into()))
    }

    /// The model reads `text` with the prompt. A text over
    /// [`CONTEXT_LIMIT`](super::CONTEXT_LIMIT) is cut, a blank one is no answer.
    pub fn context(&self, text: impl Into<String>) -> Verdict {
        context("UserPromptSubmit", text)
    }
}

impl SubagentStart {
    /// The subagent reads `text` first. A text over
    /// [`CONTEXT_LIMIT`](super::CONTEXT_LIMIT) is cut, a blank one is no answer.
    pub fn context(&self, text: impl Into<String>) -> Verdict {
        context("SubagentStart", text)
    }
}

impl Stop<'_> {
    /// The agent does not end its turn, and reads the reason; a subagent likewise. Passes
    /// if it goes on for a hook already: Codex would let it do so for ever.
    pub fn go_on(&self, reason: impl Into<Reason>) -> Verdict {
        if self.is_active() {
            return Verdict::pass();
        }
        Verdict::of(Answer::Block(reason.into()))
    }
}

impl Compaction<'_> {
    /// The user reads `text`; nothing else can be said here on both hosts.
    pub fn message(&self, text: impl Into<String>) -> Verdict {
        Verdict::pass().message(text)
    }
}
