//! What a refusal says, to the letter, and what `--explain` tells.

use super::*;

#[test]
fn an_edit_is_sent_to_a_new_lane() {
    let setup = Setup::guarded("");
    setup.place.git("/repo", "worktree remove .worktrees/lane");
    assert_eq!(
        refused(&setup.edit("/repo/src/a.rs")),
        setup.here(
            "`Edit` would change `@/repo/src/a.rs`, in the main checkout `@/repo`. That checkout \
             is guarded: it is only read and refreshed, and work is done in a lane, a linked \
             worktree. Make one with `git worktree add .worktrees/NAME -b NAME`, then use \
             `@/repo/.worktrees/NAME/src/a.rs` instead."
        )
    );
}

#[test]
fn lanes_that_are_there_are_named() {
    let setup = Setup::guarded("");
    let reason = refused(&setup.edit("/repo/src/a.rs"));
    let there = setup.here(
        "If the lane that is there is yours (`@/repo/.worktrees/lane`), use \
         `@/repo/.worktrees/lane/src/a.rs` instead.",
    );
    assert!(reason.ends_with(&there), "{reason}");
    for n in 1..5 {
        setup.place.git("/repo", &format!("worktree add -q /lanes/{n} -b l{n}"));
    }
    fs::remove_dir_all(setup.place.at("/lanes/1")).expect("a lane");
    let reason = refused(&setup.edit("/repo/src/a.rs"));
    assert!(!reason.contains("lanes/1"), "it is gone: {reason}");
    assert!(reason.ends_with(" and others), use `src/a.rs` in it."), "{reason}");
}

#[test]
fn a_session_in_a_lane_is_sent_back_to_it() {
    let setup = Setup::guarded("");
    setup.place.git("/repo", "worktree add -q /lanes/mine -b mine");
    let reason = refused(&setup.edit_from("/lanes/mine/src", "/repo/src/a.rs"));
    let own = setup.here("the lane `@/lanes/mine`: use `@/lanes/mine/src/a.rs` instead");
    assert!(reason.contains(&own), "{reason}");
    let make = setup.here("`cd @/repo && git worktree add .worktrees/NAME -b NAME`");
    assert!(reason.contains(&make), "{reason}");
}

#[test]
fn cvg_makes_a_lane_where_it_is_installed() {
    let setup = Setup::guarded("");
    setup.program("/bin/cvg");
    let path = text(&setup.place.at("/bin"));
    let reason = refused(&setup.env("PATH", &path).edit("/repo/src/a.rs"));
    let make = "Make one with `cvg lane create NAME` or `git worktree add .worktrees/NAME -b NAME`";
    assert!(reason.contains(make), "{reason}");
}

/// Claude Code puts the `bin/` of a plugin on the agent's PATH, and not on that of hooks.
#[test]
fn cvg_may_come_with_the_plugin() {
    let setup = Setup::guarded("");
    setup.program("/plugin/bin/cvg");
    let plugin = text(&setup.place.at("/plugin"));
    let setup = setup.env("CLAUDE_PLUGIN_ROOT", &plugin);
    let reason = refused(&setup.run("/repo", "rm src/a.rs"));
    assert!(reason.contains("cvg lane create"), "{reason}");
    let reason = refused(&setup.run_on(Host::Codex, "/repo", "rm src/a.rs"));
    assert!(!reason.contains("cvg lane create"), "{reason}");
}

#[test]
fn what_writes_is_what_is_there() {
    let setup = Setup::guarded("");
    for (command, by) in [
        ("rm src/a.rs", "`rm` would change"),
        ("git commit -m x", "`git commit` would change the main checkout"),
        ("touch src/a.rs", "`touch` would change"),
    ] {
        let reason = refused(&setup.run("/repo", command));
        assert!(reason.starts_with(by), "{reason}");
    }
    let patch = "*** Begin Patch\n*** Delete File: src/a.rs\n*** End Patch\n";
    let reason = refused(&setup.play(&Payload::patch(patch).cwd(setup.place.at("/repo"))));
    assert!(reason.starts_with("a deletion of the patch would change"), "{reason}");
}

#[test]
fn a_path_through_a_link_is_told_with_where_it_leads() {
    let setup = Setup::guarded("");
    setup.place.link("/link", "repo");
    let reason = refused(&setup.edit_from("/outside", "/link/src/a.rs"));
    let told = setup.here("`@/repo/src/a.rs`, where `@/link/src/a.rs` leads, in the main checkout");
    assert!(reason.contains(&told), "{reason}");
}

#[test]
fn a_reason_is_one_paragraph_whatever_the_path() {
    let setup = Setup::guarded("");
    let reason = refused(&setup.edit("src/a\nb\u{1b}[2J.rs"));
    assert!(!reason.contains(char::is_control), "{reason:?}");
    setup.place.repository("/with space");
    setup.place.write("/with space/convergo.toml", "[worktree]\nenforce = true\n");
    let reason = refused(&setup.edit("/with space/file"));
    assert!(reason.contains(&setup.here("`cd '@/with space' && git worktree add")), "{reason}");
}

#[test]
fn a_refused_pull_hears_what_is_allowed() {
    let reason = refused(&Setup::guarded("").run("/repo", "git pull"));
    assert!(reason.contains("`git pull --ff-only` is allowed there"), "{reason}");
}

/// The folder that Codex gives to its shell is not told to hooks.
#[test]
fn on_codex_a_command_must_enter_the_lane_itself() {
    let setup = Setup::guarded("");
    let reason = refused(&setup.run_on(Host::Codex, "/repo", "rm src/a.rs"));
    assert!(reason.contains("by `cd`"), "{reason}");
    let reason = refused(&setup.run("/repo", "rm src/a.rs"));
    assert!(!reason.contains("by `cd`"), "{reason}");
}

#[test]
fn explain_tells_commands_folders_targets_and_rules() {
    let setup = Setup::guarded("").argument("--explain");
    let payload = |command: &str| {
        Payload::shell(Host::Claude, &setup.here(command)).cwd(setup.place.at("/repo"))
    };
    let told =
        |command: &str| String::from_utf8(setup.play(&payload(command)).stdout).expect("text");
    let page = told("rm src/a.rs @/repo/.worktrees/lane/x /dev/null");
    for line in [
        "command `rm src/a.rs @/repo/.worktrees/lane/x /dev/null` in `@/repo`",
        "`rm` writes `@/repo/src/a.rs`: guarded by the main checkout `@/repo`, in its working tree",
        "`rm` writes `@/repo/.worktrees/lane/x`: free, in the lane `@/repo/.worktrees/lane`",
        "verdict   deny",
    ] {
        assert!(page.contains(&setup.here(line)), "{line}\n{page}");
    }
    let page = told("git -C @/other commit");
    let line = setup.here("changes the checkout `@/other`: free, enforcement is off for");
    assert!(page.contains(&line), "{page}");
    let page = told("make");
    assert!(
        page.contains("opaque: `make` runs what the project says; `opaque` is allow"),
        "{page}"
    );
    assert_eq!(setup.log(), "", "nothing is done");
    setup.configure("enforce =");
    let page = told("rm src/a.rs");
    let fault = setup.here("note      configuration: @/repo/convergo.toml:2:");
    assert!(page.contains(&fault) && page.contains("enforcement is off"), "{page}");
}

#[test]
fn refusals_are_logged_and_passes_are_not() {
    let setup = Setup::guarded("");
    passed(&setup.edit("/repo/.worktrees/lane/src/a.rs"));
    passed(&setup.run("/repo", "git status"));
    assert_eq!(setup.log(), "");
    refused(&setup.edit("/repo/src/a.rs"));
    assert_eq!(setup.log().lines().count(), 1);
    assert!(setup.log().contains("\"outcome\":\"deny\""), "{}", setup.log());
}
