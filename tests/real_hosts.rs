//! Loads the committed plugin trees into the real hosts: the oldest and the newest Claude Code
//! that we promise, and Codex. A tree that looks right to us but that a host refuses, or loads
//! with a skill missing, fails here.
//!
//! Nothing leaves the machine: homes are throw-away, the model is a stand-in on loopback, there
//! are no credentials. The hosts come from the npm package in tests/hosts, which the first test
//! installs (about 1.1 GB, once). `CVG_SKIP_HOSTS=1` skips every test that needs them.
#![expect(
    clippy::disallowed_methods,
    reason = "the hosts get a cleared environment, and one install at a time is a lock's work"
)]

mod hosts;

use std::process::Command;

use hosts::claude::{Claude, NEWEST, OLDEST};
use hosts::codex::Codex;
use hosts::trees::Trees;
use serde_json::json;

#[test]
fn the_committed_trees_are_what_cvg_gen_renders() {
    let mut check = Command::new(env!("CARGO_BIN_EXE_cvg-gen"));
    check.args(["check", "--root", env!("CARGO_MANIFEST_DIR")]);
    hosts::run::run(&mut check).succeeded();
}

#[test]
fn the_oldest_claude_code_validates_the_trees() {
    let Some(claude) = Claude::start(OLDEST) else { return };
    let trees = Trees::committed();
    claude.validate(&trees.plugin("claude"), &[]).succeeded();
    claude.validate(trees.root(), &[]).succeeded();
}

#[test]
fn the_newest_claude_code_validates_the_trees_without_a_warning() {
    let Some(claude) = Claude::start(NEWEST) else { return };
    let trees = Trees::committed();
    // The profile adds what the public plugin directory would refuse: a missing README, an icon
    // of the wrong size. With `--strict` (always given) its warnings fail as well.
    let plugin = claude.validate(&trees.plugin("claude"), &["--profile", "directory", "--json"]);
    hosts::claude::assert_nothing_reported(&plugin);
    let marketplace = claude.validate(trees.root(), &["--json"]);
    hosts::claude::assert_nothing_reported(&marketplace);
}

#[test]
fn the_oldest_claude_code_installs_and_loads_the_plugin() {
    claude_installs_and_loads(OLDEST);
}

#[test]
fn the_newest_claude_code_installs_and_loads_the_plugin() {
    claude_installs_and_loads(NEWEST);
}

fn claude_installs_and_loads(version: hosts::claude::Version) {
    let Some(claude) = Claude::start(version) else { return };
    let trees = Trees::committed();
    claude.add_marketplace(trees.root()).succeeded();
    claude.install().succeeded();

    let plugin = claude.installed().expect("`plugin list` does not name convergo@convergo");
    assert_eq!(plugin["enabled"], true, "{plugin}");
    assert_eq!(plugin["version"], trees.manifest("claude")["version"], "{plugin}");
    let errors = plugin.get("errors").and_then(|errors| errors.as_array());
    assert!(errors.is_none_or(Vec::is_empty), "{plugin}");

    // What the host says it found in the tree ...
    let inventory = claude.inventory();
    for name in trees.skills("claude").iter().chain(&trees.agents()) {
        assert!(inventory.contains(name), "`plugin details` lacks {name}: {inventory:?}");
    }
    for event in trees.hooks("claude").keys() {
        assert!(inventory.contains(event), "`plugin details` lacks {event}: {inventory:?}");
    }
    // ... and what a session then offers.
    let offer = claude.offer(trees.root());
    assert!(offer.errors.is_empty(), "plugin_errors: {:?}", offer.errors);
    assert_eq!(offer.invocable, trees.invocable());
    assert_eq!(offer.agents, trees.agents());
}

#[test]
fn codex_installs_and_loads_the_plugin() {
    let Some(codex) = Codex::start() else { return };
    let trees = Trees::committed();
    codex.add_marketplace(trees.root()).succeeded();
    let version = &trees.manifest("codex")["version"];
    let added = codex.add().succeeded().json();
    assert_eq!(&added["version"], version, "{added}");

    let plugin = codex.installed().expect("`plugin list` does not name convergo@convergo");
    assert_eq!(plugin["enabled"], true, "{plugin}");
    assert_eq!(&plugin["version"], version, "{plugin}");

    let loaded = codex.skills(trees.root());
    assert!(loaded.errors.is_empty(), "skills/list reports {:?}", loaded.errors);
    assert_eq!(loaded.names, trees.skills("codex"));
    assert_eq!(codex.hooks(trees.root()), trees.hooks("codex").values().sum::<usize>());
}

// The tests above are worth something only if the hosts really refuse a broken tree.

#[test]
fn the_oldest_claude_code_refuses_a_manifest_with_an_agents_directory() {
    claude_refuses_an_agents_directory(OLDEST);
}

#[test]
fn the_newest_claude_code_refuses_a_manifest_with_an_agents_directory() {
    claude_refuses_an_agents_directory(NEWEST);
}

fn claude_refuses_an_agents_directory(version: hosts::claude::Version) {
    let Some(claude) = Claude::start(version) else { return };
    let trees = Trees::committed();
    trees.edit_manifest("claude", |manifest| manifest["agents"] = json!("./agents"));
    claude.validate(&trees.plugin("claude"), &[]).failed_with("agents");

    claude.add_marketplace(trees.root()).succeeded();
    claude.install().failed_with("agents");
    let offer = claude.offer(trees.root());
    assert!(offer.invocable.is_empty(), "loaded all the same: {:?}", offer.invocable);
}

#[test]
fn the_oldest_claude_code_refuses_a_skill_whose_frontmatter_is_not_yaml() {
    claude_refuses_frontmatter_that_is_not_yaml(OLDEST);
}

#[test]
fn the_newest_claude_code_refuses_a_skill_whose_frontmatter_is_not_yaml() {
    claude_refuses_frontmatter_that_is_not_yaml(NEWEST);
}

fn claude_refuses_frontmatter_that_is_not_yaml(version: hosts::claude::Version) {
    let Some(claude) = Claude::start(version) else { return };
    let trees = Trees::committed();
    // At run time the host drops all metadata of such a skill and hides it from the model.
    trees.write_skill("claude", "broken", "---\ndescription: Use when:\n---\n\nText.\n");
    claude.validate(&trees.plugin("claude"), &[]).failed_with("broken");
}

#[test]
fn codex_refuses_a_manifest_with_another_name() {
    let Some(codex) = Codex::start() else { return };
    let trees = Trees::committed();
    trees.edit_manifest("codex", |manifest| manifest["name"] = json!("other"));
    codex.add_marketplace(trees.root()).succeeded();
    codex.add().failed_with("does not match");
}

#[test]
fn codex_reports_a_skill_whose_frontmatter_it_cannot_see() {
    let Some(codex) = Codex::start() else { return };
    let trees = Trees::committed();
    let behind_a_bom = "\u{feff}---\nname: \"broken\"\ndescription: \"A skill.\"\n---\n\nText.\n";
    trees.write_skill("codex", "broken", behind_a_bom);
    codex.add_marketplace(trees.root()).succeeded();
    codex.add().succeeded();

    let loaded = codex.skills(trees.root());
    assert_eq!(loaded.errors.len(), 1, "{:?}", loaded.errors);
    assert!(!loaded.names.contains("broken"), "{:?}", loaded.names);
}
