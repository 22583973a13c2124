//! Builds delete only what they wrote, and lose no edit.

use crate::common::{MARKETPLACE, PLUGIN, Repo};

fn refused(repo: &Repo, path: &str, why: &str) {
    let before = repo.output();
    repo.run(&[])
        .exits(6)
        .warns("1 file would be lost: nothing was written\n")
        .warns(&format!("  {path} {why}\n"))
        .warns("`cvg-gen build --overwrite` drops them");
    assert_eq!(repo.output(), before, "a refused build writes nothing at all");
}

fn leftovers(repo: &Repo) -> Vec<String> {
    repo.output().into_keys().collect()
}

#[test]
fn an_edit_by_hand_is_not_overwritten() {
    let repo = Repo::with_skill();
    repo.build();
    let path = "plugins/claude/skills/alpha/SKILL.md";
    repo.append(path, "My own line.\n");
    // Even though another file would have to be written.
    repo.skill("beta", "Beta does the second thing", "Do that.\n");
    refused(&repo, path, "was edited by hand");
    repo.run(&["build", "--overwrite"]).exits(0);
    assert!(!repo.read(path).contains("My own line."));
    repo.is_clean();
}

#[test]
fn a_foreign_file_in_our_place_is_not_overwritten() {
    let repo = Repo::with_skill();
    let path = "plugins/claude/skills/alpha/SKILL.md";
    repo.write(path, "Somebody's own skill.\n");
    refused(&repo, path, "is not a file that cvg-gen wrote");
    assert!(!repo.exists("plugins/codex"), "nothing at all");
    repo.run(&["--overwrite"]).exits(0);
    repo.is_clean();
}

#[test]
fn a_foreign_file_with_our_very_bytes_is_taken_over() {
    let repo = Repo::with_skill();
    repo.build();
    repo.remove("plugins/SHA256SUMS");
    repo.build();
    repo.is_clean();
}

#[test]
fn a_marketplace_file_of_somebody_else_is_not_overwritten() {
    let repo = Repo::with_skill();
    repo.write(".claude-plugin/marketplace.json", "{}\n");
    repo.build();
    repo.is_clean();
    repo.write("canonical/marketplace.yaml", MARKETPLACE);
    refused(&repo, ".claude-plugin/marketplace.json", "is not a file that cvg-gen wrote");
}

#[test]
fn a_removed_skill_takes_its_files_and_folders_along() {
    let repo = Repo::with_skill();
    repo.write("canonical/skills/beta/SKILL.md", "---\nname: beta\ndescription: x y z\n---\n");
    repo.write("canonical/skills/beta/scripts/deep/run.sh", "#!/bin/sh\n");
    repo.build();
    repo.remove("canonical/skills/beta");
    repo.build().says("plugins/claude: 2 files, 2 removed\n");
    assert_eq!(
        leftovers(&repo),
        [
            "plugins",
            "plugins/SHA256SUMS",
            "plugins/claude",
            "plugins/claude/.claude-plugin",
            "plugins/claude/.claude-plugin/plugin.json",
            "plugins/claude/skills",
            "plugins/claude/skills/alpha",
            "plugins/claude/skills/alpha/SKILL.md",
            "plugins/codex",
            "plugins/codex/.codex-plugin",
            "plugins/codex/.codex-plugin/plugin.json",
            "plugins/codex/skills",
            "plugins/codex/skills/alpha",
            "plugins/codex/skills/alpha/SKILL.md",
        ]
    );
}

#[test]
fn a_removed_skill_leaves_what_is_not_ours() {
    let repo = Repo::with_skill();
    repo.skill("beta", "Beta does the second thing", "Do that.\n");
    repo.build();
    repo.write("plugins/claude/skills/beta/mine.md", "mine\n");
    repo.remove("canonical/skills/beta");
    repo.build()
        .says("plugins/claude/skills/beta/mine.md: left alone, since cvg-gen did not write it\n");
    assert_eq!(repo.read("plugins/claude/skills/beta/mine.md"), "mine\n");
    assert!(!repo.exists("plugins/claude/skills/beta/SKILL.md"));
    assert!(!repo.exists("plugins/codex/skills/beta"));
    repo.run(&["--check"]).exits(1).says("extra: cvg-gen did not write it");
}

#[test]
fn an_edited_file_whose_source_is_gone_is_kept() {
    let repo = Repo::with_skill();
    repo.skill("beta", "Beta does the second thing", "Do that.\n");
    repo.build();
    let path = "plugins/codex/skills/beta/SKILL.md";
    repo.append(path, "My own line.\n").remove("canonical/skills/beta");
    refused(&repo, path, "was edited by hand, and its source is gone");
    repo.run(&["--overwrite"]).exits(0);
    assert!(!repo.exists(path));
}

#[test]
fn a_removed_host_takes_its_tree_along() {
    let repo = Repo::with_skill();
    repo.write("canonical/marketplace.yaml", MARKETPLACE);
    repo.build();
    repo.edit("canonical/plugin.yaml", "[claude, codex]", "[claude]");
    repo.build().says("plugins/codex: 0 files, 2 removed\n").says("marketplace.json: removed\n");
    assert!(!repo.exists("plugins/codex"));
    assert!(!repo.exists(".agents"), "its empty folders too");
    assert!(repo.exists(".claude-plugin/marketplace.json"));
    repo.is_clean();
}

#[test]
fn a_removed_plugin_takes_its_trees_along() {
    let repo = Repo::empty();
    for name in ["one", "two"] {
        let yaml = PLUGIN.replace("demo", name);
        repo.write(&format!("canonical/{name}/plugin.yaml"), yaml);
    }
    repo.build();
    assert!(repo.exists("plugins/codex/two/.codex-plugin/plugin.json"));
    repo.write("plugins/codex/two/mine", "mine\n");
    repo.remove("canonical/two");
    repo.build();
    assert!(!repo.exists("plugins/claude/two"));
    let kept = leftovers(&repo).into_iter().filter(|path| path.starts_with("plugins/codex/two/"));
    assert_eq!(kept.collect::<Vec<_>>(), ["plugins/codex/two/mine"]);
    assert!(!repo.read("plugins/SHA256SUMS").contains("/two/"));
}

#[test]
fn a_second_plugin_moves_the_first_into_a_folder_of_its_own() {
    let repo = Repo::with_skill();
    repo.write("canonical/files/README.md", "Read me.\n");
    repo.build();
    let skill = repo.read("canonical/skills/alpha/SKILL.md");
    repo.remove("canonical");
    repo.write("canonical/one/plugin.yaml", PLUGIN.replace("demo", "one"));
    repo.write("canonical/one/skills/alpha/SKILL.md", skill);
    repo.write("canonical/two/plugin.yaml", PLUGIN.replace("demo", "two"));
    repo.build();
    assert!(!repo.exists("plugins/claude/README.md"), "not one directly in the host's folder");
    assert!(!repo.exists("plugins/claude/skills"));
    assert!(repo.exists("plugins/claude/one/skills/alpha/SKILL.md"));
    repo.is_clean();
}

#[test]
fn other_folders_beside_the_trees_are_none_of_our_business() {
    let repo = Repo::with_skill();
    repo.write("plugins/README.md", "mine\n").write("plugins/other/x", "mine\n");
    repo.build();
    repo.is_clean();
    assert!(repo.exists("plugins/README.md") && repo.exists("plugins/other/x"));
}

/// Sums are only trusted for paths in our own trees: a forged line must not get a
/// source file deleted.
#[test]
fn forged_sums_delete_nothing_outside_the_trees() {
    let repo = Repo::with_skill();
    repo.write("src/main.rs", "fn main() {}\n");
    repo.build();
    let digest = sha256(&repo, "src/main.rs");
    let canonical = sha256(&repo, "canonical/plugin.yaml");
    repo.append(
        "plugins/SHA256SUMS",
        &format!(
            "{digest}  src/main.rs\n{canonical}  canonical/plugin.yaml\n\
             {digest}  ../beside/precious.txt\n{digest}  /etc/hostname\n"
        ),
    );
    repo.build();
    assert!(repo.exists("src/main.rs") && repo.exists("canonical/plugin.yaml"));
    assert!(repo.beside().join("precious.txt").exists());
    assert!(!repo.read("plugins/SHA256SUMS").contains("src/main.rs"));
}

fn sha256(repo: &Repo, path: &str) -> String {
    let output = std::process::Command::new("sha256sum")
        .arg(repo.path(path))
        .output()
        .expect("sha256sum runs");
    String::from_utf8(output.stdout).expect("text")[..64].to_owned()
}

#[test]
fn nothing_is_written_through_a_link() {
    for link in ["plugins", "plugins/claude", "plugins/claude/skills"] {
        let repo = Repo::with_skill();
        let before = crate::common::snapshot(&repo.beside());
        repo.link(link, repo.beside());
        repo.run(&[]).exits(6).warns(&format!("error: `{link}` is in the way"));
        repo.run(&["--overwrite"]).exits(6);
        assert_eq!(crate::common::snapshot(&repo.beside()), before, "{link}");
    }
}

#[test]
fn a_tree_at_an_earlier_place_is_told_until_it_is_gone() {
    let repo = Repo::with_skill();
    repo.build();
    repo.write("canonical/marketplace.yaml", format!("{MARKETPLACE}out: dist/{{host}}\n"));
    let old = "plugins/claude/skills/alpha/SKILL.md";
    repo.run(&[]).exits(0).says(&format!("{old}: left behind by an earlier `out`"));
    assert!(repo.exists(old) && repo.exists("dist/claude/skills/alpha/SKILL.md"));
    for _ in 0..2 {
        repo.run(&["--check"]).exits(1).says(&format!("{old}: left behind by an earlier `out`"));
        repo.run(&[]).exits(0);
    }
    for tree in ["plugins/claude", "plugins/codex"] {
        std::fs::remove_dir_all(repo.path(tree)).expect("removes");
    }
    repo.build();
    repo.is_clean();
    assert!(!repo.read("plugins/SHA256SUMS").contains(old));
}
