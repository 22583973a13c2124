//! A list of tools names one that Claude Code does not have.
//!
//! An agent with `tools: MultiEdit, Read` can only read. A name of another host or
//! of an old version is kept in the list and grants nothing. `tools`,
//! `disallowedTools`, `allowed-tools` and `disallowed-tools` are read, as a string
//! or as a list; a rule such as `Bash(git add:*)` and tools of an MCP server
//! (`mcp__server__tool`) are fine.
//!
//! An agent whose `tools` name `Grep` or `Glob`, and not `Bash`, is given them; seen
//! on 2.1.197 and 2.1.332. Anywhere else these two are a remark only, as `LS` is: a
//! session searches through `Bash`, and other builds of Claude Code still have them.
//!
//! ## Instead
//!
//! Name a tool of the host; the page on hosts lists them.

use cvg_hooks::Host;

use super::tool_list::{self, Tool};
use crate::diagnostic::{Diagnostic, Rule, Severity, Sink};
use crate::generate::hosts::facts;
use crate::generate::lint::suggest;
use crate::generate::lint::{Context, Document, Kind};

/// The rule.
pub(super) static RULE: Rule = Rule {
    code: "CVG112",
    name: "unknown-agent-tool",
    severity: Severity::Warning,
    source: include_str!("unknown_agent_tool.rs"),
};

const KEYS: [&str; 4] = ["tools", "disallowedTools", "allowed-tools", "disallowed-tools"];

/// What replaced a tool that is gone.
const SUCCESSORS: [(&str, &str); 8] = [
    ("MultiEdit", "Edit"),
    ("TodoWrite", "TaskCreate"),
    ("TodoRead", "TaskList"),
    ("NotebookRead", "Read"),
    ("BashOutput", "TaskOutput"),
    ("KillShell", "TaskStop"),
    ("KillBash", "TaskStop"),
    ("SlashCommand", "Skill"),
];

/// Looks at every list of tools.
pub(super) fn check(document: &Document, context: Context<'_>, sink: &mut Sink) {
    if document.kind == Kind::Reference || context.host != Some(Host::Claude) {
        return;
    }
    let Some(root) = document.mapping() else { return };
    for entry in root.entries() {
        let Some(key) = entry.key.as_str().filter(|key| KEYS.contains(key)) else { continue };
        for tool in tool_list::tools(&entry.value, &document.file.text) {
            if let Some(diagnostic) = judge(document, key, &tool) {
                sink.push(diagnostic.host(Host::Claude));
            }
        }
    }
}

fn judge(document: &Document, key: &str, tool: &Tool) -> Option<Diagnostic> {
    let name = tool.name.as_str();
    let place = document.place(tool.range.clone());
    if tool.unclosed {
        let message = format!("the parenthesis of `{name}` in `{key}` is not closed");
        return Some(Diagnostic::new(&RULE, place, message).help("add `)`"));
    }
    let known = name == "*"
        || name.starts_with("mcp__")
        || facts::knows(Host::Claude, "tools", name)
        || facts::knows(Host::Claude, "tools.claude.conditional", name)
        || name.contains(['{', '$']);
    if known {
        return None;
    }
    let message = format!("Claude Code has no tool `{name}`");
    let diagnostic = Diagnostic::new(&RULE, place, message);
    let for_agents = facts::knows(Host::Claude, "tools.claude.agent", name);
    if for_agents && document.kind == Kind::Agent && key == "tools" {
        return None;
    }
    if for_agents || name == "LS" {
        let help = "a session searches through `Bash`";
        return Some(diagnostic.severity(Severity::Info).help(help));
    }
    let successor = SUCCESSORS.iter().find(|(gone, _)| *gone == name).map(|(_, now)| *now);
    let tools = facts::words(Host::Claude, "tools").iter().map(String::as_str);
    Some(match successor {
        Some(now) => diagnostic.help(format!("`{now}` does its work now")),
        None => match suggest::did_you_mean(name, tools) {
            Some(help) => diagnostic.help(help),
            None => diagnostic.help("remove it, or name a tool of the host"),
        },
    })
}
