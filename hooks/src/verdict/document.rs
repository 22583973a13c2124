//! The JSON documents. Codex refuses a document for one key that it does not know, so
//! each type here lists all that may stand in it.

use std::borrow::Cow;

use serde::Serialize;

use super::{Answer, CONTEXT_LIMIT, OnCodex, Verdict};
use crate::Host;

/// What ends a context that was cut.
const CUT: &str = "\n[cut here: a hook may add 10,000 characters]";

/// The whole of an answer, for any event.
#[derive(Serialize, Default, PartialEq)]
#[serde(rename_all = "camelCase")]
pub(super) struct Document<'a> {
    #[serde(skip_serializing_if = "Option::is_none")]
    decision: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    hook_specific_output: Option<Specific<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    system_message: Option<&'a str>,
}

#[derive(Serialize, Default, PartialEq)]
#[serde(rename_all = "camelCase")]
struct Specific<'a> {
    hook_event_name: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    permission_decision: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    permission_decision_reason: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    additional_context: Option<Cow<'a, str>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    decision: Option<Permission<'a>>,
}

#[derive(Serialize, PartialEq)]
struct Permission<'a> {
    behavior: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    message: Option<&'a str>,
}

impl<'a> Document<'a> {
    pub(super) fn of(verdict: &'a Verdict, host: Host) -> Self {
        let mut document = Self::default();
        let call = |decision, reason| Specific {
            hook_event_name: "PreToolUse",
            permission_decision: Some(decision),
            permission_decision_reason: Some(reason),
            ..Specific::default()
        };
        let permission = |behavior, message| Specific {
            hook_event_name: "PermissionRequest",
            decision: Some(Permission { behavior, message }),
            ..Specific::default()
        };
        match (&verdict.answer, host) {
            (Answer::Pass, _) | (Answer::Ask(_, OnCodex::Allow), Host::Codex) => {}
            (Answer::Deny(reason), _) | (Answer::Ask(reason, OnCodex::Deny), Host::Codex) => {
                document.hook_specific_output = Some(call("deny", reason.as_str()));
            }
            (Answer::Ask(reason, _), Host::Claude) => {
                document.hook_specific_output = Some(call("ask", reason.as_str()));
            }
            (Answer::Context(event, text), _) => {
                document.hook_specific_output = Some(Specific {
                    hook_event_name: event,
                    additional_context: Some(cut(text, host)),
                    ..Specific::default()
                });
            }
            (Answer::Block(reason), _) => {
                document.decision = Some("block");
                document.reason = Some(reason.as_str());
            }
            (Answer::Permit, _) => document.hook_specific_output = Some(permission("allow", None)),
            (Answer::Refuse(reason), _) => {
                document.hook_specific_output = Some(permission("deny", Some(reason.as_str())));
            }
        }
        document.system_message = verdict.message.as_deref();
        document
    }

    pub(super) fn encode(&self) -> Option<String> {
        if *self == Self::default() {
            return None;
        }
        // Strings and options only: nothing here can fail.
        serde_json::to_string(self).ok()
    }
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
