//! What shows in a rendered file is told at the line that its author wrote.

use crate::common::{self, Repo};
use crate::{file, full, hooks, plugin, short};

#[test]
fn lines_of_hooks() {
    insta::assert_snapshot!(short(&[hooks("- id: a\n  event: Stop\n  run: bin/x\n  timeout: 3000\n")]), @r"
    canonical/hooks.yaml:5:12: warning[CVG104]: `timeout` counts seconds: 3000 is 50 minutes
    1 warning
    ");
    insta::assert_snapshot!(short(&[hooks("- id: a\n  event: PreToolUse\n  tools: [edit]\n  run: bin/y\n")]), @r"
    canonical/hooks.yaml:5:3: error[CVG105]: the hook needs `bin/y`, which the plugin does not have
    1 error
    ");
    insta::assert_snapshot!(short(&[hooks("- id: a\n  event: SessionStart\n  matcher: statup\n  run: bin/x\n")]), @r"
    canonical/hooks.yaml:4:12: warning[CVG102]: SessionStart never has `statup`
    1 warning
    ");
}

#[test]
fn lines_of_a_manifest() {
    insta::assert_snapshot!(short(&[plugin("claude:\n  outputStyles: ./styles\n  keywrds: [a]\n  commands: 3\ncodex:\n  interface:\n    displayName: x\n    brandColor: 12\n    defaultPrompt: [a, b, c, d, e]\n")]), @r"
    canonical/plugin.yaml:7:17: error[CVG093]: `outputStyles` names `./styles`, which does not exist
    canonical/plugin.yaml:8:3: warning[CVG097]: Claude Code does not know the manifest key `keywrds`
    canonical/plugin.yaml:9:13: error[CVG091]: `commands` is a number, and must be a path, a list or an object
    canonical/plugin.yaml:13:17: error[CVG091]: `interface.brandColor` is a number, and must be a string
    canonical/plugin.yaml:14:30: error[CVG099]: `defaultPrompt` has 5 entries: Codex keeps 3
    4 errors, 1 warning
    ");
}

#[test]
fn files_without_a_text() {
    insta::assert_snapshot!(full(&[file("canonical/foo", "x")]), @r"
    warning[CVG089]: nothing reads this
     --> canonical/foo
      = help: put what the plugin should carry into `files/`, and delete the rest

    1 warning
    ");
    insta::assert_snapshot!(full(&[file("canonical/schemas/x", "a"), file("canonical/files/schemas/x", "b")]), @r"
    error[CVG070]: `plugins/claude/schemas/x` also comes from `canonical/files/schemas/x`
     --> canonical/schemas/x
      = note: canonical/files/schemas/x: the other source
      = help: rename one of them, or make their bytes agree

    1 error
    ");
}

#[test]
fn why_names_the_line_of_each_value() {
    let repo = Repo::with_skill();
    repo.write("canonical/files/bin/x", "#!/bin/sh\n").executable("canonical/files/bin/x");
    let hook = "- id: a\n  event: Stop\n  run: bin/x\n  timeout: 30\n";
    repo.write("canonical/hooks.yaml", format!("hooks:\n{hook}"));
    let codex = "codex:\n  interface:\n    brandColor: \"#ffffff\"\n";
    repo.append("canonical/plugin.yaml", codex);
    repo.write("canonical/marketplace.yaml", common::MARKETPLACE);
    repo.build();
    for (file, part, origin) in [
        ("plugins/claude/hooks/hooks.json", "\"command\": ", "canonical/hooks.yaml:4\n"),
        ("plugins/claude/hooks/hooks.json", "\"timeout\"", "canonical/hooks.yaml:5\n"),
        ("plugins/codex/.codex-plugin/plugin.json", "brandColor", "canonical/plugin.yaml:8\n"),
        (".claude-plugin/marketplace.json", "\"version\"", "canonical/plugin.yaml:2\n"),
        (".claude-plugin/marketplace.json", "demo-market", "canonical/marketplace.yaml:1\n"),
    ] {
        let text = repo.read(file);
        let line = text.lines().position(|line| line.contains(part)).expect("the line is there");
        repo.run(&["why", &format!("{file}:{}", line + 1)])
            .exits(0)
            .says(&format!("comes from {origin}"));
    }
}

#[test]
fn a_value_within_a_line_is_not_adopted_as_the_line() {
    let repo = Repo::with_skill();
    let front = "name: alpha\ndescription: Alpha\ncodex:\n  policy:\n    \
                 allow_implicit_invocation: false\n";
    let path = "canonical/skills/alpha/SKILL.md";
    repo.write(path, format!("---\n{front}---\nDo it.\n")).build();
    let before = repo.read(path);
    repo.edit("plugins/codex/skills/alpha/agents/openai.yaml", "false", "true");
    repo.run(&["adopt"]).exits(6).warns("edit canonical/skills/alpha/SKILL.md:6");
    assert_eq!(repo.read(path), before);
}
