//! A matcher matches nothing, or is not looked at.
//!
//! A matcher of name characters and `|` is a list of exact names, and case counts.
//! Anything else is a regular expression: JavaScript's on Claude Code, Rust's on
//! Codex, which has no look-around and drops the group of an invalid one. Claude
//! Code also takes a comma between names; on Codex such a matcher matches nothing.
//! `Bash(git *)` is the syntax of permission rules and matches nothing on either.
//! Some events have no matcher at all: the hook then fires each time.
//!
//! ## Instead
//!
//! Name the tools, `Write|Edit`, and look at the command in the hook itself.

use cvg_hooks::{Host, KnownEvent, MatcherTarget};
use regex_syntax::ast::{ErrorKind, parse::Parser};

use super::model::{self, Source};
use crate::diagnostic::{Diagnostic, Rule, Severity, Sink};
use crate::generate::hosts::facts;
use crate::generate::lint::suggest;
use crate::generate::lint::{HostTree, Mode};
use crate::generate::source::yaml::Node;

/// The rule.
pub(super) static RULE: Rule = Rule {
    code: "CVG102",
    name: "hooks-matcher",
    severity: Severity::Warning,
    source: include_str!("hooks_matcher.rs"),
};

/// A fault of a matcher: how bad, what, and what to do.
type Fault = (Severity, String, String);

/// Looks at every matcher.
pub(super) fn check(tree: &HostTree, _: Mode, sink: &mut Sink) {
    let host = tree.host;
    for source in model::sources(tree) {
        for group in source.groups(host) {
            let Some(node) = group.node.get("matcher") else { continue };
            let Some(matcher) = node.as_str().filter(|_| node.type_name() == "string") else {
                continue;
            };
            let Some(event) = KnownEvent::named(group.event).filter(|event| event.fires_on(host))
            else {
                continue;
            };
            for fault in faults(matcher, event, host) {
                push(&source, node, fault, host, sink);
            }
        }
    }
}

fn push(
    source: &Source,
    node: &Node,
    (severity, message, help): Fault,
    host: Host,
    sink: &mut Sink,
) {
    sink.push(
        Diagnostic::new(&RULE, source.place(node), message)
            .severity(severity)
            .help(help)
            .host(host),
    );
}

/// What is wrong with a matcher of that event.
fn faults(matcher: &str, event: &KnownEvent, host: Host) -> Vec<Fault> {
    let warning = |message: String, help: &str| vec![(Severity::Warning, message, help.to_owned())];
    if matcher.is_empty() || matcher == "*" {
        return Vec::new();
    }
    if event.matcher == MatcherTarget::Ignored {
        let message = format!("{} has no matcher: the hook fires each time", event.name);
        return warning(message, "remove it, and look at the input in the hook itself");
    }
    if let Some((tool, _)) = matcher.split_once('(')
        && event.matcher == MatcherTarget::Tool
        && matcher.ends_with(')')
        && !tool.is_empty()
        && tool.chars().all(|c| c.is_ascii_alphanumeric() || c == '_')
        && facts::knows(host, "tools", tool)
    {
        let message = format!("`{matcher}` is a permission rule: as a matcher it matches nothing");
        return warning(message, &format!("write `{tool}`, and look at the command in the hook"));
    }
    if let Some(rest) = matcher.strip_prefix('!') {
        let message = format!("`{matcher}` matches nothing: a matcher cannot be negated so");
        return warning(message, &format!("match `*`, and let the hook skip `{rest}`"));
    }
    let name = |c: char| c.is_ascii_alphanumeric() || c == '_' || c == '|' || c == '-';
    let listed = |c: char| name(c) || c == ',' || c == ' ';
    if matcher.chars().all(name) || (host == Host::Claude && matcher.chars().all(listed)) {
        return names(matcher, event, host);
    }
    if matcher.chars().all(listed) {
        let joined: Vec<&str> = matcher.split([',', '|', ' ']).filter(|n| !n.is_empty()).collect();
        let message = format!("on Codex `{matcher}` matches nothing: names are joined with `|`");
        return warning(message, &format!("write `{}`", joined.join("|")));
    }
    expression(matcher, host).into_iter().collect()
}

/// Looks at a list of exact names.
fn names(matcher: &str, event: &KnownEvent, host: Host) -> Vec<Fault> {
    let names: Vec<&str> =
        matcher.split(['|', ',']).map(str::trim).filter(|name| !name.is_empty()).collect();
    let known: Vec<&str> = match event.matcher {
        MatcherTarget::Tool => facts::words(host, "tools").iter().map(String::as_str).collect(),
        // Claude Code adds `fork` in a later version; a file for both is right.
        MatcherTarget::Source => vec!["startup", "resume", "clear", "compact", "fork"],
        MatcherTarget::Trigger if event.name != "Setup" => vec!["manual", "auto"],
        _ => return Vec::new(),
    };
    let is_known = |name: &str| {
        known.contains(&name)
            || (host == Host::Claude
                && ["tools.claude.agent", "tools.claude.conditional"]
                    .into_iter()
                    .any(|table| facts::knows(host, table, name)))
            || (event.matcher == MatcherTarget::Tool
                && name.starts_with("mcp__")
                && is_mcp_tool(name))
    };
    let alone = !names.iter().any(|name| is_known(name));
    let mut faults = Vec::new();
    for name in names.iter().filter(|name| !is_known(name)) {
        let gone = facts::knows(Host::Claude, "tools.claude.gone", name) && host == Host::Claude;
        // Beside tools that exist, an old name does no harm.
        let severity = if gone && !alone { Severity::Info } else { Severity::Warning };
        let (message, help) = if event.matcher != MatcherTarget::Tool {
            let help = format!("it is one of `{}`", known.join("`, `"));
            (format!("{} never has `{name}`", event.name), help)
        } else if name.starts_with("mcp__") {
            let message = format!("`{name}` names a server and matches no tool of it");
            (message, format!("write `{name}__.*`"))
        } else {
            let near = suggest::did_you_mean(name, known.iter().copied()).filter(|_| !gone);
            let help = near.unwrap_or_else(|| match host {
                Host::Claude => "remove it, or name a tool of the host".to_owned(),
                Host::Codex => {
                    "Codex has `Bash` and `apply_patch`, and tools named `mcp__…`".to_owned()
                }
            });
            (format!("{} has no tool `{name}`", host.title()), help)
        };
        faults.push((severity, message, help));
    }
    faults
}

/// `mcp__server__tool`: a server alone is never a tool's name.
fn is_mcp_tool(name: &str) -> bool {
    name.trim_start_matches("mcp__").split_once("__").is_some_and(|(_, tool)| !tool.is_empty())
}

/// Looks at a regular expression with the parser that Codex uses. JavaScript knows
/// more, so for Claude Code only what no dialect takes counts.
fn expression(matcher: &str, host: Host) -> Option<Fault> {
    let error = Parser::new().parse(matcher).err()?;
    let plain = "name the tools, joined with `|`".to_owned();
    let everywhere = matches!(
        error.kind(),
        ErrorKind::GroupUnclosed
            | ErrorKind::GroupUnopened
            | ErrorKind::ClassUnclosed
            | ErrorKind::RepetitionMissing
            | ErrorKind::EscapeUnexpectedEof
    );
    if *error.kind() == ErrorKind::UnsupportedLookAround {
        let message = format!("Codex has no look-around: it drops the matcher `{matcher}`");
        return (host == Host::Codex).then_some((Severity::Warning, message, plain));
    }
    if host == Host::Claude && !everywhere {
        return None;
    }
    let message =
        format!("`{matcher}` is no regular expression, and matches nothing: {}", error.kind());
    Some((Severity::Warning, message, plain))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn count(matcher: &str, event: &str, host: Host) -> usize {
        faults(matcher, KnownEvent::named(event).expect("an event"), host).len()
    }

    #[test]
    fn matchers_are_judged_as_each_host_reads_them() {
        // matcher, event, faults on Claude Code, faults on Codex
        for (matcher, event, claude, codex) in [
            ("", "PreToolUse", 0, 0),
            ("*", "Stop", 0, 0),
            ("Bash", "PreToolUse", 0, 0),
            ("Write|Edit", "PostToolUse", 0, 0),
            ("Write, Edit", "PostToolUse", 0, 1),
            ("bash", "PreToolUse", 1, 1),
            ("Read|Bash", "PreToolUse", 0, 1),
            ("apply_patch", "PreToolUse", 1, 0),
            ("Bash(git *)", "PreToolUse", 1, 1),
            ("!Bash", "PreToolUse", 1, 1),
            ("(", "PreToolUse", 1, 1),
            ("^(?!Read).*$", "PreToolUse", 0, 1),
            ("mcp__x__.*", "PreToolUse", 0, 0),
            ("mcp__x__y", "PreToolUse", 0, 0),
            ("mcp__x", "PreToolUse", 1, 1),
            (".*", "UserPromptSubmit", 1, 1),
            ("startup|resume", "SessionStart", 0, 0),
            ("start", "SessionStart", 1, 1),
            ("auto", "PreCompact", 0, 0),
            ("reviewer", "SubagentStop", 0, 0),
        ] {
            assert_eq!(count(matcher, event, Host::Claude), claude, "{matcher} on claude");
            assert_eq!(count(matcher, event, Host::Codex), codex, "{matcher} on codex");
        }
    }

    #[test]
    fn an_old_name_beside_others_is_a_remark() {
        let event = KnownEvent::named("PostToolUse").expect("an event");
        assert_eq!(faults("Edit|MultiEdit", event, Host::Claude)[0].0, Severity::Info);
        assert_eq!(faults("MultiEdit", event, Host::Claude)[0].0, Severity::Warning);
    }
}
