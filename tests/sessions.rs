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

use std::fs;
use std::process::Command;
use std::time::Duration;

use hosts::checkout::Checkout;
use hosts::claude::{Claude, NEWEST, OLDEST};
use hosts::codex::{Codex, patch};
use hosts::model::Script;
use hosts::plugin::{ScriptedPlugin, printing};
use hosts::programs;
use hosts::run::{run, run_for};
use hosts::session::{Host, Played, Session};
use hosts::trees::Trees;
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

on_every_host!(
    a_deny_document_stops_the_call_and_its_reason_reaches_the_model,
    a_subagents_call_is_judged_too,
    context_and_messages_of_a_hook_are_understood,
    a_failing_model_ends_the_session,
    hooks_that_are_written_with_the_toolkit_are_understood,
    an_edit_in_the_guarded_root_is_refused_and_passes_in_a_lane,
    a_redirection_into_the_guarded_root_is_refused_and_passes_in_a_lane,
    without_the_guard_edits_pass_and_nothing_is_said,
    without_the_program_the_session_goes_on,
    the_guard_fires_from_the_folder_of_cargo_install,
    the_guard_fires_from_a_release_bundle,
);

// What these tests stand on.

#[cfg(unix)]
#[test]
#[should_panic(expected = "had not ended")]
fn a_program_that_hangs_is_ended_with_all_that_it_started() {
    let mut hung = Command::new("sh");
    run_for(hung.args(["-c", "sleep 1000 & wait"]), Duration::from_millis(50));
}

#[cfg(unix)]
#[test]
fn what_a_program_leaves_running_is_ended() {
    let mut leaving = Command::new("sh");
    // The pipe stays open for as long as somebody holds it.
    let ran = run(leaving.args(["-c", "sleep 1000 & echo done"]));
    assert_eq!(ran.succeeded().stdout, "done\n");
}

// What a host makes of a hook's answer, with none of our programs in between.

/// A hook that denies each call whose payload holds `word`, with the reason "Not here."
fn denying(word: &str) -> ScriptedPlugin {
    let document = json!({ "hookSpecificOutput": {
        "hookEventName": "PreToolUse",
        "permissionDecision": "deny",
        "permissionDecisionReason": "Not here.",
    }});
    let script = format!("case $(cat) in *{word}*)\n{};; esac\n", printing(&document));
    ScriptedPlugin::with(&[("PreToolUse", "", &script)])
}

fn a_deny_document_stops_the_call_and_its_reason_reaches_the_model(host: &dyn Host) {
    let plugin = denying("denied.txt");
    host.install_from(plugin.root());
    let repo = Checkout::with(&[("README.md", "hello\n")]);

    let denied = host.shell("echo new > denied.txt").named("denied");
    let passed = host.shell("echo new > passed.txt").named("passed");
    let played = host.play(Session::new(repo.root(), Script::calling([denied, passed])));

    played.went_well();
    assert_eq!(repo.changes(), "?? passed.txt\n");
    let told = played.result("denied");
    assert!(told.contains("Not here."), "{told}");
    let told = played.result("passed");
    assert!(!told.contains("Not here."), "{told}");
    assert_eq!(played.hooks("PreToolUse").len(), 2);
}

fn a_subagents_call_is_judged_too(host: &dyn Host) {
    let plugin = denying("denied.txt");
    host.install_from(plugin.root());
    let repo = Checkout::with(&[("README.md", "hello\n")]);

    let denied = host.shell("echo new > denied.txt").named("denied");
    let passed = host.shell("echo new > passed.txt").named("passed");
    let script =
        Script::calling(host.delegate("Errand: write")).answering("Errand", [denied, passed]);
    let played = host.play(Session::new(repo.root(), script));

    played.went_well();
    assert_eq!(repo.changes(), "?? passed.txt\n");
    let told = played.result("denied");
    assert!(told.contains("Not here."), "{told}");
}

fn context_and_messages_of_a_hook_are_understood(host: &dyn Host) {
    let start = json!({
        "systemMessage": "notice-7",
        "hookSpecificOutput":
            { "hookEventName": "SessionStart", "additionalContext": "For the model." },
    });
    let plugin = ScriptedPlugin::with(&[
        ("SessionStart", "", &printing(&start)),
        ("Stop", "", &printing(&json!({ "systemMessage": "notice-7" }))),
    ]);
    host.install_from(plugin.root());
    let repo = Checkout::with(&[("README.md", "hello\n")]);

    let played = host.play(Session::new(repo.root(), Script::default()));

    played.went_well();
    assert_eq!(played.opening().matches("For the model.").count(), 1);
    assert!(!played.opening().contains("notice-7"));
    assert_eq!(played.hooks("SessionStart").len(), 1);
    assert_eq!(played.hooks("Stop").len(), 1);
}

fn a_failing_model_ends_the_session(host: &dyn Host) {
    let repo = Checkout::with(&[("README.md", "hello\n")]);
    // Not 400: the newest Claude Code then asks again, without what the server may not know.
    let script = serde_json::from_value(json!({ "turns": [{ "status": 403 }] }));
    let script: Script = script.expect("a script is a document");

    let played = host.play(Session::new(repo.root(), script));

    played.ran.failed_with("as the script says");
}

/// The toolkit's examples: one refuses, one gives context.
fn hooks_that_are_written_with_the_toolkit_are_understood(host: &dyn Host) {
    let start = |example: &str| {
        let program = programs::example(example);
        format!("exec '{}' --host {}\n", program.display(), host.id())
    };
    let plugin = ScriptedPlugin::with(&[
        ("PreToolUse", "Edit|Write|apply_patch", &start("protect-migrations")),
        ("SessionStart", "", &start("remind-tests")),
    ]);
    host.install_from(plugin.root());
    let repo =
        Checkout::with(&[("Makefile", "test:\n"), ("migrations/a", "one\n"), ("b", "one\n")]);

    let mut calls = host.edit(repo.root(), "migrations/a", "denied");
    calls.extend(host.edit(repo.root(), "b", "passed"));
    let played = host.play(Session::new(repo.root(), Script::calling(calls)));

    played.went_well();
    assert_eq!(repo.changes(), " M b\n", "{}", played.result("passed"));
    let told = played.result("denied");
    assert!(told.contains("Add a new migration"), "{told}");
    assert_eq!(played.opening().matches("Run `make test`").count(), 1);
}

// enforce-worktree, from the committed trees.

/// Installs the plugin from the committed trees, which have to stay: Claude Code runs a local
/// folder's plugin where it lies.
#[must_use]
fn install_ours(host: &dyn Host) -> Trees {
    let trees = Trees::committed();
    host.install_from(trees.root());
    trees
}

/// A session with the plugin's programs within reach.
fn with_programs(repo: &Checkout, script: Script) -> Session {
    Session::new(repo.root(), script).env("CVG_BIN_DIR", programs::folder())
}

/// A checkout with a lane `x`, guarded if `guard` is set. Every file holds the line "one".
fn checkout(guard: bool) -> Checkout {
    let enforce = format!("[worktree]\nenforce = {guard}\n");
    let mut files = vec![("src/a.rs", "one\n")];
    if guard {
        files.push(("convergo.toml", &enforce));
    }
    let repo = Checkout::with(&files);
    repo.lane("x");
    repo
}

/// A refusal that says where the write would have gone, and what to do instead.
fn assert_refused(played: &Played, id: &str, path: &str) {
    let told = played.result(id);
    // Codex repeats the call behind the reason, and the reason must say it all by itself.
    let told = told.split(". Command: ").next().unwrap_or_default();
    for text in [path, "worktree", ".worktrees/"] {
        assert!(told.contains(text), "no {text:?} in {told}");
    }
    assert!(told.contains("git worktree add") || told.contains("cvg lane create"), "{told}");
}

fn an_edit_in_the_guarded_root_is_refused_and_passes_in_a_lane(host: &dyn Host) {
    let _trees = install_ours(host);
    let repo = checkout(true);

    let mut calls = host.edit(repo.root(), "src/a.rs", "root");
    calls.extend(host.edit(repo.root(), ".worktrees/x/src/a.rs", "lane"));
    let played = host.play(with_programs(&repo, Script::calling(calls)));

    played.went_well();
    assert_eq!(repo.changes(), "");
    assert_refused(&played, "root", "src/a.rs");
    assert_eq!(repo.read(".worktrees/x/src/a.rs"), "two\n", "{}", played.result("lane"));
    assert_eq!(said_at_the_start(&played), 1, "{}", played.opening());
}

fn a_redirection_into_the_guarded_root_is_refused_and_passes_in_a_lane(host: &dyn Host) {
    let _trees = install_ours(host);
    let repo = checkout(true);

    let root = host.shell("echo two > src/a.rs").named("root");
    let lane = host.shell("cd .worktrees/x && echo two > src/a.rs").named("lane");
    let played = host.play(with_programs(&repo, Script::calling([root, lane])));

    played.went_well();
    assert_eq!(repo.changes(), "");
    assert_refused(&played, "root", "src/a.rs");
    assert_eq!(repo.read(".worktrees/x/src/a.rs"), "two\n", "{}", played.result("lane"));
}

/// On Codex the shell knows `apply_patch` too, and the host carries it out itself.
#[test]
fn codex_refuses_a_patch_by_shell_in_the_guarded_root() {
    let Some(host) = Codex::start() else { return };
    let _trees = install_ours(&host);
    let repo = checkout(true);

    let by_shell = |path: &str| host.shell(&format!("apply_patch <<'EOF'\n{}EOF\n", patch(path)));
    let root = by_shell("src/a.rs").named("root");
    let lane = by_shell(".worktrees/x/src/a.rs").named("lane");
    let played = host.play(with_programs(&repo, Script::calling([root, lane])));

    played.went_well();
    assert_eq!(repo.changes(), "");
    assert_refused(&played, "root", "src/a.rs");
    assert_eq!(repo.read(".worktrees/x/src/a.rs"), "two\n", "{}", played.result("lane"));
}

fn without_the_guard_edits_pass_and_nothing_is_said(host: &dyn Host) {
    let _trees = install_ours(host);
    let repo = checkout(false);

    let mut calls = host.edit(repo.root(), "src/a.rs", "edit");
    calls.push(host.shell("echo two > src/b.rs"));
    let played = host.play(with_programs(&repo, Script::calling(calls)));

    played.went_well();
    assert_eq!(repo.read("src/a.rs"), "two\n", "{}", played.result("edit"));
    assert_eq!(repo.read("src/b.rs"), "two\n");
    assert_eq!(said_at_the_start(&played), 0, "{}", played.opening());
    assert!(!played.hooks("PreToolUse").is_empty(), "the hook did not run: {}", played.ran);
}

fn without_the_program_the_session_goes_on(host: &dyn Host) {
    let _trees = install_ours(host);
    let repo = checkout(true);

    let calls = host.edit(repo.root(), "src/a.rs", "edit");
    let path = programs::path_without("enforce-worktree");
    let session = Session::new(repo.root(), Script::calling(calls)).env("PATH", path);
    let played = host.play(session);

    // A guard that is not there cannot guard.
    played.went_well();
    assert_eq!(repo.read("src/a.rs"), "two\n", "{}", played.result("edit"));
    assert!(!played.hooks("PreToolUse").is_empty(), "the hook did not run: {}", played.ran);
    let answers: Vec<_> = played.hooks.iter().filter_map(|hook| hook.answer.as_deref()).collect();
    let told = answers.iter().filter(|answer| answer.contains("is not installed")).count();
    assert!(answers.is_empty() || told == 1, "the user is told {told} times: {answers:?}");
}

fn the_guard_fires_from_the_folder_of_cargo_install(host: &dyn Host) {
    let _trees = install_ours(host);
    let cargo = tempfile::tempdir().expect("a temporary folder can be made");
    let bin = cargo.path().join("bin");
    fs::create_dir(&bin).expect("the folder is ours");
    let program = "enforce-worktree";
    fs::copy(programs::folder().join(program), bin.join(program)).expect("a copy");
    refuses_by_itself(host, |session| session.env("CARGO_HOME", cargo.path()));
}

fn the_guard_fires_from_a_release_bundle(host: &dyn Host) {
    let bundle = programs::bundle();
    host.install_from(&bundle.root);
    refuses_by_itself(host, |session| session);
}

/// A session that has the guard's program from nowhere but where `found` says.
fn refuses_by_itself(host: &dyn Host, found: impl Fn(Session) -> Session) {
    let repo = checkout(true);
    let call = host.shell("echo two > src/a.rs").named("root");
    let session = Session::new(repo.root(), Script::calling([call]))
        .env("PATH", programs::path_without("enforce-worktree"));
    let played = host.play(found(session));

    played.went_well();
    assert_eq!(repo.changes(), "");
    assert_refused(&played, "root", "src/a.rs");
}

/// How often the model was told, before it said anything, where to work.
fn said_at_the_start(played: &Played) -> usize {
    played.opening().matches("git worktree add").count()
}
