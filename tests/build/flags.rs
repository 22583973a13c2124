//! Where a run looks, and what it is about: `--root`, folders, `--host`, usage.

use crate::common::{MARKETPLACE, PLUGIN, Repo};

#[test]
fn the_source_is_found_from_any_folder_below() {
    let repo = Repo::with_skill();
    repo.write("src/deep/er/file", "");
    repo.run_in("src/deep/er", &[]).exits(0).says("plugins/claude: 2 files, 2 added\n");
    assert!(repo.exists("plugins/claude/skills/alpha/SKILL.md"));
    repo.run_in("canonical/skills/alpha", &["--check"]).exits(0);
    repo.run_in("plugins/claude", &["check"]).exits(0);
}

#[test]
fn the_nearest_source_counts() {
    let repo = Repo::with_skill();
    repo.write("inner/canonical/plugin.yaml", PLUGIN.replace("demo", "inner"));
    repo.run_in("inner", &[]).exits(0);
    assert!(repo.exists("inner/plugins/claude") && !repo.exists("plugins"));
}

#[test]
fn root_names_a_repository_from_anywhere() {
    let repo = Repo::with_skill();
    let root = repo.root();
    let root = root.to_str().expect("a path");
    repo.write("other/x", "");
    repo.run_in("other", &["--root", root]).exits(0);
    repo.run_in("other", &["--root", ".."]).exits(0).says("unchanged");
    // A folder inside it will do, as it does for git.
    repo.run_in("other", &["--root", "../canonical/skills", "--check"]).exits(0);
}

#[test]
fn without_a_source_it_says_how_to_start_one() {
    let repo = Repo::empty();
    let output = repo.run(&[]).exits(2).warns("error: no canonical source in `");
    output.warns("`cvg-gen init` starts one").says_nothing_of("panicked");
    assert!(repo.output().is_empty());
}

#[test]
fn host_limits_build_and_check() {
    let repo = Repo::with_skill();
    repo.write("canonical/marketplace.yaml", MARKETPLACE);
    let output = repo.run(&["--host", "codex"]).exits(0);
    assert!(!output.out.contains("claude"), "{output}");
    assert!(!repo.exists("plugins/claude") && !repo.exists(".claude-plugin"));
    repo.run(&["--check", "--host", "codex"]).exits(0);
    repo.run(&["--check"]).exits(1);
    repo.run(&["--host", "claude"]).exits(0);
    // Sums of both hosts are there, as if they had been built at once.
    let sums = repo.read("plugins/SHA256SUMS");
    repo.build().says("plugins/claude: 2 files, unchanged");
    assert_eq!(repo.read("plugins/SHA256SUMS"), sums);
    repo.is_clean();
}

#[test]
fn host_leaves_the_other_tree_alone() {
    let repo = Repo::with_skill();
    repo.build();
    let other = repo.read("plugins/codex/skills/alpha/SKILL.md");
    repo.append("canonical/skills/alpha/SKILL.md", "More.\n");
    repo.append("plugins/codex/skills/alpha/SKILL.md", "Edited.\n");
    repo.run(&["--host", "claude"]).exits(0);
    assert!(repo.read("plugins/claude/skills/alpha/SKILL.md").contains("More."));
    assert_eq!(repo.read("plugins/codex/skills/alpha/SKILL.md"), other + "Edited.\n");
    repo.run(&["--host", "claude", "--check"]).exits(0);
    repo.run(&["--host", "codex", "--check"]).exits(1).says("edited by hand");
}

/// The host's name need not come first in `out`: then both hosts' trees share a folder.
#[test]
fn host_leaves_the_other_tree_alone_wherever_trees_are() {
    for out in ["dist/{plugin}/{host}", "{host}-{plugin}", "out/{plugin}-{host}/plugin"] {
        let repo = Repo::with_skill();
        repo.write("canonical/marketplace.yaml", format!("{MARKETPLACE}out: \"{out}\"\n"));
        repo.build();
        repo.is_clean();
        let codex = out.replace("{host}", "codex").replace("{plugin}", "demo");
        repo.append("canonical/skills/alpha/SKILL.md", "More.\n");
        repo.run(&["--host", "claude"]).exits(0);
        assert!(repo.exists(&format!("{codex}/skills/alpha/SKILL.md")), "{out}");
        repo.build();
        repo.is_clean();
    }
}

#[test]
fn both_hosts_may_be_named() {
    let repo = Repo::with_skill();
    repo.run(&["--host", "codex", "--host", "claude"]).exits(0);
    repo.is_clean();
}

#[test]
fn wrong_usage_exits_2() {
    let repo = Repo::with_skill();
    repo.run(&["--host", "gemini"]).exits(2).warns("unknown host `gemini`");
    repo.run(&["--format", "xml"]).exits(2).warns("json");
    repo.run(&["bild"]).exits(2).warns("build");
    repo.run(&["--check", "lint"]).exits(2).warns("`--check` is a command of its own");
    assert!(!repo.exists("plugins"), "nothing was written");
}

#[test]
fn quiet_leaves_out_remarks() {
    let repo = Repo::with_skill();
    let output = repo.run(&["--check", "--quiet"]).exits(1);
    assert!(output.err.is_empty() && output.out.contains("missing"), "{output}");
}

#[test]
fn a_reader_that_goes_away_is_no_fault() {
    let repo = Repo::with_skill();
    let script = format!("'{}' --check | head -n 0", crate::common::PROGRAM);
    let output = std::process::Command::new("bash")
        .args(["-o", "pipefail", "-c", &script])
        .current_dir(repo.root())
        .output()
        .expect("bash runs");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
}

#[test]
fn an_out_that_could_do_harm_is_refused() {
    let repo = Repo::with_skill();
    let before = repo.output();
    for (out, why) in [
        ("plugins", "does not name the host"),
        ("../{host}", "is no path below the repository's root"),
        ("/tmp/{host}", "is no path below the repository's root"),
        ("canonical/{host}", "lies in the source itself"),
        (".git/{host}", "is not a folder for output"),
        ("{host}/{tree}", "holds braces that stand for nothing"),
    ] {
        repo.write("canonical/marketplace.yaml", format!("{MARKETPLACE}out: \"{out}\"\n"));
        repo.run(&[])
            .exits(1)
            .warns("error[CVG148]: field `out`: ")
            .warns(why)
            .warns("canonical/marketplace.yaml:4:6");
        assert_eq!(repo.output(), before, "{out}");
    }
}

#[test]
fn several_plugins_need_folders_of_their_own() {
    let repo = Repo::empty();
    repo.write("canonical/one/plugin.yaml", PLUGIN.replace("demo", "one"));
    repo.write("canonical/two/plugin.yaml", PLUGIN.replace("demo", "two"));
    repo.write("canonical/marketplace.yaml", format!("{MARKETPLACE}out: 'x/{{host}}'\n"));
    repo.run(&[]).exits(1).warns("would put several plugins into one folder");
    repo.write("canonical/marketplace.yaml", MARKETPLACE);
    repo.edit("canonical/two/plugin.yaml", "two", "one");
    repo.run(&[]).exits(1).warns("error[CVG109]: another plugin is named `one`");
    assert!(!repo.exists("plugins") && !repo.exists("x"));
}
