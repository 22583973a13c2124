//! What a host cannot express is counted, warned about, denied, or accepted with a reason.

use crate::common::Repo;

const SKILL: &str = "\
---
name: alpha
description: Alpha does the first thing
license: MIT
allowed-tools: Read
---
Do it.
";

fn lossy() -> Repo {
    let repo = Repo::with_skill();
    repo.write("canonical/skills/alpha/SKILL.md", SKILL);
    repo
}

#[test]
fn losses_are_warnings_and_counted_per_host() {
    lossy()
        .build()
        .says("plugins/claude: 2 files, 2 added (1 loss)\n")
        .says("plugins/codex: 2 files, 2 added (2 losses)\n")
        .warns("warning[CVG130]: neither Claude Code nor Codex honours `license`: it is left out\n")
        .warns("warning[CVG130]: Codex does not honour `allowed-tools`")
        .warns(" --> canonical/skills/alpha/SKILL.md:5:1\n")
        .warns("{ code: CVG130, host: codex, key: allowed-tools, reason: \"…\" }");
}

#[test]
fn deny_loss_makes_them_errors() {
    let repo = lossy();
    repo.run(&["--deny-loss"]).exits(1).warns("error[CVG130]").warns("nothing was written");
    assert!(!repo.exists("plugins"));
    repo.build();
    repo.run(&["--check", "--deny-loss"]).exits(1).warns("2 errors");
}

#[test]
fn an_accepted_loss_is_counted_and_not_told() {
    let repo = lossy();
    repo.append(
        "canonical/plugin.yaml",
        "accepted_losses:\n  \
           - { code: CVG130, host: codex, file: \"skills/*/SKILL.md\", key: license, reason: r }\n  \
           - { code: CVG130, host: codex, key: allowed-tools, reason: r }\n  \
           - { code: CVG130, host: claude, reason: r }\n",
    );
    let output = repo.run(&["--deny-loss"]).exits(0).says("(1 accepted loss)\n");
    let output = output.says("(2 accepted losses)\n");
    assert!(output.err.is_empty(), "{output}");
}

#[test]
fn an_acceptance_holds_for_what_it_names_only() {
    let repo = lossy();
    repo.append(
        "canonical/plugin.yaml",
        "accepted_losses:\n  \
           - { code: CVG130, host: codex, file: \"agents/*\", reason: elsewhere }\n  \
           - { code: CVG131, host: codex, reason: another code }\n  \
           - { code: CVG130, host: codex, key: metadata, reason: another key }\n",
    );
    let output = repo.build().says("(2 losses)\n");
    assert_eq!(output.err.matches("warning[CVG139]").count(), 3, "{output}");
}

#[test]
fn an_accepted_loss_that_no_longer_happens_is_reported() {
    let repo = Repo::with_skill();
    repo.append(
        "canonical/plugin.yaml",
        "accepted_losses:\n  - { code: CVG130, host: codex, reason: long gone }\n",
    );
    repo.build()
        .warns("warning[CVG139]: the accepted loss CVG130 on Codex does not happen\n")
        .warns(" --> canonical/plugin.yaml:7:5\n")
        .warns("= help: delete the entry");
    // A run that is not about Codex cannot tell.
    repo.run(&["--host", "claude"]).exits(0).says_nothing_of("CVG139");
}

#[test]
fn an_acceptance_needs_a_reason() {
    let repo = lossy();
    let entry = "accepted_losses: [{ code: CVG130, host: codex }]\n";
    repo.append("canonical/plugin.yaml", entry);
    repo.run(&[]).exits(1).warns("error[CVG146]: missing field `reason`");
}

#[test]
fn hooks_that_a_host_lacks_are_losses() {
    let repo = Repo::with_skill();
    repo.write("canonical/files/bin/x", "#!/bin/sh\n").executable("canonical/files/bin/x");
    repo.write(
        "canonical/hooks.yaml",
        "hooks:\n  - { id: a, event: Notification, run: bin/x }\n  \
           - { id: b, event: PreToolUse, tools: [edit, notebook], run: bin/x }\n",
    );
    repo.build()
        .says("plugins/codex: 4 files, 4 added (2 losses)")
        .warns("warning[CVG131]: Codex has no event `Notification`: the hook `a` is left out there")
        .warns(" --> canonical/hooks.yaml:2:21\n")
        .warns("warning[CVG135]: Codex has no tool of the class `notebook`");
}

#[test]
fn agents_lose_on_both_hosts() {
    let repo = Repo::with_skill();
    let agent = |tools: &str| {
        format!("---\nname: helper\ndescription: Helps\ntools: {tools}\n---\nHelp.\n")
    };
    repo.write("canonical/agents/helper.md", agent("[read, patch]"));
    repo.build()
        .warns("warning[CVG132]: Codex does not load the agent `helper` from a plugin")
        .warns("warning[CVG133]: Codex does not restrict the tools of the agent `helper`")
        .warns("the agent `helper` cannot list the tools of the class `patch`");
    // An empty list would allow every tool, the opposite of what was asked for.
    repo.write("canonical/agents/helper.md", agent("[patch]"));
    repo.run(&[]).exits(1).warns("error[CVG133]: no tool is left for the agent `helper`");
    repo.write("canonical/agents/helper.md", agent("[]"));
    repo.run(&[]).exits(1).warns("error[CVG148]: field `tools`");
}

#[test]
fn a_silence_quiets_one_place_and_needs_a_reason() {
    let repo = Repo::with_skill();
    repo.write("canonical/skills/alpha/references/old.md", "Nobody links me.\n");
    repo.build().warns("warning[CVG058]");
    repo.append(
        "canonical/plugin.yaml",
        "allow: [{ code: CVG058, file: \"skills/alpha/references/old.md\", reason: kept }]\n",
    );
    repo.build().says_nothing_of("CVG058").says_nothing_of("CVG141");
    repo.remove("canonical/skills/alpha/references");
    repo.build().warns("warning[CVG141]").warns(" --> canonical/plugin.yaml:6:9\n");
    repo.edit("canonical/plugin.yaml", ", reason: kept", "");
    repo.run(&[]).exits(1).warns("error[CVG146]: missing field `reason`");
}

#[test]
fn a_silence_in_a_template_is_not_rendered() {
    let repo = Repo::with_skill();
    repo.write(
        "canonical/partials/unused.md.hbs",
        "{{!-- cvg-allow-file CVG057: kept for later --}}\nText.\n",
    );
    repo.write(
        "canonical/skills/alpha/SKILL.md.hbs",
        "---\nname: alpha\ndescription: Does the first thing\n---\n\
         {{!-- cvg-allow CVG141: nothing here --}}\nText of {{plugin.name}}.\n",
    );
    repo.remove("canonical/skills/alpha/SKILL.md");
    repo.build().says_nothing_of("CVG057");
    assert!(repo.read("plugins/claude/skills/alpha/SKILL.md").ends_with("---\nText of demo.\n"));
}
