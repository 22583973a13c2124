//! Which keys frontmatter may have, and what each should hold.

use crate::generate::lint::{Document, Kind, Mode};
use crate::generate::source::yaml::Entry;

/// What a key should hold.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Shape {
    /// A string.
    Text,
    /// A string or a list.
    TextOrList,
    /// A list.
    List,
    /// `true` or `false`.
    Flag,
    /// A mapping.
    Mapping,
    /// Whatever the host makes of it.
    Any,
}

use Shape::{Any, Flag, List, Mapping, Text, TextOrList};

type Table = &'static [(&'static str, Shape)];

const CANONICAL_SKILL: Table = &[
    ("name", Text),
    ("description", Text),
    ("license", Text),
    ("compatibility", Text),
    ("metadata", Mapping),
    ("allowed-tools", TextOrList),
    ("hosts", List),
    ("claude", Mapping),
    ("codex", Mapping),
];
const CANONICAL_AGENT: Table = &[
    ("name", Text),
    ("description", Text),
    ("tools", TextOrList),
    ("model", Text),
    ("hosts", List),
    ("claude", Mapping),
    ("codex", Mapping),
];
const CANONICAL_COMMAND: Table = &[
    ("name", Text),
    ("description", Text),
    ("argument-hint", Text),
    ("allowed-tools", TextOrList),
    ("model", Text),
    ("hosts", List),
    ("claude", Mapping),
    ("codex", Mapping),
];

/// Claude Code's keys for skills and commands.
const CLAUDE_SKILL: Table = &[
    ("name", Text),
    ("description", Text),
    ("model", Text),
    ("allowed-tools", TextOrList),
    ("disallowed-tools", TextOrList),
    ("argument-hint", Text),
    ("arguments", TextOrList),
    ("disable-model-invocation", Flag),
    ("user-invocable", Flag),
    ("effort", Text),
    ("shell", Text),
    ("version", Any),
    ("when_to_use", Text),
    ("paths", TextOrList),
    ("hooks", Mapping),
    ("context", Text),
    ("agent", Text),
];
/// Claude Code's keys for agents.
const CLAUDE_AGENT: Table = &[
    ("name", Text),
    ("description", Text),
    ("model", Text),
    ("effort", Text),
    ("tools", TextOrList),
    ("disallowedTools", TextOrList),
    ("skills", TextOrList),
    ("isolation", Text),
    ("memory", Text),
    ("maxTurns", Any),
    ("background", Flag),
    ("color", Text),
    ("initialPrompt", Text),
    ("permissionMode", Text),
    ("hooks", Mapping),
    ("mcpServers", Any),
];
/// What `codex:` of a skill or command may hold: the parts of `agents/openai.yaml`.
const CODEX_SKILL: Table =
    &[("interface", Mapping), ("policy", Mapping), ("dependencies", Mapping)];

/// The keys of the canonical source.
pub(super) fn canonical(kind: Kind) -> Table {
    match kind {
        Kind::Skill => CANONICAL_SKILL,
        Kind::Agent => CANONICAL_AGENT,
        Kind::Command => CANONICAL_COMMAND,
        Kind::Reference => &[],
    }
}

/// The keys that Claude Code reads.
pub(super) fn claude(kind: Kind) -> Table {
    match kind {
        Kind::Skill | Kind::Command => CLAUDE_SKILL,
        Kind::Agent => CLAUDE_AGENT,
        Kind::Reference => &[],
    }
}

/// The keys that `codex:` may hold; an agent's are any key of Codex' configuration.
pub(super) fn codex(kind: Kind) -> Table {
    match kind {
        Kind::Skill | Kind::Command => CODEX_SKILL,
        Kind::Agent | Kind::Reference => &[],
    }
}

/// Which table a key is looked up in.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Scope {
    /// The top level.
    Top,
    /// Below `claude:` of a canonical source.
    Claude,
    /// Below `codex:` of a canonical source.
    Codex,
}

/// An entry and what it should hold, if its key is known.
pub(super) struct Found<'a> {
    /// Where it stands.
    pub(super) scope: Scope,
    /// The entry.
    pub(super) entry: &'a Entry,
    /// Its key; empty where that is no scalar.
    pub(super) key: &'a str,
    /// What it should hold.
    pub(super) shape: Option<Shape>,
}

/// Every entry of the frontmatter; in a source those for one host, too.
pub(super) fn entries(document: &Document, mode: Mode) -> Vec<Found<'_>> {
    let mut all = Vec::new();
    let Some(root) = document.mapping() else { return all };
    let shape = |scope: Scope, key: &str| {
        let look = |table: Table| table.iter().find(|known| known.0 == key).map(|known| known.1);
        match (scope, mode) {
            (Scope::Top, Mode::Source) => look(canonical(document.kind)),
            (Scope::Top, _) => {
                let own = |key: &str| !matches!(key, "hosts" | "claude" | "codex");
                look(canonical(document.kind))
                    .filter(|_| own(key))
                    .or_else(|| look(claude(document.kind)))
            }
            (Scope::Claude, _) => look(claude(document.kind)),
            (Scope::Codex, _) => look(codex(document.kind)),
        }
    };
    let mut sections = vec![(Scope::Top, root.entries())];
    if mode == Mode::Source {
        for (key, scope) in [("claude", Scope::Claude), ("codex", Scope::Codex)] {
            sections.extend(root.get(key).map(|node| (scope, node.entries())));
        }
    }
    for (scope, entries) in sections {
        for entry in entries {
            let key = entry.key.as_str().unwrap_or_default();
            all.push(Found { scope, entry, key, shape: shape(scope, key) });
        }
    }
    all
}
