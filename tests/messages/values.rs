//! Help for a value that is not what it should be.

use crate::{file, full, hooks, plugin, short, skill};

#[test]
fn yaml_files_are_not_frontmatter() {
    insta::assert_snapshot!(full(&[plugin("license\n")]), @r"
    error[CVG018]: this line is neither `key: value` nor part of the value above
     --> canonical/plugin.yaml:6:1
      |
    6 | license
      | ^^^^^^^
      |
      = help: write `key: value`, or indent it if it belongs to the value above

    1 error
    ");
    insta::assert_snapshot!(full(&[hooks("- { id: a, event: Stop run: bin/x }\n")]), @r"
    error[CVG018]: no comma stands in front of this key
     --> canonical/hooks.yaml:2:24
      |
    2 | - { id: a, event: Stop run: bin/x }
      |                        ^^^
      |
    help: put a comma in front of it
      |
    2 | - { id: a, event: Stop, run: bin/x }
      |                       +

    1 error
    ");
    insta::assert_snapshot!(full(&[plugin("%foo: 3\n- x\n")]), @r"
    error[CVG018]: this is not YAML: missing explicit document end marker before directive
     --> canonical/plugin.yaml:6:1
      |
    6 | %foo: 3
      | ^^^^^^^
      |
      = help: look at this line, and at what the lines above it leave open

    1 error
    ");
}

#[test]
fn a_person_and_a_list() {
    insta::assert_snapshot!(full(&[file("canonical/plugin.yaml", "name: demo\nversion: 1.0.0\ndescription: A plugin to try things on\nauthor: Ada\nhosts: [claude, codex]\n")]), @r"
    error[CVG147]: field `author`: expected a mapping, found a string
     --> canonical/plugin.yaml:4:9
      |
    4 | author: Ada
      |         ^^^
      |
    help: write `{ name: … }`
      |
    4 - author: Ada
    4 + author: { name: Ada }
      |

    1 error
    ");
    insta::assert_snapshot!(full(&[file("canonical/hooks.yaml", "- { id: a, event: Stop, run: bin/x }\n"), file("canonical/files/bin/x", "#!/bin/sh\n")]), @r"
    error[CVG147]: expected a mapping, found a list
     --> canonical/hooks.yaml:1:1
      |
    1 | - { id: a, event: Stop, run: bin/x }
      | ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
      |
      = help: put a line `hooks:` above the list

    1 error
    ");
    insta::assert_snapshot!(full(&[hooks("- { id: a, event: Stop, run: bin/x, timeout: 10000 }\n")]), @r"
    error[CVG148]: field `hooks[0].timeout`: 10000 is more than 3600
     --> canonical/hooks.yaml:2:46
      |
    2 | - { id: a, event: Stop, run: bin/x, timeout: 10000 }
      |                                              ^^^^^
      |
      = help: `timeout` counts seconds: milliseconds were meant? Write `10`

    1 error
    ");
}

#[test]
fn entries_of_accepted_losses() {
    insta::assert_snapshot!(short(&[skill("name: alpha\ndescription: Alpha\nlicense: MIT\n"), plugin("accepted_losses:\n- { code: CVG999, host: codex, reason: none }\n- { code: CVG047, host: codex, reason: none }\n- { code: CVG130, host: codex, file: canonical/skills/**, reason: none }\n- { code: CVG130, host: claude, file: 'a[', reason: none }\nallow:\n- { code: CVG047, file: 'a[', reason: none }\n- { code: CVG998, file: 'a', reason: none }\n- { code: CVG047, file: 'canonical/skills/alpha/SKILL.md', reason: none }\n")]), @r"
    canonical/plugin.yaml:7:11: error[CVG142]: no rule has the code `CVG999`
    canonical/plugin.yaml:8:11: error[CVG142]: `CVG047` is no loss, so it cannot be accepted as one
    canonical/plugin.yaml:9:38: error[CVG149]: `file` counts from `canonical`, so this meets nothing
    canonical/plugin.yaml:10:39: error[CVG149]: `file` is not a glob: unclosed character class; missing ']'
    canonical/plugin.yaml:12:25: error[CVG149]: `file` is not a glob: unclosed character class; missing ']'
    canonical/plugin.yaml:13:11: error[CVG142]: no rule has the code `CVG998`
    canonical/skills/alpha/SKILL.md:4:1: warning[CVG130]: neither Claude Code nor Codex honours `license`: it is left out
    6 errors, 1 warning
    ");
}

#[test]
fn hosts_and_placeholders() {
    insta::assert_snapshot!(short(&[hooks("- { id: a, event: Stop, run: bin/x, args: ['{hots}'] }\n")]), @r"
    canonical/hooks.yaml:2:44: error[CVG108]: `{hots}` stands for nothing, and is passed on as it is
    1 error
    ");
    insta::assert_snapshot!(short(&[skill("name: alpha\ndescription: Alpha\nhosts: [claude, claude]\n")]), @r"
    canonical/skills/alpha/SKILL.md:4:17: warning[CVG148]: field `hosts`: `claude` stands twice
    1 warning
    ");
}

#[test]
fn frontmatter_that_is_not_there() {
    insta::assert_snapshot!(full(&[file("canonical/commands/c.md", "Do it.\n")]), @r"
    error[CVG001]: this command has no frontmatter
     --> canonical/commands/c.md:1:1
      |
    1 | Do it.
      | ^^^^^^
      |
      = help: begin the file with `---`, `description:` and `---`, each on a line

    1 error
    ");
}
