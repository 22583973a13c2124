//! What a session hears when it starts, and which starts count.

use super::*;

#[test]
fn nothing_is_said_while_all_is_green() {
    let setup = Setup::new();
    setup.new_files("/repo", 9);
    for host in Host::ALL {
        silent(&setup.start_on(host, "/repo", host.id()));
    }
    assert_eq!(setup.sessions("/repo"), 2);
    assert_eq!(setup.log(), "");
}

#[test]
fn the_number_that_tripped_and_its_repository_are_named_on_both_hosts() {
    for (host, skill) in
        [(Host::Claude, "/convergo:convergence-gate"), (Host::Codex, "$convergo:convergence-gate")]
    {
        let setup = Setup::new();
        setup.new_files("/repo", 12);
        let played = setup.start_on(host, "/repo", "one");
        let told = setup.here("YELLOW. `@/repo`: 12 files are changed or new (YELLOW from 10).");
        let context = format!(
            "The working state has drifted: {told} A convergence is due; the skill `{skill}` holds \
             it. Say so to the user before you begin new work, and run the skill if they agree."
        );
        let message = format!("drift-detector: {told} The skill `{skill}` settles it.");
        let expected = serde_json::json!({
            "hookSpecificOutput": {
                "hookEventName": "SessionStart",
                "additionalContext": context,
            },
            "systemMessage": message,
        });
        assert_eq!(played.answer(), Some(expected), "{host}");
        assert_eq!((played.status, played.stderr.len()), (Some(0), 0));
        setup.new_files("/repo", 25);
        let overdue = super::context(&setup.start_on(host, "/repo", "two"));
        assert!(overdue.contains("25 files are changed or new (RED from 25)"), "{overdue}");
        assert!(overdue.contains("A convergence is overdue"), "{overdue}");
    }
}

#[test]
fn a_host_that_is_not_named_gets_the_bare_name_of_the_skill() {
    let setup = Setup::new();
    setup.new_files("/repo", 12);
    let start = setup.event("SessionStart", Host::Claude, "/repo");
    let played = setup.player.play_bytes(&start.to_bytes());
    let said = String::from_utf8(played.stdout).expect("UTF-8");
    assert!(said.contains("the skill `convergence-gate` holds it"), "{said}");
}

#[test]
fn sessions_trip_by_themselves_and_the_higher_grade_wins() {
    let setup = Setup::new();
    for session in ["1", "2", "3"] {
        silent(&setup.start("/repo", session));
    }
    let told = message(&setup.start("/repo", "4"));
    assert!(
        told.contains("YELLOW. ")
            && told.contains("4 sessions since the last convergence (YELLOW from 4)"),
        "{told}"
    );
    assert!(!told.contains("files are"), "{told}");
    setup.new_files("/repo", 12);
    message(&setup.start("/repo", "5"));
    let told = message(&setup.start("/repo", "6"));
    assert!(told.starts_with("drift-detector: RED. "), "{told}");
    assert!(told.contains("12 files are changed or new (YELLOW from 10), 6 sessions since the last convergence (RED from 6)"), "{told}");
}

#[test]
fn a_start_and_a_clear_count_and_what_goes_on_does_not() {
    let setup = Setup::new();
    setup.new_files("/repo", 12);
    let from = |source: &str, session: &str| {
        let start = setup.event("SessionStart", Host::Claude, "/repo").session(session);
        setup.player.play(&start.with("source", source))
    };
    for (source, counts, speaks) in [
        ("startup", 1, true),
        ("clear", 1, true),
        ("resume", 0, false),
        ("compact", 0, false),
        ("fork", 0, false),
        // What a newer host calls a start is told of drift, and counted by nobody.
        ("brewed", 0, true),
        ("", 0, true),
    ] {
        let before = setup.sessions("/repo");
        let played = from(source, source);
        assert_eq!(setup.sessions("/repo") - before, counts, "{source}");
        assert_eq!(played.context().is_some(), speaks, "{source}");
        assert_eq!(played.message().is_some(), speaks, "{source}");
    }
    let recorded = ["SessionStart-compact", "SessionStart-resume", "SessionStart-startup"];
    for (name, sessions) in recorded.into_iter().zip([2, 2, 3]) {
        setup.player.play(&setup.event(name, Host::Codex, "/repo").session(name));
        assert_eq!(setup.sessions("/repo"), sessions, "{name}");
    }
}

#[test]
fn the_same_text_does_not_come_again_with_every_compaction() {
    let setup = Setup::new();
    setup.new_files("/repo", 12);
    let text = context(&setup.start("/repo", "one"));
    assert!(text.len() < 600 && !text.contains('\n'), "{text}");
    for _ in 0..3 {
        let compact = setup.event("SessionStart.compact", Host::Claude, "/repo");
        silent(&setup.player.play(&compact.session("one")));
    }
}

#[test]
fn the_same_session_counts_once_however_often_it_starts() {
    let setup = Setup::new();
    for _ in 0..3 {
        silent(&setup.start("/repo", "one"));
        silent(&setup.start("/repo/src", "one"));
    }
    assert_eq!(setup.sessions("/repo"), 1);
    silent(
        &setup
            .player
            .play(&setup.event("SessionStart", Host::Claude, "/repo").without("session_id")),
    );
    assert_eq!(setup.sessions("/repo"), 1);
}

#[test]
fn sessions_that_start_at_once_all_count() {
    let setup = Setup::new();
    std::thread::scope(|threads| {
        for session in 0..20 {
            let setup = &setup;
            threads.spawn(move || {
                let session = session.to_string();
                assert_eq!(setup.start("/repo", &session).status, Some(0));
            });
        }
    });
    assert_eq!(setup.sessions("/repo"), 20, "{}", setup.log());
}

#[test]
fn a_subagent_is_no_session() {
    let setup = Setup::new();
    setup.new_files("/repo", 30);
    let start = setup.event("SessionStart", Host::Claude, "/repo").agent("a1", "Explore");
    silent(&setup.player.play(&start));
    for (host, name) in [
        (Host::Claude, "SubagentStart"),
        (Host::Claude, "SubagentStop"),
        (Host::Codex, "SubagentStart-v2"),
        (Host::Codex, "SubagentStop-v2"),
    ] {
        silent(&setup.player.play(&setup.event(name, host, "/repo")));
    }
    assert!(!setup.ledger().exists());
    // A main thread that was started as an agent has a type and no id.
    let main = setup.event("SessionStart.--agent", Host::Claude, "/repo");
    message(&setup.player.play(&main));
    assert_eq!(setup.sessions("/repo"), 1);
}

#[test]
fn a_session_in_a_lane_counts_for_the_main_checkout() {
    let setup = Setup::new();
    setup.new_files("/repo/.worktrees/lane", 30);
    silent(&setup.start("/repo/.worktrees/lane", "one"));
    assert_eq!(setup.sessions("/repo"), 1);
    setup.new_files("/repo", 12);
    let told = message(&setup.start("/repo/.worktrees/lane", "two"));
    assert!(told.contains(&setup.here("`@/repo`: 12 files")), "{told}");
    assert_eq!(setup.sessions("/repo"), 2);
    let text = fs::read_to_string(setup.ledger()).expect("a ledger");
    assert!(!text.contains("/lane"), "{text}");
}

#[test]
fn other_events_pass() {
    let setup = Setup::new();
    setup.new_files("/repo", 30);
    for host in Host::ALL {
        for name in Payload::names(host) {
            let payload = setup.event(&name, host, "/repo");
            if !["SessionStart", "Stop"].contains(&payload.event()) {
                let played = setup.player.play(&payload);
                assert_eq!((played.status, played.stdout), (Some(0), Vec::new()), "{name}");
            }
        }
    }
    assert!(!setup.ledger().exists());
}

#[test]
fn an_explanation_changes_nothing() {
    let setup = Setup::new();
    setup.new_files("/repo", 12);
    let explains = setup.player.clone().argument("--explain");
    let played =
        explains.play_bytes(&setup.event("SessionStart", Host::Claude, "/repo").to_bytes());
    let told = String::from_utf8(played.stdout).expect("UTF-8");
    assert!(told.contains("12 files (0 staged, 0 changed, 12 new), 0 sessions: YELLOW"), "{told}");
    assert!(told.contains("the session is not counted"), "{told}");
    assert_eq!(fs::read_dir(setup.place.at("/home")).expect("home").count(), 0);
}
