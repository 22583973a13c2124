//! Hook events, and which host fires which.
//!
//! Claude Code 2.1.197 refuses a whole hooks file for one event name that it
//! does not know; Codex 0.171.0 ignores such an event silently. So the tables
//! list what the oldest supported version of each host accepts.

use crate::Host;

/// What the `matcher` of a hook is compared with, for one event.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum MatcherTarget {
    /// The tool's name.
    Tool,
    /// How the session started: `startup`, `resume`, `clear` or `compact`.
    Source,
    /// Why the session ended.
    Reason,
    /// The subagent's type.
    AgentType,
    /// What triggered it: `manual`, `auto` or `init`.
    Trigger,
    /// The kind of notification.
    NotificationType,
    /// Nothing: the host ignores the matcher.
    Ignored,
}

/// One hook event.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct KnownEvent {
    /// The name that both hosts use in their hooks files.
    pub name: &'static str,
    /// What its matcher is compared with.
    pub matcher: MatcherTarget,
    hosts: &'static [Host],
}

const BOTH: &[Host] = &[Host::Claude, Host::Codex];
const CLAUDE: &[Host] = &[Host::Claude];
const CODEX: &[Host] = &[Host::Codex];

const fn event(name: &'static str, matcher: MatcherTarget, hosts: &'static [Host]) -> KnownEvent {
    KnownEvent { name, matcher, hosts }
}

/// Every event of the supported hosts: 30 of Claude Code 2.1.197 and 14 of
/// Codex 0.171.0, eleven of them in common.
pub const EVENTS: &[KnownEvent] = &[
    event("PreToolUse", MatcherTarget::Tool, BOTH),
    event("PostToolUse", MatcherTarget::Tool, BOTH),
    event("PermissionRequest", MatcherTarget::Tool, BOTH),
    event("SessionStart", MatcherTarget::Source, BOTH),
    event("SessionEnd", MatcherTarget::Reason, BOTH),
    event("UserPromptSubmit", MatcherTarget::Ignored, BOTH),
    event("Stop", MatcherTarget::Ignored, BOTH),
    event("SubagentStart", MatcherTarget::AgentType, BOTH),
    event("SubagentStop", MatcherTarget::AgentType, BOTH),
    event("PreCompact", MatcherTarget::Trigger, BOTH),
    event("PostCompact", MatcherTarget::Trigger, BOTH),
    event("PostToolUseFailure", MatcherTarget::Tool, CLAUDE),
    event("PostToolBatch", MatcherTarget::Ignored, CLAUDE),
    event("PermissionDenied", MatcherTarget::Tool, CLAUDE),
    event("Notification", MatcherTarget::NotificationType, CLAUDE),
    event("UserPromptExpansion", MatcherTarget::Ignored, CLAUDE),
    event("StopFailure", MatcherTarget::Ignored, CLAUDE),
    event("Setup", MatcherTarget::Trigger, CLAUDE),
    event("TeammateIdle", MatcherTarget::Ignored, CLAUDE),
    event("TaskCreated", MatcherTarget::Ignored, CLAUDE),
    event("TaskCompleted", MatcherTarget::Ignored, CLAUDE),
    event("Elicitation", MatcherTarget::Ignored, CLAUDE),
    event("ElicitationResult", MatcherTarget::Ignored, CLAUDE),
    event("ConfigChange", MatcherTarget::Ignored, CLAUDE),
    event("WorktreeCreate", MatcherTarget::Ignored, CLAUDE),
    event("WorktreeRemove", MatcherTarget::Ignored, CLAUDE),
    event("InstructionsLoaded", MatcherTarget::Ignored, CLAUDE),
    event("CwdChanged", MatcherTarget::Ignored, CLAUDE),
    event("FileChanged", MatcherTarget::Ignored, CLAUDE),
    event("MessageDisplay", MatcherTarget::Ignored, CLAUDE),
    event("PreModelRequest", MatcherTarget::Ignored, CODEX),
    event("PostModelRequest", MatcherTarget::Ignored, CODEX),
    event("Interrupt", MatcherTarget::Ignored, CODEX),
];

impl KnownEvent {
    /// The event of that exact name, on whichever host.
    pub fn named(name: &str) -> Option<&'static Self> {
        EVENTS.iter().find(|event| event.name == name)
    }

    /// Does this host fire the event?
    pub fn fires_on(&self, host: Host) -> bool {
        self.hosts.contains(&host)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_are_those_that_were_observed() {
        let count = |host| EVENTS.iter().filter(|event| event.fires_on(host)).count();
        assert_eq!(count(Host::Claude), 30);
        assert_eq!(count(Host::Codex), 14);
    }

    #[test]
    fn names_are_exact() {
        assert!(KnownEvent::named("PreToolUse").is_some());
        assert!(KnownEvent::named("preToolUse").is_none());
    }
}
