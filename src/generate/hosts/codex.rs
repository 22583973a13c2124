//! Codex's plugin tree.

use std::sync::Arc;

use cvg_hooks::Host;
use serde_json::{Map, Value, json};

use super::HostFormat;
use crate::diagnostic::{Diagnostic, Place};
use crate::generate::lint::rules::source as rules;
use crate::generate::render::{
    Entries, Environment, Lines, Output, agent_model, agent_tools, entry_place, manifest_entries,
    manifest_own, push_plugins,
};
use crate::generate::source::yaml::Node;
use crate::generate::source::{Component, Plugin, Skill, Source};
use crate::generate::tree::{Body, Content, Text, TreeFile};

pub(super) struct Codex;

impl HostFormat for Codex {
    fn manifest_path(&self) -> &'static str {
        ".codex-plugin/plugin.json"
    }

    fn marketplace_path(&self) -> &'static str {
        ".agents/plugins/marketplace.json"
    }

    fn manifest(&self, plugin: &Plugin) -> Entries {
        let mut entries = manifest_entries(plugin);
        let config = &plugin.config.value;
        manifest_own(plugin, Host::Codex, &mut entries);
        if let Some(name) = &config.display_name {
            let mut interface = entries.get("interface").cloned().unwrap_or_else(|| json!({}));
            if let Value::Object(map) = &mut interface
                && !map.contains_key("displayName")
            {
                map.insert("displayName".to_owned(), name.as_str().into());
                let name = plugin.key_place("display_name");
                let trace = entries.trace("interface").cloned();
                let trace = trace.unwrap_or_else(|| name.clone().into());
                entries.set("interface", interface, trace.with("displayName", name));
            }
        }
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
        for key in ["name", "description"] {
            environment.copy(main, key, &mut entries, &mut output.sink);
        }
        short_description(environment, main, &mut entries, output);
        environment.lose_keys(main, &["license", "compatibility", "allowed-tools"], output);
        let file = environment.markdown(main, &entries, &mut output.sink);
        output.files.push((format!("skills/{}/SKILL.md", skill.name), file));
        let mut own = Entries::default();
        environment.copy_own(main, &mut own, &mut output.sink);
        if !own.is_empty() {
            let file = environment.yaml_file(main, &own, &mut output.sink);
            output.files.push((format!("skills/{}/agents/openai.yaml", skill.name), file));
        }
    }

    fn agent(&self, environment: &Environment<'_>, agent: &Component, output: &mut Output) {
        let mut entries = Entries::default();
        for key in ["name", "description"] {
            environment.copy(agent, key, &mut entries, &mut output.sink);
        }
        if let Some((Some(model), place)) = agent_model(environment, agent, output) {
            entries.push("model", model, Some(place));
        }
        environment.copy_own(agent, &mut entries, &mut output.sink);
        let name = &agent.document.name;
        if let Some((_, place)) = agent_tools(agent, output) {
            let message = format!("Codex does not restrict the tools of the agent `{name}`");
            output.lose(&rules::loss_agent_tools::RULE, Host::Codex, "tools", place, message);
        }
        let message =
            format!("Codex does not load the agent `{name}` from a plugin: it has to be installed");
        output.lose(&rules::loss_agents::RULE, Host::Codex, name, agent.document.line(1), message);
        let body = environment.body(agent, &mut output.sink);
        match toml_file(agent, &entries, body) {
            Ok(file) => output.files.push((format!("agents/{name}.toml"), file)),
            Err(message) => output.sink.push(Diagnostic::new(
                &rules::emitted_text_differs::RULE,
                Place::file(&agent.document.file),
                message,
            )),
        }
    }

    /// Codex turns a command into a skill on install, under a name of its own and
    /// only if its text is plain; so it gets a skill that only the user starts.
    fn command(&self, environment: &Environment<'_>, command: &Component, output: &mut Output) {
        let name = &command.document.name;
        let mut entries = Entries::default();
        entries.push("name", name.as_str(), Some(command.document.line(1)));
        environment.copy(command, "description", &mut entries, &mut output.sink);
        environment.lose_keys(command, &["argument-hint", "allowed-tools", "model"], output);
        let file = environment.markdown(command, &entries, &mut output.sink);
        output.files.push((format!("skills/{name}/SKILL.md"), file));
        let mut own = Entries::default();
        environment.copy_own(command, &mut own, &mut output.sink);
        let mut policy = own.get("policy").cloned().unwrap_or_else(|| json!({}));
        if let Value::Object(map) = &mut policy {
            map.entry("allow_implicit_invocation").or_insert(Value::Bool(false));
        }
        let trace = own.trace("policy").cloned();
        own.set("policy", policy, trace.unwrap_or_else(|| command.document.line(1).into()));
        let file = environment.yaml_file(command, &own, &mut output.sink);
        output.files.push((format!("skills/{name}/agents/openai.yaml"), file));
    }

    /// One string for a shell; Codex replaces the variable before the shell sees it.
    fn hook_handler(&self, run: &str, args: &[String], timeout: Option<u32>) -> Value {
        let mut run = run.to_owned();
        for special in ['"', '$', '`'] {
            run = run.replace(special, &format!("\\{special}"));
        }
        let mut command = format!("\"${{PLUGIN_ROOT}}/{run}\"");
        for arg in args {
            command.push(' ');
            command.push_str(&shell_word(arg));
        }
        let mut handler = json!({ "type": "command", "command": command });
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
        let title = config.value.display_name.as_ref().unwrap_or(&config.value.name);
        entries.push("interface", json!({ "displayName": title }), place("display_name"));
        push_plugins(&mut entries, config, trees, &[], |plugin, folder| {
            let mut entry = json!({
                "name": plugin.name,
                "source": { "source": "local", "path": format!("./{folder}") },
                "policy": { "installation": "AVAILABLE", "authentication": "ON_INSTALL" },
            });
            if let Some(category) = &config.value.category {
                entry["category"] = category.as_str().into();
            }
            entry
        });
        Some(entries)
    }
}

/// Of `metadata`, Codex reads `short-description`; the rest is lost.
fn short_description(
    environment: &Environment<'_>,
    main: &Component,
    entries: &mut Entries,
    output: &mut Output,
) {
    let metadata = main.document.get("metadata").map(Node::entries).unwrap_or_default();
    let mut kept = Map::new();
    let mut place = None;
    for entry in metadata {
        let key = entry.key.as_str().unwrap_or_default();
        let at = entry_place(&main.document, entry);
        if key == "short-description" {
            kept.insert(key.to_owned(), environment.value(main, &entry.value, &mut output.sink));
            place = Some(at);
        } else {
            let message = format!("Codex does not honour `metadata.{key}`: it is left out there");
            output.lose(&rules::loss_frontmatter::RULE, Host::Codex, "metadata", at, message);
        }
    }
    if !kept.is_empty() {
        entries.push("metadata", kept, place);
    }
}

/// A word that a POSIX shell passes on as it is.
fn shell_word(word: &str) -> String {
    let plain = !word.is_empty()
        && word.bytes().all(|b| b.is_ascii_alphanumeric() || b"-_./:=,+@%".contains(&b));
    if plain { word.to_owned() } else { format!("'{}'", word.replace('\'', r"'\''")) }
}

/// An agent as TOML; the body stands in a literal string if it can, so that it
/// stays as its author wrote it.
fn toml_file(agent: &Component, entries: &Entries, body: Body) -> Result<TreeFile, String> {
    let mut lines = Lines::default();
    let mut expected = toml::Table::new();
    for (key, value, trace) in entries.iter() {
        let value = toml_value(value).ok_or_else(|| format!("`{key}` has no form in TOML"))?;
        // Strings stay on one line, whatever they hold.
        let text = match &value {
            toml::Value::String(text) => {
                format!("{} = {}\n", toml_key(key), crate::generate::render::quote(text))
            }
            toml::Value::Table(_) => {
                return Err(format!("`{key}` is a table, which is not supported"));
            }
            other => format!("{} = {other}\n", toml_key(key)),
        };
        lines.push(&text, trace.place());
        expected.insert(key.clone(), value);
    }
    let text = body.as_str();
    let instructions = text.trim_start_matches('\n').to_owned();
    let literal = !text.contains("'''")
        && !text.ends_with('\'')
        && !text.chars().any(|c| c.is_control() && c != '\n' && c != '\t');
    let text = if literal {
        lines.push("developer_instructions = '''\n", Some(&agent.document.line(1)));
        // TOML drops one line end behind the quotes; the body's own blank lines would stay.
        let body = skip_blank_lines(body);
        Text {
            head: lines.text,
            head_origins: lines.origins,
            body,
            tail: if instructions.ends_with('\n') || instructions.is_empty() {
                "'''\n"
            } else {
                "\n'''\n"
            }
            .to_owned(),
            front: None,
        }
    } else {
        let quoted = crate::generate::render::quote(&instructions);
        lines.push(&format!("developer_instructions = {quoted}\n"), Some(&agent.document.line(1)));
        Text::generated(lines.text, lines.origins)
    };
    let whole = String::from_utf8_lossy(&text.chunks().concat()).into_owned();
    let read: toml::Table =
        toml::from_str(&whole).map_err(|error| format!("the emitted TOML is none: {error}"))?;
    let got = read.get("developer_instructions").and_then(toml::Value::as_str).unwrap_or_default();
    if got.trim_end() != instructions.trim_end()
        || expected.iter().any(|(key, value)| read.get(key) != Some(value))
        || read.len() != expected.len() + 1
    {
        return Err("the emitted TOML does not read back as what was meant".to_owned());
    }
    Ok(TreeFile {
        content: Content::Text(Box::new(text)),
        executable: false,
        source: Arc::clone(&agent.document.file),
    })
}

/// The body without the blank lines that it starts with.
fn skip_blank_lines(body: Body) -> Body {
    match body {
        Body::Shared { file, start } => {
            let rest = &file.text[start..];
            let blank = rest.len() - rest.trim_start_matches('\n').len();
            Body::Shared { file, start: start + blank }
        }
        Body::Rendered { mut rendered, files } => {
            let blank = rendered.text.len() - rendered.text.trim_start_matches('\n').len();
            rendered.text.drain(..blank);
            rendered.lines.drain(..blank.min(rendered.lines.len()));
            Body::Rendered { rendered, files }
        }
        Body::Empty => Body::Empty,
    }
}

fn toml_key(key: &str) -> String {
    let bare =
        !key.is_empty() && key.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'_' || b == b'-');
    if bare { key.to_owned() } else { crate::generate::render::quote(key) }
}

fn toml_value(value: &Value) -> Option<toml::Value> {
    Some(match value {
        Value::String(text) => toml::Value::String(text.clone()),
        Value::Bool(flag) => toml::Value::Boolean(*flag),
        Value::Number(number) => match number.as_i64() {
            Some(integer) => toml::Value::Integer(integer),
            None => toml::Value::Float(number.as_f64()?),
        },
        Value::Array(items) => {
            toml::Value::Array(items.iter().map(toml_value).collect::<Option<_>>()?)
        }
        Value::Object(map) => toml::Value::Table(
            map.iter()
                .map(|(key, value)| Some((key.clone(), toml_value(value)?)))
                .collect::<Option<_>>()?,
        ),
        Value::Null => return None,
    })
}
