//! Writes YAML and JSON with the origin of each line.
//!
//! Every string becomes a double-quoted scalar: both hosts repair bad YAML, each
//! in its own way, and lose text silently. What was written is parsed again and
//! compared, so a fault here can never reach a host.

use std::fmt::Write as _;

use serde_json::{Map, Value};

use crate::diagnostic::Place;
use crate::generate::source::yaml;

/// A mapping in the order in which it is written, with the place of each entry.
#[derive(Debug, Default)]
pub struct Entries {
    items: Vec<(String, Value, Option<Place>)>,
}

impl Entries {
    /// Adds an entry.
    pub fn push(&mut self, key: impl Into<String>, value: impl Into<Value>, place: Option<Place>) {
        self.items.push((key.into(), value.into(), place));
    }

    /// The value of a key.
    pub fn get(&self, key: &str) -> Option<&Value> {
        self.items.iter().find(|(name, ..)| name == key).map(|(_, value, _)| value)
    }

    /// Replaces the value of a key, or adds it.
    pub fn set(&mut self, key: &str, value: Value, place: Option<Place>) {
        match self.items.iter_mut().find(|(name, ..)| name == key) {
            Some(item) => item.1 = value,
            None => self.items.push((key.to_owned(), value, place)),
        }
    }

    /// The entries, in order.
    pub fn iter(&self) -> impl Iterator<Item = &(String, Value, Option<Place>)> {
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
}

/// A mapping as block YAML.
pub(super) fn yaml_lines(entries: &Entries) -> Lines {
    let mut lines = Lines::default();
    for (key, value, place) in &entries.items {
        let mut text = String::new();
        yaml_entry(&mut text, 0, key, value);
        lines.push(&text, place.as_ref());
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

fn yaml_entry(out: &mut String, indent: usize, key: &str, value: &Value) {
    out.extend(std::iter::repeat_n(' ', indent));
    out.push_str(&yaml_key(key));
    out.push(':');
    match value {
        Value::Object(map) if !map.is_empty() => {
            out.push('\n');
            for (key, value) in map {
                yaml_entry(out, indent + 2, key, value);
            }
        }
        Value::Array(items) if items.iter().any(|item| item.is_object() || item.is_array()) => {
            out.push('\n');
            for item in items {
                out.extend(std::iter::repeat_n(' ', indent + 2));
                out.push_str("- ");
                out.push_str(&yaml_flow(item));
                out.push('\n');
            }
        }
        other => {
            out.push(' ');
            out.push_str(&yaml_flow(other));
            out.push('\n');
        }
    }
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
    for (index, (key, value, place)) in entries.items.iter().enumerate() {
        let comma = if index + 1 == last { "" } else { "," };
        let value = indented(value, 1);
        lines.push(&format!("  {}: {value}{comma}\n", Value::from(key.as_str())), place.as_ref());
    }
    lines.push("}\n", None);
    lines
}

/// Pretty JSON whose lines but the first are indented by `depth` levels more.
pub fn indented(value: &Value, depth: usize) -> String {
    let pretty = serde_json::to_string_pretty(value).unwrap_or_default();
    pretty.replace('\n', &format!("\n{}", "  ".repeat(depth)))
}

#[cfg(test)]
mod tests {
    use super::*;
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
