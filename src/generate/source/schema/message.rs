//! The words of a schema fault.

use serde_json::Value;

use crate::diagnostic::{Diagnostic, Fix};
use crate::generate::lint::suggest::{closest, listed};
use crate::generate::source::yaml::{Kind, Node, Style};

/// Longest list of known names that a help line shows.
const FEW: usize = 12;

/// Adds `expected a string, found a list`, and how to mend a scalar that only lacks quotes.
pub(super) fn wrong_type(mut fault: Diagnostic, node: &Node, allowed: &[&str]) -> Diagnostic {
    let mut expected: Vec<&str> =
        allowed.iter().filter(|name| **name != "null").map(|name| schema_type(name)).collect();
    expected.dedup();
    let found = match node.type_name() {
        "null" => "nothing",
        "mapping" => "a mapping",
        "list" => "a list",
        "string" => "a string",
        "boolean" => "a boolean",
        _ if allowed.contains(&"integer") => "a number with a fraction",
        _ => "a number",
    };
    fault.message = format!("{}expected {}, found {found}", fault.message, expected.join(" or "));
    match &node.kind {
        Kind::Scalar(text, Style::Plain) if !text.is_empty() && allowed.contains(&"string") => {
            let quoted = format!("\"{text}\"");
            fault.help("quote the value").fix(Fix {
                title: "quote the value".to_owned(),
                range: node.span.clone(),
                replacement: quoted,
                // Digits were meant as they stand; `true` and `null` may have been meant as such.
                mechanical: node.type_name() == "number",
            })
        }
        Kind::Scalar(..) if node.type_name() == "string" && is_of_number(allowed) => {
            fault.help("write the number without quotes")
        }
        Kind::Scalar(..) if allowed.contains(&"array") && node.type_name() == "string" => {
            fault.help("write a list: `[…]`")
        }
        _ => fault,
    }
}

/// Adds how to write the mapping or the list of mappings that a plain text or list was
/// meant as.
pub(super) fn wrong_shape(fault: Diagnostic, node: &Node, schema: &Value) -> Diagnostic {
    let Some(properties) = schema.get("properties").and_then(Value::as_object) else {
        return fault;
    };
    let required = schema.get("required").and_then(Value::as_array);
    match (&node.kind, required.map(Vec::as_slice)) {
        (Kind::Scalar(text, Style::Plain), Some([Value::String(field)]))
            if node.type_name() == "string" =>
        {
            let plain =
                !text.contains([',', '{', '}', '[', ']', '#', '\n']) && !text.contains(": ");
            let value = if plain { text.clone() } else { Value::from(text.as_str()).to_string() };
            let title = format!("write `{{ {field}: … }}`");
            fault.help(title.clone()).fix(Fix {
                title,
                range: node.span.clone(),
                replacement: format!("{{ {field}: {value} }}"),
                mechanical: false,
            })
        }
        (Kind::Sequence(_), _) => {
            let is_list = |schema: &Value| schema.get("type") == Some(&Value::from("array"));
            let mut lists = properties.iter().filter(|(_, schema)| is_list(schema));
            match (lists.next(), lists.next()) {
                (Some((name, _)), None) => {
                    fault.help(format!("put a line `{name}:` above the list"))
                }
                _ => fault,
            }
        }
        _ => fault,
    }
}

fn is_of_number(allowed: &[&str]) -> bool {
    allowed.iter().any(|name| matches!(*name, "integer" | "number"))
}

fn schema_type(name: &str) -> &'static str {
    match name {
        "object" => "a mapping",
        "array" => "a list",
        "integer" => "a whole number",
        "number" => "a number",
        "boolean" => "`true` or `false`",
        "null" => "nothing",
        _ => "a string",
    }
}

/// Adds `unknown value`, with what was meant or what is known.
pub(super) fn unknown_value(mut fault: Diagnostic, node: &Node, known: &[&str]) -> Diagnostic {
    let text = node.as_str().unwrap_or_default();
    fault.message = match node.type_name() {
        "mapping" | "list" => {
            format!("{}expected a string, found a {}", fault.message, node.type_name())
        }
        "null" => format!("{}expected a string, found nothing", fault.message),
        _ => format!("{}unknown value `{text}`", fault.message),
    };
    let (fault, meant) = suggest(fault, node, text, known);
    if meant.is_some() { fault } else { list_known(fault, known, "values") }
}

/// Adds what was meant among the fields that are still free, or what is known;
/// returns the field that was meant, too.
pub(super) fn unknown_field<'a>(
    fault: Diagnostic,
    key: &Node,
    text: &str,
    known: &[&'a str],
    free: &[&'a str],
) -> (Diagnostic, Option<&'a str>) {
    let (fault, meant) = suggest(fault, key, text, free);
    if meant.is_some() { (fault, meant) } else { (list_known(fault, known, "fields"), None) }
}

fn suggest<'a>(
    fault: Diagnostic,
    node: &Node,
    text: &str,
    known: &[&'a str],
) -> (Diagnostic, Option<&'a str>) {
    let Some(meant) = closest(text, known.iter().copied()) else { return (fault, None) };
    let title = format!("did you mean `{meant}`?");
    let fix = Fix {
        title: title.clone(),
        range: node.span.clone(),
        replacement: meant.to_owned(),
        mechanical: false,
    };
    (fault.help(title).fix(fix), Some(meant))
}

fn list_known(fault: Diagnostic, known: &[&str], noun: &str) -> Diagnostic {
    if known.is_empty() || known.len() > FEW {
        return fault;
    }
    fault.help(format!("known {noun}: {}", listed(known.iter().copied())))
}

/// What is wrong with a length under `min<kind>` and `max<kind>`.
pub(super) fn length(count: usize, schema: &Value, kind: &str, noun: &str) -> Option<String> {
    let limit = |side: &str| {
        let limit = schema.get(format!("{side}{kind}"))?.as_u64()?;
        usize::try_from(limit).ok()
    };
    if let Some(most) = limit("max").filter(|&most| count > most) {
        return Some(format!("{count} {noun}, at most {most} are allowed"));
    }
    let least = limit("min").filter(|&least| count < least)?;
    Some(match (count, least) {
        (0, 1) => "must not be empty".to_owned(),
        _ => format!("{count} {noun}, at least {least} are needed"),
    })
}

/// What is wrong with a number under `minimum`, `maximum`, their exclusive forms, and its type.
pub(super) fn bounds(number: f64, text: &str, schema: &Value) -> Option<String> {
    let limit = |keyword: &str| schema.get(keyword).and_then(Value::as_f64);
    if let Some(least) = limit("minimum").filter(|&least| number < least) {
        return Some(format!("{text} is less than {least}"));
    }
    if let Some(bound) = limit("exclusiveMinimum").filter(|&bound| number <= bound) {
        return Some(format!("{text} is not more than {bound}"));
    }
    // schemars states the range of wide integers by their format only.
    let widest = match schema.get("format").and_then(Value::as_str) {
        Some("uint32") => Some(f64::from(u32::MAX)),
        Some("int32") => Some(f64::from(i32::MAX)),
        _ => None,
    };
    if let Some(most) = limit("maximum").or(widest).filter(|&most| number > most) {
        return Some(format!("{text} is more than {most}"));
    }
    let bound = limit("exclusiveMaximum").filter(|&bound| number >= bound)?;
    Some(format!("{text} is not less than {bound}"))
}
