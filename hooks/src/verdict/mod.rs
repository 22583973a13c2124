//! What a hook answers, in the exact words that each host understands.
//!
//! A verdict is built through the event that it answers, so that one which the host would
//! reject cannot be built: a rejected answer lets the tool run, on both hosts.

mod answers;
mod document;
mod reason;

use crate::Host;
pub use reason::Reason;

/// The longest context that both hosts pass on whole, in characters as they count them:
/// UTF-16 units on Claude Code, and 2,500 tokens of four bytes on Codex.
pub const CONTEXT_LIMIT: usize = 10_000;

/// What a question to the user becomes on Codex, which cannot ask.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum OnCodex {
    /// The call is denied with the same reason.
    Deny,
    /// The call passes.
    Allow,
}

/// What a hook decides about an event.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Verdict {
    answer: Answer,
    message: Option<String>,
}

/// One value for each shape of answer. The event's name is part of some shapes.
#[derive(Debug, Clone, PartialEq, Eq)]
enum Answer {
    Pass,
    Deny(Reason),
    Ask(Reason, OnCodex),
    Context(&'static str, String),
    Block(Reason),
    Permit,
    Refuse(Reason),
}

/// What a verdict is, for the log and the reader.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Outcome {
    /// The hook has nothing to say, but perhaps a message.
    Pass,
    /// The tool must not run.
    Deny,
    /// The user decides.
    Ask,
    /// The model is told something.
    Context,
    /// What happens is stopped or sent back: a prompt, a result, the end of a turn.
    Block,
    /// The tool may run without the user's permission.
    Allow,
}

impl Outcome {
    /// The word in the log.
    pub const fn id(self) -> &'static str {
        match self {
            Self::Pass => "pass",
            Self::Deny => "deny",
            Self::Ask => "ask",
            Self::Context => "context",
            Self::Block => "block",
            Self::Allow => "allow",
        }
    }

    /// Is it one that is always logged? Silence and context come with every other call.
    pub(crate) const fn is_decision(self) -> bool {
        !matches!(self, Self::Pass | Self::Context)
    }
}

impl Verdict {
    /// The hook has nothing to say: the host goes on as if there were none.
    pub const fn pass() -> Self {
        Self { answer: Answer::Pass, message: None }
    }

    const fn of(answer: Answer) -> Self {
        Self { answer, message: None }
    }

    /// The same with a message to the user, which the model does not see. An event that
    /// takes no message, such as the end of a session, leaves it to the log.
    #[must_use]
    pub fn message(self, text: impl Into<String>) -> Self {
        let text = text.into();
        Self { message: (!text.trim().is_empty()).then_some(text), ..self }
    }

    /// The message to the user.
    pub(crate) fn user_message(&self) -> Option<&str> {
        self.message.as_deref()
    }

    /// The same without its message, for an event that takes none.
    pub(crate) fn without_message(self) -> Self {
        Self { message: None, ..self }
    }

    /// What it is.
    pub const fn outcome(&self) -> Outcome {
        match self.answer {
            Answer::Pass => Outcome::Pass,
            Answer::Deny(_) | Answer::Refuse(_) => Outcome::Deny,
            Answer::Ask(..) => Outcome::Ask,
            Answer::Context(..) => Outcome::Context,
            Answer::Block(_) => Outcome::Block,
            Answer::Permit => Outcome::Allow,
        }
    }

    /// The reason or context, or else the message; empty if there is none.
    pub fn text(&self) -> &str {
        match &self.answer {
            Answer::Deny(reason)
            | Answer::Refuse(reason)
            | Answer::Ask(reason, _)
            | Answer::Block(reason) => reason.as_str(),
            Answer::Context(_, text) => text,
            Answer::Pass | Answer::Permit => self.message.as_deref().unwrap_or_default(),
        }
    }

    /// The one JSON document for that host, or `None` where silence says it. A host that
    /// is not known gets what both understand, and that is what Codex does: it refuses
    /// every key and word that it does not know.
    pub fn encode(&self, host: Option<Host>) -> Option<String> {
        document::encode(self, host.unwrap_or(Host::Codex))
    }

    /// The refusal of a call by a hook that could not read or judge it.
    pub(crate) fn refusal(event: &str, reason: Reason) -> Self {
        match event {
            // An event that could not be read may well be a call.
            "PreToolUse" | "" => Self::of(Answer::Deny(reason)),
            "PermissionRequest" => Self::of(Answer::Refuse(reason)),
            _ => Self::pass(),
        }
    }
}

#[cfg(test)]
#[path = "tests.rs"]
mod tests;
