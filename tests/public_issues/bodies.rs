//! D. Translating bodies: only what is asked for, never by shape.

use crate::common::Repo;
use crate::{SKILL, foreign, skill};

const HOSTS: [&str; 2] = ["claude", "codex"];

fn body_of(repo: &Repo, host: &str) -> String {
    let text = repo.read(&format!("plugins/{host}/skills/alpha/SKILL.md"));
    text.split_once("\n---\n").expect("frontmatter").1.to_owned()
}

/// On both hosts the body is that of the source.
fn stays(repo: &Repo, body: &str) {
    for host in HOSTS {
        assert_eq!(body_of(repo, host), body, "{host}");
    }
}

/// <https://github.com/EveryInc/compound-engineering-plugin/pull/1171>: `/etc/hosts` became
/// "the etc skill/hosts".
#[test]
fn issue_36_paths_are_not_commands() {
    let body = "See /etc/hosts, /usr/bin/env, and https://example.org/alpha.\nRun /alpha or a/b.\n";
    let repo = skill("description: Alpha\n", body);
    repo.build();
    stays(&repo, body);
}

/// Converters that were tried: "Use the Read tool to open" became "Use open the file to
/// open", and comments in code blocks were rewritten.
#[test]
fn issue_37_text_and_code_stay_as_they_are() {
    let body = "Use the tool that reads to open it.\n\n```bash\n# Read the file, then Edit it\n\
                cat ~/skills/x # Bash\n```\n\nInline `Read` stays.\n";
    let repo = skill("description: Alpha\n", body);
    repo.build();
    stays(&repo, body);
    // Where a tool is meant, it is asked for.
    repo.remove("canonical/skills/alpha/SKILL.md");
    repo.write(
        "canonical/skills/alpha/SKILL.md.hbs",
        "---\nname: alpha\ndescription: Alpha\n---\nUse {{tool \"shell\"}}.\n",
    );
    repo.build();
    assert_eq!(body_of(&repo, "claude"), "Use Bash.\n");
    assert_eq!(body_of(&repo, "codex"), "Use exec_command.\n");
}

/// <https://github.com/yonatangross/orchestkit/issues/3822>: `${CLAUDE_PLUGIN_ROOT}` reached
/// other hosts as it stands.
#[test]
fn issue_38_variables_of_one_host() {
    skill("description: Alpha\n", "Run it.\n\nRead ${CLAUDE_PLUGIN_ROOT}/x.md.\n")
        .run(&["--format", "short"])
        .finds("CVG042", "canonical/skills/alpha/SKILL.md:7:6");
}

/// <https://github.com/obra/superpowers/issues/654>: a wrong table of tools.
#[test]
fn issue_39_tools_that_a_host_lacks_are_told() {
    let repo = skill("description: Alpha\n", "");
    repo.remove("canonical/skills/alpha/SKILL.md");
    repo.write(
        "canonical/skills/alpha/SKILL.md.hbs",
        "---\nname: alpha\ndescription: Alpha\n---\nKeep a list with {{tool \"plan\"}}.\n",
    );
    repo.run(&["--format", "short"])
        .exits(1)
        .finds("CVG056", "canonical/skills/alpha/SKILL.md.hbs:5:")
        .warns("Codex has no tool of the class `plan`");
}

/// <https://github.com/obra/superpowers/issues/1883>: Codex saw `TodoWrite`, `Task(…)` and
/// `~/.claude/skills`.
#[test]
fn issue_40_words_of_another_host() {
    let body = "Use TodoWrite.\n\nStart Task(x).\n\nLook into ~/.claude/skills.\n";
    let output = skill("description: Alpha\n", body).run(&["--format", "short"]);
    let output = output.finds("CVG043", "canonical/skills/alpha/SKILL.md:5:5");
    output.finds("CVG043", "canonical/skills/alpha/SKILL.md:9:");
    let text = format!("{SKILL}\nUse TodoWrite.\n");
    foreign("codex", &[("skills/alpha/SKILL.md", &text)])
        .finds("CVG043", "skills/alpha/SKILL.md:8:5");
}

/// <https://github.com/gsd-build/get-shit-done/issues/1430>: `.claude` paths were left behind,
/// and `.claude-plugin` was rewritten wrongly.
#[test]
fn issue_41_folders_of_another_host() {
    let body = "It lies in ~/.claude/agents.\n\nA plugin has `.claude-plugin/plugin.json`.\n";
    let repo = skill("description: Alpha\n", body);
    let output = repo.run(&["--format", "short"]).exits(0);
    let output = output.finds("CVG043", "canonical/skills/alpha/SKILL.md:5:");
    let told = output.err.lines().filter(|line| line.contains("SKILL.md:7:"));
    assert_eq!(told.count(), 0, "{output}");
    stays(&repo, body);
}

/// <https://github.com/open-gsd/gsd-core/issues/3025>: one host's tree was copied over
/// another's, and the dry run called that routine.
#[test]
fn issue_42_a_copied_tree_is_drift() {
    let repo = Repo::with_skill();
    repo.remove("canonical/skills/alpha");
    repo.write(
        "canonical/skills/alpha/SKILL.md.hbs",
        "---\nname: alpha\ndescription: Alpha\n---\nOn {{host.name}}.\n",
    );
    repo.build();
    let path = "skills/alpha/SKILL.md";
    repo.write(&format!("plugins/codex/{path}"), repo.read(&format!("plugins/claude/{path}")));
    repo.run(&["--check"])
        .exits(1)
        .says("plugins/codex/skills/alpha/SKILL.md: edited by hand")
        .says("-On Claude Code.\n+On Codex.\n");
    repo.run(&[]).exits(6);
}

/// <https://github.com/gopherguides/gopher-ai/issues/173>: TOML files without the body.
#[test]
fn issue_43_toml_carries_the_body() {
    let repo = Repo::with_skill();
    let body = "Line one.\n\n'''quotes''' and \"\"\"more\"\"\" and a back\\slash.\n";
    repo.write(
        "canonical/agents/a.md",
        format!("---\nname: a\ndescription: \"A: agent\"\n---\n{body}"),
    );
    repo.write("canonical/commands/c.md", "---\ndescription: C\n---\nThe body of c.\n");
    repo.build();
    let agent: toml::Table =
        toml::from_str(&repo.read("plugins/codex/agents/a.toml")).expect("TOML");
    assert_eq!(agent["developer_instructions"].as_str(), Some(body));
    assert_eq!(agent["description"].as_str(), Some("A: agent"));
    let command = repo.read("plugins/codex/skills/c/SKILL.md");
    assert!(command.ends_with("---\nThe body of c.\n"), "{command}");
}

/// <https://github.com/anthony-chaudhary/fak/issues/7091>: descriptions were replaced by a
/// general one, and later grew over the limit.
#[test]
fn issue_44_descriptions_pass_unchanged() {
    let description = "Use it for A, B and C — never D. Triggers: \u{201c}x\u{201d}";
    let repo = skill(&format!("description: '{description}'\n"), "Do it.\n");
    repo.build();
    for host in HOSTS {
        let text = repo.read(&format!("plugins/{host}/skills/alpha/SKILL.md"));
        assert!(text.contains(&format!("description: \"{description}\"\n")), "{text}");
    }
}
