//! What people read when something is wrong: each message to the letter.
#![cfg(unix)]

mod common;

use common::{Output, PLUGIN, Repo};

/// Everything that a failing build says.
fn faults(repo: &Repo) -> String {
    let Output { code, out, err } = repo.run(&[]);
    assert_eq!(code, Some(1), "{err}");
    assert!(out.is_empty(), "{out}");
    assert!(!repo.exists("plugins"), "nothing is written");
    err
}

/// A repository whose only skill is this template.
fn template(body: &str) -> Repo {
    let repo = Repo::empty();
    repo.write("canonical/plugin.yaml", PLUGIN);
    repo.write(
        "canonical/skills/alpha/SKILL.md.hbs",
        format!("---\nname: alpha\ndescription: Alpha does the first thing\n---\n{body}"),
    );
    repo
}

#[test]
fn an_unknown_helper() {
    let repo = template("Start {{skil \"alpha\"}} now.\n");
    insta::assert_snapshot!(faults(&repo), @r#"
    error[CVG051]: unknown helper `skil`
     --> canonical/skills/alpha/SKILL.md.hbs:5:7
      |
    5 | Start {{skil "alpha"}} now.
      |       ^^^^^^^^^^^^^^^^
      |
      = help: did you mean `skill`?
      = for: claude, codex

    1 error
    nothing was written
    "#);
}

#[test]
fn an_unclosed_block_is_told_at_its_start() {
    let repo = template("One.\n\n{{#host \"claude\"}}\nTwo.\n\nThree.\n");
    insta::assert_snapshot!(faults(&repo), @r#"
    error[CVG060]: `{{#host}}` is never closed
     --> canonical/skills/alpha/SKILL.md.hbs:7:1
      |
    7 | {{#host "claude"}}
      | ^^^^^^^^^^^^^^^^^^
      |
      = help: add `{{/host}}`

    1 error
    nothing was written
    "#);
}

#[test]
fn a_skill_that_one_host_does_not_get() {
    let repo = template("See {{skill \"beta\"}}.\n");
    repo.write(
        "canonical/skills/beta/SKILL.md",
        "---\nname: beta\ndescription: Beta\nhosts: [claude]\n---\nText.\n",
    );
    insta::assert_snapshot!(faults(&repo), @r#"
    error[CVG054]: unknown skill `beta`
     --> canonical/skills/alpha/SKILL.md.hbs:5:14
      |
    5 | See {{skill "beta"}}.
      |              ^^^^
      |
      = help: known: alpha
      = for: codex

    1 error
    nothing was written
    "#);
}

#[test]
fn partials_that_include_each_other() {
    let repo = template("{{> one}}\n");
    repo.write("canonical/partials/one.md.hbs", "One.\n{{> two}}\n");
    repo.write("canonical/partials/two.md.hbs", "Two.\n{{> one}}\n");
    insta::assert_snapshot!(faults(&repo), @r"
    error[CVG059]: the partial `one` includes itself, through one and two
     --> canonical/partials/two.md.hbs:2:1
      |
    2 | {{> one}}
      | ^^^^^^^^^
      |
      = help: take one of them out

    1 error
    nothing was written
    ");
}

#[test]
fn an_unknown_field_of_plugin_yaml() {
    let repo = Repo::with_skill();
    repo.edit("canonical/plugin.yaml", "version:", "verison:");
    insta::assert_snapshot!(faults(&repo), @r"
    error[CVG145]: unknown field `verison`
     --> canonical/plugin.yaml:2:1
      |
    2 | verison: 1.0.0
      | ^^^^^^^
      |
    help: did you mean `version`?
      |
    2 - verison: 1.0.0
    2 + version: 1.0.0
      |

    1 error
    nothing was written
    ");
}

#[test]
fn plugin_yaml_that_is_not_yaml() {
    let repo = Repo::with_skill();
    repo.edit("canonical/plugin.yaml", "description: A", "description: Demo: a");
    insta::assert_snapshot!(faults(&repo), @r#"
    error[CVG007]: a plain value may not hold `: `
     --> canonical/plugin.yaml:3:18
      |
    3 | description: Demo: a plugin to try things on
      |                  ^
      |
    help: quote the value
      |
    3 - description: Demo: a plugin to try things on
    3 + description: "Demo: a plugin to try things on"
      |

    1 error
    nothing was written
    "#);
}

#[test]
fn a_colon_in_the_description_of_a_skill() {
    let repo = Repo::with_skill();
    repo.edit(
        "canonical/skills/alpha/SKILL.md",
        "\"Alpha does the first thing\"",
        "Use when: the first thing is to be done",
    );
    insta::assert_snapshot!(faults(&repo), @r#"
    error[CVG007]: a plain value may not hold `: `
     --> canonical/skills/alpha/SKILL.md:3:22
      |
    3 | description: Use when: the first thing is to be done
      |                      ^
      |
    help: quote the value
      |
    3 - description: Use when: the first thing is to be done
    3 + description: "Use when: the first thing is to be done"
      |

    1 error
    nothing was written
    "#);
}

#[test]
fn two_sources_for_one_path() {
    let repo = Repo::with_skill();
    repo.write("canonical/commands/alpha.md", "---\ndescription: Alpha\n---\nDo it.\n");
    insta::assert_snapshot!(faults(&repo), @r"
    error[CVG070]: a skill and a command are both called `alpha`
     --> canonical/commands/alpha.md:1:1
      |
    1 | ---
      | ^
      |
     ::: canonical/skills/alpha/SKILL.md:1:1
      |
    1 | ---
      | - the other one
      |
      = help: rename one of them: on Codex a command is a skill, too

    1 error
    nothing was written
    ");
}

#[test]
fn a_word_that_one_host_lacks() {
    let repo = template("To do so, {{vocab.spwan}} or {{vocab.ask}}.\n");
    repo.write("canonical/hosts/claude.yaml", "vocab: { spawn: start one, ask: ask }\n");
    repo.write("canonical/hosts/codex.yaml", "vocab: { spawn: spawn one }\n");
    insta::assert_snapshot!(faults(&repo), @r"
    error[CVG052]: unknown name `vocab.spwan`
     --> canonical/skills/alpha/SKILL.md.hbs:5:13
      |
    5 | To do so, {{vocab.spwan}} or {{vocab.ask}}.
      |             ^^^^^^^^^^^
      |
      = help: did you mean `vocab.spawn`?
      = for: claude, codex

    error[CVG052]: hosts/codex.yaml lacks the word `ask`
     --> canonical/skills/alpha/SKILL.md.hbs:5:32
      |
    5 | To do so, {{vocab.spwan}} or {{vocab.ask}}.
      |                                ^^^^^^^^^
      |
      = help: add `ask:` to its `vocab`, as in hosts/claude.yaml
      = for: codex

    2 errors
    nothing was written
    ");
}

#[test]
fn a_tag_in_a_frontmatter_value() {
    let repo = template("Text.\n");
    repo.edit(
        "canonical/skills/alpha/SKILL.md.hbs",
        "description: Alpha does the first thing",
        "description: 'Alpha, like {{skill \"bta\"}}'",
    );
    repo.skill("beta", "Beta does the second thing", "Text.\n");
    insta::assert_snapshot!(faults(&repo), @r#"
    error[CVG054]: unknown skill `bta`
     --> canonical/skills/alpha/SKILL.md.hbs:3:14
      |
    3 | description: 'Alpha, like {{skill "bta"}}'
      |              ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
      |
      = help: did you mean `beta`?
      = for: claude, codex

    1 error
    nothing was written
    "#);
}

#[test]
fn hooks_that_no_host_could_run() {
    let repo = Repo::with_skill();
    repo.write("canonical/files/bin/x", "#!/bin/sh\n").executable("canonical/files/bin/x");
    repo.write(
        "canonical/hooks.yaml",
        "hooks:\n\
         - { id: a, event: PreTolUse, run: bin/x }\n\
         - { id: a, event: PreToolUse, run: ../x, tools: [shel] }\n\
         - { id: b, event: SessionStart, run: bin/x, tools: [edit], timeout: 0 }\n",
    );
    insta::assert_snapshot!(faults(&repo), @r"
    error[CVG108]: no host has the event `PreTolUse`
     --> canonical/hooks.yaml:2:19
      |
    2 | - { id: a, event: PreTolUse, run: bin/x }
      |                   ^^^^^^^^^
      |
      = help: did you mean `PreToolUse`?

    error[CVG108]: another hook has the id `a`
     --> canonical/hooks.yaml:3:9
      |
    3 | - { id: a, event: PreToolUse, run: ../x, tools: [shel] }
      |         ^
      |
      = help: give each hook its own id

    error[CVG108]: `../x` is no path in the plugin's root
     --> canonical/hooks.yaml:3:36
      |
    3 | - { id: a, event: PreToolUse, run: ../x, tools: [shel] }
      |                                    ^^^^
      |
      = help: name a file of the plugin, such as `bin/check`

    error[CVG114]: unknown tool class `shel`
     --> canonical/hooks.yaml:3:50
      |
    3 | - { id: a, event: PreToolUse, run: ../x, tools: [shel] }
      |                                                  ^^^^
      |
      = help: did you mean `shell`?

    error[CVG108]: `SessionStart` is not about tools, so `tools` means nothing
     --> canonical/hooks.yaml:4:52
      |
    4 | - { id: b, event: SessionStart, run: bin/x, tools: [edit], timeout: 0 }
      |                                                    ^^^^^^
      |
      = help: use `matcher`, or leave it out

    error[CVG148]: field `hooks[2].timeout`: 0 is less than 1
     --> canonical/hooks.yaml:4:69
      |
    4 | - { id: b, event: SessionStart, run: bin/x, tools: [edit], timeout: 0 }
      |                                                                     ^

    6 errors
    nothing was written
    ");
}

#[test]
fn all_faults_of_a_run_at_once_in_a_stable_order() {
    let repo = template("{{#host \"claud\"}}x{{/host}} {{tool \"edti\"}} {{> noone}}\n");
    repo.append("canonical/plugin.yaml", "license: 3\n");
    repo.write("canonical/agents/helper.md", "---\nname: helper\ntools: [reed]\n---\nHelp.\n");
    repo.write("canonical/skills/beta/SKILL.md", "No frontmatter.\n");
    let first = faults(&repo);
    insta::assert_snapshot!(first, @r#"
    error[CVG023]: this agent has no description: the model cannot tell what it is for
     --> canonical/agents/helper.md:1:1
      |
    1 | ---
      | ^^^
      |
      = help: say what it does and when to use it

    error[CVG114]: unknown tool class `reed`
     --> canonical/agents/helper.md:3:9
      |
    3 | tools: [reed]
      |         ^^^^
      |
      = help: did you mean `read`?

    error[CVG147]: field `license`: expected a string, found a number
     --> canonical/plugin.yaml:6:10
      |
    6 | license: 3
      |          ^
      |
    help: quote the value
      |
    6 - license: 3
    6 + license: "3"
      |

    error[CVG061]: unknown host `claud`
     --> canonical/skills/alpha/SKILL.md.hbs:5:1
      |
    5 | {{#host "claud"}}x{{/host}} {{tool "edti"}} {{> noone}}
      | ^^^^^^^^^^^^^^^^^
      |
      = help: did you mean `claude`?
      = for: claude, codex

    error[CVG056]: unknown tool `edti`
     --> canonical/skills/alpha/SKILL.md.hbs:5:37
      |
    5 | {{#host "claud"}}x{{/host}} {{tool "edti"}} {{> noone}}
      |                                     ^^^^
      |
      = help: did you mean `edit`?
      = for: claude, codex

    error[CVG053]: unknown partial `noone`
     --> canonical/skills/alpha/SKILL.md.hbs:5:45
      |
    5 | {{#host "claud"}}x{{/host}} {{tool "edti"}} {{> noone}}
      |                                             ^^^^^^^^^^^
      |
      = for: claude, codex

    error[CVG001]: this skill has no frontmatter
     --> canonical/skills/beta/SKILL.md:1:1
      |
    1 | No frontmatter.
      | ^^^^^^^^^^^^^^^
      |
      = help: begin the file with `---`, `name:`, `description:` and `---`, each on a line

    7 errors
    nothing was written
    "#);
    for threads in ["1", "8"] {
        assert_eq!(repo.run(&["--threads", threads]).err, first);
    }
    // Once the manifest can be read, what the hosts lose shows as well.
    repo.edit("canonical/plugin.yaml", "license: 3\n", "");
    let second = faults(&repo);
    assert!(second.contains("6 errors, 2 warnings"), "{second}");
}
