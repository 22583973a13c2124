//! Targets in odd places: links, submodules, lanes elsewhere, broken repositories.

use super::*;

#[test]
fn a_link_in_any_component_is_followed() {
    let setup = Setup::guarded("");
    setup.place.link("/outside/src", "../repo/src");
    setup.place.link("/outside/file", "src/a.rs");
    setup.place.link("/outside/dangling", "../repo/new.rs");
    setup.place.link("/repo/out", "../outside");
    for path in ["/outside/src/a.rs", "/outside/src/new/b.rs", "/outside/file", "/outside/dangling"]
    {
        refused(&setup.edit_from("/outside", path));
    }
    passed(&setup.edit("/repo/out/x.rs"));
    refused(&setup.edit("/repo/out/src/x.rs"));
    refused(&setup.edit("/repo/.worktrees/lane/../../src/a.rs"));
}

#[test]
fn removing_a_link_is_no_write_where_it_leads() {
    let setup = Setup::guarded("");
    setup.place.link("/repo/.worktrees/lane/shared", "../../src");
    setup.place.link("/repo/out", "../outside");
    let lane = "/repo/.worktrees/lane";
    passed(&setup.run(lane, "rm shared"));
    passed(&setup.run(lane, "mv shared other"));
    refused(&setup.run(lane, "rm -r shared/"));
    refused(&setup.run(lane, "mv x shared"));
    refused(&setup.run("/repo", "rm out"));
    passed(&setup.run("/repo", "rm out/x"));
    // What it leads to may be a guarded checkout itself.
    setup.place.link("/outside/link", "../repo");
    passed(&setup.run("/outside", "rm -rf link"));
    refused(&setup.run("/outside", "rm -rf link/"));
    refused(&setup.run("/outside", "rm -rf link/src"));
}

#[test]
fn a_registered_worktree_is_a_lane_wherever_it_is() {
    let setup = Setup::guarded("");
    setup.place.git("/repo", "worktree add -q /elsewhere/l1 -b l1");
    setup.place.git("/repo", "worktree add -q /repo/src/l2 -b l2");
    passed(&setup.edit("/elsewhere/l1/src/a.rs"));
    passed(&setup.edit("/repo/src/l2/src/a.rs"));
    passed(&setup.run("/repo/src/l2", "git commit -m x"));
    refused(&setup.edit("/repo/src/l3/src/a.rs"));
    // Somebody wrote the file: the repository knows nothing of it.
    fs::create_dir(setup.place.at("/repo/src/l3")).expect("a folder");
    fs::copy(setup.place.at("/repo/src/l2/.git"), setup.place.at("/repo/src/l3/.git"))
        .expect("a file");
    refused(&setup.edit("/repo/src/l3/src/a.rs"));
}

#[test]
fn a_submodule_belongs_to_what_it_is_checked_out_in() {
    let setup = Setup::guarded("");
    setup.place.git("/repo", "submodule add -q /other vendor/sub");
    setup.place.git("/repo", "commit -q -m sub");
    setup.place.git("/repo/.worktrees/lane", "reset -q --hard main");
    setup.place.git("/repo/.worktrees/lane", "submodule update -q --init");
    setup
        .place
        .write("/repo/.worktrees/lane/vendor/sub/convergo.toml", "[worktree]\nenforce = true\n");
    passed(&setup.edit("/repo/.worktrees/lane/vendor/sub/file"));
    passed(&setup.run("/repo/.worktrees/lane/vendor/sub", "git commit -m x"));
    let reason = refused(&setup.edit("/repo/vendor/sub/file"));
    let there = setup.here("`@/repo/.worktrees/NAME/vendor/sub/file`");
    assert!(reason.contains(&there), "{reason}");
    refused(&setup.run("/repo/vendor/sub", "git commit -m x"));
    refused(&setup.edit("/repo/.git/modules/vendor/sub/config"));
}

#[test]
fn a_repository_in_another_is_judged_by_both() {
    let setup = Setup::new("");
    setup.place.repository("/repo/nested");
    passed(&setup.edit("/repo/nested/file"));
    setup.place.write("/repo/nested/convergo.toml", "[worktree]\nenforce = true\n");
    let reason = refused(&setup.edit("/repo/nested/file"));
    assert!(reason.contains(&setup.here("the main checkout `@/repo/nested`")), "{reason}");
    setup.configure("enforce = true");
    let reason = refused(&setup.edit("/repo/nested/file"));
    assert!(reason.contains(&setup.here("the main checkout `@/repo/nested`")), "{reason}");
    // A folder of lanes is one for the checkout at whose root it lies.
    refused(&setup.edit("/repo/nested/.worktrees/x/file"));
    setup.configure("");
    passed(&setup.edit("/repo/nested/.worktrees/x/file"));
}

#[test]
fn a_clone_in_a_folder_of_lanes_is_a_lane() {
    let setup = Setup::guarded("");
    setup.place.repository("/repo/.worktrees/clone");
    setup.place.write("/repo/.worktrees/clone/convergo.toml", "[worktree]\nenforce = true\n");
    passed(&setup.edit("/repo/.worktrees/clone/file"));
    passed(&setup.run("/repo/.worktrees/clone", "git commit -m x"));
}

#[test]
fn folders_of_lanes_may_be_made_and_not_be_removed() {
    let setup = Setup::guarded("");
    for command in [
        "mkdir -p .worktrees",
        "mkdir -p .claude/worktrees",
        "mkdir .claude",
        "mkdir .worktrees/new",
        "rm -rf .worktrees/lane",
        "rm -rf .worktrees/lane/target",
    ] {
        passed(&setup.run("/repo", command));
    }
    for command in [
        "rm -rf .worktrees",
        "rm -rf .claude",
        "mkdir .claude/agents",
        "cp /x .claude",
        "mv .worktrees old",
        "mkdir -p src/.worktrees",
    ] {
        refused(&setup.run("/repo", command));
    }
}

#[test]
fn the_folder_around_a_guarded_checkout_holds_it() {
    let setup = Setup::guarded("");
    let reason = refused(&setup.run("/repo/.worktrees/lane", "rm -rf @/"));
    assert!(reason.contains("and with it the main checkout"), "{reason}");
    refused(&setup.run("/repo", "mv @/repo @/moved"));
    refused(&setup.run("/repo", "chmod -R a-w .."));
    passed(&setup.run("/repo", "rm -rf @/outside"));
    passed(&setup.run("/repo", "mkdir -p @/repo/../new"));
}

#[test]
fn a_folder_that_is_gone_does_not_matter() {
    let setup = Setup::guarded("");
    refused(&setup.edit_from("/repo/.worktrees/gone", "/repo/src/a.rs"));
    refused(&setup.edit_from("/gone", "/repo/src/a.rs"));
    passed(&setup.edit_from("/gone", "/repo/.worktrees/lane/a.rs"));
    refused(&setup.edit_from("/repo/gone", "a.rs"));
}

#[test]
fn without_a_folder_only_absolute_paths_are_known() {
    let setup = Setup::guarded("");
    let edit = |path: &Path| setup.play(&Payload::edit(Host::Claude, path).without("cwd"));
    refused(&edit(&setup.place.at("/repo/src/a.rs")));
    passed(&edit(Path::new("src/a.rs")));
    let odd = Payload::edit(Host::Claude, "src/a.rs").with("cwd", "repo");
    passed(&setup.play(&odd));
}

#[test]
fn a_tilde_is_the_home_folder_where_the_tool_knows_it() {
    let setup = Setup::guarded("");
    let home = text(&setup.place.at("/repo"));
    let setup = setup.env("HOME", &home);
    refused(&setup.edit_from("/outside", "~/src/a.rs"));
    passed(&setup.edit_from("/outside", "~x/src/a.rs"));
    let patch = "*** Begin Patch\n*** Add File: ~/src/b.rs\n+x\n*** End Patch\n";
    let patch = Payload::patch(patch);
    passed(&setup.play(&patch.clone().cwd(setup.place.at("/outside"))));
    refused(&setup.play(&patch.cwd(setup.place.at("/repo"))));
}

#[test]
fn every_file_of_a_patch_counts() {
    let setup = Setup::guarded("");
    let patch = |lines: &str| {
        let text = format!("*** Begin Patch\n{}\n*** End Patch\n", setup.here(lines));
        setup.play(&Payload::patch(&text).cwd(setup.place.at("/repo/.worktrees/lane")))
    };
    passed(&patch("*** Add File: a.rs\n+x\n*** Delete File: src/a.rs"));
    refused(&patch("*** Add File: a.rs\n+x\n*** Add File: @/repo/b.rs\n+x"));
    refused(&patch("*** Update File: a.rs\n*** Move to: ../../b.rs\n@@\n-a\n+b"));
    refused(&patch("*** Update File: @/repo/src/a.rs\n*** Move to: b.rs\n@@\n-a\n+b"));
    refused(&patch("*** Delete File: @/repo/src/a.rs"));
}

#[test]
fn subagents_and_unknown_fields_make_no_difference() {
    let setup = Setup::guarded("");
    let payload = Payload::write(Host::Claude, setup.place.at("/repo/x"))
        .cwd(setup.place.at("/repo/.worktrees/lane"))
        .agent("a1", "general-purpose")
        .with("permission_mode", "brewed")
        .with("brew", serde_json::json!({"deep": [1]}));
    refused(&setup.play(&payload));
}

#[test]
fn a_broken_repository_lets_the_call_pass_with_a_line_in_the_log() {
    let setup = Setup::guarded("");
    fs::remove_file(setup.place.at("/repo/.git/HEAD")).expect("a HEAD");
    passed(&setup.edit("/repo/src/a.rs"));
    assert!(setup.log().contains("leads to no repository"), "{}", setup.log());
    let setup = Setup::guarded("");
    setup.place.write("/outside/.git", "no pointer\n");
    passed(&setup.edit("/outside/x"));
    assert!(setup.log().contains("has no `gitdir:` line"), "{}", setup.log());
    // Where nobody asked for a guard, nobody misses one.
    let setup = Setup::new("");
    setup.place.write("/outside/.git", "no pointer\n");
    passed(&setup.edit("/outside/x"));
    assert_eq!(setup.log(), "");
}

/// Root reads everything, and then there is nothing to test.
#[test]
fn an_unreadable_git_dir_lets_the_call_pass_with_a_line_in_the_log() {
    use std::os::unix::fs::PermissionsExt;
    let setup = Setup::guarded("");
    let git = setup.place.at("/repo/.git");
    let mode = |mode| fs::set_permissions(&git, fs::Permissions::from_mode(mode)).expect("a mode");
    mode(0);
    let readable = fs::read_dir(&git).is_ok();
    let played = setup.edit("/repo/src/a.rs");
    mode(0o755);
    if !readable {
        passed(&played);
        assert!(setup.log().contains("repository"), "{}", setup.log());
    }
}
