//! The same fault is told once, by the rule with the best help.

use crate::{file, full, hooks, plugin, short, skill};

#[test]
fn a_value_of_the_wrong_type() {
    insta::assert_snapshot!(short(&[skill("name: 12\ndescription: Alpha\n")]), @r"
    canonical/skills/alpha/SKILL.md:2:7: error[CVG028]: the name `12` is not that of the folder, `alpha`: Claude Code calls it `alpha`, Codex `12`
    1 error
    ");
    insta::assert_snapshot!(short(&[skill("name: alpha\ndescription: 12\n")]), @r"
    canonical/skills/alpha/SKILL.md:3:14: error[CVG021]: `description` is a number, not text
    1 error
    ");
    insta::assert_snapshot!(short(&[skill("name: alpha\ndescription: true\n")]), @r"
    canonical/skills/alpha/SKILL.md:3:14: error[CVG021]: `description` is a boolean, not text
    1 error
    ");
    insta::assert_snapshot!(short(&[skill("name: alpha\ndescription: Alpha\nclaude:\n  disable-model-invocation: yes\n")]), @r"
    canonical/skills/alpha/SKILL.md:5:29: error[CVG030]: `disable-model-invocation` is the text `yes`, not `true`
    1 error
    ");
    insta::assert_snapshot!(short(&[skill("name: alpha\ndescription: Alpha\ncodex:\n  policy:\n    allow_implicit_invocation: \"no\"\n")]), @r"
    canonical/skills/alpha/SKILL.md:6:32: error[CVG030]: `allow_implicit_invocation` is the text `no`, not `false`
    1 error
    ");
}

#[test]
fn a_misspelt_key() {
    insta::assert_snapshot!(short(&[skill("name: alpha\ndescription: Alpha\nclaude:\n  argument_hint: x\n")]), @r"
    canonical/skills/alpha/SKILL.md:5:3: error[CVG022]: unknown key `argument_hint`
    1 error
    ");
    insta::assert_snapshot!(short(&[skill("name: alpha\ndesciption: Alpha\n")]), @r"
    canonical/skills/alpha/SKILL.md:3:1: error[CVG022]: unknown key `desciption`
    1 error
    ");
}

#[test]
fn a_missing_description() {
    insta::assert_snapshot!(short(&[file("canonical/agents/a.md", "---\nname: a\n---\nHelp.\n")]), @r"
    canonical/agents/a.md:1:1: error[CVG023]: this agent has no description: the model cannot tell what it is for
    canonical/agents/a.md:1:1: warning[CVG132]: Codex does not load the agent `a` from a plugin: it has to be installed
    1 error, 1 warning
    ");
    insta::assert_snapshot!(short(&[file("canonical/commands/c.md", "---\nargument-hint: x\n---\nHelp.\n")]), @r"
    canonical/commands/c.md:1:1: error[CVG023]: this command has no description: it is not listed to the model
    canonical/commands/c.md:2:1: warning[CVG130]: Codex does not honour `argument-hint`: it is left out there
    1 error, 1 warning
    ");
}

#[test]
fn a_key_that_stands_twice() {
    insta::assert_snapshot!(short(&[plugin("version: 2.0.0\n")]), @r"
    canonical/plugin.yaml:6:1: error[CVG013]: the key `version` stands twice
    1 error
    ");
}

#[test]
fn what_a_rendered_tree_would_say_again() {
    insta::assert_snapshot!(short(&[hooks("- { id: a, event: Stop, run: bin/x, matcher: foo }\n")]), @r"
    canonical/hooks.yaml:2:46: error[CVG108]: `matcher` does not belong to `Stop`
    1 error
    ");
}

#[test]
fn two_components_of_one_name() {
    insta::assert_snapshot!(short(&[file("canonical/commands/alpha.md", "---\ndescription: Alpha\n---\nDo it.\n")]), @r"
    canonical/commands/alpha.md:1:1: error[CVG070]: a skill and a command are both called `alpha`
    1 error
    ");
}

#[test]
fn what_both_hosts_lack() {
    insta::assert_snapshot!(short(&[file("canonical/agents/a.md", "---\nname: a\ndescription: Helps\nmodel: strong\n---\nHelp.\n")]), @r"
    canonical/agents/a.md:1:1: warning[CVG132]: Codex does not load the agent `a` from a plugin: it has to be installed
    canonical/agents/a.md:4:1: error[CVG113]: no model tier `strong` in hosts/claude.yaml and hosts/codex.yaml
    1 error, 1 warning
    ");
    insta::assert_snapshot!(short(&[skill("name: alpha\ndescription: Alpha\nlicense: MIT\n")]), @r"
    canonical/skills/alpha/SKILL.md:4:1: warning[CVG130]: neither Claude Code nor Codex honours `license`: it is left out
    1 warning
    ");
}

#[test]
fn a_fix_is_headed_by_its_help() {
    insta::assert_snapshot!(full(&[skill("name: alpha\ndescription: Alpha\nallowed_tools: x\n")]), @r"
    error[CVG022]: unknown key `allowed_tools`
     --> canonical/skills/alpha/SKILL.md:4:1
      |
    4 | allowed_tools: x
      | ^^^^^^^^^^^^^
      |
    help: did you mean `allowed-tools`?
      |
    4 - allowed_tools: x
    4 + allowed-tools: x
      |

    1 error
    ");
    insta::assert_snapshot!(full(&[skill("name: alpha\ndescription: Fix issue #12 and so on\n")]), @r#"
    warning[CVG006]: the value is cut at ` #`: the rest is a YAML comment
     --> canonical/skills/alpha/SKILL.md:3:24
      |
    3 | description: Fix issue #12 and so on
      |                        ^^^^^^^^^^^^^ this text is lost
      |
    help: quote the value, or move the comment to a line of its own
      |
    3 - description: Fix issue #12 and so on
    3 + description: "Fix issue #12 and so on"
      |

    1 warning
    "#);
}

#[test]
fn a_change_of_the_whole_file_is_not_drawn() {
    insta::assert_snapshot!(full(&[file("canonical/skills/alpha/SKILL.md", "---\r\nname: alpha\r\ndescription: Alpha does the first thing\r\n---\r\n\r\n# Alpha\r\n\r\nDo it.\r\n")]), @r"
    warning[CVG005]: lines end in CR LF; they are rendered with LF
     --> canonical/skills/alpha/SKILL.md:1:4
      |
    1 | ---
      |    ^
      |
      = help: save the file with LF line ends
      = help: `cvg-gen lint --fix` does that

    1 warning
    ");
}
