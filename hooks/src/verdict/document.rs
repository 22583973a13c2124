//! The JSON documents. Codex refuses a document for one key that it does not know, so
//! nothing is written but what stands here.

use std::borrow::Cow;

use super::{Answer, CONTEXT_LIMIT, OnCodex, Verdict};
use crate::Host;
use crate::json::Object;

/// What ends a context that was cut.
const CUT: &str = "\n[cut here: a hook may add 10,000 characters]";

/// The whole of an answer, for any event; `None` if there is nothing to say.
pub(super) fn encode(verdict: &Verdict, host: Host) -> Option<String> {
    let mut document = Object::default();
    // What is specific to one kind of event.
    let mut specific = Object::default();
    match (&verdict.answer, host) {
        (Answer::Pass, _) | (Answer::Ask(_, OnCodex::Allow), Host::Codex) => {}
        (Answer::Deny(reason), _) | (Answer::Ask(reason, OnCodex::Deny), Host::Codex) => {
            call(&mut specific, "deny", reason.as_str());
        }
        (Answer::Ask(reason, _), Host::Claude) => call(&mut specific, "ask", reason.as_str()),
        (Answer::Context(event, text), _) => {
            specific.text("hookEventName", event);
            specific.text("additionalContext", &cut(text, host));
        }
        (Answer::Block(reason), _) => {
            document.text("decision", "block");
            document.text("reason", reason.as_str());
        }
        (Answer::Permit, _) => permission(&mut specific, "allow", None),
        (Answer::Refuse(reason), _) => permission(&mut specific, "deny", Some(reason.as_str())),
    }
    if !specific.is_empty() {
        document.object("hookSpecificOutput", &specific);
    }
    document.maybe("systemMessage", verdict.message.as_deref());
    (!document.is_empty()).then(|| document.encode())
}

/// What becomes of a call that is about to run.
fn call(specific: &mut Object, decision: &str, reason: &str) {
    specific.text("hookEventName", "PreToolUse");
    specific.text("permissionDecision", decision);
    specific.text("permissionDecisionReason", reason);
}

/// The answer to a request for permission.
fn permission(specific: &mut Object, behavior: &str, message: Option<&str>) {
    let mut decision = Object::default();
    decision.text("behavior", behavior);
    decision.maybe("message", message);
    specific.text("hookEventName", "PermissionRequest");
    specific.object("decision", &decision);
}

/// The text as far as the host passes it on.
fn cut(text: &str, host: Host) -> Cow<'_, str> {
    let size = |c: char| match host {
        Host::Claude => c.len_utf16(),
        Host::Codex => c.len_utf8(),
    };
    // A text has at least as many bytes as it has UTF-16 units.
    if text.len() <= CONTEXT_LIMIT || text.chars().map(size).sum::<usize>() <= CONTEXT_LIMIT {
        return Cow::Borrowed(text);
    }
    let mut room = CONTEXT_LIMIT - CUT.len();
    let end = text.char_indices().find_map(|(at, c)| {
        room = match room.checked_sub(size(c)) {
            Some(rest) => rest,
            None => return Some(at),
        };
        None
    });
    Cow::Owned(format!("{}{CUT}", &text[..end.unwrap_or(text.len())]))
}
