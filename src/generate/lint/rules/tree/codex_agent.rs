//! Codex would skip this agent file.
//!
//! An agent of Codex is a TOML file with `name`, `description` and
//! `developer_instructions`, each a string that is not empty. Besides these it may
//! hold any key of the configuration. A missing key, a syntax error or one key that
//! Codex does not know (Claude Code's `tools = ["Bash"]`) skips the whole file.
//!
//! Codex does not load agents from a plugin: an installer copies these files into
//! `agents/` of the Codex home or into `.codex/agents/` of a repository.
//!
//! ## Instead
//!
//! Name the three keys; leave the tools to `sandbox_mode` and to the instructions.

use std::ops::Range;

use cvg_hooks::Host;
use toml::de::{DeTable, DeValue};

use crate::diagnostic::{Diagnostic, Place, Rule, Severity, Sink};
use crate::generate::hosts::facts;
use crate::generate::lint::rules::body::{host_only_variable, host_vocabulary};
use crate::generate::lint::suggest;
use crate::generate::lint::{Context, HostTree, Kind, Mode, TreeEntry};

/// The rule.
pub(super) static RULE: Rule = Rule {
    code: "CVG111",
    name: "codex-agent",
    severity: Severity::Error,
    source: include_str!("codex_agent.rs"),
};

const SANDBOXES: [&str; 3] = ["read-only", "workspace-write", "danger-full-access"];

/// Looks at the TOML files of `agents/`.
pub(super) fn check(tree: &HostTree, mode: Mode, sink: &mut Sink) {
    if tree.host != Host::Codex {
        return;
    }
    for (path, entry) in &tree.entries {
        let inside = path.starts_with("agents/") || path.starts_with(".codex/agents/");
        if inside && path.ends_with(".toml") {
            check_file(entry, tree, mode, sink);
        }
    }
}

fn check_file(entry: &TreeEntry, tree: &HostTree, mode: Mode, sink: &mut Sink) {
    let file = &entry.file;
    let (parsed, errors) = DeTable::parse_recoverable(&file.text);
    let report = |range: Range<usize>, message: String, help: &str, sink: &mut Sink| {
        let place = Place::new(file, range);
        sink.push(
            Diagnostic::new(&RULE, place, message)
                .note("Codex skips the whole file")
                .help(help)
                .host(Host::Codex),
        );
    };
    if let Some(error) = errors.first() {
        let range = error.span().unwrap_or_default();
        let message = format!("not TOML: {}", error.message());
        return report(range, message, "correct the syntax", sink);
    }
    let table = parsed.get_ref();
    for required in facts::words(Host::Codex, "agent.codex.required") {
        let found = table.iter().find(|(key, _)| key.get_ref() == required.as_str());
        let help = format!("write `{required} = \"…\"`");
        match found {
            None => report(0..0, format!("`{required}` is missing"), &help, sink),
            Some((_, value)) => match value.get_ref() {
                DeValue::String(text) if text.trim().is_empty() => {
                    report(value.span(), format!("`{required}` is empty"), &help, sink);
                }
                DeValue::String(_) => {}
                _ => report(value.span(), format!("`{required}` must be a string"), &help, sink),
            },
        }
    }
    for (key, value) in table {
        let name: &str = key.get_ref();
        // `[tools]` is a table of the configuration; a list of tools is Claude Code's.
        let foreign = matches!(name, "tools" | "skills" | "hooks" | "mcp_servers")
            && !matches!(value.get_ref(), DeValue::Table(_));
        if foreign || !facts::knows(Host::Codex, "agent.codex.keys", name) {
            let known = facts::words(Host::Codex, "agent.codex.keys").iter().map(String::as_str);
            let help = suggest::did_you_mean(name, known)
                .filter(|_| !foreign)
                .unwrap_or_else(|| "remove the key".to_owned());
            report(key.span(), format!("Codex does not know the key `{name}`"), &help, sink);
        }
        if name == "sandbox_mode"
            && let DeValue::String(mode) = value.get_ref()
            && !SANDBOXES.contains(&mode.as_ref())
        {
            let help = format!("it is one of `{}`", SANDBOXES.join("`, `"));
            report(value.span(), format!("Codex has no sandbox mode `{mode}`"), &help, sink);
        }
        if name == "developer_instructions" {
            // The agent's text is held to the rules of any other text.
            let context = Context { mode, host: Some(Host::Codex), tree: Some(tree) };
            let (kind, range) = (Kind::Command, value.span());
            let told = (kind, entry.plain_source.as_deref());
            host_vocabulary::check_text(file, range.clone(), told, Host::Codex, context, sink);
            host_only_variable::check_text(file, range, Host::Codex, kind, mode, sink);
        }
    }
}
