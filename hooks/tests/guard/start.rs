//! What a session hears when it starts.

use super::*;

fn start(setup: &Setup, host: Host, cwd: &str) -> Played {
    setup.play(&Payload::session_start(host).cwd(setup.place.at(cwd)).with("source", "startup"))
}

#[test]
fn a_session_in_a_guarded_root_is_told_where_to_work() {
    let setup = Setup::guarded("");
    for host in Host::ALL {
        for cwd in ["/repo", "/repo/src"] {
            let told = start(&setup, host, cwd).context().expect("a context");
            assert_eq!(told.matches("git worktree add").count(), 1, "{told}");
            assert!(told.contains(&setup.here("the main checkout `@/repo`")), "{told}");
            assert!(!told.contains("cvg lane create"), "{told}");
        }
    }
    setup.program("/bin/cvg");
    let path = text(&setup.place.at("/bin"));
    let told = start(&setup.env("PATH", &path), Host::Claude, "/repo").context().expect("one");
    assert_eq!(told.matches("git worktree add").count(), 1, "{told}");
    assert_eq!(told.matches("cvg lane create").count(), 1, "{told}");
}

#[test]
fn elsewhere_there_is_nothing_to_say() {
    let setup = Setup::guarded("exempt = [\"docs/\"]");
    for cwd in ["/repo/.worktrees/lane", "/repo/.worktrees", "/other", "/outside", "/gone"] {
        passed(&start(&setup, Host::Claude, cwd));
    }
    passed(&start(&Setup::new(""), Host::Claude, "/repo"));
}

#[test]
fn it_is_said_once() {
    let setup = Setup::guarded("");
    let from = |source: &str| {
        let payload = Payload::session_start(Host::Claude).cwd(setup.place.at("/repo"));
        setup.play(&payload.with("source", source))
    };
    for source in ["resume", "compact", "fork"] {
        passed(&from(source));
    }
    // Nothing of what was said is left after this one.
    assert!(from("clear").context().is_some());
    assert!(from("brewed").context().is_some());
}

#[test]
fn faults_of_the_configuration_reach_the_user_and_the_log() {
    let setup = Setup::guarded("opaque = \"dney\"");
    for host in Host::ALL {
        let played = start(&setup, host, "/repo");
        assert!(played.context().is_some());
        let message = played.message().expect("a message");
        let fault = setup.here("@/repo/convergo.toml:3:10: `dney` is no value of this key");
        assert!(message.contains(&fault) && message.contains("did you mean `deny`?"), "{message}");
        assert!(!message.contains("It is off"), "{message}");
    }
    assert!(setup.log().contains("did you mean"), "{}", setup.log());
    // Even if that is why the guard is off, and also in a lane.
    setup.configure("enfroce = true");
    let message = start(&setup, Host::Claude, "/repo/.worktrees/lane").message().expect("one");
    assert!(message.contains("did you mean `enforce`?"), "{message}");
    for line in ["enforce =", "enforce = # later", "enforce = True", "enforce = \"yes\""] {
        setup.configure(line);
        let message = start(&setup, Host::Claude, "/repo").message().expect("one");
        let off = setup.here("It is off: `@/repo` is not guarded.\n@/repo/convergo.toml:2:1");
        assert!(message.contains(&off), "{line}: {message}");
    }
}

#[test]
fn other_events_pass() {
    let setup = Setup::guarded("opaque = \"dney\"");
    for name in Payload::names(Host::Claude) {
        let payload = Payload::recorded(Host::Claude, &name).cwd(setup.place.at("/repo"));
        if !["PreToolUse", "SessionStart"].contains(&payload.event()) {
            let played = setup.play(&payload);
            assert_eq!((played.status, played.stdout), (Some(0), Vec::new()), "{name}");
        }
    }
}
