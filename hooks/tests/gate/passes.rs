//! What passes, and what is remembered of it.

use std::fs;
use std::process::Stdio;

use cvg_hooks::Host;

use super::{Setup, says};

#[test]
fn the_user_reads_one_line() {
    let setup = Setup::counting();
    let message = setup.here(&setup.passed("git tag v1.0.0"));
    assert!(message.starts_with("milestone-gate: 1 layer passed in `@/repo` after "), "{message}");
    assert_eq!(message.lines().count(), 1);
    let codex = setup.player.play(&setup.payload(Host::Codex, "git tag v1.0.0"));
    says(&codex.message().unwrap_or_default(), &["1 layer passed"]);
}

#[test]
fn layers_run_once_for_a_content() {
    let setup = Setup::counting();
    setup.passed("git tag v1.0.0");
    assert_eq!(setup.runs(), 1);
    setup.place.git("/repo", "tag v1.0.0");
    let message = setup.here(&setup.passed("git push --tags"));
    assert_eq!(setup.runs(), 1);
    assert_eq!(message, "milestone-gate: 1 layer passed in `@/repo` just now for this content");
    // The same content in a lane has passed, too.
    setup.passed("git -C .worktrees/lane tag v1.0.1");
    assert_eq!(setup.runs(), 1);
}

#[test]
fn another_content_or_another_layer_runs_again() {
    let setup = Setup::counting();
    setup.passed("git tag v1");
    setup.place.write("/repo/a.txt", "other\n");
    setup.passed("git tag v1");
    assert_eq!(setup.runs(), 2);
    setup.place.write("/repo/a.txt", "text\n");
    setup.passed("git tag v1");
    assert_eq!(setup.runs(), 2, "this content has passed");
    let setup = setup.with_layer("another", "true");
    says(&setup.passed("git tag v1"), &["2 layers passed"]);
    assert_eq!(setup.runs(), 3);
}

#[test]
fn what_failed_is_not_remembered() {
    let setup = Setup::counting().with_layer("fails", "test -e \"$HOME/fixed\"");
    setup.denied("git tag v1");
    assert_eq!(setup.runs(), 2, "once for each host");
    fs::write(setup.home().join("fixed"), "").expect("a file");
    setup.passed("git tag v1");
    assert_eq!(setup.runs(), 3);
}

#[test]
fn what_is_not_committed_is_told() {
    let setup = Setup::counting();
    setup.place.write("/repo/a.txt", "changed\n");
    setup.place.write("/repo/new.txt", "new\n");
    let message = setup.passed("git tag v1");
    let told = "2 files are not committed (a.txt, new.txt): the layers saw them, a tag does not \
                contain them";
    says(&message, &[told]);
    // Of a pass that is remembered, too.
    says(&setup.passed("git tag v1"), &["just now", told]);
    setup.place.commit("/repo");
    let message = setup.passed("git tag v1");
    assert!(message.ends_with("just now for this content"), "{message}");
    assert_eq!(setup.runs(), 1);
}

#[test]
fn a_tree_that_the_layers_change_has_not_passed() {
    let setup = Setup::new("").with_layer("writes", "echo x > made.lock");
    let reason = setup.play("git tag v1").denied().expect("it changed something");
    says(&reason, &["has passed but changed files: `made.lock`", "The command did not run."]);
    // The second time it is the same.
    says(&setup.passed("git tag v1"), &["1 layer passed"]);
    let setup = Setup::new("").with_layer("writes", "echo x >> made.log");
    for _ in 0..2 {
        setup.denied("git tag v1");
    }
    // What is ignored is no content.
    setup.place.write("/repo/.gitignore", "/.worktrees/\n/convergo.toml\n*.log\n");
    setup.passed("git tag v1");
}

#[test]
fn two_gates_for_one_content_run_the_layers_once() {
    let setup = Setup::new("").with_layer("slow", "sleep 1; echo run >> \"$HOME/runs\"");
    let start = || {
        let mut child = setup.player.start_command().spawn().expect("the program");
        let stdin = child.stdin.take().expect("a pipe");
        let bytes = setup.payload(Host::Claude, "git tag v1").to_bytes();
        std::io::Write::write_all(&mut { stdin }, &bytes).expect("it reads");
        child
    };
    let both = [start(), start()];
    for child in both {
        let output = child.wait_with_output().expect("it ends");
        says(&String::from_utf8_lossy(&output.stdout), &["1 layer passed"]);
    }
    assert_eq!(setup.runs(), 1);
}

#[test]
fn without_a_home_layers_run_each_time() {
    let setup = Setup::new("").with_layer("count", "echo run >> ../home/runs");
    for expected in 1..3 {
        let mut command = setup.player.start_command();
        for name in ["HOME", "XDG_STATE_HOME", "XDG_CONFIG_HOME"] {
            command.env_remove(name);
        }
        let mut child =
            command.env("TMPDIR", setup.home()).stderr(Stdio::null()).spawn().expect("it");
        let bytes = setup.payload(Host::Claude, "git tag v1").to_bytes();
        std::io::Write::write_all(&mut child.stdin.take().expect("a pipe"), &bytes)
            .expect("it reads");
        let output = child.wait_with_output().expect("it ends");
        says(&String::from_utf8_lossy(&output.stdout), &["1 layer passed"]);
        assert_eq!(setup.runs(), expected);
    }
}

#[test]
fn every_repository_of_a_line_must_pass() {
    let setup = Setup::counting();
    let message = setup.here(&setup.passed("git tag v1 && git -C @/other tag v1"));
    assert_eq!(message.lines().count(), 1, "nothing is configured in the other: {message}");
    setup.place.write("/other/convergo.toml", "[[gate.layer]]\nname = \"no\"\nrun = \"false\"\n");
    let reason = setup.here(&setup.denied("git tag v1 && git -C @/other tag v1"));
    says(&reason, &["`git -C @/other tag v1` creates the tag `v1`", "the gate of `@/other`"]);
    assert_eq!(setup.runs(), 1);
}
