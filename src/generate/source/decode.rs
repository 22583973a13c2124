//! From a YAML text to typed values, with every fault reported at its place.

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};

use schemars::JsonSchema;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};

use super::agree::agree;
use super::model::Config;
use super::walk::{Borders, Found};
use super::yaml::{self, Node};
use crate::diagnostic::{Diagnostic, Fix, Place, Severity, Sink, SourceFile};
use crate::generate::lint::rules::{frontmatter, source as rules};
use crate::generate::source::frontmatter::BYTE_ORDER_MARK;
use crate::generate::source::schema;

/// Reads a text and brings it to LF without a byte-order mark, with a warning
/// for each of the two that it had.
pub(super) fn read_normalised(
    borders: &Borders,
    file: &Found,
    sink: &mut Sink,
) -> Option<Arc<SourceFile>> {
    let text = borders.read_exact(file, sink)?;
    let shown = file.path.strip_prefix(&borders.root).unwrap_or(&file.path);
    Some(normalise(shown, text, sink))
}

fn normalise(path: &Path, text: String, sink: &mut Sink) -> Arc<SourceFile> {
    let marked = text.starts_with(BYTE_ORDER_MARK);
    let returns = text.contains('\r');
    if !marked && !returns {
        return SourceFile::new(path, text);
    }
    let original = SourceFile::new(path, text);
    let text = original.text.strip_prefix(BYTE_ORDER_MARK).unwrap_or(&original.text);
    if marked {
        sink.push(
            Diagnostic::new(
                &frontmatter::byte_order_mark::RULE,
                Place::file(&original),
                "the file starts with a byte-order mark; it is left out of what is rendered",
            )
            .help("save the file as UTF-8 without a mark")
            .fix(Fix {
                title: "save the file as UTF-8 without a mark".to_owned(),
                range: 0..BYTE_ORDER_MARK.len(),
                replacement: String::new(),
                mechanical: true,
            }),
        );
    }
    let unix = text.replace("\r\n", "\n").replace('\r', "\n");
    if returns {
        let first = original.text.find('\r').unwrap_or_default();
        sink.push(
            Diagnostic::new(
                &frontmatter::carriage_returns::RULE,
                Place::new(&original, first..first + 1),
                "lines end in CR LF; they are rendered with LF",
            )
            .help("save the file with LF line ends")
            .fix(Fix {
                title: "save the file with LF line ends".to_owned(),
                range: original.text.len() - text.len()..original.text.len(),
                replacement: unix.clone(),
                mechanical: true,
            }),
        );
    }
    SourceFile::new(path, unix)
}

/// Reads a configuration file; reports every fault and gives nothing if there is one.
pub(super) fn read_config<T: DeserializeOwned + JsonSchema>(
    borders: &Borders,
    file: &Found,
    sink: &mut Sink,
) -> Option<Config<T>> {
    let file = read_normalised(borders, file, sink)?;
    let (node, value) = read_tree(&file, sink);
    Some(Config { value: value?, node, file, broken: false })
}

/// Reads a configuration file that others lean on. Every fault is reported; what
/// can be read is kept, over `base`, so that what is wrong elsewhere shows too.
pub(super) fn read_what_can_be<T: DeserializeOwned + JsonSchema>(
    borders: &Borders,
    file: &Found,
    base: &Value,
    sink: &mut Sink,
) -> Option<Config<T>> {
    let file = read_normalised(borders, file, sink)?;
    let (node, value) = read_tree(&file, sink);
    if let Some(value) = value {
        return Some(Config { value, node, file, broken: false });
    }
    let value = salvage(base, &node.to_json())?;
    Some(Config { value, node, file, broken: true })
}

/// The tree of a text that is YAML as a whole, empty if it is none, and its value if
/// nothing is wrong with it.
fn read_tree<T: DeserializeOwned + JsonSchema>(
    file: &Arc<SourceFile>,
    sink: &mut Sink,
) -> (Node, Option<T>) {
    let empty = || Node { span: 0..0, kind: yaml::Kind::Mapping(Vec::new()), tag: None };
    let is_error = |fault: &Diagnostic| fault.severity == Severity::Error;
    let mut faults = Sink::new();
    frontmatter::check_yaml(file, &mut faults);
    let node = match yaml::parse(&file.text, 0) {
        Ok(document) => document.root.unwrap_or_else(empty),
        Err(error) => {
            if !faults.items().iter().any(is_error) {
                faults.push(frontmatter::not_yaml(file, &error));
            }
            sink.extend(faults);
            return (empty(), None);
        }
    };
    let mut of_schema = Sink::new();
    check_schema::<T>(&node, file, &mut of_schema);
    let faults = agree(&node, faults, of_schema);
    let broken = faults.iter().any(is_error);
    sink.extend(faults);
    let value = if broken { None } else { decode(&node, file, sink) };
    (node, value)
}

/// The parts of a mapping that its type can hold, two levels deep. Each part is
/// tried by itself, over `base`, which makes a whole.
fn salvage<T: DeserializeOwned>(base: &Value, found: &Value) -> Option<T> {
    let fits = |key: &str, value: Value| {
        let mut probe = base.clone();
        probe[key] = value;
        serde_json::from_value::<T>(probe).is_ok()
    };
    let mut kept = base.clone();
    for (key, value) in found.as_object().into_iter().flatten() {
        let good = match value {
            value if fits(key, value.clone()) => value.clone(),
            Value::Object(entries) => entries
                .iter()
                .filter(|(name, entry)| fits(key, json!({ name.as_str(): entry })))
                .map(|(name, entry)| (name.clone(), entry.clone()))
                .collect(),
            Value::Array(items) => {
                items.iter().filter(|item| fits(key, json!([item]))).cloned().collect()
            }
            _ => continue,
        };
        if fits(key, good.clone()) {
            kept[key] = good;
        }
    }
    serde_json::from_value(kept).ok()
}

/// Brings a tree that its type's schema allows into the type.
fn decode<T: DeserializeOwned>(node: &Node, file: &Arc<SourceFile>, sink: &mut Sink) -> Option<T> {
    match serde_json::from_value(node.to_json()) {
        Ok(value) => Some(value),
        // The schema is derived from the type, so this is a fault of ours; still no panic.
        Err(error) => {
            sink.push(Diagnostic::new(
                &rules::emitted_text_differs::RULE,
                Place::new(file, node.span.clone()),
                format!("cannot be read: {error}"),
            ));
            None
        }
    }
}

/// Checks a tree against a type's schema.
pub(super) fn check_schema<T: JsonSchema>(node: &Node, file: &Arc<SourceFile>, sink: &mut Sink) {
    schema::validate(node, &schema_of::<T>(), file, sink);
}

/// The schema of a type, derived once: there are thousands of components and few types.
fn schema_of<T: JsonSchema>() -> Arc<Value> {
    static SCHEMAS: Mutex<BTreeMap<String, Arc<Value>>> = Mutex::new(BTreeMap::new());
    let mut schemas = SCHEMAS.lock().unwrap_or_else(PoisonError::into_inner);
    let schema = schemas
        .entry(T::schema_id().into_owned())
        .or_insert_with(|| Arc::new(schemars::schema_for!(T).as_value().clone()));
    Arc::clone(schema)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::generate::source::config::{HooksConfig, HostConfig};

    #[test]
    fn one_fault_does_not_hide_its_neighbours() {
        let found = json!({ "vocab": { "a": "x", "b": 3 }, "toolz": {}, "models": { "m": null } });
        let words: HostConfig = salvage(&json!({}), &found).expect("the good parts");
        assert_eq!(words.vocab.keys().collect::<Vec<_>>(), ["a"]);
        assert!(words.models.contains_key("m"));
        let found = json!({ "hooks": [{ "id": "a" }, { "id": "b", "event": "Stop", "run": "x" }] });
        let hooks: HooksConfig = salvage(&json!({}), &found).expect("the good parts");
        assert_eq!(hooks.hooks.len(), 1);
    }
}
