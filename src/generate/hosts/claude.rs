//! Claude Code's plugin tree.

use cvg_hooks::{Host, ToolClass};
use serde_json::{Value, json};

use super::HostFormat;
use crate::diagnostic::{Diagnostic, Place, Severity};
use crate::generate::lint::rules::source as rules;
use crate::generate::render::{
    Entries, Environment, Output, Trace, agent_model, agent_tools, manifest_entries, manifest_own,
    push_plugins,
};
use crate::generate::source::{Component, Plugin, Skill, Source};

pub(super) struct Claude;

impl HostFormat for Claude {
    fn manifest_path(&self) -> &'static str {
        ".claude-plugin/plugin.json"
    }

    fn marketplace_path(&self) -> &'static str {
        ".claude-plugin/marketplace.json"
    }

    fn manifest(&self, plugin: &Plugin) -> Entries {
        let mut entries = manifest_entries(plugin);
        if let Some(name) = &plugin.config.value.display_name {
            entries.set("displayName", name.as_str().into(), plugin.key_place("display_name"));
        }
        manifest_own(plugin, Host::Claude, &mut entries);
        entries
    }

    fn skill(
        &self,
        environment: &Environment<'_>,
        skill: &Skill,
        main: &Component,
        output: &mut Output,
    ) {
        let mut entries = Entries::default();
        for key in ["name", "description", "allowed-tools"] {
            environment.copy(main, key, &mut entries, &mut output.sink);
        }
        environment.copy_own(main, &mut entries, &mut output.sink);
        environment.lose_keys(main, &["license", "compatibility", "metadata"], output);
        let file = environment.markdown(main, &entries, &mut output.sink);
        output.files.push((format!("skills/{}/SKILL.md", skill.name), file));
    }

    fn agent(&self, environment: &Environment<'_>, agent: &Component, output: &mut Output) {
        let mut entries = Entries::default();
        for key in ["name", "description"] {
            environment.copy(agent, key, &mut entries, &mut output.sink);
        }
        let mut searches = None;
        if let Some((classes, place)) = agent_tools(agent, output) {
            searches = searching(environment, agent, &classes);
            let tools = tool_list(agent, &classes, &place, output);
            entries.push("tools", tools.join(", "), Some(place));
        }
        if let Some((Some(model), place)) = agent_model(environment, agent, output) {
            entries.push("model", model, Some(place));
        }
        let environment = searches.as_ref().unwrap_or(environment);
        environment.copy_own(agent, &mut entries, &mut output.sink);
        let file = environment.markdown(agent, &entries, &mut output.sink);
        output.files.push((format!("agents/{}.md", agent.document.name), file));
    }

    fn command(&self, environment: &Environment<'_>, command: &Component, output: &mut Output) {
        let mut entries = Entries::default();
        for key in ["description", "argument-hint", "allowed-tools", "model"] {
            environment.copy(command, key, &mut entries, &mut output.sink);
        }
        environment.copy_own(command, &mut entries, &mut output.sink);
        let file = environment.markdown(command, &entries, &mut output.sink);
        output.files.push((format!("commands/{}.md", command.document.name), file));
    }

    /// Exec form: no shell, so no quoting, and safe with spaces in the path.
    fn hook_handler(&self, run: &str, args: &[String], timeout: Option<u32>) -> Value {
        let mut handler = json!({
            "type": "command",
            "command": format!("${{CLAUDE_PLUGIN_ROOT}}/{run}"),
            "args": args,
        });
        if let Some(timeout) = timeout {
            handler["timeout"] = timeout.into();
        }
        handler
    }

    fn marketplace(&self, source: &Source, trees: &[(&Plugin, String)]) -> Option<Entries> {
        let config = source.marketplace.as_ref()?;
        let place = |key| config.key_place(key);
        let mut entries = Entries::default();
        entries.push("name", config.value.name.as_str(), place("name"));
        entries.push("description", config.value.description.as_str(), place("description"));
        let owner = config.node.entry("owner").map(|entry| Trace::entry(&config.file, entry));
        let value = serde_json::to_value(&config.value.owner).ok()?;
        entries.push("owner", value, owner.unwrap_or_default());
        let keys = ["description", "version", "author", "keywords"];
        push_plugins(&mut entries, config, trees, &keys, |plugin, folder| {
            let mut entry = json!({
                "name": plugin.name,
                "source": format!("./{folder}"),
                "description": plugin.description,
                "version": plugin.version,
                "author": plugin.author,
            });
            if let Some(category) = &config.value.category {
                entry["category"] = category.as_str().into();
            }
            if !plugin.keywords.is_empty() {
                entry["keywords"] = plugin.keywords.clone().into();
            }
            entry
        });
        Some(entries)
    }
}

/// The tools that an agent lists; classes without any are lost. An empty list would
/// give the agent every tool, so that is an error.
fn tool_list(
    agent: &Component,
    classes: &[ToolClass],
    place: &Place,
    output: &mut Output,
) -> Vec<&'static str> {
    let rule = &rules::loss_agent_tools::RULE;
    let name = &agent.document.name;
    let mut tools: Vec<&str> = Vec::new();
    for class in classes {
        let listed = listed_tools(*class);
        if listed.is_empty() {
            let text = format!("the agent `{name}` cannot list the tools of the class `{class}`");
            output.lose(rule, Host::Claude, class.id(), place.clone(), text);
        }
        let new: Vec<&str> = listed.iter().copied().filter(|tool| !tools.contains(tool)).collect();
        tools.extend(new);
    }
    if tools.is_empty() && !classes.is_empty() {
        let text = format!("no tool is left for the agent `{name}`, which would get every tool");
        output.sink.push(
            Diagnostic::new(rule, place.clone(), text)
                .severity(Severity::Error)
                .host(Host::Claude)
                .help("name a class that the host has, or say `hosts: [codex]`"),
        );
    }
    tools
}

/// What the text of an agent is rendered with that searches without the shell: there
/// `{{tool "search"}}` is not what it is to a session.
fn searching<'a>(
    environment: &Environment<'a>,
    agent: &Component,
    classes: &[ToolClass],
) -> Option<Environment<'a>> {
    let host = environment.host;
    let own_word = || environment.plugin.words.get(&host)?.tools.get(ToolClass::Search.id());
    let differs = agent.template
        && classes.contains(&ToolClass::Search)
        && !classes.contains(&ToolClass::Shell)
        && own_word().is_none();
    if !differs {
        return None;
    }
    let word = listed_tools(ToolClass::Search).first()?;
    environment.with_tool(ToolClass::Search, word)
}

/// The tools that an agent's list names for a class. Hooks meet searching as `Bash`
/// too, but an agent that may only search must not get the shell: it gets tools of
/// its own, which the host leaves out where the list has the shell as well.
fn listed_tools(class: ToolClass) -> &'static [&'static str] {
    match class {
        ToolClass::Search => &["Grep", "Glob"],
        ToolClass::Mcp => &[],
        other => other.tools(Host::Claude),
    }
}
