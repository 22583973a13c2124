//! A word of one host stands in the tree of the other.
//!
//! Names of tools (`TodoWrite`, `apply_patch`), parameters (`subagent_type`,
//! `fork_turns`), folders (`~/.claude`, `~/.codex`), placeholders (`$ARGUMENTS`,
//! `` !`command` ``) and invocations (`/plugin:skill`, `$plugin:skill`) mean
//! something on one host only. On the other the model looks for a tool that is not
//! there, or reads a placeholder literally. The tables are on the page on hosts.
//!
//! Only whole words count: `.claude-plugin` is not `.claude`.
//!
//! ## Instead
//!
//! In a canonical source write `{{tool "edit"}}`, `{{skill "name"}}`,
//! `{{vocab.word}}`, or put the sentence into `{{#host "claude"}}…{{/host}}`.
//! Elsewhere say what is to be done, and leave the tool to the host.

use std::collections::BTreeSet;
use std::ops::Range;
use std::sync::{Arc, OnceLock};

use aho_corasick::{AhoCorasick, AhoCorasickKind, MatchKind};
use cvg_hooks::Host;

use super::markdown;
use crate::diagnostic::{Diagnostic, Place, Rule, Severity, Sink, SourceFile};
use crate::generate::hosts::facts;
use crate::generate::lint::rules::support::manifest;
use crate::generate::lint::{Context, Document, HostTree, Kind, Mode};

/// The rule.
pub(in crate::generate::lint::rules) static RULE: Rule = Rule {
    code: "CVG043",
    name: "host-vocabulary",
    severity: Severity::Warning,
    source: include_str!("host_vocabulary.rs"),
};

/// Tables of words, and what such a word is.
const TABLES: [(&str, &str); 3] = [
    ("vocabulary.tools", "names a tool of"),
    ("vocabulary.paths", "is a folder of"),
    ("vocabulary.protocol", "is a word of"),
];

/// Claude Code runs a command that stands in these backticks; no other host does.
const RUN: &str = "!`";

/// Looks for words of the other host in a body and a description.
pub(super) fn check(document: &Document, context: Context<'_>, sink: &mut Sink) {
    let Some(host) = context.host else { return };
    // Codex does not load a plugin's Markdown agents.
    let unread = host == Host::Codex
        && (document.kind == Kind::Agent || document.path.starts_with("agents/"));
    if unread || !markdown::is_read_by_agent(document) {
        return;
    }
    let body = document.body_start()..document.file.text.len();
    let entry = context.tree.and_then(|tree| tree.entries.get(&document.path));
    let plain = entry.and_then(|entry| entry.plain_source.as_deref());
    check_text(&document.file, body, (document.kind, plain), host, context, sink);
    if let Some(description) = document.get("description") {
        let range = description.span.clone();
        check_text(&document.file, range, (Kind::Reference, plain), host, context, sink);
    }
}

/// Looks at a part of a file; also serves the agents of Codex, which are TOML.
/// `plain` names the source of the file, where that is no template.
pub(in crate::generate::lint::rules) fn check_text(
    file: &Arc<SourceFile>,
    range: Range<usize>,
    (kind, plain): (Kind, Option<&str>),
    host: Host,
    context: Context<'_>,
    sink: &mut Sink,
) {
    let text = &file.text[range.clone()];
    let mut found = words(text, kind, host);
    if let Some(tree) = context.tree {
        found.extend(invocations(text, host, tree));
    }
    found.sort_by_key(|found| found.range.start);
    let mut told = BTreeSet::new();
    for Found { range: place, what } in found {
        let word = &text[place.clone()];
        let line = text[..place.start].rfind('\n');
        if !told.insert((line, word)) {
            continue;
        }
        let owner = other(host);
        let message = if word.starts_with(RUN) {
            format!("a command behind `!` is run by {} only", owner.title())
        } else {
            format!("`{word}` {what} {}", owner.title())
        };
        let help = match (context.mode, plain) {
            (Mode::Rendered, None) => format!("write a helper, or put it into {}", block(owner)),
            (Mode::Rendered, Some(name)) => format!(
                "rename the file to `{name}.hbs` and write a helper, or put it into {}",
                block(owner)
            ),
            _ => format!("say what to do in words that {} knows too", host.title()),
        };
        let place = Place::new(file, place.start + range.start..place.end + range.start);
        sink.push(Diagnostic::new(&RULE, place, message).help(help).host(host));
    }
}

fn block(host: Host) -> String {
    format!("`{{{{#host \"{host}\"}}}}…{{{{/host}}}}`")
}

/// A word of the other host.
struct Found {
    range: Range<usize>,
    what: &'static str,
}

const fn other(host: Host) -> Host {
    match host {
        Host::Claude => Host::Codex,
        Host::Codex => Host::Claude,
    }
}

/// The words that a tree of one host must not hold, ready for one pass.
struct Searcher {
    automaton: AhoCorasick,
    what: Vec<&'static str>,
}

fn searcher(host: Host) -> Option<&'static Searcher> {
    static SEARCHERS: OnceLock<Vec<Option<Searcher>>> = OnceLock::new();
    let searchers = SEARCHERS.get_or_init(|| {
        Host::ALL
            .into_iter()
            .map(|host| {
                let (mut words, mut what): (Vec<&str>, Vec<&'static str>) = (vec![], vec![]);
                for (table, meaning) in TABLES {
                    for word in facts::words(other(host), table) {
                        words.push(word);
                        what.push(meaning);
                    }
                }
                if host == Host::Codex {
                    words.push(RUN);
                    what.push("is run by");
                }
                // The longest word that starts first: `$HOME/.claude`, not `.claude/skills`.
                // Every run builds it: a table of all transitions would take longer to build than
                // it saves.
                AhoCorasick::builder()
                    .kind(Some(AhoCorasickKind::ContiguousNFA))
                    .match_kind(MatchKind::LeftmostLongest)
                    .build(words)
                    .ok()
                    .map(|automaton| Searcher { automaton, what })
            })
            .collect()
    });
    let index = Host::ALL.iter().position(|known| *known == host)?;
    searchers.get(index)?.as_ref()
}

fn words(text: &str, kind: Kind, host: Host) -> Vec<Found> {
    let Some(searcher) = searcher(host) else { return Vec::new() };
    let mut found = Vec::new();
    for hit in searcher.automaton.find_iter(text) {
        let word = &text[hit.start()..hit.end()];
        // Only a skill or command is a template to Claude Code; elsewhere it is plain text.
        let is_placeholder = word == RUN || word == "$ARGUMENTS";
        if is_placeholder && !matches!(kind, Kind::Skill | Kind::Command) {
            continue;
        }
        let range = if word == RUN {
            match run(text, hit.start()) {
                Some(end) => hit.start()..end,
                None => continue,
            }
        } else if is_whole(text, hit.start(), hit.end()) {
            hit.start()..hit.end()
        } else {
            continue;
        };
        found.push(Found { range, what: searcher.what[hit.pattern().as_usize()] });
    }
    found
}

/// The end of a command that Claude Code would run, if one starts here.
fn run(text: &str, start: usize) -> Option<usize> {
    let stands_alone = text[..start].chars().next_back().is_none_or(char::is_whitespace);
    let inner = &text[start + RUN.len()..];
    let end = inner.find(['`', '\n']).filter(|end| *end > 0 && inner[*end..].starts_with('`'))?;
    stands_alone.then_some(start + RUN.len() + end + 1)
}

/// Is it a whole word, and not a part of a longer one?
fn is_whole(text: &str, start: usize, end: usize) -> bool {
    let joins = |c: char| c.is_alphanumeric() || c == '_' || c == '-';
    let before = text[..start].chars().next_back();
    let free_start = match text[start..].chars().next() {
        Some('~' | '$') => true,
        Some('.') => !before.is_some_and(|c| joins(c) || c == '.' || c == '~'),
        _ => !before.is_some_and(joins),
    };
    free_start && !text[end..].chars().next().is_some_and(joins)
}

/// Invocations in the other host's way: `/plugin:skill` or `$plugin:skill`, as far
/// as the plugin or the skill is of this tree.
fn invocations(text: &str, host: Host, tree: &HostTree) -> Vec<Found> {
    let sigil = if host == Host::Codex { '/' } else { '$' };
    let mut plugin: Option<Option<String>> = None;
    let mut found = Vec::new();
    for (at, _) in text.match_indices(sigil) {
        let before = text[..at].chars().next_back();
        if !before.is_none_or(|c| c.is_whitespace() || "`'\"([*".contains(c)) {
            continue;
        }
        let name = |from: usize| {
            let inside = |c: char| c.is_ascii_alphanumeric() || c == '-' || c == '_';
            let end = text[from..].find(|c| !inside(c)).map_or(text.len(), |end| from + end);
            (end > from).then_some(end)
        };
        let Some(colon) = name(at + 1).filter(|end| text[*end..].starts_with(':')) else {
            continue;
        };
        let Some(end) = name(colon + 1) else { continue };
        let own = plugin.get_or_insert_with(|| {
            let name = manifest::read(tree)?.root.get("name")?.as_str()?.to_owned();
            Some(name)
        });
        let is_ours = own.as_deref() == Some(&text[at + 1..colon])
            || tree.components.iter().any(|component| component.name == text[colon + 1..end]);
        if is_ours {
            found.push(Found { range: at..end, what: "is an invocation on" });
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    fn on(host: Host, text: &str) -> Vec<&str> {
        words(text, Kind::Skill, host).into_iter().map(|found| &text[found.range]).collect()
    }

    #[test]
    fn only_whole_words_of_the_other_host_count() {
        let text = "Use TodoWrite, the Task tool (subagent_type) and ~/.claude/skills.";
        let expected = ["TodoWrite", "Task tool", "subagent_type", "~/.claude"];
        assert_eq!(on(Host::Codex, text), expected);
        assert!(on(Host::Claude, text).is_empty());
        assert!(
            on(Host::Codex, ".claude-plugin ~/.claude-plugin MyTodoWriter x.claude/skills")
                .is_empty()
        );
        assert_eq!(
            on(Host::Codex, "`$HOME/.claude/skills` .claude/agents/x"),
            ["$HOME/.claude", ".claude/agents"]
        );
        assert_eq!(
            on(Host::Claude, "call apply_patch or spawn_agent"),
            ["apply_patch", "spawn_agent"]
        );
    }

    #[test]
    fn a_command_that_runs_is_not_an_exclamation() {
        assert_eq!(
            on(Host::Codex, "!`git status` and $ARGUMENTS"),
            ["!`git status`", "$ARGUMENTS"]
        );
        assert!(on(Host::Codex, "Done!`x` or !`` and `!`").is_empty());
        let reference = words("$ARGUMENTS", Kind::Reference, Host::Codex);
        assert!(reference.is_empty(), "only skills and commands are templates");
    }

    #[test]
    fn only_our_own_names_are_invocations() {
        let tree = HostTree::new(Host::Codex, SourceFile::opaque("."));
        let text = "docker -v /etc:ro, /yard:rake";
        assert!(invocations(text, Host::Codex, &tree).is_empty(), "no such plugin, no such skill");
    }
}
