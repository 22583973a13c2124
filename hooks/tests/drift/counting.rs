//! What is counted, and how often.

use super::*;

/// The numbers of `/repo`: staged, changed, new, and all files, each once.
fn counted(setup: &Setup, cwd: &str) -> String {
    let explains = setup.player.clone().argument("--explain");
    let played = explains.play_bytes(&setup.event("SessionStart", Host::Claude, cwd).to_bytes());
    let told = String::from_utf8(played.stdout).expect("UTF-8");
    let line =
        told.lines().find(|line| line.contains(" new), ")).unwrap_or_else(|| panic!("{told}"));
    let (_, numbers) = line.split_once("`: ").expect("a repository");
    numbers.split(" sessions").next().unwrap_or_default().to_owned()
}

#[test]
fn every_changed_or_new_file_counts_once() {
    let setup = Setup::new();
    let is = |numbers: &str| assert_eq!(counted(&setup, "/repo"), numbers);
    is("0 files (0 staged, 0 changed, 0 new), 0");
    // Staged, and changed again.
    setup.place.write("/repo/src/a.rs", "one\n");
    setup.place.git("/repo", "add src/a.rs");
    setup.place.write("/repo/src/a.rs", "two\n");
    is("1 files (1 staged, 1 changed, 0 new), 0");
    // Ignored files are none.
    setup.place.write("/repo/x.log", "");
    is("1 files (1 staged, 1 changed, 0 new), 0");
    // Each new file of a new folder.
    setup.place.write("/repo/new/a/1", "");
    setup.place.write("/repo/new/a/2", "");
    setup.place.write("/repo/new/b/a name\nof two lines", "");
    is("4 files (1 staged, 1 changed, 3 new), 0");
    fs::remove_file(setup.place.at("/repo/src/b.rs")).expect("a file");
    is("5 files (1 staged, 2 changed, 3 new), 0");
    // A file that is out of the index and still there.
    setup.place.git("/repo", "rm -q --cached file");
    is("6 files (2 staged, 2 changed, 4 new), 0");
}

#[test]
fn a_renamed_file_counts_once() {
    let setup = Setup::new();
    setup.place.git("/repo", "mv src/a.rs src/c.rs");
    assert_eq!(counted(&setup, "/repo"), "1 files (1 staged, 0 changed, 0 new), 0");
    setup.place.git("/repo", "config status.renames false");
    assert_eq!(counted(&setup, "/repo"), "1 files (1 staged, 0 changed, 0 new), 0");
    // A new file in the old place is another one.
    setup.place.write("/repo/src/a.rs", "new\n");
    assert_eq!(counted(&setup, "/repo"), "2 files (1 staged, 0 changed, 1 new), 0");
}

#[test]
fn a_conflict_counts_once() {
    let setup = Setup::new();
    setup.place.write("/repo/file", "main\n");
    setup.place.commit("/repo");
    setup.place.write("/repo/.worktrees/lane/file", "lane\n");
    setup.place.commit("/repo/.worktrees/lane");
    let merge = support::git(&setup.place.at("/repo")).args(["merge", "lane"]).output();
    assert!(!merge.expect("git").status.success());
    assert_eq!(counted(&setup, "/repo"), "1 files (1 staged, 1 changed, 0 new), 0");
}

#[test]
fn a_dirty_submodule_counts_as_one_file() {
    let setup = Setup::new();
    setup.place.git("/repo", "submodule --quiet add /other module");
    setup.place.commit("/repo");
    assert_eq!(counted(&setup, "/repo"), "0 files (0 staged, 0 changed, 0 new), 0");
    setup.new_files("/repo/module", 30);
    setup.place.write("/repo/module/file", "changed\n");
    assert_eq!(counted(&setup, "/repo"), "1 files (0 staged, 1 changed, 0 new), 0");
    // A session in it has a repository of its own.
    assert_eq!(counted(&setup, "/repo/module"), "31 files (0 staged, 1 changed, 30 new), 0");
}

#[test]
fn a_nested_repository_is_a_unit_of_its_own() {
    let setup = Setup::new();
    setup.place.repository("/repo/nested");
    setup.new_files("/repo/nested", 30);
    assert_eq!(counted(&setup, "/repo"), "0 files (0 staged, 0 changed, 0 new), 0");
    silent(&setup.start("/repo", "one"));
    let told = message(&setup.start("/repo/nested/new", "two"));
    assert!(told.contains(&setup.here("`@/repo/nested`: 30 files")), "{told}");
    assert_eq!((setup.sessions("/repo"), setup.sessions("/repo/nested")), (1, 1));
}

#[test]
fn a_lane_that_is_not_ignored_is_no_new_file() {
    let setup = Setup::new();
    setup.place.git("/repo", "worktree add -q /repo/lanes/two -b two");
    setup.new_files("/repo/lanes/two", 30);
    assert_eq!(counted(&setup, "/repo"), "0 files (0 staged, 0 changed, 0 new), 0");
}

#[test]
fn a_repository_without_a_commit_is_counted() {
    let setup = Setup::new();
    setup.place.mkdir("/unborn");
    setup.place.git("/unborn", "init -q");
    setup.new_files("/unborn", 11);
    setup.place.git("/unborn", "add new/0");
    assert_eq!(counted(&setup, "/unborn"), "11 files (1 staged, 0 changed, 10 new), 0");
    message(&setup.start("/unborn", "one"));
}

#[test]
fn what_the_users_git_is_told_to_show_does_not_matter() {
    let setup = Setup::new();
    setup.new_files("/repo", 3);
    for setting in [
        "status.showUntrackedFiles no",
        "status.relativePaths true",
        "status.branch true",
        "core.quotePath true",
        "color.status always",
    ] {
        setup.place.git("/repo", &format!("config {setting}"));
    }
    assert_eq!(counted(&setup, "/repo/src"), "3 files (0 staged, 0 changed, 3 new), 0");
}
