//! Help says what to do, in the words of the source.

use crate::{file, full, hooks};

#[test]
fn a_path_that_leads_nowhere() {
    insta::assert_snapshot!(full(&[file("canonical/skills/alpha/SKILL.md", "---\nname: alpha\ndescription: Alpha does the first thing\n---\n\nSee [x](references/stlye.md)\n"), file("canonical/skills/alpha/references/style.md", "x\n")]), @r"
    error[CVG040]: the link leads to `references/stlye.md`, which does not exist
     --> canonical/skills/alpha/SKILL.md:6:9
      |
    6 | See [x](references/stlye.md)
      |         ^^^^^^^^^^^^^^^^^^^
      |
      = help: did you mean `references/style.md`?
      = note: shown as plugins/claude/skills/alpha/SKILL.md:6
      = for: claude, codex

    1 error
    ");
    insta::assert_snapshot!(full(&[file("canonical/skills/alpha/SKILL.md", "---\nname: alpha\ndescription: Alpha does the first thing\n---\n\nSee [x](references/zzz.md)\n")]), @r"
    error[CVG040]: the link leads to `references/zzz.md`, which does not exist
     --> canonical/skills/alpha/SKILL.md:6:9
      |
    6 | See [x](references/zzz.md)
      |         ^^^^^^^^^^^^^^^^^
      |
      = help: add `canonical/skills/alpha/references/zzz.md`, or write the path from this file's folder
      = note: shown as plugins/claude/skills/alpha/SKILL.md:6
      = for: claude, codex

    1 error
    ");
    insta::assert_snapshot!(full(&[hooks("- { id: a, event: Stop, run: bin/chekc }\n"), file("canonical/files/bin/check", "#!/bin/sh\n")]), @r"
    error[CVG105]: the hook needs `bin/chekc`, which the plugin does not have
     --> canonical/hooks.yaml:2:25
      |
    2 | - { id: a, event: Stop, run: bin/chekc }
      |                         ^^^^^^^^^^^^^^
      |
      = help: did you mean `bin/check`?
      = note: shown as plugins/claude/hooks/hooks.json:8
      = for: claude, codex

    1 error
    ");
}

#[test]
fn arguments_behind_a_program() {
    insta::assert_snapshot!(full(&[hooks("- { id: a, event: Stop, run: bin/x --fast }\n")]), @r#"
    error[CVG108]: `run` names one program, and `--fast` stands behind it
     --> canonical/hooks.yaml:2:30
      |
    2 | - { id: a, event: Stop, run: bin/x --fast }
      |                              ^^^^^^^^^^^^
      |
      = help: put arguments into `args`: `run: bin/x`, `args: ["--fast"]`

    1 error
    "#);
}

#[test]
fn what_nothing_reads() {
    insta::assert_snapshot!(full(&[file("canonical/skill/b/SKILL.md", "---\nname: alpha\ndescription: Alpha does the first thing\n---\n\n# Alpha\n\nDo it.\n")]), @r"
    warning[CVG089]: nothing reads this
     --> canonical/skill
      = help: did you mean `skills`?

    1 warning
    ");
    insta::assert_snapshot!(full(&[file("canonical/skills/x.md", "---\nname: alpha\ndescription: Alpha does the first thing\n---\n\n# Alpha\n\nDo it.\n")]), @r"
    warning[CVG089]: nothing reads this
     --> canonical/skills/x.md
      = help: a skill is a folder with a SKILL.md: move it to `skills/x/SKILL.md`

    1 warning
    ");
    insta::assert_snapshot!(full(&[file("canonical/partials/style.md", "x\n")]), @r"
    warning[CVG089]: nothing reads this
     --> canonical/partials/style.md
      = help: a partial's name ends in `.md.hbs`: call it `style.md.hbs`

    1 warning
    ");
    insta::assert_snapshot!(full(&[file("canonical/hosts/cdx.yaml", "vocab: { a: b }\n")]), @r"
    warning[CVG089]: nothing reads this
     --> canonical/hosts/cdx.yaml
      = help: did you mean `codex.yaml`?

    1 warning
    ");
    insta::assert_snapshot!(full(&[file("canonical/skills/x/skill.md", "---\nname: x\ndescription: x\n---\n\n# Alpha\n\nDo it.\n")]), @r"
    error[CVG088]: a skill's folder without SKILL.md
     --> canonical/skills/x
      = help: rename `skill.md` to `SKILL.md`: hosts read no other name

    1 error
    ");
    insta::assert_snapshot!(full(&[file("canonical/agents/README.md", "# Agents\n")]), @r"
    warning[CVG089]: this page is not rendered: `agents/` is for components
     --> canonical/agents/README.md:1:1
      |
    1 | # Agents
      | ^
      |
      = help: move it to `files/README.md` if the plugin should carry it, or delete it

    1 warning
    ");
}
