//! JSON as a tree that remembers where everything stood.
//!
//! serde_json decides what is JSON, as strictly as the hosts do. A text that it
//! accepts is then walked once more for the place of every value, into the same
//! [`Node`] that YAML gives. JSON is nearly YAML, but not quite: tabs, surrogate
//! escapes and long keys would each need a patch, and a walk over a text that is
//! known to be right needs none.

use std::ops::Range;

use super::frontmatter::BYTE_ORDER_MARK;
use super::yaml::{Entry, Kind, Node, Style};

/// A text that is not strict JSON.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fault {
    /// Where: the comma too many, the comment, or where the parser gave up.
    pub range: Range<usize>,
    /// What is wrong, in our words where we know the mistake.
    pub message: String,
}

/// Parses a whole text as one JSON document.
///
/// # Errors
/// The first place where a host would give up.
pub fn parse(text: &str) -> Result<Node, Fault> {
    if text.starts_with(BYTE_ORDER_MARK) {
        return Err(Fault {
            range: 0..BYTE_ORDER_MARK.len(),
            message: "the file starts with a byte-order mark".to_owned(),
        });
    }
    // As a value, not to be ignored: only then does serde_json bound the depth.
    match serde_json::from_str::<serde_json::Value>(text) {
        Ok(_) => Ok(Walker { text, at: 0 }.value()),
        Err(error) => Err(fault(text, &error)),
    }
}

/// Keys that stand twice in one object, anywhere below a node.
pub fn duplicates(node: &Node) -> Vec<&Node> {
    let mut found = Vec::new();
    collect_duplicates(node, &mut found);
    found
}

fn collect_duplicates<'a>(node: &'a Node, found: &mut Vec<&'a Node>) {
    let entries = node.entries();
    for (index, entry) in entries.iter().enumerate() {
        if entries[..index].iter().any(|other| other.key.as_str() == entry.key.as_str()) {
            found.push(&entry.key);
        }
        collect_duplicates(&entry.value, found);
    }
    for item in node.items() {
        collect_duplicates(item, found);
    }
}

/// The bytes of the source that spell a part of a string's value: escapes make a
/// string longer in the source than it is.
pub fn locate(text: &str, string: &Range<usize>, part: &Range<usize>) -> Range<usize> {
    let (mut at, mut decoded) = (string.start + 1, 0);
    let (mut start, mut end) = (None, None);
    while at + 1 < string.end {
        if decoded >= part.start {
            start.get_or_insert(at);
        }
        if decoded >= part.end {
            end.get_or_insert(at);
            break;
        }
        let (source, value) = step(&text[at..]);
        at += source;
        decoded += value;
    }
    let end = end.unwrap_or(at);
    start.unwrap_or(string.start)..end
}

/// Bytes in the source, and bytes of the value, of the character that starts here.
fn step(text: &str) -> (usize, usize) {
    let hex = |from: usize| {
        text.get(from..from + 6)
            .and_then(|escape| escape.strip_prefix("\\u"))
            .and_then(|digits| u32::from_str_radix(digits, 16).ok())
    };
    match hex(0) {
        Some(0xd800..=0xdbff) if hex(6).is_some() => (12, 4),
        Some(code) => (6, char::from_u32(code).map_or(3, char::len_utf8)),
        None if text.starts_with('\\') => (2, 1),
        None => text.chars().next().map_or((1, 1), |c| (c.len_utf8(), c.len_utf8())),
    }
}

/// Says in plain words what serde_json met.
fn fault(text: &str, error: &serde_json::Error) -> Fault {
    let offset = offset_of(text, error.line(), error.column());
    if text.trim().is_empty() {
        return Fault { range: 0..0, message: "the file is empty".to_owned() };
    }
    let before = text[..offset].trim_end_matches(|c: char| c.is_ascii_whitespace());
    let rest = text[offset..].trim_start();
    if rest.starts_with("//") || rest.starts_with("/*") || rest.starts_with('#') {
        let start = text.len() - rest.len();
        let end = rest.find('\n').map_or(text.len(), |index| start + index);
        return Fault { range: start..end, message: "JSON has no comments".to_owned() };
    }
    if before.ends_with(',') && rest.starts_with(['}', ']']) {
        let comma = before.len() - 1;
        return Fault {
            range: comma..comma + 1,
            message: "a comma stands before the closing bracket".to_owned(),
        };
    }
    let whole = error.to_string();
    let words = whole.split(" at line ").next().unwrap_or(&whole).to_owned();
    let end = text[offset..].chars().next().map_or(offset, |c| offset + c.len_utf8());
    Fault { range: offset..end, message: words }
}

/// The byte of a line and column as serde_json counts them: it names the byte
/// that it could not use, from 1, and column 0 for the end of a line.
fn offset_of(text: &str, line: usize, column: usize) -> usize {
    let start: usize = text.split_inclusive('\n').take(line.saturating_sub(1)).map(str::len).sum();
    let mut offset = (start + column.saturating_sub(1)).min(text.len());
    while !text.is_char_boundary(offset) {
        offset -= 1;
    }
    offset
}

/// Walks a text that is known to be JSON.
struct Walker<'a> {
    text: &'a str,
    at: usize,
}

impl Walker<'_> {
    fn skip_space(&mut self) {
        let rest = &self.text[self.at..];
        self.at += rest.len() - rest.trim_start_matches([' ', '\t', '\n', '\r']).len();
    }

    fn peek(&self) -> u8 {
        self.text.as_bytes().get(self.at).copied().unwrap_or_default()
    }

    /// Steps over a comma, if one stands here.
    fn skip_comma(&mut self) {
        self.skip_space();
        if self.peek() == b',' {
            self.at += 1;
        }
        self.skip_space();
    }

    /// The value that starts here. serde_json has bounded the depth.
    fn value(&mut self) -> Node {
        self.skip_space();
        let start = self.at;
        let kind = match self.peek() {
            b'{' => self.object(),
            b'[' => self.array(),
            b'"' => Kind::Scalar(self.string(), Style::Double),
            _ => {
                let rest = &self.text[start..];
                let word = |c: char| c.is_ascii_alphanumeric() || "+-.".contains(c);
                let length = rest.find(|c| !word(c)).unwrap_or(rest.len());
                self.at += length;
                Kind::Scalar(rest[..length].to_owned(), Style::Plain)
            }
        };
        Node { span: start..self.at, kind, tag: None }
    }

    fn object(&mut self) -> Kind {
        self.at += 1;
        self.skip_space();
        let mut entries = Vec::new();
        while self.peek() == b'"' {
            let start = self.at;
            let text = self.string();
            let key =
                Node { span: start..self.at, kind: Kind::Scalar(text, Style::Double), tag: None };
            self.skip_space();
            self.at += 1; // the colon
            let value = self.value();
            entries.push(Entry { key, value });
            self.skip_comma();
        }
        self.at += 1;
        Kind::Mapping(entries)
    }

    fn array(&mut self) -> Kind {
        self.at += 1;
        self.skip_space();
        let mut items = Vec::new();
        while self.peek() != b']' && self.at < self.text.len() {
            items.push(self.value());
            self.skip_comma();
        }
        self.at += 1;
        Kind::Sequence(items)
    }

    /// The string that starts here, unescaped.
    fn string(&mut self) -> String {
        let start = self.at;
        let bytes = self.text.as_bytes();
        self.at += 1;
        while self.at < bytes.len() && bytes[self.at] != b'"' {
            self.at += if bytes[self.at] == b'\\' { 2 } else { 1 };
        }
        self.at = (self.at + 1).min(bytes.len());
        serde_json::from_str(&self.text[start..self.at]).unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(text: &str) -> (String, &str) {
        let fault = parse(text).expect_err("not JSON");
        (fault.message, &text[fault.range])
    }

    #[test]
    fn values_stand_where_they_are() {
        let text =
            "{\n\t\"a\" : [1, -2.5e3, \"x\\ud83d\\ude00\\\"\"],\r\n  \"b\": {}, \"c\": null\n}";
        let root = parse(text).expect("valid");
        let list = root.get("a").expect("there");
        assert_eq!(&text[list.span.clone()], "[1, -2.5e3, \"x\\ud83d\\ude00\\\"\"]");
        assert_eq!(list.items()[2].as_str(), Some("x😀\""));
        assert_eq!(&text[root.entry("b").expect("there").key.span.clone()], "\"b\"");
        assert_eq!(root.get("b").expect("there").type_name(), "mapping");
        assert_eq!(root.get("c").expect("there").type_name(), "null");
        assert_eq!(
            root.to_json(),
            serde_json::from_str::<serde_json::Value>(text).expect("valid"),
            "the walk and serde_json agree"
        );
    }

    #[test]
    fn usual_mistakes_have_their_own_words() {
        assert_eq!(
            at("{\n  \"a\": 1,\n}"),
            ("a comma stands before the closing bracket".into(), ",")
        );
        assert_eq!(at("{\n  // note\n  \"a\": 1\n}"), ("JSON has no comments".into(), "// note"));
        assert_eq!(at("{\"a\": 1} /* x */"), ("JSON has no comments".into(), "/* x */"));
        assert_eq!(at("\u{feff}{}").0, "the file starts with a byte-order mark");
        assert_eq!(at(" \n").0, "the file is empty");
        assert_eq!(at("{'a': 1}"), ("key must be a string".into(), "'"));
        assert_eq!(at("{\"a\": tru}").0, "expected ident");
        assert_eq!(at("{\"a\" 1}"), ("expected `:`".into(), "1"));
        assert_eq!(at("{\"a\": 1").0, "EOF while parsing an object");
        assert_eq!(at("{} {}"), ("trailing characters".into(), "{"));
    }

    #[test]
    fn deep_nesting_is_refused() {
        let text = "[".repeat(100_000) + &"]".repeat(100_000);
        assert_eq!(at(&text).0, "recursion limit exceeded");
    }

    #[test]
    fn a_part_of_a_string_is_found_behind_escapes() {
        let text = r#"{"a": "\"é\u00e9\ud83d\ude00 ${X}/y"}"#;
        let root = parse(text).expect("valid");
        let node = root.get("a").expect("there");
        let value = node.as_str().expect("a string");
        for part in ["${X}/y", "\"é", "é😀"] {
            let at = value.find(part).expect("there");
            let range = locate(text, &node.span, &(at..at + part.len()));
            let quoted = format!("\"{}\"", &text[range]);
            let decoded: String = serde_json::from_str(&quoted).expect("a string");
            assert_eq!(decoded, part);
        }
    }

    #[test]
    fn a_key_that_stands_twice_is_found() {
        let root = parse(r#"{"a": {"b": 1, "b": 2}, "c": [{"d": 1}]}"#).expect("valid");
        let keys: Vec<_> = duplicates(&root).iter().filter_map(|node| node.as_str()).collect();
        assert_eq!(keys, ["b"]);
    }
}
