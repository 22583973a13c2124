//! A skill or command has the name of a host's own slash command.
//!
//! A plugin's commands carry its name in front, `/yard:review`, and most people type
//! the short form: `/review` is the host's. On Claude Code a skill named so is also
//! hard to tell apart in the list that the model sees.
//!
//! ## Instead
//!
//! Say what is reviewed, cleared or planned: `shelf-review`.

use super::subject::is_component;
use crate::diagnostic::{Diagnostic, Rule, Severity, Sink};
use crate::generate::lint::{Context, Document, Kind};
use cvg_hooks::Host;

/// The rule.
pub(super) static RULE: Rule = Rule {
    code: "CVG031",
    name: "builtin-name",
    severity: Severity::Warning,
    source: include_str!("builtin_name.rs"),
};

/// Slash commands of Claude Code, with those of its bundled skills.
const CLAUDE: &[&str] = &[
    "add-dir",
    "agents",
    "batch",
    "branch",
    "btw",
    "bug",
    "clear",
    "compact",
    "config",
    "context",
    "copy",
    "cost",
    "debug",
    "diff",
    "doctor",
    "effort",
    "exit",
    "export",
    "extra-usage",
    "fast",
    "feedback",
    "fork",
    "help",
    "hooks",
    "ide",
    "init",
    "insights",
    "install-github-app",
    "keybindings",
    "login",
    "logout",
    "loop",
    "mcp",
    "memory",
    "mobile",
    "model",
    "output-style",
    "passes",
    "permissions",
    "plan",
    "plugin",
    "pr-comments",
    "privacy-settings",
    "quit",
    "recap",
    "release-notes",
    "reload-plugins",
    "remote-control",
    "rename",
    "resume",
    "review",
    "rewind",
    "sandbox",
    "schedule",
    "security-review",
    "simplify",
    "skills",
    "stats",
    "status",
    "statusline",
    "tasks",
    "terminal-setup",
    "theme",
    "todos",
    "upgrade",
    "usage",
    "vim",
    "voice",
];
/// Slash commands of Codex.
const CODEX: &[&str] = &[
    "agent",
    "approvals",
    "apps",
    "clear",
    "compact",
    "copy",
    "diff",
    "exit",
    "experimental",
    "fast",
    "feedback",
    "fork",
    "hooks",
    "init",
    "logout",
    "mcp",
    "mention",
    "model",
    "new",
    "permissions",
    "personality",
    "plan",
    "ps",
    "quit",
    "rename",
    "resume",
    "review",
    "skills",
    "status",
    "statusline",
    "stop",
    "subagents",
    "theme",
    "undo",
];

/// Looks up the folder of a skill or the file of a command.
pub(super) fn check(document: &Document, context: Context<'_>, sink: &mut Sink) {
    if !is_component(document) || !matches!(document.kind, Kind::Skill | Kind::Command) {
        return;
    }
    let name = document.name.as_str();
    let hosts: Vec<Host> = Host::ALL
        .into_iter()
        .filter(|host| context.host.is_none_or(|only| only == *host))
        .filter(|host| builtin(*host).binary_search(&name).is_ok())
        .collect();
    let Some(first) = hosts.first() else { return };
    let place = match document.get("name") {
        Some(node) if node.as_str() == Some(name) => document.place(node.span.clone()),
        _ => document.line(1),
    };
    let of = if hosts.len() > 1 { "both hosts" } else { first.title() };
    let found = Diagnostic::new(&RULE, place, format!("`/{name}` is a command of {of} already"))
        .help("choose a name that says more");
    sink.push(hosts.into_iter().fold(found, Diagnostic::host));
}

fn builtin(host: Host) -> &'static [&'static str] {
    match host {
        Host::Claude => CLAUDE,
        Host::Codex => CODEX,
    }
}

#[cfg(test)]
mod tests {
    use super::{CLAUDE, CODEX};

    #[test]
    fn the_tables_are_sorted() {
        assert!(CLAUDE.is_sorted() && CODEX.is_sorted());
    }
}
