//! Writes YAML and JSON with the origin of each line.
//!
//! Every string becomes a double-quoted scalar: both hosts repair bad YAML, each
//! in its own way, and lose text silently. What was written is parsed again and
//! compared, so a fault here can never reach a host.

use std::fmt::Write as _;

use serde_json::{Map, Value};

use super::trace::Trace;
use crate::diagnostic::Place;
use crate::generate::source::yaml;

/// A mapping in the order in which it is written, with where each entry came from.
#[derive(Debug, Default)]
pub struct Entries {
    items: Vec<(String, Value, Trace)>,
}

impl Entries {
    /// Adds an entry.
    pub fn push(
        &mut self,
        key: impl Into<String>,
        value: impl Into<Value>,
        trace: impl Into<Trace>,
    ) {
        self.items.push((key.into(), value.into(), trace.into()));
    }

    /// The value of a key.
    pub fn get(&self, key: &str) -> Option<&Value> {
        self.items.iter().find(|(name, ..)| name == key).map(|(_, value, _)| value)
    }

    /// Where the value of a key came from.
    pub fn trace(&self, key: &str) -> Option<&Trace> {
        self.items.iter().find(|(name, ..)| name == key).map(|(.., trace)| trace)
    }

    /// Replaces the value of a key, or adds it.
    pub fn set(&mut self, key: &str, value: Value, trace: impl Into<Trace>) {
        match self.items.iter_mut().find(|(name, ..)| name == key) {
            Some(item) => (item.1, item.2) = (value, trace.into()),
            None => self.items.push((key.to_owned(), value, trace.into())),
        }
    }

    /// The entries, in order.
    pub fn iter(&self) -> impl Iterator<Item = &(String, Value, Trace)> {
        self.items.iter()
    }

    /// Is there nothing to write?
    pub fn is_empty(&self) -> bool {
        self.items.is_empty()
    }

    fn as_map(&self) -> Map<String, Value> {
        self.items.iter().map(|(key, value, _)| (key.clone(), value.clone())).collect()
    }
}

/// Text with the origin of each of its lines.
#[derive(Debug, Default)]
pub struct Lines {
    /// The text.
    pub text: String,
    /// One origin a line.
    pub origins: Vec<Option<Place>>,
}

impl Lines {
    /// Adds text that ends its last line; all of its lines have one origin.
    pub fn push(&mut self, text: &str, place: Option<&Place>) {
        self.text.push_str(text);
        let count = text.bytes().filter(|&byte| byte == b'\n').count();
        self.origins.extend(std::iter::repeat_n(place.cloned(), count));
    }

    /// Adds a value as indented JSON: behind `start` on its first line, before `end`
    /// on its last one. What has no place of its own has that of what holds it.
    pub fn json(
        &mut self,
        depth: usize,
        (start, end): (&str, &str),
        value: &Value,
        trace: Option<&Trace>,
        outer: Option<&Place>,
    ) {
        let blanks = "  ".repeat(depth);
        let place = trace.and_then(Trace::place).or(outer);
        let comma = |index: usize, count: usize| if index + 1 == count { "" } else { "," };
        match value {
            Value::Object(map) if !map.is_empty() => {
                self.push(&format!("{blanks}{start}{{\n"), place);
                for (index, (key, value)) in map.iter().enumerate() {
                    let part = trace.and_then(|trace| trace.key(key));
                    let start = format!("{}: ", Value::from(key.as_str()));
                    let end = comma(index, map.len());
                    self.json(depth + 1, (&start, end), value, part, place);
                }
                self.push(&format!("{blanks}}}{end}\n"), place);
            }
            Value::Array(items) if !items.is_empty() => {
                self.push(&format!("{blanks}{start}[\n"), place);
                for (index, value) in items.iter().enumerate() {
                    let part = trace.and_then(|trace| trace.item(index));
                    self.json(depth + 1, ("", comma(index, items.len())), value, part, place);
                }
                self.push(&format!("{blanks}]{end}\n"), place);
            }
            other => self.push(&format!("{blanks}{start}{other}{end}\n"), place),
        }
    }

    /// Adds an entry of a mapping as block YAML.
    fn yaml(
        &mut self,
        indent: usize,
        key: &str,
        value: &Value,
        trace: Option<&Trace>,
        outer: Option<&Place>,
    ) {
        let start = format!("{}{}:", " ".repeat(indent), yaml_key(key));
        let place = trace.and_then(Trace::place).or(outer);
        match value {
            Value::Object(map) if !map.is_empty() => {
                self.push(&format!("{start}\n"), place);
                for (key, value) in map {
                    let part = trace.and_then(|trace| trace.key(key));
                    self.yaml(indent + 2, key, value, part, place);
                }
            }
            Value::Array(items) if items.iter().any(|item| item.is_object() || item.is_array()) => {
                self.push(&format!("{start}\n"), place);
                for (index, item) in items.iter().enumerate() {
                    let part = trace.and_then(|trace| trace.item(index));
                    let place = part.and_then(Trace::place).or(place);
                    let blanks = " ".repeat(indent + 2);
                    self.push(&format!("{blanks}- {}\n", yaml_flow(item)), place);
                }
            }
            other => self.push(&format!("{start} {}\n", yaml_flow(other)), place),
        }
    }
}

/// A mapping as block YAML.
pub(super) fn yaml_lines(entries: &Entries) -> Lines {
    let mut lines = Lines::default();
    for (key, value, trace) in &entries.items {
        lines.yaml(0, key, value, Some(trace), None);
    }
    lines
}

/// Reads the text, which stands at the byte `base` of its file; `None` if it does not read back
/// as the entries.
pub(super) fn yaml_read_back(text: &str, base: usize, entries: &Entries) -> Option<yaml::Document> {
    let document = yaml::parse(text, base).ok()?;
    let read = document.root.as_ref().map_or(Value::Object(Map::new()), yaml::Node::to_json);
    (read == Value::Object(entries.as_map())).then_some(document)
}

fn yaml_key(key: &str) -> String {
    let plain = key.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_')
        && key.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'_' || b == b'-')
        // Words that some YAML reader takes for something else than a text.
        && !["true", "false", "null", "yes", "no", "on", "off", "y", "n"]
            .contains(&key.to_ascii_lowercase().as_str());
    if plain { key.to_owned() } else { quote(key) }
}

fn yaml_flow(value: &Value) -> String {
    match value {
        Value::String(text) => quote(text),
        Value::Array(items) => {
            let items: Vec<String> = items.iter().map(yaml_flow).collect();
            format!("[{}]", items.join(", "))
        }
        Value::Object(map) => {
            let entries: Vec<String> = map
                .iter()
                .map(|(key, value)| format!("{}: {}", quote(key), yaml_flow(value)))
                .collect();
            format!("{{{}}}", entries.join(", "))
        }
        other => other.to_string(),
    }
}

/// A double-quoted scalar that JSON and every YAML reader agree on.
pub fn quote(text: &str) -> String {
    let mut out = String::with_capacity(text.len() + 2);
    out.push('"');
    for character in text.chars() {
        match character {
            '"' => out.push_str("\\\""),
            '\\' => out.push_str("\\\\"),
            '\n' => out.push_str("\\n"),
            '\r' => out.push_str("\\r"),
            '\t' => out.push_str("\\t"),
            // Controls, line separators and the mark are line ends or no text for some reader.
            '\0'..='\u{1f}' | '\u{7f}'..='\u{9f}' | '\u{2028}' | '\u{2029}' | '\u{feff}' => {
                // Writing to a string cannot fail.
                let _ = write!(out, "\\u{:04x}", u32::from(character));
            }
            other => out.push(other),
        }
    }
    out.push('"');
    out
}

/// A mapping as indented JSON.
pub fn json_lines(entries: &Entries) -> Lines {
    let mut lines = Lines::default();
    lines.push("{\n", None);
    let last = entries.items.len();
    for (index, (key, value, trace)) in entries.items.iter().enumerate() {
        let comma = if index + 1 == last { "" } else { "," };
        let start = format!("{}: ", Value::from(key.as_str()));
        lines.json(1, (&start, comma), value, Some(trace), None);
    }
    lines.push("}\n", None);
    lines
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::diagnostic::SourceFile;
    use proptest::prelude::*;
    use serde_json::json;

    #[test]
    fn nested_values_read_back() {
        let mut entries = Entries::default();
        entries.push("name", "x", None);
        entries.push("empty", "", None);
        entries.push("yes", true, None);
        entries.push("list", json!(["a: b", "c # d"]), None);
        entries.push(
            "map",
            json!({"short-description": "s", "deep": {"n": 1, "none": null}}),
            None,
        );
        entries.push("objects", json!([{"type": "x", "value": "y: z"}, []]), None);
        let lines = yaml_lines(&entries);
        assert!(yaml_read_back(&lines.text, 0, &entries).is_some(), "{}", lines.text);
        assert_eq!(lines.text.lines().count(), lines.origins.len());
    }

    #[test]
    fn json_is_written_as_the_library_writes_it() {
        let value = json!({ "a": [1, { "b": [] }, "x\ny"], "c": {}, "d": { "e": null } });
        let mut lines = Lines::default();
        lines.json(0, ("", ""), &value, None, None);
        let pretty = serde_json::to_string_pretty(&value).expect("a value can be written");
        assert_eq!(lines.text, format!("{pretty}\n"));
        assert_eq!(lines.text.lines().count(), lines.origins.len());
    }

    #[test]
    fn each_line_has_the_place_of_its_own_key() {
        let file = SourceFile::new("plugin.yaml", "claude:\n  a:\n    b: 1\n  c: [2, {d: 3}]\n");
        let root = yaml::parse(&file.text, 0).expect("YAML").root.expect("a root");
        let mut entries = Entries::default();
        for entry in root.get("claude").expect("there").entries() {
            let key = entry.key.as_str().expect("a key");
            entries.push(key, entry.value.to_json(), Trace::entry(&file, entry));
        }
        let shown = |lines: &Lines| {
            let word = |place: &Option<Place>| {
                place.as_ref().map_or("-", |place| &file.text[place.range.clone()]).to_owned()
            };
            lines.origins.iter().map(word).collect::<Vec<_>>().join("|")
        };
        let whole = "c: [2, {d: 3}]";
        assert_eq!(
            shown(&json_lines(&entries)),
            format!("-|a:|b: 1|a:|{whole}|2|{{d: 3}}|d: 3|{{d: 3}}|{whole}|-")
        );
        assert_eq!(shown(&yaml_lines(&entries)), format!("a:|b: 1|{whole}|2|{{d: 3}}"));
    }

    proptest! {
        #[test]
        fn any_text_reads_back(text in any::<String>(), key in "[a-zA-Z0-9 _:#-]{1,12}") {
            let mut entries = Entries::default();
            entries.push(key, text, None);
            let lines = yaml_lines(&entries);
            prop_assert!(yaml_read_back(&lines.text, 0, &entries).is_some(), "{}", lines.text);
            prop_assert_eq!(lines.text.lines().count(), 1);
        }
    }
}
