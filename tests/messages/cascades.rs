//! A part that cannot be read is not taken for one that is not there.

use crate::{file, gone, hooks, plugin, short, skill};

#[test]
fn a_fault_in_hooks_does_not_make_an_accepted_loss_stale() {
    insta::assert_snapshot!(short(&[hooks("- { id: a, event: PermissionDenied, run: bin/x, tiemout: 3 }\n"), plugin("accepted_losses:\n- { code: CVG133, host: codex, key: PermissionDenied, reason: none }\n")]), @r"
    canonical/hooks.yaml:2:49: error[CVG145]: unknown field `tiemout` in `hooks[0]`
    1 error
    ");
}

#[test]
fn a_skill_that_cannot_be_read_uses_what_it_uses() {
    insta::assert_snapshot!(short(&[gone("canonical/skills/alpha/SKILL.md"), file("canonical/skills/alpha/SKILL.md.hbs", "---\nname: alpha\ndescription: A: b\nlicense: MIT\n---\n\nSee {{> p}} and [x](references/x.md)\n"), file("canonical/partials/p.md.hbs", "x\n"), file("canonical/skills/alpha/references/x.md", "text\n"), plugin("accepted_losses:\n- { code: CVG130, host: codex, key: license, reason: none }\n")]), @r"
    canonical/skills/alpha/SKILL.md.hbs:3:15: error[CVG007]: a plain value may not hold `: `
    1 error
    ");
}

#[test]
fn a_skill_that_cannot_be_read_may_be_named() {
    insta::assert_snapshot!(short(&[skill("name: alpha\ndescription: A: b\n"), file("canonical/skills/beta/SKILL.md.hbs", "---\nname: beta\ndescription: Beta\n---\n\nSee {{skill \"alpha\"}} and [it](../alpha/SKILL.md), not {{skill \"alhpa\"}}.\n")]), @r"
    canonical/skills/alpha/SKILL.md:3:15: error[CVG007]: a plain value may not hold `: `
    canonical/skills/beta/SKILL.md.hbs:6:65: error[CVG054]: unknown skill `alhpa`
    2 errors
    ");
    insta::assert_snapshot!(short(&[file("canonical/agents/a.md", "---\nname: a\ndescription: A: b\n---\nHelp.\n"), file("canonical/skills/beta/SKILL.md.hbs", "---\nname: beta\ndescription: Beta\n---\n\nAsk {{agent \"a\"}}.\n")]), @r"
    canonical/agents/a.md:3:15: error[CVG007]: a plain value may not hold `: `
    1 error
    ");
}

#[test]
fn a_template_that_cannot_be_parsed_uses_its_partials() {
    insta::assert_snapshot!(short(&[file("canonical/skills/beta/SKILL.md.hbs", "---\nname: beta\ndescription: Beta\n---\n\nSee {{> p}} {{#if plugin.name}}\n"), file("canonical/partials/p.md.hbs", "x\n")]), @r"
    canonical/skills/beta/SKILL.md.hbs:6:13: error[CVG060]: `{{#if}}` is never closed
    1 error
    ");
}

#[test]
fn of_a_block_for_an_unknown_host_no_branch_counts() {
    insta::assert_snapshot!(short(&[file("canonical/skills/beta/SKILL.md.hbs", "---\nname: beta\ndescription: Beta\n---\n\n{{#host \"clade\"}}x{{else}}See {{skill \"gamma\"}}{{/host}}\n")]), @r"
    canonical/skills/beta/SKILL.md.hbs:6:1: error[CVG061]: unknown host `clade`
    1 error
    ");
}

#[test]
fn a_source_without_plugin_yaml() {
    insta::assert_snapshot!(short(&[gone("canonical/plugin.yaml")]), @r"
    canonical/plugin.yaml:1:1: error[CVG088]: `canonical/plugin.yaml` is missing
    1 error
    ");
    insta::assert_snapshot!(short(&[gone("canonical/plugin.yaml"), file("canonical/agents/a.md", "---\nname: a\ndescription: d\n---\nx\n"), file("canonical/partials/x.md.hbs", "x\n"), file("canonical/files/x", "x\n"), file("canonical/schemas/x.json", "{}\n"), file("canonical/hooks.yaml", "hooks: []\n"), file("canonical/files/bin/x", "#!/bin/sh\n"), file("canonical/marketplace.yaml", "name: demo-market\ndescription: A catalogue\nowner: { name: S }\n")]), @r"
    canonical/plugin.yaml:1:1: error[CVG088]: `canonical/plugin.yaml` is missing
    1 error
    ");
}

#[test]
fn no_fault_is_left_to_a_missing_field() {
    insta::assert_snapshot!(short(&[plugin("keywords: a]\nclaude: {a: b}}\n")]), @r"
    canonical/plugin.yaml:7:15: error[CVG018]: this is not YAML: misplaced bracket
    1 error
    ");
}
