//! B. Limits of hosts.

use crate::common::Repo;
use crate::{MANIFEST, SKILL, foreign, skill};

/// <https://github.com/openai/codex/issues/13941>: a description over 1,024 characters.
#[test]
fn issue_14_description_too_long() {
    let long = format!("Use it. {}", "x".repeat(1_017));
    let repo = skill(&format!("description: {long}\n"), "Do it.\n");
    repo.run(&["--format", "short"])
        .exits(1)
        .finds("CVG024", "canonical/skills/alpha/SKILL.md:3:")
        .warns("1025")
        .warns("1024");
    assert!(!repo.exists("plugins"));
    let repo = skill(&format!("description: {}\n", &long[..1_024]), "Do it.\n");
    repo.build();
    let text = repo.read("plugins/codex/skills/alpha/SKILL.md");
    assert!(text.contains(&long[..1_024]), "never cut");
}

/// <https://github.com/EveryInc/compound-engineering-plugin/issues/1412>: a `plugin.json` at
/// the root with that `$schema` makes Codex read only 8,000 bytes of each skill.
#[test]
fn issue_16_no_agent_plugins_schema() {
    let repo = Repo::with_skill();
    repo.build();
    for path in
        ["plugins/claude/.claude-plugin/plugin.json", "plugins/codex/.codex-plugin/plugin.json"]
    {
        assert!(!repo.read(path).contains("$schema"), "{path}");
    }
    assert!(
        !repo.exists("plugins/codex/plugin.json") && !repo.exists("plugins/claude/plugin.json")
    );
    let schema = "{ \"$schema\": \"https://agent-plugins.org/schemas/1.0.0/plugin.schema.json\", \
                  \"name\": \"demo\" }\n";
    repo.write("canonical/files/@codex/plugin.json", schema);
    repo.run(&["--format", "short"])
        .exits(1)
        .finds("CVG095", "canonical/files/@codex/plugin.json:");
}

/// <https://github.com/EveryInc/compound-engineering-plugin/issues/1411>: under that schema a
/// strict host drops every skill with keys of another host. Each host gets its own tree
/// with its own keys.
#[test]
fn issue_17_each_tree_has_only_keys_of_its_host() {
    let repo = skill(
        "description: Alpha\nclaude: { context: fork, model: opus }\n\
         metadata: { short-description: Short }\n",
        "Do it.\n",
    );
    repo.build();
    let text = repo.read("plugins/codex/skills/alpha/SKILL.md");
    let keys: Vec<&str> = text
        .lines()
        .skip(1)
        .take_while(|line| *line != "---")
        .filter_map(|line| line.split_once(':'))
        .map(|(key, _)| key.trim())
        .collect();
    assert_eq!(keys, ["name", "description", "metadata", "short-description"]);
}

/// <https://github.com/openai/codex/issues/19957>: all skills share a budget, and those
/// over it lose their descriptions.
#[test]
fn issue_18_metadata_budget() {
    let repo = Repo::with_skill();
    for number in 0..12 {
        let description = format!("Skill {number} {}", "does a thing ".repeat(70));
        repo.skill(&format!("skill-{number}"), description.trim(), "Do it.\n");
    }
    let output = repo.run(&["--format", "short"]).exits(0);
    let told: Vec<&str> = output.err.lines().filter(|line| line.contains("[CVG115]")).collect();
    assert!(!told.is_empty(), "{output}");
    assert!(told.iter().all(|line| line.contains("warning")), "{output}");
    assert!(told[0].chars().any(|c| c.is_ascii_digit()), "it counts: {told:?}");
}

/// The same thread asks to lint curated descriptions against the budget: few and short
/// ones are no fault.
#[test]
fn issue_65_a_curated_list_is_within_the_budget() {
    let repo = Repo::with_skill();
    for number in 0..12 {
        repo.skill(&format!("skill-{number}"), "Does a thing when asked", "Do it.\n");
    }
    repo.build().says_nothing_of("CVG115");
}

/// <https://github.com/openai/codex/issues/28917>: of `defaultPrompt` three entries of 128
/// characters are kept.
#[test]
fn issue_19_default_prompts() {
    let repo = Repo::with_skill();
    let long = "x".repeat(129);
    repo.append(
        "canonical/plugin.yaml",
        &format!("codex:\n  interface:\n    defaultPrompt: [one, two, three, four, {long}]\n"),
    );
    let output = repo.run(&["--format", "short"]).exits(1);
    let output = output.warns("5 entries").warns("129 characters of 128");
    output.finds("CVG099", "canonical/plugin.yaml:");
    repo.edit("canonical/plugin.yaml", &format!(", four, {long}"), "");
    repo.build();
}

/// <https://github.com/microsoft/Dataverse-skills/pull/96>: a portal wants thirty
/// characters, most plugins have more: no more than a warning.
#[test]
fn issue_20_short_description() {
    let text = "x".repeat(31);
    let manifest = MANIFEST.replace(
        "\"Somebody\" }",
        &format!("\"Somebody\" }},\n  \"interface\": {{ \"shortDescription\": \"{text}\" }}"),
    );
    foreign("codex", &[(".codex-plugin/plugin.json", &manifest), ("skills/alpha/SKILL.md", SKILL)])
        .exits(0)
        .finds("CVG099", ".codex-plugin/plugin.json:6:")
        .says("31 characters of 30");
}
