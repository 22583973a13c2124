//! A git that takes its time, as on a slow disk or among very many files.

use super::*;

use std::os::unix::fs::PermissionsExt;

/// A `git` before the real one, which waits in a child of its own if a test of the shell
/// says so.
fn slow_git(setup: Setup, test: &str) -> Setup {
    let real = option_env!("PATH").unwrap_or("/usr/bin:/bin");
    let pid = setup.place.at("/outside/pid");
    let script = format!(
        "#!/bin/sh\nPATH='{real}'\nif {test}; then\n  sleep 600 &\n  echo $! >'{}'\n  wait\nfi\n\
         exec git \"$@\"\n",
        pid.display()
    );
    setup.place.write("/slow/git", script);
    let program = setup.place.at("/slow/git");
    fs::set_permissions(&program, fs::Permissions::from_mode(0o755)).expect("a mode");
    let path = program.parent().expect("a folder").to_path_buf();
    setup.env("PATH", path)
}

/// Is the child that waits gone?
fn is_stopped(setup: &Setup) -> bool {
    let pid = fs::read_to_string(setup.place.at("/outside/pid")).expect("it was started");
    let status = fs::read_to_string(format!("/proc/{}/stat", pid.trim()));
    // It may still wait for its parent to take note.
    status.map_or(true, |status| status.contains(") Z "))
}

#[test]
fn if_untracked_files_take_too_long_tracked_ones_are_counted() {
    let setup = slow_git(
        Setup::configured("deadline = 3\nyellow-files = 2"),
        "case \"$*\" in *files=all*) :;; *) false;; esac",
    );
    setup.new_files("/repo", 30);
    let played = setup.start("/repo", "one");
    assert_eq!(played.context(), None);
    let told = message(&played);
    let gap = setup.here("Looking for untracked files in `@/repo` took too long: only tracked ones were counted; a larger `deadline`");
    assert!(told.contains(&gap), "{told}");
    assert!(!cfg!(target_os = "linux") || is_stopped(&setup));
    for file in ["src/a.rs", "src/b.rs"] {
        setup.place.write(&format!("/repo/{file}"), "changed\n");
    }
    let played = setup.start("/repo", "two");
    let told = context(&played);
    assert!(told.contains("2 files are changed or new (YELLOW from 2)"), "{told}");
    assert!(told.contains("only tracked ones were counted"), "{told}");
    // At the end of a turn that is no news.
    silent(&setup.stop("/repo", "two"));
}

#[test]
fn after_the_deadline_it_gives_up_and_says_so() {
    let setup = slow_git(Setup::configured("deadline = 1"), ":");
    setup.new_files("/repo", 30);
    let played = setup.start("/repo", "one");
    assert_eq!(played.context(), None);
    let told = message(&played);
    let gap = setup.here("drift-detector: Counting the files of `@/repo` took longer than ");
    assert!(
        told.starts_with(&gap) && told.contains("and was given up; a larger `deadline`"),
        "{told}"
    );
    assert!(setup.log().contains("counting took longer than"), "{}", setup.log());
    assert!(!cfg!(target_os = "linux") || is_stopped(&setup));
    // The session counts, and what sessions say is said.
    assert_eq!(setup.sessions("/repo"), 1);
    silent(&setup.stop("/repo", "one"));
}

#[test]
fn a_slow_repository_leaves_time_for_the_others() {
    let setup = Setup::configured("deadline = 6\nrepos = [\"../other\"]");
    setup.new_files("/other", 12);
    let repo = setup.place.at("/repo");
    let setup = slow_git(setup, &format!("[ \"$(pwd)\" = '{}' ]", repo.display()));
    let told = message(&setup.start("/repo", "one"));
    assert!(told.contains(&setup.here("`@/other`: 12 files are changed or new")), "{told}");
    assert!(told.contains(&setup.here("Counting the files of `@/repo` took longer")), "{told}");
}
