//! The ledger as the hook uses it.

use super::*;

use std::os::unix::fs::PermissionsExt;
use std::time::Duration;

use cvg_hooks::FileLock;

#[test]
fn a_counter_that_was_edited_by_hand_counts() {
    let setup = Setup::new();
    silent(&setup.start("/repo", "one"));
    let text = fs::read_to_string(setup.ledger()).expect("a ledger");
    let edited = text.replace("since convergence: 1", "since convergence: 5");
    fs::write(setup.ledger(), format!("{edited}\nA note of mine.")).expect("a ledger");
    let told = message(&setup.start("/repo", "two"));
    assert!(told.contains("6 sessions since the last convergence (RED from 6)"), "{told}");
    let text = fs::read_to_string(setup.ledger()).expect("a ledger");
    assert!(text.ends_with("\n\nA note of mine."), "{text}");
}

#[test]
fn the_ledger_may_be_elsewhere() {
    let setup = Setup::new();
    let ledger = setup.place.at("/outside/deep/ledger.md");
    let setup = setup.env("CVG_LEDGER", &ledger);
    silent(&setup.start("/repo", "one"));
    assert!(ledger.exists() && !setup.ledger().exists());
}

#[test]
fn a_lock_that_somebody_holds_costs_the_count_and_no_more() {
    let setup = Setup::configured("deadline = 3\nyellow-files = 1");
    silent(&setup.start("/repo", "one"));
    setup.new_files("/repo", 1);
    let lock = setup.ledger().with_file_name("convergence-ledger.md.lock");
    let held = FileLock::within(fs::File::open(lock).expect("a lock"), Duration::ZERO);
    let played = setup.start("/repo", "two");
    let told = message(&played);
    assert!(told.contains("1 file is changed or new") && !told.contains("not counted"), "{told}");
    assert!(setup.log().contains("the session is not counted: another program"), "{}", setup.log());
    assert_eq!(setup.sessions("/repo"), 1);
    drop(held);
    message(&setup.start("/repo", "two"));
    assert_eq!(setup.sessions("/repo"), 2);
}

#[test]
fn a_ledger_that_cannot_be_used_is_told_and_breaks_nothing() {
    let setup = Setup::new();
    setup.place.mkdir("/home/.claude/convergence-ledger.md");
    let told = message(&setup.start("/repo", "one"));
    assert!(told.contains("This session is not counted: the ledger `"), "{told}");
    assert!(setup.log().contains("the session is not counted"), "{}", setup.log());
    setup.new_files("/repo", 12);
    assert!(context(&setup.start("/repo", "two")).contains("12 files"));
    message(&setup.start("/repo", "three"));
}

#[test]
fn a_section_that_is_not_understood_is_logged_and_stays() {
    let setup = Setup::new();
    let text = setup.here("# @/repo\n\n- Sessions since convergence: lots\n");
    setup.place.write("/home/.claude/convergence-ledger.md", &text);
    silent(&setup.start("/repo", "one"));
    let now = fs::read_to_string(setup.ledger()).expect("a ledger");
    assert!(now.starts_with(&text), "{now}");
    assert_eq!(setup.sessions("/repo"), 1);
    assert!(setup.log().contains("ledger: line 1: the section"), "{}", setup.log());
}

#[test]
fn a_ledger_keeps_its_mode_and_its_link() {
    let setup = Setup::new();
    setup.place.write("/outside/ledger.md", "mine\n");
    let real = setup.place.at("/outside/ledger.md");
    fs::set_permissions(&real, fs::Permissions::from_mode(0o640)).expect("a mode");
    setup.place.mkdir("/home/.claude");
    setup.place.link("/home/.claude/convergence-ledger.md", &real);
    silent(&setup.start("/repo", "one"));
    assert!(fs::symlink_metadata(setup.ledger()).expect("a link").is_symlink());
    let text = fs::read_to_string(&real).expect("a ledger");
    assert!(
        text.starts_with("mine\n\n# ") && text.contains("Sessions since convergence: 1"),
        "{text}"
    );
    assert_eq!(fs::metadata(&real).expect("a file").permissions().mode() & 0o777, 0o640);
}
