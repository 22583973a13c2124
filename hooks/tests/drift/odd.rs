//! Places, environments and inputs that are odd, and what must not happen in any.

use std::io::Write;
use std::os::unix::fs::PermissionsExt;

use super::*;

#[test]
fn outside_of_a_repository_nothing_happens() {
    let setup = Setup::new();
    setup.place.git("/outside", "init -q --bare bare.git");
    for cwd in ["/outside", "/outside/gone", "/", "/outside/bare.git", "/outside/bare.git/refs"] {
        silent(&setup.start(cwd, cwd));
        silent(&setup.stop(cwd, cwd));
    }
    let start = setup.event("SessionStart", Host::Claude, "/repo");
    silent(&setup.player.play(&start.clone().with("cwd", "repo")));
    silent(&setup.player.play(&start.clone().with("cwd", "")));
    silent(&setup.player.play(&start.with("cwd", 3)));
    assert!(!setup.ledger().exists());
    assert_eq!(setup.log(), "");
}

#[test]
fn a_folder_that_is_gone_belongs_to_the_repository_around_it() {
    let setup = Setup::new();
    setup.new_files("/repo", 12);
    let gone = setup.place.at("/repo/.worktrees/gone");
    fs::create_dir(&gone).expect("a folder");
    let player = setup.player.clone().cwd(&gone);
    let start = setup.event("SessionStart", Host::Claude, "/repo/.worktrees/gone").session("one");
    // The host starts the hook in a folder that another process removes.
    let mut child = player.argument("--host").argument("claude").start_command();
    let mut child = child.spawn().expect("the hook");
    fs::remove_dir(&gone).expect("an empty folder");
    child.stdin.take().expect("stdin").write_all(&start.to_bytes()).expect("it reads");
    let output = child.wait_with_output().expect("it ends");
    let said = String::from_utf8(output.stdout).expect("UTF-8");
    assert!(said.contains("12 files are changed or new"), "{said}");
    assert_eq!(setup.sessions("/repo"), 1);
}

#[test]
fn git_variables_do_not_lead_to_another_repository() {
    let setup = Setup::new();
    setup.new_files("/other", 30);
    let other = setup.place.at("/other");
    let setup = setup
        .env("GIT_DIR", other.join(".git"))
        .env("GIT_WORK_TREE", &other)
        .env("GIT_INDEX_FILE", other.join(".git/index"))
        .env("GIT_COMMON_DIR", other.join(".git"))
        .env("GIT_OPTIONAL_LOCKS", "1")
        .env("CLAUDE_PROJECT_DIR", &other);
    silent(&setup.start("/repo", "one"));
    assert_eq!((setup.sessions("/repo"), setup.sessions("/other")), (1, 0));
    setup.new_files("/repo", 12);
    let told = message(&setup.start("/repo", "two"));
    assert!(told.contains(&setup.here("`@/repo`: 12 files")) && !told.contains("/other"), "{told}");
}

#[test]
fn a_repository_in_the_home_folder_is_refused() {
    let setup = Setup::new();
    setup.place.repository("/home");
    setup.new_files("/home", 30);
    silent(&setup.start("/home", "one"));
    silent(&setup.start("/home/new", "two"));
    assert!(!setup.ledger().exists());
    assert!(setup.log().contains("nobody keeps a project there"), "{}", setup.log());
    // So is one that the configuration names.
    setup.place.write("/repo/convergo.toml", "[drift]\nrepos = [\"~\"]\n");
    silent(&setup.start("/repo", "three"));
}

#[test]
fn no_lock_is_taken_and_nothing_is_written_into_the_repository() {
    let setup = Setup::new();
    setup.new_files("/repo", 12);
    setup.place.git("/repo", "config core.untrackedCache true");
    // A monitor is a program that a repository's own configuration names.
    let monitor = setup.place.at("/outside/monitor");
    setup.place.write("/outside/monitor", setup.here("#!/bin/sh\n: >@/outside/sprung\n"));
    fs::set_permissions(&monitor, fs::Permissions::from_mode(0o755)).expect("a mode");
    setup.place.git("/repo", "config core.fsmonitor /outside/monitor");
    // Times that differ from the index make a plain `git status` write it.
    for file in ["src/a.rs", "src/b.rs", "file"] {
        let file = fs::File::options().write(true).open(setup.place.at("/repo").join(file));
        file.expect("a file").set_modified(std::time::SystemTime::UNIX_EPOCH).expect("a time");
    }
    let before = snapshot(&setup.place.at("/repo"));
    message(&setup.start("/repo", "one"));
    silent(&setup.stop("/repo", "one"));
    assert!(snapshot(&setup.place.at("/repo")) == before, "the repository has changed");
    // While another git holds the lock, it counts all the same.
    setup.place.write("/repo/.git/index.lock", "");
    assert!(message(&setup.start("/repo", "two")).contains("12 files"));
    assert!(setup.place.at("/repo/.git/index.lock").exists());
    // The trap springs: git itself would have written.
    fs::remove_file(setup.place.at("/repo/.git/index.lock")).expect("a lock");
    assert!(!setup.place.at("/outside/sprung").exists(), "a monitor was started");
    setup.place.git("/repo", "status");
    assert!(setup.place.at("/outside/sprung").exists(), "nobody starts this monitor");
    assert!(snapshot(&setup.place.at("/repo")) != before, "nothing was there to be written");
}

#[test]
fn without_git_the_log_says_so() {
    for path in ["", "relative:.", "/nowhere"] {
        let setup = Setup::new().env("PATH", path);
        setup.new_files("/repo", 30);
        silent(&setup.start("/repo", "one"));
        silent(&setup.stop("/repo", "one"));
        assert!(setup.log().contains("there is no `git` in an absolute folder"), "{}", setup.log());
        assert_eq!(setup.sessions("/repo"), 1);
    }
}

#[test]
fn a_git_that_fails_is_quoted_in_the_log() {
    let setup = Setup::new();
    setup.place.write("/repo/.git/index", "no index");
    silent(&setup.start("/repo", "one"));
    let log = setup.log();
    assert!(log.contains("git cannot count: exit status: 128: "), "{log}");
    assert!(log.contains("index file"), "{log}");
    setup.place.git("/other", "config core.worktree /nowhere");
    silent(&setup.start("/other", "two"));
}

#[test]
fn a_name_with_a_line_break_stays_in_its_line() {
    let setup = Setup::new();
    setup.place.repository("/a\nb");
    setup.new_files("/a\nb", 12);
    for cwd in ["/a\nb", "/a\nb/new"] {
        let told = message(&setup.start(cwd, cwd));
        assert!(!told.contains('\n') && told.contains("a\u{fffd}b`: 12 files"), "{told}");
    }
    assert_eq!(setup.sessions("/a\nb"), 2);
}

#[test]
fn what_is_no_event_is_answered_with_silence() {
    let setup = Setup::new();
    setup.new_files("/repo", 30);
    let start = setup.event("SessionStart", Host::Claude, "/repo").to_bytes();
    let half = &start[..start.len() / 2];
    for input in [&b""[..], b"\n", b"null", b"[]", b"{}", b"\xff\xfe", half] {
        let played = setup.player.play_bytes(input);
        assert_eq!((played.status, played.stdout.len()), (Some(0), 0), "{input:?}");
    }
    // A host that does not close the pipe.
    let played = setup.player.play_open(b"");
    assert_eq!((played.status, played.stdout.len()), (Some(0), 0));
    assert!(!setup.ledger().exists());
}

#[test]
fn what_a_newer_host_adds_is_read_over() {
    let setup = Setup::new();
    setup.new_files("/repo", 30);
    for host in Host::ALL {
        let start = setup.event("SessionStart", host, "/repo").session(host.id());
        let newer =
            start.with("permission_mode", "auto").with("telepathy", serde_json::json!({"a": [1]}));
        message(&setup.player.play(&newer.with("large", "x".repeat(2_000_000))));
    }
}

#[test]
fn every_decision_can_be_logged() {
    let setup = Setup::new().env("CVG_HOOK_DEBUG", "1");
    setup.new_files("/repo", 12);
    message(&setup.start("/repo", "one"));
    let log = setup.log();
    assert!(
        log.contains("\"outcome\":\"context\"") && log.contains("12 new), 1 sessions: YELLOW"),
        "{log}"
    );
}
