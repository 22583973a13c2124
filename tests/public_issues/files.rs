//! F. Files.

use crate::common::{PLUGIN, Repo};

/// <https://github.com/dyoshikawa/rulesync/issues/2866>: scripts lost their run bit.
#[test]
fn issue_56_run_bits() {
    let repo = Repo::with_skill();
    repo.write("canonical/skills/alpha/scripts/run.sh", "#!/bin/sh\n");
    repo.executable("canonical/skills/alpha/scripts/run.sh");
    repo.build();
    for host in ["claude", "codex"] {
        let path = format!("plugins/{host}/skills/alpha/scripts/run.sh");
        assert!(repo.output()[&path].is_executable());
        repo.mode(&path, 0o644);
    }
    let output = repo.run(&["--check"]).exits(1);
    assert_eq!(output.out.matches("old mode 100644\nnew mode 100755\n").count(), 2, "{output}");
}

/// A converter that was tried: of a skill's folders it copied `references/` alone, and
/// said nothing.
#[test]
fn issue_58_every_file_of_a_skill_is_copied() {
    let repo = Repo::with_skill();
    let files =
        ["scripts/a.py", "assets/b.bin", "references/c.md", "d.txt", "templates/e/f", ".hidden"];
    repo.append("canonical/skills/alpha/SKILL.md", "See [c](references/c.md).\n");
    for path in files {
        repo.write(&format!("canonical/skills/alpha/{path}"), [0, 13, 10, 255, b'x']);
    }
    repo.build();
    for host in ["claude", "codex"] {
        for path in files {
            let path = format!("plugins/{host}/skills/alpha/{path}");
            assert_eq!(repo.output()[&path].bytes(), Some(&[0, 13, 10, 255, b'x'][..]), "{path}");
        }
    }
    // What is not copied is told, by who asks for remarks.
    repo.write("canonical/skills/alpha/.DS_Store", "x");
    let output = repo.run(&["lint", "--format", "short"]).exits(0);
    output.finds("CVG085", "canonical/skills/alpha/.DS_Store:");
    repo.build();
    assert!(!repo.exists("plugins/claude/skills/alpha/.DS_Store"));
}

/// <https://github.com/anthropics/claude-code/issues/88838>: a skill had the name of a
/// built-in command, or of another plugin's.
#[test]
fn issue_60_names_that_are_taken() {
    let repo = Repo::with_skill();
    repo.skill("context", "Shows the context", "Do it.\n");
    repo.run(&["--format", "short"])
        .exits(0)
        .finds("CVG031", "canonical/skills/context/SKILL.md:2");
    let repo = Repo::with_skill();
    repo.write("canonical/agents/alpha.md", "---\nname: alpha\ndescription: A\n---\nHelp.\n");
    repo.build().says_nothing_of("CVG087");
    repo.write("canonical/commands/beta.md", "---\ndescription: B\nhosts: [claude]\n---\nGo.\n");
    repo.write(
        "canonical/skills/beta/SKILL.md",
        "---\nname: beta\ndescription: B\nhosts: [claude]\n---\nGo.\n",
    );
    repo.run(&["--format", "short"]).finds("CVG087", "canonical/skills/beta/SKILL.md:");
    let repo = Repo::empty();
    for folder in ["one", "two"] {
        repo.write(&format!("canonical/{folder}/plugin.yaml"), PLUGIN);
    }
    repo.run(&["--format", "short"]).exits(1).finds("CVG109", "canonical/two/plugin.yaml:1");
}
