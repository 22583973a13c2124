//! Whole sessions on the real hosts: a scripted model calls tools, the installed plugin's hooks
//! judge the calls, and the tests look at what happened on disk and at what the model was told.
//!
//! Nothing leaves the machine; tests/real_hosts.rs says how. `CVG_SKIP_HOSTS=1` skips every test
//! that needs the hosts.
#![expect(
    clippy::disallowed_methods,
    reason = "the hosts get a cleared environment, and one install at a time is a lock's work"
)]

mod hosts;

use hosts::checkout::Checkout;
use hosts::claude::{Claude, NEWEST, OLDEST};
use hosts::codex::Codex;
use hosts::model::Script;
use hosts::plugin::{ScriptedPlugin, printing};
use hosts::session::{Host, Session};
use serde_json::json;

/// Writes each test once and runs it on each host.
macro_rules! on_every_host {
    ($($test:ident),+ $(,)?) => {
        mod the_oldest_claude_code {
            $(#[test] fn $test() {
                if let Some(host) = super::Claude::start(super::OLDEST) { super::$test(&host) }
            })+
        }
        mod the_newest_claude_code {
            $(#[test] fn $test() {
                if let Some(host) = super::Claude::start(super::NEWEST) { super::$test(&host) }
            })+
        }
        mod codex {
            $(#[test] fn $test() {
                if let Some(host) = super::Codex::start() { super::$test(&host) }
            })+
        }
    };
}

on_every_host!(a_deny_document_stops_the_call_and_its_reason_reaches_the_model);

fn a_deny_document_stops_the_call_and_its_reason_reaches_the_model(host: &dyn Host) {
    let plugin = ScriptedPlugin::with(&[(
        "PreToolUse",
        &printing(&json!({ "hookSpecificOutput": {
            "hookEventName": "PreToolUse",
            "permissionDecision": "deny",
            "permissionDecisionReason": "Not here: this is a test.",
        }})),
    )]);
    host.install_from(plugin.root());
    let repo = Checkout::with(&[("README.md", "hello\n")]);

    let touch = host.shell("echo new > new.txt").named("touch");
    let played = host.play(Session::new(repo.root(), Script::calling([touch])));

    played.went_well();
    assert_eq!(repo.changes(), "");
    let told = played.result("touch");
    assert!(told.contains("Not here: this is a test."), "{told}");
    assert_eq!(played.hooks("PreToolUse").len(), 1);
}
