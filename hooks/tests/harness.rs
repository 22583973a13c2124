//! The harness as a host meets it: real processes that are fed good and bad input, around
//! a judge that does everything wrong. Whatever happens, the exit code is 0 and standard
//! output has one document or nothing.

#![expect(clippy::unwrap_used, reason = "in a test a panic is the report")]

#[path = "support/example.rs"]
mod support;

use std::fs;
use std::path::PathBuf;

use cvg_hooks::Host;
use cvg_hooks::testkit::{Payload, Played, Player};
use support::example;
use tempfile::TempDir;

struct Scene {
    player: Player,
    _folder: TempDir,
}

impl Scene {
    fn new() -> Self {
        let folder = tempfile::tempdir().unwrap();
        Self { player: Player::new(example("misbehave"), folder.path()), _folder: folder }
    }

    fn wishing(words: &str) -> Self {
        let scene = Self::new();
        Self { player: scene.player.env("CVG_MISBEHAVE", words), ..scene }
    }

    fn play(&self, command: &str) -> Played {
        self.player.play(&Payload::shell(Host::Claude, command))
    }

    /// The outcome and text of each line of the log.
    fn log(&self) -> Vec<(String, String)> {
        let text = fs::read_to_string(self.player.log()).unwrap_or_default();
        text.lines()
            .map(|line| {
                let line: serde_json::Value = serde_json::from_str(line).unwrap();
                let word = |key: &str| line[key].as_str().unwrap().to_owned();
                assert_eq!(word("hook"), "misbehave");
                (word("outcome"), word("text"))
            })
            .collect()
    }

    fn fault(&self) -> String {
        let log = self.log();
        let fault = log.iter().find(|(outcome, _)| outcome == "fault");
        fault.unwrap_or_else(|| panic!("no fault in {log:?}")).1.clone()
    }
}

#[test]
fn a_verdict_reaches_both_hosts_and_the_log() {
    for host in Host::ALL {
        let scene = Scene::new();
        let played = scene.player.play(&Payload::shell(host, "rm x"));
        assert_eq!(played.denied().as_deref(), Some("rm x: denied"));
        assert_eq!(String::from_utf8_lossy(&played.stderr), "");
        assert_eq!(scene.log(), [("deny".to_owned(), "rm x: denied".to_owned())]);
    }
}

#[test]
fn a_permission_request_is_denied_in_its_own_words() {
    let scene = Scene::new();
    for (host, name) in [
        (Host::Claude, "PermissionRequest.Bash.interactive"),
        (Host::Codex, "PermissionRequest-Bash"),
    ] {
        let played = scene.player.play(&Payload::recorded(host, name).command("rm x"));
        assert_eq!(played.denied().as_deref(), Some("rm x: denied"));
    }
}

#[test]
fn a_message_that_the_event_does_not_take_goes_to_the_log() {
    let scene = Scene::new();
    for host in Host::ALL {
        assert!(scene.player.play(&Payload::recorded(host, "SessionEnd")).is_silent());
    }
    let said = ("log".to_owned(), "goodbye".to_owned());
    assert_eq!(scene.log(), [said.clone(), said]);
}

/// Bad input, and what the log says of it.
fn bad_input() -> Vec<(Vec<u8>, &'static str)> {
    let good = Payload::shell(Host::Claude, "rm x").to_bytes();
    let middle = good.len() / 2;
    let mut broken = good.clone();
    broken[middle] = 0xFF;
    let large = Payload::shell(Host::Claude, "rm x").input("content", "x".repeat(50_000_000));
    vec![
        (Vec::new(), "empty"),
        (b" \n".to_vec(), "empty"),
        (good[..middle].to_vec(), "ends in the middle"),
        (b"[]".to_vec(), "no JSON object"),
        (b"{\"a\":}".to_vec(), "no JSON at line 1"),
        ([good.as_slice(), b"{}"].concat(), "no JSON at line 2"),
        (broken, "not UTF-8 at byte"),
        (vec![b' '; 50_000_000], "longer than 33554432 bytes"),
        (large.to_bytes(), "longer than 33554432 bytes"),
    ]
}

#[test]
fn input_that_is_no_event_passes_with_an_open_hook() {
    for (input, fault) in bad_input() {
        let scene = Scene::new();
        assert!(scene.player.play_bytes(&input).is_silent(), "{fault}");
        assert!(scene.fault().contains(fault), "{} has no `{fault}`", scene.fault());
    }
}

#[test]
fn input_that_is_no_event_is_denied_by_a_closed_hook() {
    for (input, fault) in bad_input() {
        let scene = Scene::wishing("closed");
        let reason = scene.player.play_bytes(&input).denied().unwrap();
        assert!(reason.contains(fault) && reason.contains("misbehave"), "{reason}");
        assert!(scene.fault().contains(fault));
    }
}

#[test]
fn fields_that_nobody_knows_and_large_ones_change_nothing() {
    let scene = Scene::new();
    let deep = format!("{}{}", "[".repeat(5000), "]".repeat(5000));
    let text = String::from_utf8(Payload::shell(Host::Claude, "rm x").to_bytes()).unwrap();
    let large = "x".repeat(20_000_000);
    for extra in [deep.as_str(), r#"{"a":[null,1e9,"\ud800"]}"#, &format!("\"{large}\"")] {
        let input = text.replacen('{', &format!("{{\"zz\":{extra},"), 1);
        assert_eq!(scene.player.play_bytes(input.as_bytes()).denied().unwrap(), "rm x: denied");
        let input =
            text.replacen("\"tool_input\":{", &format!("\"tool_input\":{{\"z\":{extra},"), 1);
        assert_ne!(input, text);
        assert_eq!(scene.player.play_bytes(input.as_bytes()).denied().unwrap(), "rm x: denied");
    }
    let said = ("deny".to_owned(), "rm x: denied".to_owned());
    assert_eq!(scene.log(), vec![said; 6], "each has its line in the log");
}

#[test]
fn a_panic_is_silent_and_logged() {
    let scene = Scene::new();
    let played = scene.play("panic");
    assert!(played.is_silent());
    assert_eq!(String::from_utf8_lossy(&played.stderr), "");
    assert!(scene.fault().contains("on purpose at "), "{}", scene.fault());
}

#[test]
fn a_hook_that_fails_closed_denies_after_a_panic_but_only_what_can_be_denied() {
    let scene = Scene::wishing("closed");
    assert!(scene.play("panic").denied().unwrap().contains("on purpose"));
    let request = Payload::recorded(Host::Codex, "PermissionRequest-Bash").command("panic");
    assert!(scene.player.play(&request).denied().unwrap().contains("on purpose"));
    let after = Payload::recorded(Host::Codex, "PostToolUse-Bash").command("panic");
    assert!(scene.player.play(&after).is_silent());
}

#[test]
fn a_judge_that_hangs_is_answered_for() {
    assert!(Scene::wishing("hasty-judge").play("hang").is_silent());
    let scene = Scene::wishing("hasty-judge closed");
    assert!(scene.play("hang").denied().unwrap().contains("did not finish within"));
    assert!(scene.fault().contains("did not finish within"));
}

#[test]
fn a_provisional_answer_stands_in_for_the_verdict() {
    for (wishes, command) in [("", "provide panic"), ("hasty-judge", "provide hang")] {
        let scene = Scene::wishing(wishes);
        assert_eq!(scene.play(command).denied().as_deref(), Some("provisional"));
        let outcomes: Vec<_> = scene.log().into_iter().map(|(outcome, _)| outcome).collect();
        assert_eq!(outcomes, ["fault", "deny"]);
    }
    assert_eq!(Scene::new().play("provide").denied().as_deref(), Some("provide: denied"));
}

#[test]
fn a_judge_may_need_more_stack_than_a_thread_usually_has() {
    assert_eq!(Scene::new().play("deep").denied().as_deref(), Some("deep: denied"));
}

#[test]
fn what_a_judge_prints_does_not_reach_the_host() {
    let played = Scene::new().play("print");
    assert_eq!(played.denied().as_deref(), Some("print: denied"));
    let stderr = String::from_utf8_lossy(&played.stderr).into_owned();
    for stray in ["a stray line", "a stray word", "from a child"] {
        assert!(stderr.contains(stray), "{stderr}");
    }
}

#[test]
fn an_input_that_does_not_end_is_answered_all_the_same() {
    let whole = Payload::shell(Host::Claude, "x").to_bytes();
    for input in [&b""[..], &whole[..20], &whole] {
        let scene = Scene::wishing("hasty-read closed");
        let reason = scene.player.play_open(input).denied().unwrap();
        assert!(reason.contains("did not end within"), "{reason}");
        assert!(scene.fault().contains("did not end within"));
    }
}

#[test]
fn arguments_are_never_an_error() {
    let scene = Scene::new();
    let strange = scene.player.clone().argument("--what").argument("stray");
    let denied = strange.play(&Payload::shell(Host::Claude, "x")).denied();
    assert_eq!(denied.as_deref(), Some("x: denied"));
    let notes = scene.log().into_iter().filter(|(outcome, _)| outcome == "note").count();
    assert_eq!(notes, 2);
}

#[test]
fn explain_tells_a_person_and_does_nothing() {
    let scene = Scene::new();
    let explaining =
        scene.player.clone().argument("--explain").argument("--host").argument("codex");
    let input = Payload::shell(Host::Codex, "note log").cwd("/home/dev/repo").to_bytes();
    let told = explaining.play_bytes(&input);
    assert_eq!(told.status, Some(0));
    let text = String::from_utf8(told.stdout).unwrap();
    for line in [
        "host      Codex\n",
        "event     PreToolUse\n",
        "tool      Bash (shell)\n",
        "command   note log\n",
        "cwd       /home/dev/repo\n",
        "note      a note\n",
        "verdict   deny\n",
        "answer    {\"hookSpecificOutput\":{\"hookEventName\":\"PreToolUse\",",
    ] {
        assert!(text.contains(line), "no `{line}` in\n{text}");
    }
    assert!(!scene.player.log().exists(), "nothing is logged");
}

#[test]
fn debug_shows_passes_and_notes() {
    let scene = Scene::new();
    let stop = Payload::recorded(Host::Claude, "Stop");
    assert!(scene.player.play(&stop).is_silent());
    assert_eq!(scene.log(), []);
    let debugging = scene.player.clone().env("CVG_HOOK_DEBUG", "1");
    let played = debugging.play(&stop);
    assert!(played.is_silent());
    assert_eq!(scene.log(), [("pass".to_owned(), String::new())]);
    assert!(String::from_utf8(played.stderr).unwrap().contains("\"outcome\":\"pass\""));
    debugging.play(&Payload::shell(Host::Claude, "note"));
    assert!(scene.log().contains(&("note".to_owned(), "a note".to_owned())));
}

#[test]
fn a_log_that_cannot_be_written_changes_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("file");
    fs::write(&file, "").unwrap();
    for home in [file, PathBuf::from("/proc/nowhere"), PathBuf::new()] {
        let player = Player::new(example("misbehave"), folder.path())
            .env("HOME", &home)
            .env("XDG_STATE_HOME", &home);
        let denied = player.play(&Payload::shell(Host::Claude, "x")).denied();
        assert_eq!(denied.as_deref(), Some("x: denied"));
    }
}
