//! C. Manifests, hooks, layout.

use std::process::Command;

use serde_json::Value;

use crate::common::{MARKETPLACE, Repo};
use crate::{MANIFEST, SKILL, foreign};

const HOOKS: &str = "hooks:\n\
     - { id: edits, event: PreToolUse, tools: [edit], run: bin/guard }\n\
     - { id: told, event: Notification, run: bin/guard }\n";

fn with_hooks() -> Repo {
    let repo = Repo::with_skill();
    repo.write("canonical/hooks.yaml", HOOKS);
    repo.write("canonical/files/bin/guard", "#!/bin/sh\n");
    repo.executable("canonical/files/bin/guard");
    repo
}

fn json(repo: &Repo, path: &str) -> Value {
    serde_json::from_str(&repo.read(path)).expect("JSON")
}

/// <https://github.com/openai/codex/issues/39895>: a `plugin.json` at the root disables
/// every hook.
#[test]
fn issue_21_root_plugin_json() {
    let hooks = "{ \"hooks\": { \"Stop\": [{ \"hooks\": [{ \"type\": \"command\", \"command\": \
                 \"\\\"${PLUGIN_ROOT}/bin/x\\\"\" }] }] } }\n";
    let schema = "\"$schema\": \"https://agent-plugins.org/schemas/1.0.0/plugin.schema.json\"";
    let root = MANIFEST.replace("\"name\"", &format!("{schema},\n  \"name\""));
    let files = [("plugin.json", root.as_str()), ("hooks/hooks.json", hooks), ("bin/x", "x\n")];
    foreign("codex", &files).exits(1).finds("CVG095", "plugin.json:2").says("loads no hooks");
    // Without the schema it is only a second manifest, which drifts.
    foreign("codex", &[("plugin.json", MANIFEST)]).exits(0).finds("CVG095", "plugin.json:1");
}

/// <https://github.com/affaan-m/ECC/issues/103>: `hooks/hooks.json` is loaded by itself, and
/// naming it in the manifest loads it twice.
#[test]
fn issue_22_hooks_named_twice() {
    let repo = with_hooks();
    repo.build();
    let manifest = json(&repo, "plugins/claude/.claude-plugin/plugin.json");
    assert!(manifest.get("hooks").is_none(), "{manifest}");
    let manifest = MANIFEST.replace("\"name\"", "\"hooks\": \"./hooks/hooks.json\",\n  \"name\"");
    let hooks = "{ \"hooks\": {} }\n";
    foreign("claude", &[(".claude-plugin/plugin.json", &manifest), ("hooks/hooks.json", hooks)])
        .exits(1)
        .finds("CVG096", ".claude-plugin/plugin.json:2");
    repo.append("canonical/plugin.yaml", "claude: { hooks: ./hooks/hooks.json }\n");
    repo.run(&["--format", "short"]).exits(1).finds("CVG096", "canonical/plugin.yaml:6");
}

/// <https://github.com/PostHog/ai-plugin/pull/208>: hooks that a host never runs cost its
/// users a trust prompt; an unquoted root breaks at a space.
#[test]
fn issue_24_no_dead_hooks_and_quoted_roots() {
    let repo = with_hooks();
    repo.run(&["--format", "short"]).exits(0).finds("CVG131", "canonical/hooks.yaml:3:");
    let codex = json(&repo, "plugins/codex/hooks/hooks.json");
    let events: Vec<&String> = codex["hooks"].as_object().expect("events").keys().collect();
    assert_eq!(events, ["PreToolUse"]);
    let command = &codex["hooks"]["PreToolUse"][0]["hooks"][0]["command"];
    assert_eq!(command, "\"${PLUGIN_ROOT}/bin/guard\" --host codex");
    // A plugin whose every hook is for the other host has no hooks file at all.
    repo.write("canonical/hooks.yaml", "hooks: [{ id: a, event: Notification, run: bin/guard }]\n");
    repo.build();
    assert!(!repo.exists("plugins/codex/hooks") && repo.exists("plugins/claude/hooks/hooks.json"));
    let hooks = "{ \"hooks\": { \"Stop\": [{ \"hooks\": [{ \"type\": \"command\", \"command\": \
                 \"${CLAUDE_PLUGIN_ROOT}/bin/x\" }] }] } }\n";
    foreign("claude", &[("hooks/hooks.json", hooks), ("bin/x", "#!/bin/sh\n")])
        .finds("CVG103", "hooks/hooks.json:1");
}

/// <https://github.com/sangrokjung/claude-forge/issues/52> and
/// <https://github.com/thedotmack/claude-mem/issues/2972>: a hooks file without its wrapper,
/// or with a key of the author's own, is refused whole.
#[test]
fn issue_25_shape_of_hooks_json() {
    let handler = "[{ \"hooks\": [{ \"type\": \"command\", \"command\": \"true\" }] }]";
    foreign("claude", &[("hooks/hooks.json", &format!("{{ \"Stop\": {handler} }}\n"))])
        .exits(1)
        .finds("CVG100", "hooks/hooks.json:1");
    // The Codex that is supported reads `description`, and still refuses any other key.
    let own = format!("{{ \"$schema\": \"x\", \"hooks\": {{ \"Stop\": {handler} }} }}\n");
    foreign("codex", &[("hooks/hooks.json", &own)]).exits(1).finds("CVG100", "hooks/hooks.json:1");
    let repo = with_hooks();
    repo.build();
    for host in ["claude", "codex"] {
        let hooks = json(&repo, &format!("plugins/{host}/hooks/hooks.json"));
        let keys: Vec<&String> = hooks.as_object().expect("an object").keys().collect();
        assert_eq!(keys, ["hooks"]);
    }
}

/// <https://github.com/browserbase/skills/issues/118>: Codex lists nothing for a source that
/// is a text, or the root itself.
#[test]
fn issue_27_codex_marketplace_source() {
    let repo = Repo::with_skill();
    repo.write("canonical/marketplace.yaml", MARKETPLACE);
    repo.build();
    let entry = &json(&repo, ".agents/plugins/marketplace.json")["plugins"][0];
    assert_eq!(
        entry["source"],
        serde_json::json!({ "source": "local", "path": "./plugins/codex" })
    );
}

/// <https://github.com/coreyhaines31/marketingskills/issues/270>: Claude Code wants `./`.
#[test]
fn issue_28_claude_marketplace_source() {
    let repo = Repo::with_skill();
    repo.write("canonical/marketplace.yaml", MARKETPLACE);
    repo.build();
    let path = ".claude-plugin/marketplace.json";
    assert_eq!(json(&repo, path)["plugins"][0]["source"], "./plugins/claude");
    let catalogue = "{\n  \"name\": \"m\",\n  \"description\": \"d\",\n  \"owner\": { \"name\": \"s\" \
                     },\n  \"plugins\": [{ \"name\": \"demo\", \"source\": \"plugins/demo\" }]\n}\n";
    foreign("claude", &[(path, catalogue)]).exits(1).finds("CVG098", &format!("{path}:5"));
}

/// <https://github.com/0xSteph/pentest-ai-agents/pull/15>: owner missing, version a number,
/// author a text: the plugin cannot be installed.
#[test]
fn issue_29_typed_manifests() {
    let repo = Repo::with_skill();
    repo.write("canonical/marketplace.yaml", "name: m\ndescription: d\n");
    repo.edit("canonical/plugin.yaml", "version: 1.0.0", "version: 1");
    repo.edit("canonical/plugin.yaml", "{ name: Somebody }", "Somebody");
    repo.append("canonical/plugin.yaml", "repository: { url: https://example.org }\n");
    repo.run(&["--format", "short"])
        .exits(1)
        .finds("CVG146", "canonical/marketplace.yaml:1")
        .finds("CVG147", "canonical/plugin.yaml:2")
        .finds("CVG147", "canonical/plugin.yaml:4")
        .finds("CVG147", "canonical/plugin.yaml:6");
    let manifest = MANIFEST.replace("{ \"name\": \"Somebody\" }", "\"Somebody\"");
    foreign("claude", &[(".claude-plugin/plugin.json", &manifest)])
        .exits(1)
        .finds("CVG091", ".claude-plugin/plugin.json:5");
}

fn git(repo: &Repo, args: &[&str]) {
    let output = Command::new("git")
        .args(["-c", "user.name=t", "-c", "user.email=t@example.org", "-c", "commit.gpgsign=false"])
        .args([
            "-c",
            "core.autocrlf=false",
            "-c",
            "init.defaultBranch=main",
            "-c",
            "tag.gpgsign=false",
        ])
        .args(args)
        .current_dir(repo.root())
        .env("GIT_CONFIG_GLOBAL", "/dev/null")
        .output()
        .expect("git starts");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
}

/// <https://github.com/anthropics/claude-code/issues/32983>: the content changed and the
/// version did not, so users keep the cached one.
#[test]
fn issue_30_version_not_bumped() {
    let repo = Repo::with_skill();
    repo.build();
    git(&repo, &["init", "-q"]);
    git(&repo, &["add", "-A"]);
    git(&repo, &["commit", "-qm", "release"]);
    git(&repo, &["tag", "v1.0.0"]);
    repo.is_clean();
    repo.append("canonical/skills/alpha/SKILL.md", "More.\n");
    repo.run(&["--format", "short"]).exits(1).finds("CVG120", "canonical/plugin.yaml:2:");
    repo.edit("canonical/plugin.yaml", "1.0.0", "1.0.1");
    repo.build();
    repo.is_clean();
}

/// <https://github.com/yonatangross/orchestkit/issues/213>: version strings drifted apart.
#[test]
fn issue_31_one_version() {
    let repo = Repo::with_skill();
    repo.write("canonical/marketplace.yaml", MARKETPLACE);
    repo.build();
    repo.edit("canonical/plugin.yaml", "1.0.0", "2.3.4-rc.1");
    repo.build();
    for path in
        ["plugins/claude/.claude-plugin/plugin.json", "plugins/codex/.codex-plugin/plugin.json"]
    {
        assert_eq!(json(&repo, path)["version"], "2.3.4-rc.1", "{path}");
    }
    let path = ".claude-plugin/marketplace.json";
    assert_eq!(json(&repo, path)["plugins"][0]["version"], "2.3.4-rc.1");
    repo.edit(path, "2.3.4-rc.1", "2.3.4");
    repo.run(&["--check"]).exits(1).says(&format!("{path}: edited by hand"));
}

/// <https://github.com/openai/codex/issues/28491>: a Codex plugin carries no agents; they
/// have to be installed as TOML.
#[test]
fn issue_32_agents_on_codex() {
    let repo = Repo::with_skill();
    repo.write("canonical/agents/helper.md", "---\nname: helper\ndescription: Helps\n---\nHelp.\n");
    repo.run(&["--format", "short"]).exits(0).finds("CVG132", "canonical/agents/helper.md:1");
    let agent: toml::Table =
        toml::from_str(&repo.read("plugins/codex/agents/helper.toml")).expect("TOML");
    assert_eq!(agent["developer_instructions"].as_str(), Some("Help.\n"));
    assert!(!repo.exists("plugins/codex/agents/helper.md"));
}

/// <https://github.com/anthropics/claude-code/issues/54921>: an agent of a plugin ignores
/// `hooks`, `mcpServers` and `permissionMode`.
#[test]
fn issue_33_keys_that_a_plugin_agent_may_not_carry() {
    let agent = "---\nname: a\ndescription: \"Helps\"\npermissionMode: plan\nhooks: {}\n\
                 mcpServers: {}\n---\nHelp.\n";
    let output = foreign("claude", &[("agents/a.md", agent)]);
    let output = output.finds("CVG110", "agents/a.md:4").finds("CVG110", "agents/a.md:5");
    output.finds("CVG110", "agents/a.md:6");
    let repo = Repo::with_skill();
    repo.write(
        "canonical/agents/a.md",
        "---\nname: a\ndescription: Helps\nclaude:\n  permissionMode: plan\n---\nHelp.\n",
    );
    repo.run(&["--format", "short"]).exits(0).finds("CVG110", "canonical/agents/a.md:5");
}

/// <https://github.com/obra/superpowers/issues/1918>: commands broke at spaces, brackets and
/// in other shells. Ours need no shell on Claude Code.
#[test]
fn issue_35_hooks_without_a_shell() {
    let repo = with_hooks();
    repo.build();
    let hooks = json(&repo, "plugins/claude/hooks/hooks.json");
    let handler = &hooks["hooks"]["PreToolUse"][0]["hooks"][0];
    assert_eq!(handler["command"], "${CLAUDE_PLUGIN_ROOT}/bin/guard");
    assert_eq!(handler["args"], serde_json::json!(["--host", "claude"]));
    let windows = "{ \"hooks\": { \"Stop\": [{ \"hooks\": [{ \"type\": \"command\", \"command\": \
                   \"sh ${CLAUDE_PLUGIN_ROOT}/x.sh\" }] }] } }\n";
    let files =
        [("hooks/hooks.json", windows), ("x.sh", "#!/bin/sh\n"), ("skills/a/SKILL.md", SKILL)];
    foreign("claude", &files).finds("CVG103", "hooks/hooks.json:1");
}
