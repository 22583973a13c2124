//! A configuration file: TOML in, one layer of keys out.
//!
//! Only sections that are ours are looked at; the file may hold those of other programs.

use std::path::Path;

use super::document::{Data, Name, Statement, Value};
use super::fault::{meant, meant_section};
use super::layer::{ANSWERS, CODEX_ASKS, Layer, answer, codex_ask, remedy};
use super::text::{self, Faults};
use super::{BadPattern, NamePattern, PathPattern};

/// Reads a file. One that is not there sets nothing.
pub(super) fn read(file: &Path) -> Layer {
    match text::bytes(file) {
        Ok(Some(bytes)) => parse(file, &bytes),
        Ok(None) => Layer::default(),
        Err(fault) => Layer { faults: vec![fault], ..Layer::default() },
    }
}

fn parse(file: &Path, bytes: &[u8]) -> Layer {
    let (layer, faults) = text::parse(file, bytes, |statements, faults| {
        let layer = Layer::default();
        let mut reader = Reader { layer, faults, defined: Vec::new(), dotted: Vec::new() };
        let mut section = Place::Top;
        for statement in statements {
            match statement {
                Statement::Header(key, value) => section = reader.header(key, value),
                Statement::Pair(key, value) => reader.pair(section, key, value),
            }
        }
        reader.layer
    });
    Layer { faults, ..layer }
}

/// What a name stands for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Place {
    /// The document itself.
    Top,
    /// `[worktree]`.
    Worktree,
    /// `[worktree.mcp]`.
    Mcp,
    /// A key with a value.
    Key(&'static str),
    /// What is not ours.
    Foreign,
}

const KEYS: [&str; 7] =
    ["ask-on-codex", "enforce", "exempt", "lanes", "mcp", "opaque", "unanalysable"];
const MCP_KEYS: [&str; 3] = ["paths", "read", "write"];

struct Reader<'r, 'a> {
    layer: Layer,
    faults: &'r mut Faults<'a>,
    /// The keys that were set, and the sections that were written as such.
    defined: Vec<Place>,
    /// The sections that came to be through keys with dots.
    dotted: Vec<Place>,
}

impl Reader<'_, '_> {
    /// The section that a header opens.
    fn header(&mut self, key: &[Name<'_>], value: &Value<'_>) -> Place {
        let Some((last, path)) = key.split_last() else { return Place::Foreign };
        let mut place = Place::Top;
        for name in path {
            place = self.inside(place, name);
        }
        match self.inside(place, last) {
            section @ (Place::Worktree | Place::Mcp) if matches!(value.data, Data::Section(_)) => {
                // What stands in it counts all the same.
                self.define(section, last);
                section
            }
            place => {
                self.set(place, last, value);
                Place::Foreign
            }
        }
    }

    /// `key = value` in a section.
    fn pair(&mut self, section: Place, key: &[Name<'_>], value: &Value<'_>) {
        let Some((last, path)) = key.split_last() else { return };
        let mut place = section;
        for name in path {
            place = self.inside(place, name);
            if self.defined.contains(&place) {
                return self.faults.twice(name.at);
            }
            if !self.dotted.contains(&place) {
                self.dotted.push(place);
            }
        }
        let place = self.inside(place, last);
        self.set(place, last, value);
    }

    /// What `name` stands for in a section.
    fn inside(&mut self, section: Place, name: &Name<'_>) -> Place {
        let (title, keys): (_, &[&'static str]) = match section {
            Place::Top if name.text == "worktree" => return Place::Worktree,
            Place::Top => {
                if let Some((problem, remedy)) = meant_section(&name.text, "worktree") {
                    self.faults.add(name.at, problem, remedy);
                }
                return Place::Foreign;
            }
            Place::Worktree if name.text == "mcp" => return Place::Mcp,
            Place::Worktree => ("worktree", &KEYS),
            Place::Mcp => ("worktree.mcp", &MCP_KEYS),
            Place::Key(key) => {
                self.faults.add(
                    name.at,
                    format!("`{key}` is no section"),
                    "give it one value".into(),
                );
                return Place::Foreign;
            }
            Place::Foreign => return Place::Foreign,
        };
        if let Some(key) = keys.iter().find(|key| name.text == **key) {
            return Place::Key(key);
        }
        let problem = format!("`[{title}]` has no key `{}`", name.text);
        let remedy = meant(&name.text, keys).map_or_else(
            || format!("its keys are {}", keys.join(", ")),
            |meant| format!("did you mean `{meant}`?"),
        );
        self.faults.add(name.at, problem, remedy);
        Place::Foreign
    }

    fn set(&mut self, place: Place, name: &Name<'_>, value: &Value<'_>) {
        if matches!(value.data, Data::Unread) || !self.define(place, name) {
            return;
        }
        match place {
            Place::Worktree => self.section(place, "worktree", value),
            Place::Mcp => self.section(place, "worktree.mcp", value),
            Place::Key(key) => self.key(key, value),
            Place::Top | Place::Foreign => {}
        }
    }

    fn section(&mut self, section: Place, title: &str, value: &Value<'_>) {
        let Data::Section(pairs) = &value.data else {
            return self.faults.expected(
                "a section",
                value,
                format!("write `[{title}]` on a line of its own"),
            );
        };
        for (key, value) in pairs {
            self.pair(section, key, value);
        }
    }

    fn key(&mut self, key: &str, value: &Value<'_>) {
        match key {
            "enforce" => self.layer.enforce = self.boolean(value),
            "lanes" => self.layer.lanes = self.list(value, PathPattern::new),
            "exempt" => self.layer.exempt = self.list(value, PathPattern::new),
            "opaque" => self.layer.opaque = self.word(value, &ANSWERS).and_then(answer),
            "unanalysable" => self.layer.unanalysable = self.word(value, &ANSWERS).and_then(answer),
            "ask-on-codex" => {
                self.layer.ask_on_codex = self.word(value, &CODEX_ASKS).and_then(codex_ask);
            }
            "write" => self.layer.mcp_write = self.list(value, NamePattern::new),
            "read" => self.layer.mcp_read = self.list(value, NamePattern::new),
            "paths" => self.layer.mcp_paths = self.list(value, argument),
            _ => {}
        }
    }

    /// Notes that something of ours is set; a second time is a fault.
    fn define(&mut self, place: Place, name: &Name<'_>) -> bool {
        if place == Place::Foreign {
            return true;
        }
        if self.defined.contains(&place) || self.dotted.contains(&place) {
            self.faults.twice(name.at);
            return false;
        }
        self.defined.push(place);
        true
    }

    fn boolean(&mut self, value: &Value<'_>) -> Option<bool> {
        if let Data::Flag(flag) = value.data {
            return Some(flag);
        }
        self.faults.expected(
            "true or false",
            value,
            "write `true` or `false` without quotes".into(),
        );
        None
    }

    /// One of a few words.
    fn word<'v>(&mut self, value: &'v Value<'_>, words: &[&str]) -> Option<&'v str> {
        let Data::Text(word) = &value.data else {
            self.faults.expected("a string", value, remedy("", words));
            return None;
        };
        if words.contains(&word.as_ref()) {
            return Some(word);
        }
        self.faults.add(value.at, format!("`{word}` is no value of this key"), remedy(word, words));
        None
    }

    /// A list of strings. A bad entry costs itself only; what is no list costs the key.
    fn list<T>(
        &mut self,
        value: &Value<'_>,
        read: impl Fn(&str) -> Result<T, BadPattern>,
    ) -> Option<Vec<T>> {
        let mut list = Vec::new();
        for (text, at) in self.texts(value)? {
            match read(text) {
                Ok(entry) => list.push(entry),
                Err(bad) => {
                    let text = bad.to_string();
                    let (problem, remedy) = text.split_once("; ").unwrap_or((&text, "change it"));
                    self.faults.add(at, problem.into(), remedy.into());
                }
            }
        }
        Some(list)
    }

    /// The strings of a list, and where they are.
    fn texts<'v>(&mut self, value: &'v Value<'_>) -> Option<Vec<(&'v str, usize)>> {
        let Data::List(entries) = &value.data else {
            let remedy = match &value.data {
                Data::Text(one) => format!("write `[{one:?}]`"),
                _ => "write a list of strings in brackets".into(),
            };
            self.faults.expected("a list", value, remedy);
            return None;
        };
        let mut texts = Vec::new();
        for entry in entries {
            match &entry.data {
                Data::Text(text) => texts.push((text.as_ref(), entry.at)),
                Data::Unread => {}
                _ => self.faults.expected("a string", entry, "put it in quotes".into()),
            }
        }
        Some(texts)
    }
}

/// The name of an argument, which is any text.
fn argument(text: &str) -> Result<String, BadPattern> {
    if text.is_empty() { Err(BadPattern::Empty) } else { Ok(text.to_owned()) }
}
