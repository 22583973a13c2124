//! What machines read: JSON lines, SARIF, and GitHub's annotations.

use serde_json::Value;

use crate::common::Repo;

/// A repository with drift of each kind, and with a warning.
fn drifted() -> Repo {
    let repo = Repo::with_skill();
    repo.write("canonical/partials/unused.md.hbs", "Nobody includes me.\n");
    repo.skill("beta", "Beta does the second thing", "Do that.\n");
    repo.skill("gone", "Goes away", "Going.\n");
    repo.build();
    repo.edit("canonical/skills/alpha/SKILL.md", "Do it.", "Do it well.");
    repo.edit("plugins/codex/skills/beta/SKILL.md", "Do that.", "Do this.");
    repo.remove("canonical/skills/gone").remove("plugins/claude/skills/beta/SKILL.md");
    repo.write("plugins/claude/mine.txt", "mine\n");
    repo.mode("plugins/codex/.codex-plugin/plugin.json", 0o755);
    repo
}

fn lines(text: &str) -> Vec<Value> {
    text.lines().map(|line| serde_json::from_str(line).expect("one object a line")).collect()
}

fn words(value: &Value) -> String {
    let text = |key: &str| value[key].as_str().unwrap_or_default().to_owned();
    format!("{} {} {}:{}", text("code"), text("severity"), text("file"), value["line"])
}

#[test]
fn json_is_one_object_a_line() {
    let repo = drifted();
    let output = repo.run(&["--check", "--json"]).exits(1);
    assert!(output.err.is_empty(), "{output}");
    let found = lines(&output.out);
    let shown: Vec<String> = found.iter().map(words).collect();
    assert_eq!(
        shown,
        [
            "CVG057 warning canonical/partials/unused.md.hbs:1",
            "CVG153 error plugins/SHA256SUMS:2",
            "CVG152 error plugins/claude/mine.txt:1",
            "CVG153 error plugins/claude/skills/alpha/SKILL.md:8",
            "CVG151 error plugins/claude/skills/beta/SKILL.md:1",
            "CVG152 error plugins/claude/skills/gone/SKILL.md:1",
            "CVG155 error plugins/codex/.codex-plugin/plugin.json:1",
            "CVG153 error plugins/codex/skills/alpha/SKILL.md:8",
            "CVG154 error plugins/codex/skills/beta/SKILL.md:6",
            "CVG152 error plugins/codex/skills/gone/SKILL.md:1",
        ]
    );
    for object in &found {
        for key in ["code", "severity", "file", "line", "column", "message"] {
            assert!(!object[key].is_null(), "{key} in {object}");
        }
    }
    assert_eq!(found[3]["help"], "run `cvg-gen build`");
    let long = repo.run(&["--check", "--format", "json"]).exits(1);
    assert_eq!(long.out, output.out);
}

#[test]
fn json_of_a_build_keeps_its_own_report_out_of_the_way() {
    let repo = drifted();
    repo.run(&["--overwrite", "--json"]).exits(0).warns("plugins/claude: ");
    let output = repo.run(&["--json"]).exits(0);
    assert_eq!(lines(&output.out).len(), 1, "the warning alone: {output}");
}

#[test]
fn json_of_a_clean_check_is_empty() {
    let repo = Repo::with_skill();
    repo.build();
    let output = repo.run(&["--check", "--json"]).exits(0);
    assert!(output.out.is_empty() && output.err.is_empty(), "{output}");
}

#[test]
fn sarif_is_one_log() {
    let repo = drifted();
    let output = repo.run(&["--check", "--format", "sarif"]).exits(1);
    let log: Value = serde_json::from_str(&output.out).expect("JSON");
    assert_eq!(log["version"], "2.1.0");
    let run = &log["runs"][0];
    assert_eq!(run["tool"]["driver"]["name"], "cvg-gen");
    let results = run["results"].as_array().expect("results");
    assert_eq!(results.len(), 10);
    let rules = run["tool"]["driver"]["rules"].as_array().expect("rules");
    for result in results {
        let index = usize::try_from(result["ruleIndex"].as_u64().expect("an index")).expect("fits");
        assert_eq!(rules[index]["id"], result["ruleId"], "{result}");
        let place = &result["locations"][0]["physicalLocation"];
        let uri = place["artifactLocation"]["uri"].as_str().expect("a path");
        assert!(repo.exists(uri) || uri.ends_with("beta/SKILL.md"), "{uri}");
    }
    let clean = Repo::with_skill();
    clean.build();
    let output = clean.run(&["--check", "--format", "sarif"]).exits(0);
    let log: Value = serde_json::from_str(&output.out).expect("a log without results");
    assert_eq!(log["runs"][0]["results"], serde_json::json!([]));
}

#[test]
fn github_gets_annotations() {
    let output = drifted().run(&["--check", "--format", "github"]).exits(1);
    let lines: Vec<&str> = output.out.lines().collect();
    assert_eq!(lines.len(), 10, "{output}");
    assert!(lines[0].starts_with("::warning file=canonical/partials/unused.md.hbs,line=1"));
    assert!(
        lines
            .iter()
            .any(|line| line.starts_with("::error file=plugins/codex/skills/beta/SKILL.md")
                && line.contains("line=6")
                && line.contains("edited by hand")),
        "{output}"
    );
}

#[test]
fn short_is_one_line_each() {
    let repo = drifted();
    let output = repo.run(&["build", "--format", "short"]).exits(6);
    let first = output.err.lines().next().unwrap_or_default();
    assert!(first.starts_with("canonical/partials/unused.md.hbs:1:1: warning"), "{output}");
}

#[test]
fn errors_of_the_source_come_in_every_format() {
    let repo = Repo::with_skill();
    repo.append("canonical/plugin.yaml", "nmae: x\n");
    let json = repo.run(&["--json"]).exits(1);
    assert_eq!(words(&lines(&json.out)[0]), "CVG145 error canonical/plugin.yaml:6");
    repo.run(&["--format", "github"]).exits(1).says("::error file=canonical/plugin.yaml,line=6");
    let sarif = repo.run(&["--check", "--format", "sarif"]).exits(1);
    let log: Value = serde_json::from_str(&sarif.out).expect("JSON");
    assert_eq!(log["runs"][0]["results"][0]["ruleId"], "CVG145");
    assert!(!repo.exists("plugins"));
}
