//! hooks.yaml to a host's hooks file.

use cvg_hooks::{Host, KnownEvent, MatcherTarget, ToolClass};
use serde_json::{Map, Value, json};

use super::component::{Environment, Output};
use super::emit::Lines;
use super::trace::Trace;
use crate::diagnostic::{Diagnostic, Place, Severity};
use crate::generate::hosts;
use crate::generate::lint::rules::source as rules;
use crate::generate::lint::suggest;
use crate::generate::source::yaml::Node;
use crate::generate::source::{Hook, Plugin};
use crate::generate::tree::{Content, RelPath, Text, TreeFile};

/// A hook as one host registers it.
struct Group<'a> {
    event: &'static str,
    value: Value,
    trace: Trace,
    hook: &'a Hook,
}

/// Adds `hooks/hooks.json`, if this host gets any hook.
pub(super) fn render(environment: &Environment<'_>, output: &mut Output) {
    let mut groups: Vec<Group<'_>> = Vec::new();
    for (index, hook) in environment.plugin.hooks.iter().enumerate() {
        let twin =
            environment.plugin.hooks[..index].iter().any(|other| other.config.id == hook.config.id);
        if twin {
            let text = format!("another hook has the id `{}`", hook.config.id);
            let place = key_place(hook, "id");
            output.sink.push(
                Diagnostic::new(&rules::hook_definition::RULE, place, text)
                    .help("give each hook its own id"),
            );
        }
        if hook.hosts.contains(&environment.host) {
            groups.extend(group(environment.plugin, environment.host, hook, output));
        }
    }
    let Some(first) = groups.first() else { return };
    let source = std::sync::Arc::clone(&first.hook.file);
    let mut events: Vec<&str> = Vec::new();
    for group in &groups {
        if !events.contains(&group.event) {
            events.push(group.event);
        }
    }
    let mut lines = Lines::default();
    lines.push("{\n  \"hooks\": {\n", None);
    for (index, event) in events.iter().enumerate() {
        let own: Vec<&Group<'_>> = groups.iter().filter(|group| group.event == *event).collect();
        let event_place = own[0].hook.node.entry("event").map_or_else(
            || key_place(own[0].hook, "event"),
            |entry| super::trace::entry_place(&own[0].hook.file, entry),
        );
        lines.push(&format!("    \"{event}\": [\n"), Some(&event_place));
        for (position, group) in own.iter().enumerate() {
            let comma = if position + 1 == own.len() { "" } else { "," };
            lines.json(3, ("", comma), &group.value, Some(&group.trace), None);
        }
        lines.push(if index + 1 == events.len() { "    ]\n" } else { "    ],\n" }, None);
    }
    lines.push("  }\n}\n", None);
    let file = TreeFile {
        content: Content::Text(Box::new(Text::generated(lines.text, lines.origins))),
        executable: false,
        source,
    };
    output.files.push(("hooks/hooks.json".to_owned(), file));
}

fn first_line(hook: &Hook) -> std::ops::Range<usize> {
    let span = hook.node.span.clone();
    let text = &hook.file.text[span.clone()];
    span.start..span.start + text.find('\n').unwrap_or(text.len())
}

fn key_place(hook: &Hook, key: &str) -> Place {
    let span = hook.node.get(key).map_or_else(|| first_line(hook), |node| node.span.clone());
    Place::new(&hook.file, span)
}

/// A hook on one host; `None` if the host cannot have it.
fn group<'a>(
    plugin: &Plugin,
    host: Host,
    hook: &'a Hook,
    output: &mut Output,
) -> Option<Group<'a>> {
    let config = &hook.config;
    let fault = |key: &str, text: String| {
        Diagnostic::new(&rules::hook_definition::RULE, key_place(hook, key), text)
    };
    let Some(event) = KnownEvent::named(&config.event) else {
        let known = cvg_hooks::known_event::EVENTS.iter().map(|event| event.name);
        let text = format!("no host has the event `{}`", config.event);
        let found = suggest::closest(&config.event, known);
        output.sink.push(match found {
            Some(close) => fault("event", text).help(format!("did you mean `{close}`?")),
            None => fault("event", text).help("the book's page on hosts lists the events"),
        });
        return None;
    };
    if RelPath::new(config.run.clone()).is_none() {
        let text = format!("`{}` is no path in the plugin's root", config.run);
        output.sink.push(fault("run", text).help("name a file of the plugin, such as `bin/check`"));
    }
    check_words(plugin, hook, output);
    if event.matcher != MatcherTarget::Tool && !config.tools.is_empty() {
        let text = format!("`{}` is not about tools, so `tools` means nothing", event.name);
        output.sink.push(fault("tools", text).help("use `matcher`, or leave it out"));
    }
    if config.matcher.is_some()
        && matches!(event.matcher, MatcherTarget::Tool | MatcherTarget::Ignored)
    {
        let text = format!("`matcher` does not belong to `{}`", event.name);
        let help = if event.matcher == MatcherTarget::Tool {
            "name tool classes in `tools`"
        } else {
            "delete it"
        };
        output.sink.push(fault("matcher", text).help(help));
    }
    if !event.fires_on(host) {
        let message = format!(
            "{} has no event `{}`: the hook `{}` is left out there",
            host.title(),
            event.name,
            config.id
        );
        output.lose(
            &rules::loss_hook_event::RULE,
            host,
            event.name,
            key_place(hook, "event"),
            message,
        );
        return None;
    }
    let matcher = match event.matcher {
        MatcherTarget::Tool => {
            Some(tool_matcher(host, hook, output)?).filter(|names| !names.is_empty())
        }
        _ => config.matcher.clone(),
    };
    let args: Vec<String> = match &config.args {
        Some(args) => args.iter().map(|arg| arg.replace("{host}", host.id())).collect(),
        None => vec!["--host".to_owned(), host.id().to_owned()],
    };
    let handler = hosts::format(host).hook_handler(&config.run, &args, config.timeout);
    let mut value = Map::new();
    if let Some(matcher) = matcher {
        value.insert("matcher".to_owned(), matcher.into());
    }
    value.insert("hooks".to_owned(), json!([handler]));
    Some(Group { event: event.name, value: Value::Object(value), trace: trace(hook), hook })
}

/// Arguments behind the program's name, and placeholders that stand for nothing.
fn check_words(plugin: &Plugin, hook: &Hook, output: &mut Output) {
    let run = hook.config.run.trim();
    let is_file = plugin.assets.iter().any(|asset| asset.rel == run);
    if let Some((program, rest)) = run.split_once(' ').filter(|_| !is_file) {
        let args: Vec<String> =
            rest.split_whitespace().map(|arg| Value::from(arg).to_string()).collect();
        let text = format!("`run` names one program, and `{}` stands behind it", rest.trim());
        output.sink.push(
            Diagnostic::new(&rules::hook_definition::RULE, key_place(hook, "run"), text).help(
                format!(
                    "put arguments into `args`: `run: {program}`, `args: [{}]`",
                    args.join(", ")
                ),
            ),
        );
    }
    let nodes = hook.node.get("args").map(Node::items).unwrap_or_default();
    for node in nodes {
        let Some(text) = node.as_str() else { continue };
        for word in placeholders(text).filter(|word| *word != "host") {
            let place = Place::new(&hook.file, node.span.clone());
            let message = format!("`{{{word}}}` stands for nothing, and is passed on as it is");
            let fault = Diagnostic::new(&rules::hook_definition::RULE, place, message);
            output.sink.push(match suggest::closest(word, ["host"]) {
                Some(_) => fault.help("did you mean `{host}`?"),
                None => fault.severity(Severity::Warning).help("the only placeholder is `{host}`"),
            });
        }
    }
}

/// The words in braces of a text; `${WORD}` is a variable, and no placeholder.
fn placeholders(text: &str) -> impl Iterator<Item = &str> {
    text.match_indices('{').filter_map(|(index, _)| {
        let (word, _) = text[index + 1..].split_once('}')?;
        let plain = !word.is_empty() && word.bytes().all(|b| b.is_ascii_lowercase() || b == b'_');
        (plain && !text[..index].ends_with('$')).then_some(word)
    })
}

/// The lines of hooks.yaml that the lines of a group came from.
fn trace(hook: &Hook) -> Trace {
    let whole = || Trace::from(Place::new(&hook.file, first_line(hook)));
    let key = |name: &str| hook.node.entry(name).map(|entry| Trace::entry(&hook.file, entry));
    let run = key("run").unwrap_or_else(whole);
    let handler = whole()
        .with("command", run.clone())
        .with("args", key("args").unwrap_or(run))
        .with("timeout", key("timeout").unwrap_or_else(whole));
    let matcher = key("matcher").or_else(|| key("tools")).unwrap_or_else(whole);
    let handlers = Trace::list(Some(Place::new(&hook.file, first_line(hook))), vec![handler]);
    whole().with("matcher", matcher).with("hooks", handlers)
}

/// The matcher for a hook's tool classes, empty for every tool; `None` if the
/// host has none of them.
fn tool_matcher(host: Host, hook: &Hook, output: &mut Output) -> Option<String> {
    let classes = &hook.config.tools;
    if classes.is_empty() {
        return Some(String::new());
    }
    let nodes = hook.node.get("tools").map(Node::items).unwrap_or_default();
    let mut names: Vec<&str> = Vec::new();
    for (index, name) in classes.iter().enumerate() {
        let place = || {
            let span = nodes.get(index).map_or(0..0, |node| node.span.clone());
            Place::new(&hook.file, span)
        };
        let Ok(class) = name.parse::<ToolClass>() else {
            let known = ToolClass::ALL.iter().map(|class| class.id());
            let fault = Diagnostic::new(
                &rules::unknown_tool_class::RULE,
                place(),
                format!("unknown tool class `{name}`"),
            );
            output.sink.push(match suggest::closest(name, known) {
                Some(close) => fault.help(format!("did you mean `{close}`?")),
                None => fault,
            });
            continue;
        };
        let tools = class.tools(host);
        if tools.is_empty() {
            let message = format!("{} has no tool of the class `{class}`", host.title());
            output.lose(&rules::loss_hook_tools::RULE, host, class.id(), place(), message);
        }
        for tool in tools {
            if !names.contains(tool) {
                names.push(tool);
            }
        }
    }
    if names.is_empty() {
        return None;
    }
    // Plain names match exactly. One regular expression makes the whole a regular
    // expression, which both hosts search for anywhere unless it is anchored.
    let plain =
        names.iter().all(|name| name.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'_'));
    let joined = names.join("|");
    Some(if plain { joined } else { format!("^({joined})$") })
}
