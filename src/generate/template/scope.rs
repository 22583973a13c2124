//! What a template may name on one host.

use std::collections::{BTreeMap, BTreeSet};

use cvg_hooks::{Host, ToolClass};
use serde_json::{Value, json};

use crate::generate::source::Plugin;

/// Everything that the templates of a plugin can name on one host.
#[derive(Debug)]
pub struct Scope {
    /// The host.
    pub host: Host,
    /// Names for `{{a.b}}`.
    pub values: Value,
    /// Skills and commands that the host gets.
    pub skills: BTreeSet<String>,
    /// Agents that the host gets.
    pub agents: BTreeSet<String>,
    /// Tool names by class.
    pub tools: BTreeMap<String, String>,
    /// Words of the vocabulary that another host has.
    pub elsewhere: BTreeMap<String, Host>,
    plugin: String,
}

impl Scope {
    /// The scope of a plugin on one host.
    pub fn new(plugin: &Plugin, host: Host) -> Self {
        let config = &plugin.config.value;
        let words = plugin.words.get(&host).cloned().unwrap_or_default();
        let mut tools: BTreeMap<String, String> = ToolClass::ALL
            .into_iter()
            .filter_map(|class| Some((class.id().to_owned(), spoken_tool(class, host)?.to_owned())))
            .collect();
        tools.extend(words.tools);
        let skills =
            plugin.skills.iter().filter(|skill| skill.main.contains_key(&host) || skill.broken);
        let commands = plugin.commands.iter().filter(|command| command.hosts.contains(&host));
        let agents = plugin.agents.iter().filter(|agent| agent.hosts.contains(&host));
        Self {
            host,
            values: json!({
                "host": { "id": host.id(), "name": host.title() },
                "plugin": {
                    "name": config.name,
                    "display_name": config.display_name.as_ref().unwrap_or(&config.name),
                    "version": config.version,
                    "description": config.description,
                },
                "vocab": words.vocab,
            }),
            skills: skills
                .map(|skill| skill.name.clone())
                .chain(commands.map(|command| command.document.name.clone()))
                .chain(plugin.unread.commands.iter().cloned())
                .collect(),
            agents: agents
                .map(|agent| agent.document.name.clone())
                .chain(plugin.unread.agents.iter().cloned())
                .collect(),
            tools,
            elsewhere: plugin
                .words
                .iter()
                .filter(|(other, _)| **other != host)
                .flat_map(|(other, words)| words.vocab.keys().map(|key| (key.clone(), *other)))
                .collect(),
            plugin: config.name.clone(),
        }
    }

    /// How a person or the model starts a skill.
    pub fn invocation(&self, skill: &str) -> String {
        match self.host {
            Host::Claude => format!("/{}:{skill}", self.plugin),
            Host::Codex => format!("${}:{skill}", self.plugin),
        }
    }

    /// The name under which the host starts an agent. Codex knows agents only
    /// from its own folder, without the plugin's name.
    pub fn agent_name(&self, agent: &str) -> String {
        match self.host {
            Host::Claude => format!("{}:{agent}", self.plugin),
            Host::Codex => agent.to_owned(),
        }
    }

    /// The value of a dotted name.
    pub fn value(&self, name: &str) -> Option<&Value> {
        name.split(['.', '/']).try_fold(&self.values, |value, part| value.get(part))
    }

    /// Most names that one group has: how often a loop over one runs at most.
    pub fn largest_group(&self) -> u64 {
        let groups = self.values.as_object().into_iter().flat_map(serde_json::Map::values);
        let sizes = groups.filter_map(|group| group.as_object()).map(serde_json::Map::len);
        sizes.max().unwrap_or(1) as u64
    }

    /// Bytes of the longest value.
    pub fn longest_value(&self) -> u64 {
        let groups = self.values.as_object().into_iter().flat_map(serde_json::Map::values);
        let values = groups.filter_map(Value::as_object).flat_map(serde_json::Map::values);
        values.filter_map(Value::as_str).map(str::len).max().unwrap_or(0) as u64
    }

    /// What templates render with: the values, and the tables of the helpers.
    pub fn context(&self) -> Value {
        let mut context = self.values.clone();
        let table = |names: &BTreeSet<String>, name: &dyn Fn(&str) -> String| -> Value {
            names.iter().map(|key| (key.clone(), Value::from(name(key)))).collect()
        };
        context["__skill"] = table(&self.skills, &|skill| self.invocation(skill));
        context["__agent"] = table(&self.agents, &|agent| self.agent_name(agent));
        context["__tool"] = self
            .tools
            .iter()
            .map(|(class, tool)| (class.clone(), Value::from(tool.clone())))
            .collect();
        context
    }
}

/// The tool's name as a text should say it to the model. It differs from the
/// name that hooks meet: Codex tells hooks `Bash` for its `exec_command`.
fn spoken_tool(class: ToolClass, host: Host) -> Option<&'static str> {
    match (host, class) {
        (Host::Claude, ToolClass::Mcp)
        | (
            Host::Codex,
            ToolClass::Notebook | ToolClass::Skill | ToolClass::Plan | ToolClass::Mcp,
        ) => None,
        (Host::Claude, _) => class.tools(host).first().copied(),
        (Host::Codex, ToolClass::Read | ToolClass::Search | ToolClass::Shell) => {
            Some("exec_command")
        }
        (Host::Codex, ToolClass::Edit | ToolClass::Write | ToolClass::Patch) => Some("apply_patch"),
        (Host::Codex, ToolClass::Agent) => Some("spawn_agent"),
        (Host::Codex, ToolClass::Message) => Some("send_message"),
        (Host::Codex, ToolClass::Question) => Some("request_user_input"),
        (Host::Codex, ToolClass::Web) => Some("web_search"),
    }
}
