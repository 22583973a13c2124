//! Command lines as a whole.

use super::*;

#[test]
fn what_is_below_an_unknown_name_counts_by_its_folder() {
    let setup = Setup::guarded("");
    refused(&setup.run("/repo", "touch src/$name"));
    refused(&setup.run("/outside", "touch @/repo/x$name"));
    passed(&setup.run("/repo", "rm -rf .worktrees/$name"));
    passed(&setup.run("/repo", "touch .worktrees/lane/$name"));
    passed(&setup.run("/repo", "touch @/outside/$name"));
    // The folder above holds more than the checkout.
    passed(&setup.run("/outside", "touch @/x$name"));
    // Unknown is no write, unless the configuration says so.
    passed(&setup.run("/repo", "touch $name"));
    setup.configure("enforce = true\nopaque = \"deny\"");
    refused(&setup.run("/repo", "touch $name"));
}

#[test]
fn the_folder_of_each_command_counts() {
    let setup = Setup::guarded("opaque = \"deny\"");
    passed(&setup.run("/repo", "cd .worktrees/lane && make"));
    refused(&setup.run("/repo/.worktrees/lane", "cd @/repo && make"));
    refused(&setup.run("/repo/.worktrees/lane", "cd ../.. && touch x"));
    passed(&setup.run("/repo", "cd .worktrees/lane && touch x"));
    passed(&setup.run("/repo", "cd .worktrees/$lane && git commit -m x"));
}

#[test]
fn scripts_in_programs_are_read() {
    let setup = Setup::guarded("");
    refused(&setup.run("/repo", "python3 -c \"import os; os.system('rm src/a.rs')\""));
    passed(&setup.run("/repo", "python3 -c \"import os; os.system('rm .worktrees/lane/x')\""));
}

/// More than a person writes: it could hide anything.
fn monster() -> String {
    format!("echo {}x{}", "$(echo ".repeat(300), ")".repeat(300))
}

#[test]
fn a_command_that_is_too_much_to_read_is_refused() {
    let setup = Setup::guarded("");
    for cwd in ["/repo", "/repo/.worktrees/lane"] {
        let reason = refused(&setup.run(cwd, &monster()));
        assert!(reason.contains("main checkout") && reason.contains("simpler"), "{reason}");
    }
    passed(&setup.run("/other", &monster()));
    setup.configure("enforce = true\nunanalysable = \"ask\"\nask-on-codex = \"allow\"");
    assert!(setup.run("/repo", &monster()).asked().is_some());
    passed(&setup.run_on(Host::Codex, "/repo", &monster()));
    setup.configure("enforce = true\nunanalysable = \"allow\"");
    passed(&setup.run("/repo", &monster()));
    assert!(setup.log().contains("the call passes"), "{}", setup.log());
    refused(&setup.env("CVG_WORKTREE_UNANALYSABLE", "deny").run("/repo", &monster()));
}

#[test]
fn what_no_shell_would_run_passes() {
    let setup = Setup::guarded("opaque = \"deny\"");
    passed(&setup.run("/repo", "rm src/a.rs \"unterminated"));
    // The lines before are run.
    refused(&setup.run("/repo", "rm src/a.rs\necho \"unterminated"));
}

#[test]
fn devices_are_no_files() {
    let setup = Setup::guarded("");
    passed(&setup.run("/repo", "git log > /dev/null 2>&1"));
    passed(&setup.run("/repo", "tee /dev/stderr /proc/self/fd/2"));
    refused(&setup.run("/repo", "tee /dev/..@/repo/x"));
}

#[test]
fn many_targets_are_judged_in_time() {
    let setup = Setup::guarded("");
    let names: Vec<String> = (0..5000).map(|n| format!(".worktrees/lane/src/f{n}")).collect();
    let names = names.join(" ");
    passed(&setup.run("/repo", &format!("rm -f {names}")));
    refused(&setup.run("/repo", &format!("rm -f {names} src/a.rs")));
}
