//! The way back: from a line of output to its source, for a person and for rules.

use crate::common::Repo;

/// A skill whose lines come from three files, and one from YAML.
fn repo() -> Repo {
    let repo = Repo::with_skill();
    repo.remove("canonical/skills/alpha");
    repo.write("canonical/partials/outer.md.hbs", "outer one\n{{> inner}}\nouter three\n");
    repo.write("canonical/partials/inner.md.hbs", "inner of {{host.id}}\n");
    repo.write(
        "canonical/skills/alpha/SKILL.md.hbs",
        "---\nname: alpha\ndescription: 'Works on {{host.name}}'\nclaude:\n  model: opus\n---\n\n\
         # Alpha\n\n{{#host \"codex\"}}\nfor codex\n{{else}}\nfor claude\n{{/host}}\n  \
         {{> outer}}\nlast\n",
    );
    repo.write("canonical/hooks.yaml", "hooks:\n  - { id: a, event: Stop, run: bin/x }\n");
    repo.write("canonical/files/bin/x", "#!/bin/sh\n").executable("canonical/files/bin/x");
    repo.write("canonical/agents/helper.md", "---\nname: helper\ndescription: h\n---\n\n\nHelp.\n");
    repo.build();
    repo
}

fn origin(repo: &Repo, target: &str) -> String {
    let output = repo.run(&["why", target]).exits(0);
    let line = output.out.lines().nth(2).unwrap_or_default();
    line.strip_prefix("comes from ").unwrap_or(line).to_owned()
}

#[test]
fn every_line_leads_to_its_file() {
    let repo = repo();
    let skill = "plugins/claude/skills/alpha/SKILL.md";
    let text = repo.read(skill);
    let expected = [
        ("---", "canonical/skills/alpha/SKILL.md.hbs:1"),
        ("name: \"alpha\"", "canonical/skills/alpha/SKILL.md.hbs:2"),
        ("description: \"Works on Claude Code\"", "canonical/skills/alpha/SKILL.md.hbs:3"),
        ("model: \"opus\"", "canonical/skills/alpha/SKILL.md.hbs:5"),
        ("---", "canonical/skills/alpha/SKILL.md.hbs:1"),
        ("", "canonical/skills/alpha/SKILL.md.hbs:7"),
        ("# Alpha", "canonical/skills/alpha/SKILL.md.hbs:8"),
        ("", "canonical/skills/alpha/SKILL.md.hbs:9"),
        ("for claude", "canonical/skills/alpha/SKILL.md.hbs:13"),
        ("  outer one", "canonical/partials/outer.md.hbs:1"),
        ("  inner of claude", "canonical/partials/inner.md.hbs:1"),
        ("  outer three", "canonical/partials/outer.md.hbs:3"),
        ("last", "canonical/skills/alpha/SKILL.md.hbs:16"),
    ];
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!(lines, expected.map(|(line, _)| line));
    for (index, (line, place)) in expected.iter().enumerate() {
        let target = format!("{skill}:{}", index + 1);
        assert_eq!(origin(&repo, &target), *place, "{target}: {line}");
    }
}

#[test]
fn generated_files_lead_to_their_yaml() {
    let repo = repo();
    assert_eq!(
        origin(&repo, "plugins/claude/.claude-plugin/plugin.json:3"),
        "canonical/plugin.yaml:2"
    );
    assert_eq!(origin(&repo, "plugins/codex/hooks/hooks.json:4"), "canonical/hooks.yaml:2");
    assert_eq!(origin(&repo, "plugins/codex/agents/helper.toml:4"), "canonical/agents/helper.md:7");
    assert!(origin(&repo, "plugins/codex/agents/helper.toml:5").starts_with("was put there by"));
}

#[test]
fn a_whole_file_is_told_in_runs() {
    let repo = repo();
    repo.run(&["why", "plugins/codex/skills/alpha/SKILL.md"])
        .exits(0)
        .says("  8: canonical/skills/alpha/SKILL.md.hbs:11\n")
        .says("  9: canonical/partials/outer.md.hbs:1\n");
    repo.run_in("plugins/claude", &["why", "bin/x"]).exits(0).says("canonical/files/bin/x");
}

#[test]
fn lines_and_files_that_are_not_there_are_told() {
    let repo = repo();
    repo.run(&["why", "plugins/claude/skills/alpha/SKILL.md:99"]).exits(2).warns("has 13 lines");
    repo.run(&["why", "plugins/claude/skills/alpha/SKILL.md:0"]).exits(2);
    repo.run(&["why", "plugins/claude/none"]).exits(2).warns("does not render");
    repo.run(&["why", "/etc/hostname"]).exits(2).warns("is not in the repository");
}

/// Rules that look at rendered text point at the line that an author can change.
#[test]
fn faults_of_rendered_text_point_at_the_source() {
    let repo = Repo::with_skill();
    repo.remove("canonical/skills/alpha");
    let long = "long ".repeat(250);
    repo.write("canonical/hosts/codex.yaml", format!("vocab: {{ long: \"{long}\" }}\n"));
    repo.write("canonical/hosts/claude.yaml", "vocab: { long: short }\n");
    repo.write(
        "canonical/skills/alpha/SKILL.md.hbs",
        "---\nname: alpha\ndescription: 'It is {{vocab.long}}'\n---\nText.\n",
    );
    let output = repo.run(&["--format", "short"]);
    let line = output.err.lines().find(|line| line.contains("1024") || line.contains("1,024"));
    let line = line.unwrap_or_else(|| panic!("{output}"));
    assert!(line.starts_with("canonical/skills/alpha/SKILL.md.hbs:3:"), "{line}");
}
