//! YAML as a tree that remembers where everything stood.
//!
//! serde gives values; lints need more: where a key is, how a scalar was quoted,
//! and the comments, since text after ` #` is silently lost. One pass over the
//! parser's events keeps all of that.

use std::ops::Range;

use serde_json::Value;
use serde_yaml::granit_parser::{Event, Parser, ScalarStyle};

/// Deepest nesting that we read; deeper input is an attack, not a source.
const MAX_DEPTH: usize = 64;
/// Most nodes that one document may hold.
const MAX_NODES: usize = 50_000;

/// How a scalar was written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Style {
    /// Without quotes.
    Plain,
    /// In `'…'`.
    Single,
    /// In `"…"`.
    Double,
    /// A `|` or `>` block.
    Block,
}

/// One node and the bytes where it stands.
#[derive(Debug, Clone)]
pub struct Node {
    /// Bytes of the source text. A block collection ends where its last child ends.
    pub span: Range<usize>,
    /// What it is.
    pub kind: Kind,
    /// An explicit tag such as `!word`, with its bytes.
    pub tag: Option<(String, Range<usize>)>,
}

/// What a node is.
#[derive(Debug, Clone)]
pub enum Kind {
    /// A scalar: its text after unquoting, and how it was written.
    Scalar(String, Style),
    /// A sequence.
    Sequence(Vec<Node>),
    /// A mapping, in the order of the source; a key may stand twice.
    Mapping(Vec<Entry>),
    /// `*name`.
    Alias,
}

/// A key and its value.
#[derive(Debug, Clone)]
pub struct Entry {
    /// The key; nearly always a scalar.
    pub key: Node,
    /// The value; an empty plain scalar where nothing stands.
    pub value: Node,
}

/// A comment.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Comment {
    /// Its bytes, from `#` to the end of the line.
    pub span: Range<usize>,
    /// The text after `#`.
    pub text: String,
}

/// A parsed document.
#[derive(Debug, Clone)]
pub struct Document {
    /// The root; `None` for an empty document.
    pub root: Option<Node>,
    /// Comments in order.
    pub comments: Vec<Comment>,
}

/// Text that is not YAML, or more than we read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SyntaxError {
    /// Where the parser gave up.
    pub offset: usize,
    /// What it said.
    pub message: String,
}

impl Node {
    /// The scalar's text, however it was written.
    pub fn as_str(&self) -> Option<&str> {
        match &self.kind {
            Kind::Scalar(text, _) => Some(text),
            _ => None,
        }
    }

    /// The scalar's style.
    pub fn style(&self) -> Option<Style> {
        match &self.kind {
            Kind::Scalar(_, style) => Some(*style),
            _ => None,
        }
    }

    /// The entries of a mapping; none for anything else.
    pub fn entries(&self) -> &[Entry] {
        match &self.kind {
            Kind::Mapping(entries) => entries,
            _ => &[],
        }
    }

    /// The items of a sequence; none for anything else.
    pub fn items(&self) -> &[Node] {
        match &self.kind {
            Kind::Sequence(items) => items,
            _ => &[],
        }
    }

    /// The entry of that key; the last one where it stands twice.
    pub fn entry(&self, key: &str) -> Option<&Entry> {
        self.entries().iter().rev().find(|entry| entry.key.as_str() == Some(key))
    }

    /// The value of that key.
    pub fn get(&self, key: &str) -> Option<&Self> {
        self.entry(key).map(|entry| &entry.value)
    }

    /// What kind of value a YAML 1.2 reader sees: `mapping`, `list`, `string`,
    /// `number`, `boolean` or `null`.
    pub fn type_name(&self) -> &'static str {
        match &self.kind {
            Kind::Mapping(_) => "mapping",
            Kind::Sequence(_) => "list",
            Kind::Alias => "alias",
            Kind::Scalar(..) => match self.to_json() {
                Value::Null => "null",
                Value::Bool(_) => "boolean",
                Value::Number(_) => "number",
                _ => "string",
            },
        }
    }

    /// The value under the core schema of YAML 1.2: `yes` is a string.
    pub fn to_json(&self) -> Value {
        match &self.kind {
            Kind::Scalar(text, Style::Plain) => plain_value(text),
            Kind::Scalar(text, _) => Value::String(text.clone()),
            Kind::Sequence(items) => Value::Array(items.iter().map(Self::to_json).collect()),
            Kind::Mapping(entries) => Value::Object(
                entries
                    .iter()
                    .map(|entry| {
                        let key = entry.key.as_str().unwrap_or_default().to_owned();
                        (key, entry.value.to_json())
                    })
                    .collect(),
            ),
            Kind::Alias => Value::Null,
        }
    }
}

/// The value of an unquoted scalar in the core schema of YAML 1.2.
fn plain_value(text: &str) -> Value {
    match text {
        "" | "~" | "null" | "Null" | "NULL" => return Value::Null,
        "true" | "True" | "TRUE" => return Value::Bool(true),
        "false" | "False" | "FALSE" => return Value::Bool(false),
        _ => {}
    }
    let digits = text.strip_prefix(['-', '+']).unwrap_or(text);
    let numeric = digits.starts_with(|c: char| c.is_ascii_digit())
        || (digits.starts_with('.') && digits.len() > 1);
    // A leading zero (`0755`) and text such as `1.2.3` stay strings, as an author means them.
    let octal_like = digits.len() > 1 && digits.starts_with('0') && !digits.starts_with("0.");
    if numeric && !octal_like {
        if let Ok(integer) = text.parse::<i64>() {
            return Value::from(integer);
        }
        let plain_float = digits.bytes().all(|b| b.is_ascii_digit() || b".eE+-".contains(&b));
        if plain_float && let Ok(float) = text.parse::<f64>() {
            return Value::from(float);
        }
    }
    Value::String(text.to_owned())
}

/// Parses one YAML document; spans count from the start of `text`, plus `base`.
///
/// # Errors
/// The first place where `text` is not YAML, holds a second document, or is
/// larger than we read.
pub fn parse(text: &str, base: usize) -> Result<Document, SyntaxError> {
    Builder::new(text, base).run()
}

struct Builder<'a> {
    text: &'a str,
    base: usize,
    /// Open collections: their node, and the key that waits for its value.
    stack: Vec<(Node, Option<Node>)>,
    root: Option<Node>,
    comments: Vec<Comment>,
    nodes: usize,
    documents: usize,
}

impl<'a> Builder<'a> {
    fn new(text: &'a str, base: usize) -> Self {
        Self {
            text,
            base,
            stack: Vec::new(),
            root: None,
            comments: Vec::new(),
            nodes: 0,
            documents: 0,
        }
    }

    fn run(mut self) -> Result<Document, SyntaxError> {
        for item in Parser::new_from_str(self.text) {
            let (event, span) = item.map_err(|error| SyntaxError {
                offset: self.byte(error.marker()),
                message: error.to_string(),
            })?;
            let start = self.byte(&span.start);
            let end = self.byte(&span.end).max(start);
            self.event(event, start..end, span.tag_start().map(|mark| self.byte(&mark)))?;
        }
        Ok(Document { root: self.root, comments: self.comments })
    }

    fn byte(&self, marker: &serde_yaml::granit_parser::Marker) -> usize {
        let offset = marker.byte_offset().unwrap_or_else(|| {
            let chars = marker.index();
            self.text.char_indices().nth(chars).map_or(self.text.len(), |(index, _)| index)
        });
        self.base + offset.min(self.text.len())
    }

    fn fault(offset: usize, message: &str) -> SyntaxError {
        SyntaxError { offset, message: message.to_owned() }
    }

    fn event(
        &mut self,
        event: Event<'_>,
        span: Range<usize>,
        tag_start: Option<usize>,
    ) -> Result<(), SyntaxError> {
        let tagged = |tag: Option<std::borrow::Cow<'_, serde_yaml::granit_parser::Tag>>| {
            tag.map(|tag| {
                let start = tag_start.unwrap_or(span.start);
                (tag.original(), start..start + tag.original().len())
            })
        };
        match event {
            Event::DocumentStart(..) => {
                self.documents += 1;
                if self.documents > 1 {
                    return Err(Self::fault(span.start, "a second document starts here"));
                }
            }
            Event::Comment(text, _) => {
                self.comments.push(Comment { span, text: text.into_owned() });
            }
            Event::Scalar(text, style, _, tag) => {
                let style = match style {
                    ScalarStyle::Plain => Style::Plain,
                    ScalarStyle::SingleQuoted => Style::Single,
                    ScalarStyle::DoubleQuoted => Style::Double,
                    ScalarStyle::Literal | ScalarStyle::Folded => Style::Block,
                };
                let tag = tagged(tag);
                // The parser puts `~` where nothing stands.
                let text = if span.is_empty() { String::new() } else { text.into_owned() };
                self.add(Node { span, kind: Kind::Scalar(text, style), tag })?;
            }
            Event::Alias(_) | Event::UnresolvedAlias(_) => {
                self.add(Node { span, kind: Kind::Alias, tag: None })?;
            }
            Event::SequenceStart(_, _, tag) => {
                let tag = tagged(tag);
                self.open(Node { span, kind: Kind::Sequence(Vec::new()), tag })?;
            }
            Event::MappingStart(_, _, tag) => {
                let tag = tagged(tag);
                self.open(Node { span, kind: Kind::Mapping(Vec::new()), tag })?;
            }
            Event::SequenceEnd | Event::MappingEnd => {
                if let Some((mut node, _)) = self.stack.pop() {
                    // Frontmatter stays in memory, and has few entries of nearly 200 bytes each.
                    let last = match &mut node.kind {
                        Kind::Sequence(items) => {
                            items.shrink_to_fit();
                            items.last().map(|item| item.span.end)
                        }
                        Kind::Mapping(entries) => {
                            entries.shrink_to_fit();
                            entries.last().map(|entry| entry.value.span.end)
                        }
                        _ => None,
                    };
                    // A flow collection ends at its bracket, a block one with its last child.
                    let flow = self.text[node.span.start - self.base..].starts_with(['[', '{']);
                    node.span.end = match last {
                        Some(last) if !flow => last.max(node.span.start),
                        _ => span.end.max(node.span.start),
                    };
                    self.add(node)?;
                }
            }
            _ => {}
        }
        Ok(())
    }

    fn open(&mut self, node: Node) -> Result<(), SyntaxError> {
        if self.stack.len() >= MAX_DEPTH {
            return Err(Self::fault(node.span.start, "nested too deeply"));
        }
        self.stack.push((node, None));
        Ok(())
    }

    fn add(&mut self, node: Node) -> Result<(), SyntaxError> {
        self.nodes += 1;
        if self.nodes > MAX_NODES {
            return Err(Self::fault(node.span.start, "too many values in one document"));
        }
        match self.stack.last_mut() {
            None => self.root = Some(node),
            Some((parent, pending)) => match &mut parent.kind {
                Kind::Sequence(items) => items.push(node),
                Kind::Mapping(entries) => match pending.take() {
                    None => *pending = Some(node),
                    Some(key) => entries.push(Entry { key, value: node }),
                },
                Kind::Scalar(..) | Kind::Alias => {}
            },
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn spans_and_styles_survive() {
        let text = "name: a\nlist: [x, 'y']\nmap:\n  k: \"v\"\n";
        let root = parse(text, 0).expect("valid").root.expect("not empty");
        assert_eq!(&text[root.entry("name").expect("there").key.span.clone()], "name");
        let list = root.get("list").expect("there");
        assert_eq!(&text[list.span.clone()], "[x, 'y']");
        assert_eq!(list.items()[1].style(), Some(Style::Single));
        let inner = root.get("map").and_then(|map| map.get("k")).expect("there");
        assert_eq!(&text[inner.span.clone()], "\"v\"");
    }

    #[test]
    fn a_comment_that_cuts_a_value_is_kept() {
        let document = parse("d: Fix issue #12 and C# code\n", 0).expect("valid");
        assert_eq!(document.comments[0].text, "12 and C# code");
    }

    #[test]
    fn plain_scalars_follow_yaml_1_2() {
        let root = parse("a: yes\nb: true\nc: 0755\nd: 1.10\ne: 1.2.3\nf:\n", 0)
            .expect("valid")
            .root
            .expect("not empty");
        let types: Vec<_> = root.entries().iter().map(|entry| entry.value.type_name()).collect();
        assert_eq!(types, ["string", "boolean", "string", "number", "string", "null"]);
    }

    #[test]
    fn deep_and_double_documents_are_refused() {
        assert!(parse(&"[".repeat(5_000), 0).is_err());
        assert!(parse("a: 1\n---\nb: 2\n", 0).is_err());
    }

    #[test]
    fn aliases_are_not_expanded() {
        let text = "a: &x [1]\nb: *x\n";
        let root = parse(text, 0).expect("valid").root.expect("not empty");
        assert!(matches!(root.get("b").expect("there").kind, Kind::Alias));
    }
}
