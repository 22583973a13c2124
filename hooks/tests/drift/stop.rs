//! What is said when a turn ends.

use super::*;

#[test]
fn a_grade_that_rises_is_told_once_each_time() {
    for (host, skill) in
        [(Host::Claude, "/convergo:convergence-gate"), (Host::Codex, "$convergo:convergence-gate")]
    {
        let setup = Setup::new();
        silent(&setup.start_on(host, "/repo", "one"));
        silent(&setup.stop_on(host, "/repo", "one"));
        for (files, told) in [
            (12, "YELLOW. `@/repo`: 12 files are changed or new (YELLOW from 10)."),
            (26, "RED. `@/repo`: 26 files are changed or new (RED from 25)."),
        ] {
            setup.new_files("/repo", files);
            let told =
                format!("drift-detector: {} The skill `{skill}` settles it.", setup.here(told));
            // A context, or a reason to block, would start another turn.
            let expected = serde_json::json!({ "systemMessage": told });
            assert_eq!(setup.stop_on(host, "/repo", "one").answer(), Some(expected));
            for _ in 0..3 {
                silent(&setup.stop_on(host, "/repo", "one"));
            }
        }
    }
}

#[test]
fn from_green_to_red_is_one_step_too() {
    let setup = Setup::new();
    silent(&setup.start("/repo", "one"));
    setup.new_files("/repo", 30);
    assert!(message(&setup.stop("/repo", "one")).starts_with("drift-detector: RED. "));
    silent(&setup.stop("/repo", "one"));
}

#[test]
fn what_was_said_at_the_start_is_not_said_again() {
    let setup = Setup::new();
    setup.new_files("/repo", 12);
    message(&setup.start("/repo", "one"));
    silent(&setup.stop("/repo", "one"));
    // Better is no news, and as bad as it was neither.
    fs::remove_dir_all(setup.place.at("/repo/new")).expect("a folder");
    silent(&setup.stop("/repo", "one"));
    setup.new_files("/repo", 13);
    silent(&setup.stop("/repo", "one"));
    setup.new_files("/repo", 25);
    message(&setup.stop("/repo", "one"));
}

#[test]
fn each_session_is_told_for_itself() {
    let setup = Setup::new();
    silent(&setup.start("/repo", "one"));
    silent(&setup.start("/repo", "two"));
    setup.new_files("/repo", 12);
    message(&setup.stop("/repo", "one"));
    message(&setup.stop("/repo", "two"));
    // One that began before the hook was there.
    message(&setup.stop("/repo", "three"));
    silent(&setup.stop("/repo", "three"));
}

#[test]
fn the_repository_that_the_session_began_in_is_judged() {
    let setup = Setup::new();
    setup.new_files("/other", 30);
    silent(&setup.start("/repo", "one"));
    // The agent went elsewhere: its drift is none of this session's.
    silent(&setup.stop("/other", "one"));
    silent(&setup.stop("/outside", "one"));
    setup.new_files("/repo", 12);
    let told = message(&setup.stop("/other", "one"));
    assert!(told.contains(&setup.here("`@/repo`")) && !told.contains("/other"), "{told}");
}

#[test]
fn a_turn_that_goes_on_for_a_hook_is_left_alone() {
    let setup = Setup::new();
    silent(&setup.start("/repo", "one"));
    setup.new_files("/repo", 30);
    let active = setup.event("Stop-stop_hook_active", Host::Codex, "/repo").session("one");
    silent(&setup.player.play(&active));
    let active = setup.event("Stop", Host::Claude, "/repo").session("one");
    silent(&setup.player.play(&active.with("stop_hook_active", true)));
    // The news is not lost.
    message(&setup.stop("/repo", "one"));
}

#[test]
fn the_end_of_a_turn_counts_no_session() {
    let setup = Setup::new();
    silent(&setup.stop("/repo", "one"));
    assert!(!setup.ledger().exists());
}

#[test]
fn sessions_that_others_began_meanwhile_raise_the_grade() {
    let setup = Setup::new();
    silent(&setup.start("/repo", "1"));
    for session in ["2", "3", "4"] {
        setup.start("/repo", session);
    }
    assert!(message(&setup.stop("/repo", "1")).contains("4 sessions"));
}

#[test]
fn a_subagents_turn_is_none() {
    let setup = Setup::new();
    silent(&setup.start("/repo", "one"));
    setup.new_files("/repo", 30);
    let stop = setup.event("Stop", Host::Claude, "/repo").session("one").agent("a1", "Explore");
    silent(&setup.player.play(&stop));
}

#[test]
fn without_a_place_for_its_state_it_says_nothing_again_and_again() {
    let setup = Setup::new().env("HOME", "").env("XDG_STATE_HOME", "");
    setup.new_files("/repo", 30);
    silent(&setup.stop("/repo", "one"));
    let setup = Setup::new();
    setup.new_files("/repo", 30);
    silent(&setup.player.play(&setup.event("Stop", Host::Claude, "/repo").without("session_id")));
}

#[test]
fn a_state_that_cannot_be_read_is_none() {
    let setup = Setup::new();
    silent(&setup.start("/repo", "one"));
    let folder = setup.place.at("/home/.local/state/convergo/drift");
    let file = fs::read_dir(&folder).expect("the state").next().expect("a session").expect("it");
    setup.new_files("/repo", 12);
    for text in ["", "GREEN", "GREEN\nrelative\n", "BLUE\n/repo\n", "\0\u{1}"] {
        fs::write(file.path(), text).expect("a file");
        message(&setup.stop("/repo", "one"));
        silent(&setup.stop("/repo", "one"));
    }
}

#[test]
fn what_is_remembered_of_old_sessions_is_taken_away() {
    let setup = Setup::new();
    setup.place.write("/home/.local/state/convergo/drift/0123456789abcdef", "GREEN\n/x\n");
    let old = setup.place.at("/home/.local/state/convergo/drift/0123456789abcdef");
    silent(&setup.start("/repo", "one"));
    assert!(old.exists());
    let long_ago = std::time::SystemTime::UNIX_EPOCH;
    let file = fs::File::options().write(true).open(&old).expect("a file");
    file.set_modified(long_ago).expect("a time");
    silent(&setup.start("/repo", "two"));
    assert!(!old.exists());
}
