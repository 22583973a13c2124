//! A. Frontmatter in, frontmatter out.

use crate::common::{Repo, snapshot};
use crate::{SKILL, foreign, skill};

const ALPHA: &str = "plugins/claude/skills/alpha/SKILL.md";

/// <https://github.com/EveryInc/compound-engineering-plugin/issues/349>: one `: ` stopped
/// the whole plugin, without a file name.
#[test]
fn issue_01_colon_space() {
    let repo = skill("description: Use when: it rains\n", "Do it.\n");
    repo.write(
        "canonical/skills/beta/SKILL.md",
        "---\nname: beta\ndescription: For cats: and dogs\n---\nDo it.\n",
    );
    repo.run(&["--format", "short"])
        .exits(1)
        .finds("CVG007", "canonical/skills/alpha/SKILL.md:3:22: error")
        .finds("CVG007", "canonical/skills/beta/SKILL.md:3:22: error");
    repo.run(&["lint", "--fix"]).exits(0).warns("2 faults mended");
    repo.build();
    assert!(repo.read(ALPHA).contains("\ndescription: \"Use when: it rains\"\n"));
}

/// <https://github.com/vercel-labs/skills/issues/1094> and
/// <https://github.com/vercel-labs/skills/issues/1525>: a YAML error made the skill vanish
/// from the list without a word.
#[test]
fn issue_02_yaml_errors_never_drop_a_skill_silently() {
    for front in [
        "description: Use when: it rains\n",
        "description: Alpha\nclaude:\n  argument-hint: [action] — e.g. \"x\"\n",
    ] {
        let repo = skill(front, "Do it.\n");
        let output = repo.run(&["--format", "short"]).exits(1);
        let place = "canonical/skills/alpha/SKILL.md:";
        assert!(output.err.lines().any(|line| line.starts_with(place)), "{output}");
        assert!(!repo.exists("plugins"), "no tree without the skill");
    }
    let hint = "---\nname: alpha\ndescription: Alpha\nargument-hint: [a] — e.g. \"x\"\n---\nDo.\n";
    foreign("claude", &[("skills/alpha/SKILL.md", hint)])
        .exits(1)
        .finds("CVG010", "skills/alpha/SKILL.md:4");
}

/// <https://github.com/dyoshikawa/rulesync/issues/1919>: the generator itself wrote an
/// unquoted `: `, which its own import then dropped.
#[test]
fn issue_03_what_is_emitted_reads_back() {
    let values = [
        "Use this: always",
        "a # b",
        "'single'",
        "\\\"double\\\"",
        "- dash",
        "@at",
        "yes",
        "0755",
        "{ flow }",
        "[list]",
        "*alias",
        "!tag",
        "trailing:",
        "back\\\\slash",
        "| block",
        "~",
    ];
    let repo = Repo::with_skill();
    for (number, value) in values.iter().enumerate() {
        repo.skill(&format!("skill-{number}"), value, "Do it.\n");
    }
    repo.build();
    for host in ["claude", "codex"] {
        let tree = format!("plugins/{host}");
        let output = repo.run(&["lint", &tree, "--as", host]).exits(0);
        assert!(output.err.contains("no faults"), "{output}");
        for (number, value) in values.iter().enumerate() {
            let text = repo.read(&format!("{tree}/skills/skill-{number}/SKILL.md"));
            assert!(text.contains(&format!("\ndescription: \"{value}\"\n")), "{text}");
        }
    }
}

/// <https://github.com/dyoshikawa/rulesync/issues/1068>: an empty description became null.
#[test]
fn issue_04_empty_text_stays_text() {
    skill("description: \"\"\n", "Do it.\n")
        .run(&["--format", "short"])
        .exits(1)
        .finds("CVG023", "canonical/skills/alpha/SKILL.md:3");
    let repo = skill("description: Alpha\nclaude:\n  argument-hint: \"\"\n", "Do it.\n");
    repo.build();
    assert!(repo.read(ALPHA).contains("\nargument-hint: \"\"\n"));
}

/// <https://github.com/EveryInc/compound-engineering-plugin/pull/697>: ` #` cuts a value,
/// and no parser complains.
#[test]
fn issue_05_hash_truncates() {
    skill("description: See PR #685 for more\n", "Do it.\n")
        .run(&["--format", "short"])
        .finds("CVG006", "canonical/skills/alpha/SKILL.md:3:21: warning");
    let repo = Repo::with_skill();
    let description = "Use for PR #12 and then stop";
    repo.write(
        "canonical/commands/go.md",
        format!("---\ndescription: \"{description}\"\n---\nDo it.\n"),
    );
    repo.build();
    let expected = format!("description: \"{description}\"\n");
    assert!(repo.read("plugins/claude/commands/go.md").contains(&expected));
    assert!(repo.read("plugins/codex/skills/go/SKILL.md").contains(&expected));
}

/// <https://github.com/obra/episodic-memory/issues/153>: the host's validator stopped at
/// the marketplace file and called a broken agent valid.
#[test]
fn issue_06_every_file_is_opened() {
    let broken = "---\nname: helper\ndescription: Use when: needed\n---\nHelp.\n";
    let repo = Repo::with_skill();
    repo.write("canonical/agents/helper.md", broken);
    repo.run(&["--check", "--format", "short"])
        .exits(1)
        .finds("CVG007", "canonical/agents/helper.md:3");
    let catalogue = "{ \"name\": \"m\", \"description\": \"d\", \"owner\": { \"name\": \"s\" }, \
                     \"plugins\": [{ \"name\": \"demo\", \"source\": \"./\" }] }\n";
    foreign(
        "claude",
        &[
            (".claude-plugin/marketplace.json", catalogue),
            ("agents/helper.md", broken),
            ("commands/go.md", "---\ndescription: \"open\n---\nGo.\n"),
            ("hooks/hooks.json", "{ \"Stop\": [] }\n"),
            ("skills/alpha/SKILL.md", "No frontmatter.\n"),
        ],
    )
    .exits(1)
    .finds("CVG007", "agents/helper.md:3")
    .finds("CVG012", "commands/go.md:2")
    .finds("CVG100", "hooks/hooks.json:1")
    .finds("CVG001", "skills/alpha/SKILL.md:1");
}

/// <https://github.com/crewAIInc/crewAI/issues/7538>: a byte-order mark before `---` made
/// hosts lose all metadata.
#[test]
fn issue_07_byte_order_mark() {
    let repo = Repo::with_skill();
    let text = repo.read("canonical/skills/alpha/SKILL.md");
    repo.write("canonical/skills/alpha/SKILL.md", format!("\u{feff}{text}"));
    repo.run(&["--format", "short"])
        .exits(0)
        .finds("CVG004", "canonical/skills/alpha/SKILL.md:1:1: warning");
    let rendered = repo.read(ALPHA);
    assert!(rendered.starts_with("---\nname: \"alpha\"\ndescription: \"Alpha does"), "{rendered}");
    assert_eq!(rendered.matches("\n---\n").count(), 1, "one frontmatter: {rendered}");
    foreign("claude", &[("skills/alpha/SKILL.md", &format!("\u{feff}{SKILL}"))])
        .finds("CVG004", "skills/alpha/SKILL.md:1");
}

/// <https://github.com/mohitagw15856/pm-claude-skills/issues/173>: the linter took CRLF,
/// the exporter lost the description.
#[test]
fn issue_08_carriage_returns() {
    let repo = Repo::with_skill();
    let text = repo.read("canonical/skills/alpha/SKILL.md").replace('\n', "\r\n");
    repo.write("canonical/skills/alpha/SKILL.md", text);
    repo.write("canonical/skills/alpha/scripts/run.bat", "echo\r\n");
    repo.run(&["--format", "short"]).exits(0).finds("CVG005", "canonical/skills/alpha/SKILL.md:1");
    assert!(repo.read(ALPHA).contains("\ndescription: \"Alpha does the first thing\"\n"));
    assert!(!repo.read(ALPHA).contains('\r'));
    assert_eq!(repo.read("plugins/codex/skills/alpha/scripts/run.bat"), "echo\r\n");
}

/// <https://github.com/vercel-labs/skills/pull/1324>: a banner of the generator stood above
/// the frontmatter, and the skill was skipped.
#[test]
fn issue_10_no_banner_before_frontmatter() {
    let banner = format!("<!-- GENERATED, DO NOT EDIT -->\n{SKILL}");
    foreign("claude", &[("skills/alpha/SKILL.md", &banner)])
        .exits(1)
        .finds("CVG003", "skills/alpha/SKILL.md:");
    let repo = Repo::with_skill();
    repo.write("canonical/agents/a.md", "---\nname: a\ndescription: A\n---\nHelp.\n");
    repo.write("canonical/commands/c.md", "---\ndescription: C\n---\nGo.\n");
    repo.build();
    for (path, entry) in snapshot(&repo.path("plugins")) {
        if path.ends_with(".md") {
            assert!(entry.bytes().expect("a file").starts_with(b"---\n"), "{path}");
        }
    }
}

/// <https://github.com/dyoshikawa/rulesync/issues/2725>: known fields were dropped both
/// ways, without a word.
#[test]
fn issue_11_no_field_is_lost_silently() {
    let repo = skill(
        "description: Alpha\nlicense: MIT\nmetadata: { level: 3 }\nallowed-tools: Read\n",
        "Do it.\n",
    );
    repo.run(&["--format", "short"])
        .exits(0)
        .finds("CVG130", "canonical/skills/alpha/SKILL.md:4:1")
        .finds("CVG130", "canonical/skills/alpha/SKILL.md:5:")
        .finds("CVG130", "canonical/skills/alpha/SKILL.md:6:1");
    skill("description: Alpha\nx-mine: 1\n", "Do it.\n")
        .run(&["--format", "short"])
        .exits(1)
        .finds("CVG022", "canonical/skills/alpha/SKILL.md:4:1");
}

/// <https://github.com/anthropics/skills/issues/614>: one list of allowed keys for all
/// hosts refused what one host documents.
#[test]
fn issue_12_each_host_has_its_own_keys() {
    let front = "description: Alpha\nclaude: { argument-hint: \"[x]\", context: fork }\n\
                 codex: { policy: { allow_implicit_invocation: false } }\n";
    let repo = skill(front, "Do it.\n");
    let output = repo.build();
    assert!(output.err.is_empty(), "{output}");
    assert!(repo.read(ALPHA).contains("argument-hint: \"[x]\"\ncontext: \"fork\"\n"));
    let codex = repo.read("plugins/codex/skills/alpha/SKILL.md");
    assert!(!codex.contains("argument-hint") && !codex.contains("policy"), "{codex}");
    // What only the other host knows is told, even where it does no harm.
    skill("description: Alpha\nclaude: { policy: {} }\n", "Do it.\n")
        .run(&["--format", "short"])
        .exits(1)
        .finds("CVG145", "canonical/skills/alpha/SKILL.md:4");
    let documented = SKILL.replace("---\n\nDo", "argument-hint: \"[x]\"\nmodel: opus\n---\n\nDo");
    foreign("claude", &[("skills/alpha/SKILL.md", &documented)]).exits(0).finds_no("CVG022");
}

/// A converter that was tried: quotes stayed in values, lists became texts, block scalars
/// lost their lines.
#[test]
fn issue_13_a_real_yaml_parser() {
    let repo = skill(
        "description: 'Use when: it''s \"x\"'\nclaude:\n  paths: [a, 'b: c']\n  when_to_use: |\n    \
         one\n    two\n  argument-hint: \"say \\\"hi\\\"\"\n",
        "Do it.\n",
    );
    repo.build();
    let text = repo.read(ALPHA);
    for line in [
        "description: \"Use when: it's \\\"x\\\"\"",
        "paths: [\"a\", \"b: c\"]",
        "when_to_use: \"one\\ntwo\\n\"",
        "argument-hint: \"say \\\"hi\\\"\"",
    ] {
        assert!(text.lines().any(|found| found == line), "{line} is not in\n{text}");
    }
}
