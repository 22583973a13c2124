//! Which checkouts are around a path, on repositories that real git made.

#![cfg(unix)] // links and pipes are made

mod support;

use std::fs;
use std::path::{Path, PathBuf};

use cvg_hooks::path::real_path;
use cvg_hooks::repo::{
    Checkout, DoubtReason, Kind, checkout_of_git_dir, checkouts_around, in_working_tree, main_root,
};
use support::layout::build;
use support::{Place, git};

/// The checkouts around a path, one per word: `main:/repo`, `lane:/wt/a(/repo)`,
/// `lane:/hub/feat(-)`.
fn around(place: &Place, path: &str) -> String {
    let found = checkouts_around(&real_path(&place.at(path)));
    let words: Vec<String> = found.checkouts.iter().map(|found| word(place, found)).collect();
    words.join(" ")
}

fn word(place: &Place, checkout: &Checkout) -> String {
    let name = |path: &Path| match path.strip_prefix(place.root()) {
        Ok(inside) => format!("/{}", inside.display()),
        Err(_) => path.display().to_string(),
    };
    match &checkout.kind {
        Kind::Main => format!("main:{}", name(&checkout.root)),
        Kind::Lane { main } => {
            let main = main.as_deref().map_or("-".into(), name);
            format!("lane:{}({main})", name(&checkout.root))
        }
    }
}

fn doubts(place: &Place, path: &str) -> Vec<DoubtReason> {
    checkouts_around(&place.at(path)).doubts.iter().map(|doubt| doubt.reason).collect()
}

/// What git itself says, for comparison.
fn git_says(place: &Place, dir: &str, question: &str) -> PathBuf {
    let output = git(&place.at(dir)).args(["rev-parse", question]).output().expect("git runs");
    let text = String::from_utf8(output.stdout).expect("UTF-8");
    real_path(&place.at(dir).join(text.trim_end()))
}

#[test]
fn root_lanes_and_what_lies_outside() {
    let place = build("std");
    assert_eq!(around(&place, "/repo/src/a.rs"), "main:/repo");
    assert_eq!(around(&place, "/repo/not/yet/there"), "main:/repo");
    assert_eq!(around(&place, "/repo"), "main:/repo");
    assert_eq!(around(&place, "/repo/.git/hooks/pre-commit"), "main:/repo");
    assert_eq!(around(&place, "/repo/.git/worktrees/lane/HEAD"), "main:/repo");
    let lane = "lane:/repo/.worktrees/lane(/repo) main:/repo";
    assert_eq!(around(&place, "/repo/.worktrees/lane/src/new.rs"), lane);
    assert_eq!(around(&place, "/repo/.worktrees/lane/.git"), lane);
    assert_eq!(around(&place, "/repo/.worktrees/none/x"), "main:/repo");
    let agent = "lane:/repo/.claude/worktrees/agent-a1(/repo) main:/repo";
    assert_eq!(around(&place, "/repo/.claude/worktrees/agent-a1/x"), agent);
    assert_eq!(around(&place, "/other/o"), "main:/other");
    for path in ["/outside/x", "/tmp/a.rs", "/home/u/.claude/x", "/origin.git/config", "/"] {
        assert_eq!(around(&place, path), "", "{path}");
    }
}

#[test]
fn a_git_dir_is_no_part_of_the_working_tree() {
    let place = build("std");
    let root = checkouts_around(&place.at("/repo")).checkouts.remove(0);
    assert!(in_working_tree(&place.at("/repo/src/a.rs"), &root));
    assert!(in_working_tree(&place.at("/repo/.gitignore"), &root));
    assert!(!in_working_tree(&place.at("/repo/.git/config"), &root));
    assert!(!in_working_tree(&place.at("/other/o"), &root));
}

#[test]
fn git_dirs_are_those_of_git() {
    for (layout, dirs) in [
        ("std", &["/repo", "/repo/.worktrees/lane"][..]),
        ("submodule", &["/repo/vendor/sub", "/repo/.worktrees/lane/vendor/sub"]),
        ("separate-git-dir", &["/sep"]),
        ("bare-hub", &["/hub/feat"]),
    ] {
        let place = build(layout);
        for dir in dirs {
            let found = checkouts_around(&place.at(dir)).checkouts.remove(0);
            assert_eq!(found.root, git_says(&place, dir, "--show-toplevel"), "{dir}");
            assert_eq!(found.git_dir, git_says(&place, dir, "--absolute-git-dir"), "{dir}");
            assert_eq!(found.common_dir, git_says(&place, dir, "--git-common-dir"), "{dir}");
        }
    }
}

#[test]
fn a_symlink_in_a_lane_leads_back_to_the_root() {
    let place = build("symlink");
    assert_eq!(around(&place, "/link/src/a.rs"), "main:/repo");
    assert_eq!(around(&place, "/repo/.worktrees/lane/shared/a.rs"), "main:/repo");
    let lane = "lane:/repo/.worktrees/lane(/repo) main:/repo";
    assert_eq!(around(&place, "/link/.worktrees/lane/src/a.rs"), lane);
}

#[test]
fn a_lane_may_be_anywhere() {
    let place = build("ext-worktree");
    assert_eq!(around(&place, "/wt/feature/src/a.rs"), "lane:/wt/feature(/repo)");
    assert_eq!(around(&place, "/repo/.worktrees/ext/src/a.rs"), "lane:/wt/feature(/repo)");
}

#[test]
fn a_submodule_is_a_main_checkout_in_its_parent() {
    let place = build("submodule");
    assert_eq!(around(&place, "/repo/vendor/sub/x.c"), "main:/repo/vendor/sub main:/repo");
    assert_eq!(
        around(&place, "/repo/.worktrees/lane/vendor/sub/x.c"),
        "main:/repo/.worktrees/lane/vendor/sub lane:/repo/.worktrees/lane(/repo) main:/repo"
    );
    // Its git dir is another way into the same checkout.
    assert_eq!(
        around(&place, "/repo/.git/modules/vendor/sub/config"),
        "main:/repo/vendor/sub main:/repo"
    );
}

#[test]
fn an_empty_submodule_folder_is_its_parents() {
    let place = build("submodule");
    place.git("/repo", "submodule deinit -q -f vendor/sub");
    assert_eq!(around(&place, "/repo/vendor/sub/x.c"), "main:/repo");
}

#[test]
fn a_worktree_of_a_submodule_knows_the_submodule() {
    let place = build("submodule");
    place.git("/repo/vendor/sub", "worktree add -q /wt/sub -b more");
    assert_eq!(around(&place, "/wt/sub/x.c"), "lane:/wt/sub(/repo/vendor/sub)");
}

#[test]
fn a_bare_hub_has_lanes_and_no_main_checkout() {
    let place = build("bare-hub");
    assert_eq!(around(&place, "/hub/feat/src/a.rs"), "lane:/hub/feat(-)");
    assert_eq!(around(&place, "/hub/main/x"), "lane:/hub/main(-)");
    assert_eq!(around(&place, "/hub/.bare/config"), "");
    assert_eq!(main_root(&place.at("/hub/feat/x")), None);
    // The usual pointer, so that git works in the hub itself.
    place.write("/hub/.git", "gitdir: ./.bare\n");
    assert_eq!(around(&place, "/hub/x"), "");
    assert_eq!(around(&place, "/hub/feat/x"), "lane:/hub/feat(-)");
    // `git config extensions.worktreeConfig true` moves core.bare to a second file.
    place.git("/hub/.bare", "config extensions.worktreeConfig true");
    place.git("/hub/.bare", "config --unset core.bare");
    place.git("/hub/.bare", "config --worktree core.bare true");
    assert_eq!(around(&place, "/hub/x"), "");
}

#[test]
fn a_bare_repository_may_be_called_dot_git() {
    let place = Place::new();
    place.repository("/source");
    place.git("/", "clone -q --bare /source /hub/.git");
    place.git("/hub", "worktree add -q feat");
    assert_eq!(around(&place, "/hub/x"), "");
    assert_eq!(around(&place, "/hub/feat/x"), "lane:/hub/feat(-)");
}

/// A gate once let `core.bare = true` slip into the configuration that lanes share.
#[test]
fn a_checkout_does_not_vanish_because_core_bare_was_set() {
    let place = build("std");
    place.git("/repo", "config core.bare true");
    assert_eq!(around(&place, "/repo/src/a.rs"), "main:/repo");
    assert_eq!(doubts(&place, "/repo/src/a.rs"), [DoubtReason::BareWithIndex]);
    let lane = "lane:/repo/.worktrees/lane(/repo) main:/repo";
    assert_eq!(around(&place, "/repo/.worktrees/lane/x"), lane);
}

#[test]
fn a_nested_repository_is_inside_its_parent() {
    let place = build("nested");
    assert_eq!(around(&place, "/repo/vendor/nested/x"), "main:/repo/vendor/nested main:/repo");
}

/// git writes down where a separate git dir is, but not whose it is: that is only known
/// from within the checkout, or if somebody set `core.worktree`.
#[test]
fn a_separate_git_dir_may_not_know_its_checkout() {
    let place = build("separate-git-dir");
    place.git("/sep", "worktree add -q /sep/.worktrees/lane -b lane");
    place.git("/sep", "worktree add -q /wt/sep -b far");
    let inner = "lane:/sep/.worktrees/lane(/sep) main:/sep";
    let git_dir = place.at("/gitdirs/sep.git");
    assert_eq!(around(&place, "/sep/src/a.rs"), "main:/sep");
    assert_eq!(around(&place, "/sep/.worktrees/lane/x"), inner);
    assert_eq!(around(&place, "/wt/sep/x"), "lane:/wt/sep(-)");
    assert_eq!(around(&place, "/gitdirs/sep.git/hooks/pre-commit"), "");
    assert_eq!(checkout_of_git_dir(&git_dir), None);

    place.git("/sep", "config core.worktree ../../sep");
    assert_eq!(around(&place, "/sep/src/a.rs"), "main:/sep");
    assert_eq!(around(&place, "/sep/.worktrees/lane/x"), inner);
    assert_eq!(around(&place, "/wt/sep/x"), "lane:/wt/sep(/sep)");
    assert_eq!(around(&place, "/gitdirs/sep.git/hooks/pre-commit"), "main:/sep");
    assert_eq!(around(&place, "/gitdirs/x"), "");
    let found = checkout_of_git_dir(&git_dir).expect("it says whose it is");
    assert_eq!(word(&place, &found), "main:/sep");
}

#[test]
fn a_symlinked_git_dir_is_followed() {
    let place = Place::new();
    place.repository("/repo");
    fs::rename(place.at("/repo/.git"), place.at("/store")).expect("a rename");
    place.link("/repo/.git", "../store");
    place.git("/repo", "worktree add -q lanes/one");
    assert_eq!(around(&place, "/repo/x"), "main:/repo");
    assert_eq!(around(&place, "/repo/lanes/one/x"), "lane:/repo/lanes/one(/repo) main:/repo");
}

/// git 2.48 writes relative paths if told to.
#[test]
fn pointers_may_be_relative() {
    let place = build("std");
    place.write("/repo/.worktrees/lane/.git", "gitdir: ../../.git/worktrees/lane\n");
    place.write("/repo/.git/worktrees/lane/gitdir", "../../../.worktrees/lane/.git\n");
    let lane = "lane:/repo/.worktrees/lane(/repo) main:/repo";
    assert_eq!(around(&place, "/repo/.worktrees/lane/x"), lane);
}

#[test]
fn a_forged_git_file_hides_nothing() {
    let place = build("std");
    let git_dir = place.at("/repo/.git/worktrees/lane");
    place.write("/repo/src/.git", format!("gitdir: {}\n", git_dir.display()));
    assert_eq!(around(&place, "/repo/src/a.rs"), "main:/repo");
    assert_eq!(doubts(&place, "/repo/src/a.rs"), [DoubtReason::Unregistered]);
    // Not even a second name of the true file.
    for copy in [fs::hard_link::<PathBuf, PathBuf>, std::os::unix::fs::symlink] {
        fs::remove_file(place.at("/repo/src/.git")).expect("it is there");
        let file = place.at("/repo/.worktrees/lane/.git");
        copy(file, place.at("/repo/src/.git")).expect("a second name");
        assert_eq!(around(&place, "/repo/src/a.rs"), "main:/repo");
    }
}

/// A whole worktree folder that somebody made up, naming the root's repository.
#[test]
fn a_forged_git_dir_hides_nothing() {
    let place = build("std");
    let dot_git = place.at("/repo/src/.git");
    place.write("/repo/worktrees/w/HEAD", "ref: refs/heads/main\n");
    place.write("/repo/worktrees/w/commondir", format!("{}\n", place.at("/repo/.git").display()));
    place.write("/repo/worktrees/w/gitdir", format!("{}\n", dot_git.display()));
    place.write("/repo/src/.git", "gitdir: ../worktrees/w\n");
    assert_eq!(around(&place, "/repo/src/a.rs"), "main:/repo");
}

#[test]
fn a_removed_or_moved_lane_is_none() {
    let place = build("std");
    let lane = place.at("/repo/.worktrees/lane");
    fs::rename(&lane, place.at("/repo/elsewhere")).expect("a rename");
    assert_eq!(around(&place, "/repo/elsewhere/x"), "main:/repo");
    assert_eq!(doubts(&place, "/repo/elsewhere/x"), [DoubtReason::Unregistered]);
    place.git("/repo", "worktree repair /repo/elsewhere");
    assert_eq!(around(&place, "/repo/elsewhere/x"), "lane:/repo/elsewhere(/repo) main:/repo");
    place.git("/repo", "worktree remove --force elsewhere");
    assert_eq!(around(&place, "/repo/elsewhere/x"), "main:/repo");
}

#[test]
fn git_files_are_read_as_git_reads_them() {
    let place = build("separate-git-dir");
    let git_dir = place.at("/gitdirs/sep.git");
    for end in ["", "\n", "\r\n", "\n\n"] {
        place.write("/sep/.git", format!("gitdir: {}{end}", git_dir.display()));
        assert_eq!(around(&place, "/sep/x"), "main:/sep", "{end:?}");
    }
    for (text, reason) in [
        ("", DoubtReason::NotAGitFile),
        ("gitdir: ", DoubtReason::NotAGitFile),
        ("gitdir:/x", DoubtReason::NotAGitFile),
        ("\0\u{fffd}rubbish", DoubtReason::NotAGitFile),
        ("gitdir: /nowhere/at/all\n", DoubtReason::NoRepository),
        ("gitdir: a\0b", DoubtReason::NoRepository),
    ] {
        place.write("/sep/.git", text);
        assert_eq!(around(&place, "/sep/x"), "", "{text:?}");
        assert_eq!(doubts(&place, "/sep/x"), [reason], "{text:?}");
    }
}

#[test]
fn a_folder_that_is_no_repository_is_passed_over() {
    let place = build("std");
    place.mkdir("/repo/src/.git/objects");
    assert_eq!(around(&place, "/repo/src/a.rs"), "main:/repo");
    assert_eq!(doubts(&place, "/repo/src/a.rs"), [DoubtReason::NoRepository]);
    // A HEAD alone is a file like any other.
    place.write("/repo/docs/HEAD", "x");
    assert_eq!(around(&place, "/repo/docs/x"), "main:/repo");
}

/// Opening a pipe for reading waits for a writer.
#[test]
fn pipes_do_not_block() {
    let place = build("std");
    let pipe = |path: &str| {
        let made = std::process::Command::new("mkfifo").arg(place.at(path)).status();
        assert!(made.expect("mkfifo can be started").success());
    };
    pipe("/repo/src/.git");
    assert_eq!(around(&place, "/repo/src/a.rs"), "main:/repo");
    fs::remove_file(place.at("/repo/.git/config")).expect("it is there");
    pipe("/repo/.git/config");
    assert_eq!(around(&place, "/repo/docs/x"), "main:/repo");
}

#[test]
fn a_named_git_dir_tells_its_checkout() {
    let of = |place: &Place, path: &str| {
        checkout_of_git_dir(&place.at(path)).map_or("none".into(), |found| word(place, &found))
    };
    let place = build("std");
    let lane = "lane:/repo/.worktrees/lane(/repo)";
    assert_eq!(of(&place, "/repo/.git"), "main:/repo");
    assert_eq!(of(&place, "/repo/.git/worktrees/lane"), lane);
    assert_eq!(of(&place, "/repo/.worktrees/lane/.git"), lane);
    assert_eq!(of(&place, "/origin.git"), "none");
    assert_eq!(of(&place, "/repo"), "none");
    assert_eq!(of(&place, "/nowhere"), "none");
    let place = build("bare-hub");
    assert_eq!(of(&place, "/hub/.bare"), "none");
    assert_eq!(of(&place, "/hub/.bare/worktrees/feat"), "lane:/hub/feat(-)");
}

#[test]
fn the_main_root_of_a_lane_is_where_it_was_made_from() {
    let place = build("ext-worktree");
    for path in ["/wt/feature/src", "/repo/.worktrees/lane", "/repo/src/new/file"] {
        assert_eq!(main_root(&place.at(path)), Some(place.at("/repo")), "{path}");
    }
    assert_eq!(main_root(&place.at("/outside")), None);
}

/// On a case-insensitive file system a lane is reached by other spellings; a link stands in.
#[test]
fn another_spelling_of_a_lane_is_the_lane() {
    let place = build("std");
    place.link("/REPO", "repo");
    let dir = place.at("/REPO/.worktrees/lane");
    let found = checkouts_around(&dir).checkouts.remove(0);
    assert_eq!(found.root, dir);
    assert_eq!(found.kind, Kind::Lane { main: Some(place.at("/repo")) });
}

#[test]
fn any_path_gets_an_answer() {
    for path in ["", "relative/path", "/nul\0byte/x", "/x/\u{1f600}"] {
        assert!(checkouts_around(Path::new(path)).doubts.is_empty(), "{path:?}");
    }
    let place = build("nogit");
    let deep = place.at("/plain").join("x/".repeat(50_000));
    assert_eq!(checkouts_around(&deep).checkouts, []);
}
