//! How the gate is switched off and on, and what it looks at at all.

use cvg_hooks::Host;
use cvg_hooks::testkit::Payload;

use super::{Setup, says};

fn closed() -> Setup {
    Setup::new("").with_layer("no", "echo run >> \"$HOME/runs\"; false")
}

#[test]
fn the_environment_of_the_host_switches_it_off_and_the_log_says_so() {
    for value in ["off", "OFF", "0", "false"] {
        let setup = closed().env("CVG_GATE", value);
        assert!(setup.play("git tag v1").is_silent(), "{value}");
        says(
            &setup.log(),
            &["CVG_GATE is off: `git tag v1` creates the tag `v1` without the gate"],
        );
        assert_eq!(setup.runs(), 0);
    }
    closed().env("CVG_GATE", "on").denied("git tag v1");
}

#[test]
fn a_command_cannot_switch_it_off() {
    let setup = closed();
    for line in [
        "CVG_GATE=off git tag v1",
        "export CVG_GATE=off; git tag v1",
        "env CVG_GATE=off git tag v1",
    ] {
        setup.denied(line);
    }
}

#[test]
fn the_configuration_switches_it_off_and_the_log_says_so() {
    let setup = closed();
    setup.configure("[gate]\nenabled = false\n");
    assert!(setup.play("git tag v1").is_silent());
    says(&setup.log(), &["`[gate] enabled` is false"]);
    // Only for this repository.
    setup.place.write("/other/convergo.toml", "[[gate.layer]]\nname = \"no\"\nrun = \"false\"\n");
    setup.denied("git -C @/other tag v1");
}

#[test]
fn where_nothing_can_run_the_call_passes_and_the_log_says_so() {
    let setup = Setup::new("");
    assert!(setup.play("git tag v1").is_silent());
    says(&setup.log(), &["nothing to run in", "`git tag v1` creates the tag `v1`"]);
}

#[test]
fn the_configuration_names_more_milestones() {
    let setup = closed();
    let toml =
        "[gate]\nmilestones = [\"make release\"]\n[[gate.layer]]\nname = \"no\"\nrun = \"false\"\n";
    assert!(setup.play("make release").is_silent());
    setup.configure(toml);
    says(&setup.denied("make release"), &["`make release` is named in `[gate] milestones`"]);
    assert!(setup.play("make test").is_silent());
    assert!(setup.play("docker push x/y").is_silent());
    setup.configure(&toml.replace("milestones", "docker-push = true\nmilestones"));
    setup.denied("docker push x/y");
}

#[test]
fn only_calls_of_a_shell_are_judged() {
    let setup = closed();
    let cwd = setup.place.at("/repo");
    for host in Host::ALL {
        for name in Payload::names(host) {
            let payload = Payload::recorded(host, &name).cwd(&cwd);
            let text = String::from_utf8(payload.to_bytes()).expect("text");
            let is_tag = payload.event() == "PreToolUse" && text.contains("git tag");
            let played = setup.player.play(&payload);
            assert_eq!(played.denied().is_some(), is_tag, "{name}");
            assert!(is_tag || played.is_silent(), "{name}");
        }
        let write = Payload::write(host, cwd.join("git tag v1")).cwd(&cwd);
        assert!(setup.player.play(&write).is_silent());
    }
    let power = setup.payload(Host::Claude, "git tag v1").with("tool_name", "PowerShell");
    assert!(setup.player.play(&power).denied().is_some());
    let post = setup.payload(Host::Claude, "git tag v1").with("hook_event_name", "PostToolUse");
    assert!(setup.player.play(&post).is_silent());
}

#[test]
fn explain_tells_what_would_run_and_runs_nothing() {
    let setup = closed();
    setup.place.write("/repo/Cargo.toml", "[workspace]\n");
    let explains = setup.player.clone().argument("--explain");
    let played = explains.play_bytes(&setup.payload(Host::Claude, "git tag v1").to_bytes());
    let text = setup.here(&String::from_utf8_lossy(&played.stdout));
    says(
        &text,
        &[
            "note      `git tag v1` creates the tag `v1`",
            "note      would run `cargo test`: cd @/repo && cargo test --workspace",
            "note      would run `no`: cd @/repo && echo run",
            "verdict   pass",
        ],
    );
    assert_eq!(setup.runs(), 0);
    assert_eq!(setup.log(), "");
}

#[test]
fn nothing_of_git_and_of_the_host_reaches_a_layer() {
    let setup = Setup::new("")
        .with_layer("env", "env > \"$HOME/env\"")
        .env("GIT_DIR", "/nowhere")
        .env("CLAUDECODE", "1")
        .env("MINE", "yes");
    setup.passed("git tag v1");
    let env = std::fs::read_to_string(setup.home().join("env")).expect("it ran");
    assert!(!env.contains("GIT_DIR") && !env.contains("CLAUDECODE"), "{env}");
    says(&env, &["MINE=yes", "CI=true"]);
}
