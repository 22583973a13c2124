//! A text uses a variable that its host does not replace, or that only one host does.
//!
//! Claude Code replaces `${CLAUDE_PLUGIN_ROOT}`, `${CLAUDE_SKILL_DIR}`,
//! `${CLAUDE_PROJECT_DIR}` and a few more in the text of a skill or command, in
//! this spelling only: `$CLAUDE_PLUGIN_ROOT` stays as it is, and the agent's shell
//! does not know it either. In an agent's text it replaces three of them. Codex
//! replaces nothing, so there the model reads `${CLAUDE_SKILL_DIR}/scripts/a.sh`
//! literally.
//!
//! In a stranger's Claude Code tree the rule names each such variable once, since
//! the text will not work on another host. In a tree that we render it speaks up
//! only where the variable stays literal.
//!
//! ## Instead
//!
//! Write paths relative to the SKILL.md (`scripts/a.sh`): both hosts tell the agent
//! where that file is. Where a host's variable is needed, put it into
//! `{{#host "claude"}}…{{/host}}`.

use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::Arc;

use cvg_hooks::Host;

use crate::diagnostic::{Diagnostic, Place, Rule, Severity, Sink, SourceFile};
use crate::generate::hosts::facts;
use crate::generate::lint::{Context, Document, Kind, Mode};

/// The rule.
pub(in crate::generate::lint::rules) static RULE: Rule = Rule {
    code: "CVG042",
    name: "host-only-variable",
    severity: Severity::Warning,
    source: include_str!("host_only_variable.rs"),
};

/// Claude Code replaces only these in an agent's text.
const IN_AGENTS: [&str; 3] = ["CLAUDE_PLUGIN_ROOT", "CLAUDE_PLUGIN_DATA", "CLAUDE_PROJECT_DIR"];

/// Looks for the hosts' variables in a skill, command or agent.
pub(super) fn check(document: &Document, context: Context<'_>, sink: &mut Sink) {
    let Some(host) = context.host else { return };
    let read = match document.kind {
        Kind::Skill | Kind::Command => true,
        Kind::Agent => host == Host::Claude,
        Kind::Reference => false,
    };
    if read {
        let range = document.body_start()..document.file.text.len();
        check_text(&document.file, range, host, document.kind, context.mode, sink);
    }
}

/// Looks at a part of a file; also serves the agents of Codex, which are TOML.
pub(in crate::generate::lint::rules) fn check_text(
    file: &Arc<SourceFile>,
    range: Range<usize>,
    host: Host,
    kind: Kind,
    mode: Mode,
    sink: &mut Sink,
) {
    let body = &file.text[range.clone()];
    // Where a variable is replaced, its first place and how often it stands there.
    let mut replaced: BTreeMap<&str, (Range<usize>, usize)> = BTreeMap::new();
    for variable in variables(body) {
        let place = variable.range.start + range.start..variable.range.end + range.start;
        if variable.is_replaced(host, kind) {
            replaced.entry(variable.name).or_insert((place, 0)).1 += 1;
            continue;
        }
        // A script that sets the variable itself may use it.
        if body.contains(&format!("{}=", variable.name)) {
            continue;
        }
        let written = &body[variable.range.clone()];
        let expands = host == Host::Claude
            && variable.owner == Host::Claude
            && (kind != Kind::Agent || IN_AGENTS.contains(&variable.name));
        let diagnostic = if expands {
            let message = format!("{} replaces `{written}` only with braces", host.title());
            let help = format!("write `${{{}}}`", variable.name);
            Diagnostic::new(&RULE, Place::new(file, place), message).help(help)
        } else {
            let message = format!("{} does not replace `{written}` here", host.title());
            Diagnostic::new(&RULE, Place::new(file, place), message)
                .note("the model reads it literally")
                .help("write the path relative to this file")
        };
        sink.push(diagnostic.host(host));
    }
    if mode == Mode::Foreign {
        for (name, (place, count)) in replaced {
            let mut message = format!("only Claude Code replaces `${{{name}}}`");
            if count > 1 {
                message = format!("{message}, which stands here {count} times");
            }
            let diagnostic = Diagnostic::new(&RULE, Place::new(file, place), message)
                .help("write paths relative to this file: every host tells the agent where it is");
            sink.push(diagnostic.host(host));
        }
    }
}

/// One of the hosts' variables in a text.
struct Variable {
    range: Range<usize>,
    name: &'static str,
    owner: Host,
    braced: bool,
}

impl Variable {
    fn is_replaced(&self, host: Host, kind: Kind) -> bool {
        host == Host::Claude
            && self.owner == Host::Claude
            && self.braced
            && (kind != Kind::Agent || IN_AGENTS.contains(&self.name))
    }
}

/// Every `$NAME` and `${NAME…}` whose name is one of the hosts'.
fn variables(body: &str) -> impl Iterator<Item = Variable> + '_ {
    body.match_indices('$').filter_map(move |(at, _)| {
        let rest = &body[at + 1..];
        let inner = rest.strip_prefix('{').unwrap_or(rest);
        let length =
            inner.find(|c: char| !(c.is_ascii_uppercase() || c == '_' || c.is_ascii_digit()));
        let word = &inner[..length.unwrap_or(inner.len())];
        if !word.contains('_') {
            return None; // most dollars are prices and `$HOME`
        }
        let (name, owner) = Host::ALL.into_iter().find_map(|owner| {
            let known = facts::words(owner, "variables.body").iter().find(|known| *known == word);
            known.map(|known| (known.as_str(), owner))
        })?;
        let has_brace = inner.len() < rest.len();
        let braced = has_brace && inner[word.len()..].starts_with('}');
        let start = at + 1 + usize::from(has_brace);
        Some(Variable { range: at..start + word.len() + usize::from(braced), name, owner, braced })
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn variables_are_found_in_each_spelling() {
        let text = "${CLAUDE_SKILL_DIR}/a $CLAUDE_PLUGIN_ROOT/b ${PLUGIN_ROOT:-x} $CLAUDE_X $HOME";
        let found: Vec<_> = variables(text).map(|v| (&text[v.range.clone()], v.braced)).collect();
        assert_eq!(
            found,
            [
                ("${CLAUDE_SKILL_DIR}", true),
                ("$CLAUDE_PLUGIN_ROOT", false),
                ("${PLUGIN_ROOT", false)
            ]
        );
    }
}
