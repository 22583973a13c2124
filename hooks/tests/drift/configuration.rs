//! `[drift]`: limits, other repositories, off, and faults.

use super::*;

#[test]
fn limits_come_from_the_configuration_of_the_main_checkout() {
    let setup = Setup::configured(
        "yellow-files = 2\nred-files = 4\nyellow-sessions = 2\nred-sessions = 90",
    );
    setup.new_files("/repo", 1);
    silent(&setup.start("/repo", "one"));
    let told = message(&setup.start("/repo", "two"));
    assert!(told.contains("2 sessions since the last convergence (YELLOW from 2)"), "{told}");
    setup.new_files("/repo", 4);
    // A lane cannot change them.
    setup.place.write("/repo/.worktrees/lane/convergo.toml", "[drift]\nenabled = false\n");
    let told = message(&setup.start("/repo/.worktrees/lane", "three"));
    assert!(told.contains("4 files are changed or new (RED from 4)"), "{told}");
}

#[test]
fn the_users_own_file_counts_too() {
    let setup = Setup::new();
    setup.place.write("/home/.config/convergo/config.toml", "[drift]\nyellow-files = 2\n");
    setup.new_files("/repo", 2);
    message(&setup.start("/repo", "one"));
}

#[test]
fn other_repositories_are_watched_and_their_sessions_are_not_counted() {
    let setup = Setup::configured("repos = [\"../other\", \"../other/.\", \"~/third\", \".\"]");
    setup.place.repository("/home/third");
    setup.new_files("/home/third", 26);
    setup.new_files("/other", 12);
    let told = message(&setup.start("/repo", "one"));
    let expected = setup.here(
        "drift-detector: RED. `@/other`: 12 files are changed or new (YELLOW from 10). \
         `@/home/third`: 26 files are changed or new (RED from 25). The skill",
    );
    assert!(told.starts_with(&expected), "{told}");
    assert_eq!((setup.sessions("/repo"), setup.sessions("/other")), (1, 0));
    // Their own sessions do count for their grade.
    for session in ["a", "b", "c", "d"] {
        setup.start("/other", session);
    }
    let told = message(&setup.start("/repo", "two"));
    assert!(told.contains("12 files are changed or new (YELLOW from 10), 4 sessions"), "{told}");
}

#[test]
fn an_absolute_path_and_a_lane_name_their_main_checkout() {
    let setup = Setup::new();
    let lane = setup.place.at("/other/lane");
    setup.place.git("/other", "worktree add -q /other/lane -b lane");
    setup.place.write("/repo/convergo.toml", format!("[drift]\nrepos = [{lane:?}]\n"));
    setup.new_files("/other", 12);
    let told = message(&setup.start("/repo", "one"));
    assert!(told.contains(&setup.here("`@/other`: 12 files")), "{told}");
}

#[test]
fn a_path_that_leads_to_no_repository_is_told() {
    let setup = Setup::configured("repos = [\"../gone\", \"../outside\", \"missing\"]");
    let played = setup.start("/repo", "one");
    assert_eq!(played.context(), None);
    let told = message(&played);
    for path in ["../gone", "../outside", "missing"] {
        let fault = format!("`{path}` of `repos` leads to no repository; correct it");
        assert!(told.contains(&fault), "{told}");
        assert!(setup.log().contains(&fault), "{}", setup.log());
    }
}

#[test]
fn off_means_off() {
    let setup = Setup::configured("enabled = false");
    setup.new_files("/repo", 30);
    silent(&setup.start("/repo", "one"));
    silent(&setup.stop("/repo", "one"));
    assert!(!setup.ledger().exists());
}

#[test]
fn faults_reach_the_user_and_the_log_and_cost_their_own_key() {
    for host in Host::ALL {
        let setup = Setup::configured("yelow-files = 3\nred-files = \"x\"\nyellow-sessions = 1");
        let played = setup.start_on(host, "/repo", "one");
        let told = message(&played);
        for fault in [
            "@/repo/convergo.toml:2:1: `[drift]` has no key `yelow-files`; did you mean `yellow-files`?",
            "@/repo/convergo.toml:3:13: expected a number, found a string; write a number from 1 to 1000000",
        ] {
            let fault = setup.here(fault);
            assert!(told.contains(&fault), "{told}");
            assert!(setup.log().contains(&fault), "{}", setup.log());
        }
        assert!(context(&played).contains("1 session since the last convergence (YELLOW from 1)"));
        silent(&setup.stop_on(host, "/repo", "one"));
    }
    let setup = Setup::new();
    setup.place.write("/repo/convergo.toml", "[drift\n= 3\n\0");
    let told = message(&setup.start("/repo", "one"));
    assert!(told.contains("convergo.toml:1:"), "{told}");
    assert_eq!(setup.sessions("/repo"), 1);
}
