//! Why a milestone is denied.

use std::fs;

use cvg_hooks::Host;

use super::{Setup, says};

#[test]
fn a_refusal_has_all_that_is_needed_to_go_on() {
    let setup = Setup::new("")
        .with_layer("first", "true")
        .with_layer("contract tests", "echo one; echo; echo two >&2; exit 3")
        .with_layer("last", "true");
    setup.place.write("/repo/a.txt", "changed\n");
    let reason = setup.here(&setup.denied("git tag -a v1.0.0 -m x"));
    let log = reason.lines().find_map(|line| line.strip_prefix("The whole log: "));
    let log = log.expect("a log").to_owned();
    let reason = reason.replace(&log, "LOG");
    let time = reason.split(" after ").nth(1).and_then(|rest| rest.split(' ').next());
    let reason = reason.replace(&format!("after {} s", time.expect("a time")), "after TIME s");
    assert_eq!(
        reason,
        "milestone-gate: `git tag -a v1.0.0 -m x` creates the tag `v1.0.0`, and the gate of \
         `@/repo` is closed: the layer `contract tests` failed after TIME s, exit code 3.\n\
         \n\
         The last lines:\n    one\n    two\n\
         \n\
         The whole log: LOG\n\
         By hand: cd @/repo && echo one; echo; echo two >&2; exit 3\n\
         Passed: `first`. Did not run: `last`.\n\
         1 file is not committed (a.txt): the layers saw it, a tag does not contain it.\n\
         The command did not run."
    );
    let log = log.replace('@', &setup.place.root().display().to_string());
    assert_eq!(fs::read_to_string(log).expect("a log"), "one\n\ntwo\n");
}

#[test]
fn a_long_log_is_shown_from_its_end() {
    let setup = Setup::new("").with_layer("long", "seq 1 100000; exit 1");
    let reason = setup.denied("git tag v1");
    says(&reason, &["\n    99961\n", "\n    100000\n"]);
    assert!(!reason.contains("    99960\n"));
    let setup = Setup::new("").with_layer("wide", "head -c 1000000 /dev/zero | tr '\\0' x; exit 1");
    assert!(setup.denied("git tag v1").len() < 6000);
}

#[test]
fn a_layer_that_is_late_is_named_with_its_time() {
    let setup = Setup::new("[gate]\ntimeout = 2\n").with_layer("slow", "echo begun; sleep 600");
    let reason = setup.here(&setup.play("git tag v1").denied().expect("a denial"));
    says(&reason, &["`@/repo` timed out in layer `slow` after 2 s.", "    begun\n", "`cvg gate`"]);
    // The other layers have no time left.
    let setup = setup.with_layer("next", "true");
    says(&setup.play("git tag v1").denied().expect("a denial"), &["Did not run: `next`."]);
}

#[test]
fn a_layer_may_have_a_limit_of_its_own() {
    let toml = "[[gate.layer]]\nname = \"slow\"\nrun = \"sleep 600\"\ntimeout = 1\n";
    let setup = Setup::new(toml);
    says(
        &setup.play("git tag v1").denied().expect("a denial"),
        &["timed out in layer `slow` after 1 s"],
    );
}

#[test]
fn a_missing_tool_verifies_nothing() {
    let setup = Setup::new("").with_layer("lint", "no-such-tool-of-ours --all");
    let reason = setup.denied("git tag v1");
    says(
        &reason,
        &["has verified nothing", "- lint: a program of it is not found (exit code 127)"],
    );
    // Beside a layer that has passed, it is skipped, and that is told.
    let setup = setup.with_layer("test", "true");
    let message = setup.passed("git tag v1");
    says(&message, &["1 layer passed, skipped: lint"]);
    let toml = "[[gate.layer]]\nname = \"lint\"\nrun = \"no-such-tool-of-ours\"\nrequired = true\n";
    setup.configure(toml);
    says(&setup.denied("git tag v1"), &["layer `lint` failed", "exit code 127"]);
}

#[test]
fn a_stack_without_its_tools_is_not_verified() {
    let setup = Setup::new("").env("PATH", "/usr/bin:/bin");
    setup.place.write("/repo/go.mod", "module x\n");
    if std::path::Path::new("/usr/bin/go").exists() {
        return;
    }
    let reason = setup.denied("git tag v1");
    says(&reason, &["- go build: `go` is not installed: get it from https://go.dev/dl"]);
    // Another stack that passes does not stand for it.
    let setup = setup.with_layer("test", "true");
    says(&setup.denied("git tag v1"), &["has verified nothing", "- go test: "]);
    let toml = "[gate]\nskip = [\"go build\", \"go vet\", \"go test\", \"golangci-lint\"]\n";
    setup.configure(toml);
    let setup = setup.with_layer("test", "true");
    says(&setup.passed("git tag v1"), &["1 layer passed, skipped: go build, go vet"]);
}

#[test]
fn a_fault_in_the_configuration_denies() {
    let setup = Setup::counting();
    setup.configure("[gate]\nskip = [\"x\"\n");
    let reason = setup.here(&setup.denied("git tag v1"));
    says(&reason, &["the configuration of the gate has a fault", "@/repo/convergo.toml:"]);
    setup.configure("[gate]\ntimeout = 9999\n");
    says(&setup.here(&setup.denied("git tag v1")), &["@/repo/convergo.toml:2:11: "]);
    assert!(setup.play("git status").is_silent());
    // Other sections are none of its business.
    setup.configure("[worktree]\nenforce = 3\n");
    setup.passed("git tag v1");
}

#[test]
fn a_folder_that_nobody_knows_is_denied() {
    let setup = Setup::counting();
    for line in ["cd \"$DIR\" && git tag v1", "cd \"$(pick)\" && npm publish"] {
        says(&setup.denied(line), &["nobody can say in which folder", "git -C"]);
    }
    let reason = setup.here(&setup.denied("git clone -q x @/new && cd @/new && git tag v1"));
    says(&reason, &["`@/new` is not there yet"]);
    assert_eq!(setup.runs(), 0);
    let nowhere = setup.payload(Host::Claude, "git tag v1").without("cwd");
    says(&setup.player.play(&nowhere).denied().expect("a denial"), &["nobody can say"]);
}

#[test]
fn what_is_too_much_to_read_is_denied_if_it_names_a_milestone() {
    let setup = Setup::counting();
    let noise = "echo x; ".repeat(200_000);
    says(&setup.denied(&format!("{noise} git tag v1")), &["too much to read", "`git … tag`"]);
    assert!(setup.play(&noise).is_silent());
    assert_eq!(setup.runs(), 0);
}

#[test]
fn a_lane_cannot_loosen_its_gate() {
    let setup = Setup::new("").with_layer("no", "pwd; false");
    setup.place.write("/repo/.worktrees/lane/convergo.toml", "[gate]\nenabled = false\n");
    let reason = setup.here(&setup.denied("cd .worktrees/lane && git tag v1"));
    says(
        &reason,
        &["the gate of `@/repo/.worktrees/lane` is closed", "    @/repo/.worktrees/lane\n"],
    );
}
