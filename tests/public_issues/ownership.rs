//! E. Ownership, staleness, check.

use crate::common::{PLUGIN, Repo, command, snapshot};

/// <https://github.com/dyoshikawa/rulesync/issues/2867>: a file removed from a skill that
/// stays was left in the output, and the run said "up to date".
#[test]
fn issue_46_a_removed_file_goes() {
    let repo = Repo::with_skill();
    repo.write("canonical/skills/alpha/assets/old.txt", "old\n");
    repo.build();
    repo.remove("canonical/skills/alpha/assets/old.txt");
    repo.run(&["--check"])
        .exits(1)
        .says("plugins/claude/skills/alpha/assets/old.txt: extra: its source is gone");
    repo.build();
    assert!(!repo.exists("plugins/claude/skills/alpha/assets"));
    assert!(repo.exists("plugins/claude/skills/alpha/SKILL.md"));
}

/// <https://github.com/intellectronica/ruler/issues/683>: skills that another tool had
/// installed were deleted.
#[test]
fn issue_48_skills_of_others_stay() {
    let repo = Repo::with_skill();
    repo.build();
    repo.write("plugins/claude/skills/theirs/SKILL.md", "theirs\n");
    repo.skill("beta", "Beta does it", "Do it.\n");
    repo.build().says("plugins/claude/skills/theirs/SKILL.md: left alone");
    repo.run(&["--overwrite"]).exits(0);
    assert_eq!(repo.read("plugins/claude/skills/theirs/SKILL.md"), "theirs\n");
}

/// <https://github.com/intellectronica/ruler/issues/687>: a host that was taken out left its
/// output behind.
#[test]
fn issue_49_a_removed_host_takes_its_tree_along() {
    let repo = Repo::with_skill();
    repo.build();
    repo.edit("canonical/plugin.yaml", "[claude, codex]", "[codex]");
    repo.build();
    assert!(!repo.exists("plugins/claude") && repo.exists("plugins/codex/skills/alpha/SKILL.md"));
    repo.is_clean();
}

/// <https://github.com/EveryInc/compound-engineering-plugin/issues/478>: the user's own
/// configuration was overwritten.
#[test]
fn issue_51_files_of_the_user_are_not_touched() {
    let repo = Repo::with_skill();
    let home = repo.beside();
    for path in [".codex/config.toml", ".claude/settings.json", ".codex/AGENTS.md"] {
        std::fs::create_dir_all(home.join(path).parent().expect("a folder")).expect("a folder");
        std::fs::write(home.join(path), "mine\n").expect("a file");
    }
    for path in ["AGENTS.md", "CLAUDE.md", ".codex/config.toml", ".claude/settings.json"] {
        repo.write(path, "mine\n");
    }
    let before = snapshot(&home);
    let mut build = command();
    let output = build.current_dir(repo.root()).env("HOME", &home).output().expect("it starts");
    assert!(output.status.success(), "{output:?}");
    assert_eq!(snapshot(&home), before);
    for path in ["AGENTS.md", "CLAUDE.md", ".codex/config.toml", ".claude/settings.json"] {
        assert_eq!(repo.read(path), "mine\n");
    }
}

/// <https://github.com/nyldn/claude-octopus/issues/804>: text stood only in the generated
/// tree, and building would have deleted it.
#[test]
fn issue_53_edits_of_generated_files_are_not_lost() {
    let repo = Repo::with_skill();
    repo.build();
    let path = "plugins/claude/skills/alpha/SKILL.md";
    repo.edit(path, "Do it.", "Do it.\nWith great care.");
    repo.run(&["--check"])
        .exits(1)
        .says(&format!("{path}: edited by hand"))
        .says("-With great care.\n")
        .warns("`cvg-gen adopt` carries edits into the source");
    repo.run(&[]).exits(6);
    repo.run(&["adopt"]).exits(0);
    assert!(repo.read("canonical/skills/alpha/SKILL.md").contains("With great care."));
    repo.build();
    assert!(repo.read("plugins/codex/skills/alpha/SKILL.md").contains("With great care."));
    repo.is_clean();
}

/// <https://github.com/juspay/kolu/issues/1692>: nothing in CI noticed the drift.
#[test]
fn issue_54_one_line_for_ci() {
    let root = std::path::Path::new(env!("CARGO_MANIFEST_DIR"));
    let read = |name: &str| std::fs::read_to_string(root.join(name)).expect("a file");
    assert!(read("action.yml").contains("arguments=(check --format github"));
    assert!(read(".pre-commit-hooks.yaml").contains("entry: cvg-gen check\n"));
    let repo = Repo::with_skill();
    repo.build();
    repo.append("canonical/skills/alpha/SKILL.md", "More.\n");
    repo.run(&["check", "--format", "github"]).exits(1).says("::error file=plugins/claude/skills/");
}

/// <https://github.com/Chemaclass/agnostic-ai/issues/269>: a mark of origin on output alone
/// made every check red from the first day.
#[test]
fn issue_67_output_is_a_fixpoint() {
    let repo = Repo::with_skill();
    repo.build();
    let text = repo.read("plugins/claude/skills/alpha/SKILL.md");
    let source = repo.read("canonical/skills/alpha/SKILL.md");
    let body = |text: &str| text.split_once("\n---\n").expect("frontmatter").1.to_owned();
    assert_eq!(body(&text), body(&source), "nothing is added");
    let again = Repo::with_skill();
    again.write("canonical/skills/alpha/SKILL.md", &text);
    again.build();
    assert_eq!(again.read("plugins/claude/skills/alpha/SKILL.md"), text);
}

/// <https://github.com/Chemaclass/agnostic-ai/issues/200>: writer and checker differed by a
/// blank line, for ever.
#[test]
fn issue_68_what_is_written_is_what_is_checked() {
    let bodies =
        ["", "x", "x\n", "\nx\n", "\n\n\nx\n\n\n", "x  \n", "x\r\n\r\n", " \n", "---\n", "x\n---"];
    let repo = Repo::empty();
    repo.write("canonical/plugin.yaml", PLUGIN);
    for (number, body) in bodies.iter().enumerate() {
        for (kind, ending) in [("plain", ""), ("template", ".hbs")] {
            let name = format!("{kind}-{number}");
            let tag = if ending.is_empty() { "" } else { "{{host.id}}" };
            let text = format!("---\nname: {name}\ndescription: Does it\n---\n{body}{tag}");
            repo.write(&format!("canonical/skills/{name}/SKILL.md{ending}"), &text);
            let agent = format!("---\nname: {name}\ndescription: Helps\n---\n{body}{tag}end");
            repo.write(&format!("canonical/agents/{name}.md{ending}"), agent);
        }
    }
    repo.build();
    repo.is_clean();
    let before = repo.output();
    repo.build();
    assert_eq!(repo.output(), before);
}

/// <https://github.com/Chemaclass/agnostic-ai/pull/132>: three parts owned one file, and it
/// drifted for ever.
#[test]
fn issue_69_one_path_has_one_source() {
    let repo = Repo::with_skill();
    repo.write("canonical/files/skills/alpha/SKILL.md", "Another text.\n");
    repo.run(&["--format", "short"])
        .exits(1)
        .finds("CVG070", "canonical/files/skills/alpha/SKILL.md:1");
    assert!(!repo.exists("plugins"), "before anything is written");
}

/// <https://github.com/JCodesMore/ai-website-cloner-template/pull/57>: a gate on `git diff`
/// missed generated files that were new.
#[test]
fn issue_70_new_and_surplus_files_are_listed() {
    let repo = Repo::with_skill();
    repo.build();
    repo.skill("beta", "Beta does it", "Do it.\n");
    repo.write("plugins/codex/stray.txt", "x\n");
    repo.run(&["--check"])
        .exits(1)
        .says("plugins/claude/skills/beta/SKILL.md: missing")
        .says("plugins/codex/stray.txt: extra: cvg-gen did not write it");
}
