//! Events that cannot be read: only those that look like a milestone are denied.

use cvg_hooks::Host;

use super::Setup;

fn cut(setup: &Setup, line: &str) -> Vec<u8> {
    let mut bytes = setup.payload(Host::Claude, line).to_bytes();
    bytes.truncate(bytes.len() - 3);
    bytes
}

#[test]
fn a_broken_event_is_denied_if_its_text_names_a_milestone() {
    let setup = Setup::counting();
    for (line, denied) in [
        ("git tag v1", true),
        ("cd x\ngit push --tags", true),
        ("git status", false),
        ("ls", false),
    ] {
        let played = setup.player.play_bytes(&cut(&setup, line));
        assert_eq!(played.denied().is_some(), denied, "{line}");
    }
    let result = String::from_utf8(cut(&setup, "git tag v1")).expect("text");
    let result = result.replace("PreToolUse", "PostToolUse");
    assert!(setup.player.play_bytes(result.as_bytes()).is_silent());
    for nothing in [&b""[..], b"\xff\xfe", b"[]", b"null"] {
        assert!(setup.player.play_bytes(nothing).is_silent());
    }
    assert_eq!(setup.runs(), 0);
}

#[test]
fn an_event_that_does_not_end_is_denied_if_its_text_names_a_milestone() {
    let setup = Setup::counting();
    let input = |line: &str| setup.payload(Host::Claude, line).to_bytes();
    assert!(setup.player.play_open(&input("git tag v1")).denied().is_some());
    assert!(setup.player.play_open(&input("git status")).is_silent());
}

#[test]
fn an_event_that_is_too_large_is_denied_if_its_text_names_a_milestone() {
    let setup = Setup::counting();
    let padded =
        |line: &str| setup.payload(Host::Claude, line).with("zzz", "x".repeat(33 << 20)).to_bytes();
    assert!(setup.player.play_bytes(&padded("git tag v1")).denied().is_some());
    assert!(setup.player.play_bytes(&padded("git status")).is_silent());
}
