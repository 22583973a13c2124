//! Git commands: whose checkout they change.

use super::*;

#[test]
fn a_named_git_dir_counts_before_the_folder() {
    let setup = Setup::guarded("");
    let lane = "/repo/.worktrees/lane";
    refused(&setup.run(lane, "git --git-dir=@/repo/.git commit -m x"));
    refused(&setup.run(lane, "git --git-dir=@/repo/.git --work-tree=. add x"));
    refused(&setup.run("/outside", "git --git-dir=@/repo/.git commit -m x"));
    refused(&setup.run("/outside", "git --work-tree=@/repo --git-dir=@/other/.git checkout x"));
    passed(&setup.run(lane, "git --git-dir=.git commit -m x"));
    passed(&setup.run("/outside", "git --git-dir=@/other/.git commit -m x"));
    // Without a named working tree git takes the current folder for it.
    refused(&setup.run("/repo", "git --git-dir=@/other/.git checkout x"));
    passed(&setup.run("/repo", "git --git-dir=@/other/.git --work-tree=@/other checkout x"));
    passed(&setup.run("/repo", "git --git-dir=@/repo/.git log"));
}

#[test]
fn a_folder_of_lanes_that_is_no_worktree_is_the_main_checkouts() {
    let setup = Setup::guarded("");
    setup.place.mkdir("/repo/.worktrees/plain");
    refused(&setup.run("/repo/.worktrees/plain", "git commit -m x"));
    refused(&setup.run("/repo", "git -C .worktrees/plain add x"));
    passed(&setup.run("/repo", "git -C .worktrees/lane add x"));
    refused(&setup.run("/repo/.worktrees/lane", "git -C ../.. add x"));
}

#[test]
fn a_git_file_lends_no_folder_the_main_checkout() {
    let setup = Setup::guarded("");
    let git = setup.here("gitdir: @/repo/.git\n");
    setup.place.write("/repo/.worktrees/forged/.git", &git);
    setup.place.write("/outside/.git", &git);
    refused(&setup.run("/repo/.worktrees/forged", "git commit -m x"));
    refused(&setup.run("/outside", "git commit -m x"));
    // A folder that git passes over.
    setup.place.mkdir("/repo/src/.git");
    refused(&setup.run("/repo/src", "git commit -m x"));
}

#[test]
fn a_moved_lane_stays_one_for_git() {
    let setup = Setup::guarded("");
    let place = &setup.place;
    fs::rename(place.at("/repo/.worktrees/lane"), place.at("/repo/.worktrees/moved")).expect("one");
    passed(&setup.run("/repo/.worktrees/moved", "git commit -m x"));
    assert!(setup.log().contains("git worktree repair"), "{}", setup.log());
    fs::rename(place.at("/repo/.worktrees/moved"), place.at("/repo/src/moved")).expect("one");
    refused(&setup.run("/repo/src/moved", "git commit -m x"));
}

#[test]
fn a_bare_repository_has_no_root() {
    let setup = Setup::guarded("").env("CVG_WORKTREE_ENFORCE", "1");
    setup.place.git("/", "clone -q --bare /repo /hub/.bare");
    setup.place.git("/hub", "--git-dir=.bare worktree add -q /hub/feat -b feat");
    setup.place.write("/hub/.git", "gitdir: ./.bare\n");
    for cwd in ["/hub", "/hub/feat", "/hub/.bare"] {
        passed(&setup.run(cwd, "git commit -m x"));
        passed(&setup.edit_from(cwd, "/hub/feat/src/a.rs"));
    }
    passed(&setup.run("/hub", "git --git-dir=.bare worktree add x"));
}

#[test]
fn tending_lanes_and_refreshing_stay_possible() {
    let setup = Setup::guarded("opaque = \"deny\"");
    for command in [
        "git fetch --all",
        "git pull --ff-only",
        "git worktree add .worktrees/x -b x",
        "git worktree remove .worktrees/lane",
        "git worktree prune",
        "git worktree list",
        "git branch -d x",
        "git push origin x",
        "git tag v1",
        "git status",
        "git log",
        "git stash list",
    ] {
        passed(&setup.run("/repo", command));
    }
}

#[test]
fn an_exempt_checkout_may_be_committed_in() {
    let setup = Setup::guarded("exempt = [\"notes/**\", \"**\"]");
    setup.place.repository("/repo/notes");
    passed(&setup.run("/repo/notes", "git commit -m x"));
    refused(&setup.run("/repo", "git commit -m x"));
}
