#![expect(clippy::unwrap_used, reason = "in a test a panic is the report")]

use super::*;
use crate::event::{Event, Kind};
use crate::testkit::contract;

/// An event by its name alone, with `judge` asked about it.
fn judged(event: &str, judge: impl Fn(&Kind<'_>) -> Verdict) -> Verdict {
    let json = format!("{{\"hook_event_name\":\"{event}\"}}");
    judge(Event::parse(&json, None).unwrap().kind())
}

/// Every answer that can be built, with its event and its words on Claude Code and Codex.
fn every_answer() -> Vec<(&'static str, Verdict, &'static str, &'static str)> {
    macro_rules! on {
        ($event:ident, |$it:ident| $answer:expr) => {
            judged(stringify!($event), |kind| match kind {
                Kind::$event($it) => $answer,
                other => panic!("{other:?}"),
            })
        };
    }
    let deny = r#"{"hookSpecificOutput":{"hookEventName":"PreToolUse","permissionDecision":"deny","permissionDecisionReason":"no \"x\""}}"#;
    let ask = r#"{"hookSpecificOutput":{"hookEventName":"PreToolUse","permissionDecision":"ask","permissionDecisionReason":"no \"x\""}}"#;
    let block = r#"{"decision":"block","reason":"no"}"#;
    let refuse = r#"{"hookSpecificOutput":{"hookEventName":"PermissionRequest","decision":{"behavior":"deny","message":"no"}}}"#;
    let permit = r#"{"hookSpecificOutput":{"hookEventName":"PermissionRequest","decision":{"behavior":"allow"}}}"#;
    let said = r#"{"systemMessage":"hi"}"#;
    macro_rules! context {
        ($event:literal) => {
            concat!(
                r#"{"hookSpecificOutput":{"hookEventName":""#,
                $event,
                r#"","additionalContext":"read this"}}"#
            )
        };
    }
    let (pre, prompt) = (context!("PreToolUse"), context!("UserPromptSubmit"));
    let (post, start) = (context!("PostToolUse"), context!("SessionStart"));
    let agent = context!("SubagentStart");
    let both = r#"{"hookSpecificOutput":{"hookEventName":"SessionStart","additionalContext":"read this"},"systemMessage":"hi"}"#;
    vec![
        ("PreToolUse", on!(PreToolUse, |it| it.deny("no \"x\"")), deny, deny),
        ("PreToolUse", on!(PreToolUse, |it| it.ask("no \"x\"", OnCodex::Deny)), ask, deny),
        ("PreToolUse", on!(PreToolUse, |it| it.ask("no \"x\"", OnCodex::Allow)), ask, ""),
        ("PreToolUse", on!(PreToolUse, |it| it.context("read this")), pre, pre),
        ("PostToolUse", on!(PostToolUse, |it| it.feedback("no")), block, block),
        ("PostToolUse", on!(PostToolUse, |it| it.context("read this")), post, post),
        ("PermissionRequest", on!(PermissionRequest, |it| it.deny("no")), refuse, refuse),
        ("PermissionRequest", on!(PermissionRequest, |it| it.allow()), permit, permit),
        ("SessionStart", on!(SessionStart, |it| it.context("read this")), start, start),
        ("SessionStart", on!(SessionStart, |it| it.context("read this").message("hi")), both, both),
        ("UserPromptSubmit", on!(UserPromptSubmit, |it| it.block("no")), block, block),
        ("UserPromptSubmit", on!(UserPromptSubmit, |it| it.context("read this")), prompt, prompt),
        ("SubagentStart", on!(SubagentStart, |it| it.context("read this")), agent, agent),
        ("Stop", on!(Stop, |it| it.go_on("no")), block, block),
        ("SubagentStop", on!(SubagentStop, |it| it.go_on("no")), block, block),
        ("PreCompact", on!(PreCompact, |it| it.message("hi")), said, said),
        ("PostCompact", on!(PostCompact, |it| it.message("hi")), said, said),
        ("PreToolUse", Verdict::pass().message("hi"), said, said),
        ("Stop", Verdict::pass().message("hi"), said, said),
        ("Stop", Verdict::pass(), "", ""),
    ]
}

#[test]
fn every_answer_has_its_exact_words_and_its_host_takes_them() {
    for (event, verdict, claude, codex) in every_answer() {
        for (host, words) in [(Host::Claude, claude), (Host::Codex, codex)] {
            let encoded = verdict.encode(Some(host)).unwrap_or_default();
            assert_eq!(encoded, words, "{host} {event}");
            let read = contract::read(host, event, encoded.as_bytes());
            assert!(read.is_ok(), "{host} {event}: {read:?}");
        }
    }
}

#[test]
fn an_answer_without_a_host_is_one_that_both_take() {
    for (event, verdict, _, codex) in every_answer() {
        let encoded = verdict.encode(None).unwrap_or_default();
        assert_eq!(encoded, codex);
        for host in Host::ALL {
            assert!(contract::read(host, event, encoded.as_bytes()).is_ok(), "{host} {event}");
        }
    }
}

#[test]
fn a_blank_reason_still_refuses() {
    for blank in ["", " \n\t"] {
        assert_eq!(Reason::new(blank).as_str(), Reason::UNSAID);
    }
}

#[test]
fn a_blank_context_or_message_is_no_answer() {
    let start = |text: &'static str| {
        judged("SessionStart", move |kind| match kind {
            Kind::SessionStart(start) => start.context(text).message(text),
            other => panic!("{other:?}"),
        })
    };
    assert_eq!(start(" ").encode(None), None);
    assert_eq!(start(" "), Verdict::pass());
}

#[test]
fn an_agent_that_goes_on_for_a_hook_may_stop() {
    let json = r#"{"hook_event_name":"Stop","stop_hook_active":true}"#;
    let event = Event::parse(json, None).unwrap();
    let Kind::Stop(stop) = event.kind() else { panic!() };
    assert_eq!(stop.go_on("no"), Verdict::pass());
}

/// The context as it arrives.
fn context(text: &str, host: Host) -> String {
    let text = text.to_owned();
    let verdict = judged("SessionStart", |kind| match kind {
        Kind::SessionStart(start) => start.context(text.clone()),
        other => panic!("{other:?}"),
    });
    let json: serde_json::Value =
        serde_json::from_str(&verdict.encode(Some(host)).unwrap()).unwrap();
    json["hookSpecificOutput"]["additionalContext"].as_str().unwrap().to_owned()
}

#[test]
fn a_context_is_cut_where_the_host_would_hide_it() {
    for host in Host::ALL {
        let whole = "x".repeat(CONTEXT_LIMIT);
        assert_eq!(context(&whole, host), whole);
        let cut = context(&format!("{whole}y"), host);
        assert_eq!(cut.len(), CONTEXT_LIMIT);
        assert!(cut.starts_with("xxx") && cut.ends_with("10,000 characters]"), "{host}");
    }
    // Three bytes and one UTF-16 unit each; four bytes and two units each.
    let (wide, pairs) = ("한".repeat(6000), "😀".repeat(6000));
    assert_eq!(context(&wide, Host::Claude), wide);
    assert!(context(&wide, Host::Codex).len() <= CONTEXT_LIMIT);
    assert!(context(&pairs, Host::Claude).encode_utf16().count() <= CONTEXT_LIMIT);
    assert!(context(&pairs, Host::Claude).starts_with('😀'));
}

#[test]
fn a_refusal_for_a_fault_fits_the_event() {
    for (event, outcome) in [
        ("PreToolUse", Outcome::Deny),
        ("PermissionRequest", Outcome::Deny),
        ("", Outcome::Deny),
        ("PostToolUse", Outcome::Pass),
        ("SessionStart", Outcome::Pass),
        ("Brewed", Outcome::Pass),
    ] {
        let verdict = Verdict::refusal(event, Reason::new("broken"));
        assert_eq!(verdict.outcome(), outcome, "{event}");
        let shape = if event.is_empty() { "PreToolUse" } else { event };
        let encoded = verdict.encode(None).unwrap_or_default();
        assert!(contract::read(Host::Codex, shape, encoded.as_bytes()).is_ok(), "{event}");
    }
}
