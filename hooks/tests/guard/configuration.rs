//! Where the guard is switched on, and what is exempt from it.

use super::*;

#[test]
fn without_configuration_nothing_is_refused() {
    let setup = Setup::new("");
    passed(&setup.edit("/repo/src/a.rs"));
    passed(&setup.run("/repo", "rm -rf src"));
    assert_eq!(setup.log(), "");
}

#[test]
fn the_users_own_file_guards_every_repository() {
    let setup = Setup::new("");
    setup.place.write("/home/.config/convergo/config.toml", "[worktree]\nenforce = true\n");
    refused(&setup.edit("/repo/src/a.rs"));
    refused(&setup.edit("/other/file"));
    passed(&setup.edit("/repo/.worktrees/lane/src/a.rs"));
    setup.configure("enforce = false");
    passed(&setup.edit("/repo/src/a.rs"));
    refused(&setup.edit("/other/file"));
}

#[test]
fn each_repository_is_judged_by_its_own_file() {
    let setup = Setup::guarded("");
    refused(&setup.edit_from("/other", "/repo/src/a.rs"));
    passed(&setup.edit_from("/other", "/other/file"));
    passed(&setup.edit_from("/repo", "/other/file"));
}

#[test]
fn the_variable_speaks_of_the_sessions_repository() {
    let setup = Setup::new("").env("CVG_WORKTREE_ENFORCE", "1");
    refused(&setup.edit_from("/repo", "/repo/src/a.rs"));
    passed(&setup.edit_from("/repo", "/other/file"));
    passed(&setup.edit_from("/other", "/repo/src/a.rs"));
    refused(&setup.edit_from("/repo/.worktrees/lane", "/repo/src/a.rs"));
    // A session in no repository may mean any.
    refused(&setup.edit_from("/outside", "/repo/src/a.rs"));
    // A folder of the project is enough.
    let project = text(&setup.place.at("/other"));
    let setup = setup.env("CLAUDE_PROJECT_DIR", &project);
    refused(&setup.edit_from("/outside", "/other/file"));
    passed(&setup.edit_from("/outside", "/repo/src/a.rs"));
}

#[test]
fn a_variable_that_switches_off_speaks_of_the_sessions_repository_too() {
    let setup = Setup::guarded("").env("CVG_WORKTREE_ENFORCE", "0");
    passed(&setup.edit_from("/repo", "/repo/src/a.rs"));
    refused(&setup.edit_from("/other", "/repo/src/a.rs"));
}

#[test]
fn the_file_of_a_lane_does_not_count() {
    let setup = Setup::guarded("");
    setup.place.write("/repo/.worktrees/lane/convergo.toml", "[worktree]\nenforce = false\n");
    refused(&setup.edit_from("/repo/.worktrees/lane", "/repo/src/a.rs"));
}

#[test]
fn what_is_exempt_may_be_written() {
    let setup = Setup::guarded("exempt = [\"docs/\", \"*.log\"]");
    passed(&setup.edit("/repo/docs/a.md"));
    passed(&setup.edit("/repo/docs/new/b.md"));
    passed(&setup.edit("/repo/x.log"));
    passed(&setup.run("/repo", "touch docs/b.md"));
    passed(&setup.run("/repo", "rm -r docs/old"));
    refused(&setup.edit("/repo/src/x.log"));
    refused(&setup.run("/repo", "rm -r docs"));
    refused(&setup.edit("/repo/docs/../src/a.rs"));
}

#[test]
fn the_configuration_is_protected_whatever_is_exempt() {
    for line in ["exempt = [\"**\"]", "exempt = [\"*.toml\"]", "lanes = [\"**\"]"] {
        let setup = Setup::guarded(line);
        for cwd in ["/repo", "/repo/.worktrees/lane", "/other"] {
            let reason = refused(&setup.edit_from(cwd, "/repo/convergo.toml"));
            assert!(reason.contains("the configuration that guards the main checkout"), "{reason}");
            refused(&setup.run(cwd, "rm @/repo/convergo.toml"));
            refused(&setup.run(cwd, "rm -rf @/repo"));
        }
        passed(&setup.edit("/repo/x.toml"));
        passed(&setup.edit("/repo/.worktrees/lane/convergo.toml"));
    }
}

#[test]
fn a_guard_that_is_off_protects_nothing() {
    let setup = Setup::new("exempt = [\"**\"]");
    passed(&setup.edit("/repo/convergo.toml"));
    let plugin = text(&setup.place.at("/plugin"));
    passed(&setup.env("CLAUDE_PLUGIN_ROOT", &plugin).edit("/plugin/bin/enforce-worktree"));
}

#[test]
fn the_installed_guard_is_protected_from_everywhere() {
    let setup = Setup::guarded("");
    setup.place.write("/plugin/bin/enforce-worktree", "");
    setup.place.write("/home/.config/convergo/config.toml", "");
    let program = env!("CARGO_BIN_EXE_enforce-worktree");
    let plugin = text(&setup.place.at("/plugin"));
    for variable in ["CLAUDE_PLUGIN_ROOT", "PLUGIN_ROOT"] {
        let setup =
            Setup { player: setup.player.clone().env(variable, &plugin), ..Setup::guarded("") };
        let at = |path: &str| Path::new(&plugin).join(path);
        for cwd in ["/repo", "/repo/.worktrees/lane"] {
            let cwd = setup.place.at(cwd);
            for file in ["bin/enforce-worktree", "hooks/new.json"] {
                let payload = Payload::edit(Host::Claude, at(file)).cwd(&cwd);
                let reason = refused(&setup.play(&payload));
                assert!(reason.contains("belongs to the installed guard"), "{reason}");
            }
            let command = format!("rm -rf {plugin}/bin");
            refused(&setup.play(&Payload::shell(Host::Claude, &command).cwd(&cwd)));
            let command = format!("rm -rf {}", at("..").display());
            refused(&setup.play(&Payload::shell(Host::Claude, &command).cwd(&cwd)));
            let command = format!("rm {program}");
            refused(&setup.play(&Payload::shell(Host::Claude, &command).cwd(&cwd)));
        }
    }
    refused(&setup.edit("/home/.config/convergo/config.toml"));
    passed(&setup.edit("/home/.config/convergo/other.toml"));
    // A session elsewhere has no guard to protect.
    let setup = setup.env("PLUGIN_ROOT", &plugin);
    passed(&setup.edit_from("/other", "/plugin/bin/enforce-worktree"));
}

#[test]
fn more_folders_may_hold_lanes() {
    let setup = Setup::guarded("lanes = [\"lanes/*/work/**\"]");
    passed(&setup.edit("/repo/lanes/a/work/src/x"));
    passed(&setup.edit("/repo/.worktrees/any/x"));
    refused(&setup.edit("/repo/lanes/a/x"));
    passed(&setup.run("/repo", "mkdir -p lanes"));
    refused(&setup.run("/repo", "touch lanes"));
    refused(&setup.run("/repo", "rm -rf lanes"));
}

#[test]
fn a_fault_costs_its_own_key_only() {
    let setup = Setup::guarded("exempt = [\"docs/\", \"../x\"]\nopaque = \"dney\"");
    refused(&setup.edit("/repo/src/a.rs"));
    passed(&setup.edit("/repo/docs/a.md"));
    setup.place.write("/repo/convergo.toml", b"[worktree\nenforce = true");
    passed(&setup.edit("/repo/docs/a.md"));
}

#[test]
fn opaque_commands_pass_unless_the_configuration_says_otherwise() {
    passed(&Setup::guarded("").run("/repo", "make"));
    let setup = Setup::guarded("opaque = \"deny\"");
    let reason = refused(&setup.run("/repo", "make all"));
    assert!(reason.contains("the main checkout") && reason.contains("`make`"), "{reason}");
    // It is about where the command runs.
    passed(&setup.run("/repo/.worktrees/lane", "make all"));
    passed(&setup.run("/other", "make all"));
    refused(&setup.run("/repo/src", "./build.sh"));
    passed(&setup.run("/repo", "ls -l"));
}

#[test]
fn an_opaque_command_may_be_a_question() {
    let setup = Setup::guarded("opaque = \"ask\"");
    let asked = setup.run("/repo", "make").asked().expect("a question");
    assert!(asked.contains("the main checkout"), "{asked}");
    // Codex has no questions.
    refused(&setup.run_on(Host::Codex, "/repo", "make"));
    setup.configure("enforce = true\nopaque = \"ask\"\nask-on-codex = \"allow\"");
    passed(&setup.run_on(Host::Codex, "/repo", "make"));
    // A refusal wins over a question.
    refused(&setup.run("/repo", "make; rm src/a.rs"));
    refused(&setup.run("/repo", "rm src/a.rs; make"));
}

#[test]
fn variables_set_the_answers_to_what_cannot_be_judged() {
    let setup = Setup::guarded("opaque = \"allow\"").env("CVG_WORKTREE_OPAQUE", "deny");
    refused(&setup.run("/repo", "make"));
}
