//! Checks a YAML tree against a JSON Schema, and reports every fault where it stands.
//!
//! serde stops at the first fault and knows no place for a missing field. The
//! schemas are those that schemars derives from our own types, so only the
//! keywords that it writes are read: `type`, `properties`, `required`,
//! `additionalProperties`, `propertyNames`, `items`, `uniqueItems`, `enum`, `const`, lengths and
//! bounds, `allOf`, `anyOf`, `oneOf` (read as `anyOf`), `$ref` into `$defs`, and
//! the few `format`s that say something about text. A tree that passes deserialises.

mod formats;
mod message;

use std::collections::BTreeMap;
use std::sync::Arc;

use serde_json::Value;

use super::yaml::{Kind, Node};
use crate::diagnostic::{Diagnostic, Place, Rule, Severity, Sink, SourceFile};
use crate::generate::lint::rules::source::{
    invalid_value, missing_field, unknown_field, wrong_field_type,
};

/// Reports every place where `node`, a part of `file`, breaks `schema`.
pub fn validate(node: &Node, schema: &Value, file: &Arc<SourceFile>, sink: &mut Sink) {
    Validator { schema, file }.check(node, schema, &Path::Root, sink);
}

/// Where a value is, as the author would say it: `hooks[1].event`.
enum Path<'a> {
    Root,
    Field(&'a Path<'a>, &'a str),
    Item(&'a Path<'a>, usize),
}

impl std::fmt::Display for Path<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Root => Ok(()),
            Self::Field(Self::Root, name) => write!(f, "{name}"),
            Self::Field(parent, name) => write!(f, "{parent}.{name}"),
            Self::Item(parent, index) => write!(f, "{parent}[{index}]"),
        }
    }
}

impl Path<'_> {
    /// `` field `x`: `` before a message; nothing at the root.
    fn prefix(&self) -> String {
        match self {
            Self::Root => String::new(),
            path => format!("field `{path}`: "),
        }
    }

    /// `` in `x` `` behind the name of a field; nothing at the root.
    fn suffix(&self) -> String {
        match self {
            Self::Root => String::new(),
            path => format!(" in `{path}`"),
        }
    }
}

struct Validator<'a> {
    /// The whole schema, into which `$ref` points.
    schema: &'a Value,
    file: &'a Arc<SourceFile>,
}

impl<'a> Validator<'a> {
    fn fault(
        &self,
        rule: &'static Rule,
        node: &Node,
        path: &Path<'_>,
        text: impl std::fmt::Display,
    ) -> Diagnostic {
        let place = Place::new(self.file, node.span.clone());
        Diagnostic::new(rule, place, format!("{}{text}", path.prefix()))
    }

    fn resolve(&self, schema: &'a Value) -> &'a Value {
        let mut schema = schema;
        // A chain of references in a derived schema is one or two long; a cycle never ends.
        for _ in 0..16 {
            let pointer = schema.get("$ref").and_then(Value::as_str);
            let Some(target) = pointer
                .and_then(|pointer| pointer.strip_prefix('#'))
                .and_then(|pointer| self.schema.pointer(pointer))
            else {
                break;
            };
            schema = target;
        }
        schema
    }

    fn check(&self, node: &Node, schema: &'a Value, path: &Path<'_>, sink: &mut Sink) {
        if matches!(node.kind, Kind::Alias) {
            sink.push(
                self.fault(&wrong_field_type::RULE, node, path, "aliases are not followed")
                    .help("write the value out"),
            );
            return;
        }
        let schema = self.resolve(schema);
        for part in list(schema, "allOf") {
            self.check(node, part, path, sink);
        }
        for keyword in ["anyOf", "oneOf"] {
            let branches = list(schema, keyword);
            if !branches.is_empty() {
                self.check_branches(node, branches, path, sink);
            }
        }
        if !self.check_type(node, schema, path, sink) {
            return;
        }
        match &node.kind {
            Kind::Scalar(text, _) => self.check_scalar(node, text, schema, path, sink),
            Kind::Sequence(items) => self.check_sequence(node, items, schema, path, sink),
            Kind::Mapping(_) => self.check_mapping(node, schema, path, sink),
            Kind::Alias => {}
        }
    }

    /// Is the node of a type that the schema allows? Reports it if not.
    fn check_type(&self, node: &Node, schema: &Value, path: &Path<'_>, sink: &mut Sink) -> bool {
        let allowed = types(schema);
        if allowed.is_empty() || allowed.iter().any(|name| is_of_type(node, name)) {
            return true;
        }
        let is_word = matches!(node.kind, Kind::Scalar(..)) && !node.to_json().is_null();
        if is_word && constants(schema).is_some() {
            return true; // better told as an unknown value
        }
        let fault = self.fault(&wrong_field_type::RULE, node, path, "");
        sink.push(message::wrong_shape(message::wrong_type(fault, node, &allowed), node, schema));
        false
    }

    /// One of several schemas must fit; the faults shown are those of the likeliest one.
    fn check_branches(&self, node: &Node, branches: &'a [Value], path: &Path<'_>, sink: &mut Sink) {
        let branches: Vec<&'a Value> = branches.iter().map(|branch| self.resolve(branch)).collect();
        if let Some(known) =
            branches.iter().map(|branch| constants(branch)).collect::<Option<Vec<_>>>()
        {
            let known: Vec<&Value> = known.into_iter().flatten().collect();
            self.check_constants(node, &known, path, sink);
            return;
        }
        let mut best: Option<Vec<Diagnostic>> = None;
        for branch in branches.iter().filter(|branch| {
            let allowed = types(branch);
            allowed.is_empty() || allowed.iter().any(|name| is_of_type(node, name))
        }) {
            let mut trial = Sink::new();
            self.check(node, branch, path, &mut trial);
            let faults: Vec<Diagnostic> = trial.into_iter().collect();
            if faults.is_empty() {
                return;
            }
            if best.as_ref().is_none_or(|best| faults.len() < best.len()) {
                best = Some(faults);
            }
        }
        if let Some(faults) = best {
            sink.extend(faults);
        } else {
            let allowed: Vec<&str> = branches.iter().flat_map(|branch| types(branch)).collect();
            sink.push(message::wrong_type(
                self.fault(&wrong_field_type::RULE, node, path, ""),
                node,
                &allowed,
            ));
        }
    }

    fn check_constants(&self, node: &Node, known: &[&Value], path: &Path<'_>, sink: &mut Sink) {
        let value = node.to_json();
        if known.contains(&&value) {
            return;
        }
        let words: Vec<&str> = known.iter().filter_map(|value| value.as_str()).collect();
        let fault = self.fault(&invalid_value::RULE, node, path, "");
        sink.push(message::unknown_value(fault, node, &words));
    }

    fn check_scalar(
        &self,
        node: &Node,
        text: &str,
        schema: &Value,
        path: &Path<'_>,
        sink: &mut Sink,
    ) {
        if let Some(known) = constants(schema) {
            self.check_constants(node, &known, path, sink);
            return;
        }
        let value = node.to_json();
        let mut report = |problem: String| {
            let fault = self.fault(&invalid_value::RULE, node, path, problem);
            sink.push(match (path, value.as_u64()) {
                (Path::Field(_, "timeout"), Some(number)) if number >= 1000 => fault.help(format!(
                    "`timeout` counts seconds: milliseconds were meant? Write `{}`",
                    number.div_ceil(1000)
                )),
                _ => fault,
            });
        };
        if value.is_string() {
            let letters = text.chars().count();
            if let Some(problem) = message::length(letters, schema, "Length", "characters") {
                report(problem);
            } else if let Some(problem) = formats::problem(schema, text) {
                report(problem);
            }
        } else if let Some(number) = value.as_f64()
            && let Some(problem) = message::bounds(number, text, schema)
        {
            report(problem);
        }
    }

    fn check_sequence(
        &self,
        node: &Node,
        items: &[Node],
        schema: &'a Value,
        path: &Path<'_>,
        sink: &mut Sink,
    ) {
        if let Some(problem) = message::length(items.len(), schema, "Items", "items") {
            sink.push(self.fault(&invalid_value::RULE, node, path, problem));
        }
        let item_schema = schema.get("items").unwrap_or(&Value::Bool(true));
        // A list of names out of a few is a set.
        let is_set = schema.get("uniqueItems") == Some(&Value::Bool(true));
        for (index, item) in items.iter().enumerate() {
            self.check(item, item_schema, &Path::Item(path, index), sink);
            let first = items[..index].iter().find(|other| other.to_json() == item.to_json());
            if let Some(first) = first.filter(|_| is_set) {
                let text = format!("`{}` stands twice", item.as_str().unwrap_or_default());
                sink.push(
                    self.fault(&invalid_value::RULE, item, path, text)
                        .severity(Severity::Warning)
                        .label(Place::new(self.file, first.span.clone()), "first here")
                        .help("keep one of them"),
                );
            }
        }
    }

    fn check_mapping(&self, node: &Node, schema: &'a Value, path: &Path<'_>, sink: &mut Sink) {
        let properties = schema.get("properties").and_then(Value::as_object);
        let rest = schema.get("additionalProperties").unwrap_or(&Value::Bool(true));
        let mut missing: Vec<&str> = list(schema, "required")
            .iter()
            .filter_map(Value::as_str)
            .filter(|name| node.entry(name).is_none())
            .collect();
        let known: Vec<&str> =
            properties.into_iter().flat_map(serde_json::Map::keys).map(String::as_str).collect();
        let mut free = known.clone();
        free.retain(|name| node.entry(name).is_none());
        let mut seen: BTreeMap<&str, &Node> = BTreeMap::new();
        for entry in node.entries() {
            let Some(key) = entry.key.as_str() else {
                let text = "a key must be a string";
                sink.push(self.fault(&wrong_field_type::RULE, &entry.key, path, text));
                continue;
            };
            if let Some(first) = seen.insert(key, &entry.key) {
                let text = format!("the key `{key}` stands twice");
                sink.push(
                    self.fault(&invalid_value::RULE, &entry.key, path, text)
                        .label(Place::new(self.file, first.span.clone()), "first here"),
                );
            }
            if let Some(names) = schema.get("propertyNames") {
                self.check(&entry.key, names, path, sink);
            }
            match properties.and_then(|properties| properties.get(key)) {
                Some(property) => self.check(&entry.value, property, &Path::Field(path, key), sink),
                None if rest == &Value::Bool(false) => {
                    let text = format!("unknown field `{key}`{}", path.suffix());
                    let fault = self.fault(&unknown_field::RULE, &entry.key, &Path::Root, text);
                    let (fault, meant) =
                        message::unknown_field(fault, &entry.key, key, &known, &free);
                    // What is misspelt is not missing too.
                    missing.retain(|name| Some(*name) != meant);
                    sink.push(fault);
                }
                None => self.check(&entry.value, rest, &Path::Field(path, key), sink),
            }
        }
        for name in missing {
            let at = node.entries().first().map_or(node, |entry| &entry.key);
            let text = format!("missing field `{name}`{}", path.suffix());
            sink.push(
                self.fault(&missing_field::RULE, at, &Path::Root, text)
                    .help(format!("add `{name}:`")),
            );
        }
    }
}

/// The list below a keyword; empty where there is none.
fn list<'a>(schema: &'a Value, keyword: &str) -> &'a [Value] {
    schema.get(keyword).and_then(Value::as_array).map_or(&[], Vec::as_slice)
}

/// The types that a schema allows by name; empty: all of them.
fn types(schema: &Value) -> Vec<&str> {
    match schema.get("type") {
        Some(Value::String(name)) => vec![name],
        Some(Value::Array(names)) => names.iter().filter_map(Value::as_str).collect(),
        _ if schema.get("properties").is_some() => vec!["object"],
        _ => Vec::new(),
    }
}

/// The only values that a schema allows, if it lists them.
fn constants(schema: &Value) -> Option<Vec<&Value>> {
    match (schema.get("const"), schema.get("enum")) {
        (Some(value), _) => Some(vec![value]),
        (None, Some(Value::Array(values))) => Some(values.iter().collect()),
        _ => None,
    }
}

fn is_of_type(node: &Node, name: &str) -> bool {
    match name {
        "object" => matches!(node.kind, Kind::Mapping(_)),
        "array" => matches!(node.kind, Kind::Sequence(_)),
        "integer" => node.to_json().is_i64() || node.to_json().is_u64(),
        "number" => node.to_json().is_number(),
        "string" => matches!(node.kind, Kind::Scalar(..)) && node.to_json().is_string(),
        "boolean" => node.to_json().is_boolean(),
        "null" => matches!(node.kind, Kind::Scalar(..)) && node.to_json().is_null(),
        _ => true,
    }
}

#[cfg(test)]
mod tests;
