//! Faults of frontmatter that is not YAML, each at the line where its author
//! slipped, all of them at once.
//!
//! A YAML parser gives up at the first fault and often behind it. [`recover`]
//! finds the culprit, mends it in a copy, and parses again until the text is
//! YAML. The mended document lets later checks see the remaining values, much
//! as both hosts go on with a file that they could rescue.

mod classify;
mod lines;
mod patched;
mod scalars;

use std::fmt::Write as _;
use std::ops::Range;

use super::yaml::{self, Document, SyntaxError};
use crate::diagnostic::Fix;
use patched::Patched;

/// Most faults that one frontmatter reports.
const MAX_FAULTS: usize = 20;

/// What an author did wrong.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum FaultKind {
    /// `: ` inside a plain value.
    ColonSpace,
    /// A plain value ends its line with `:`.
    ColonAtEnd,
    /// A plain value starts with a character that YAML keeps for itself.
    Reserved(char),
    /// Text behind `|` or `>` on the same line.
    BlockHeader,
    /// Text behind a closing bracket or quote.
    TextAfterValue(char),
    /// A tab where YAML wants spaces.
    Tab,
    /// A quote that is never closed.
    UnbalancedQuote(char),
    /// `*` or `&` at the start of a value.
    Alias(char),
    /// `key: - item`.
    InlineSequence,
    /// A value that starts with `{` where text is meant.
    FlowMapping,
    /// A comment that ends a value which goes on behind it.
    CommentCuts,
    /// `key:value`.
    MissingSpace,
    /// A line that is neither an entry nor part of a value.
    StrayText,
    /// The block runs on into the body: no `---` closes it.
    Unclosed,
    /// A bracket that is never closed.
    OpenBracket(char),
    /// A key of `{…}` without a comma in front.
    MissingComma,
    /// A line that stands at the wrong column.
    Indentation,
    /// Anything else; the parser's own words.
    Other(String),
}

/// One fault of a frontmatter.
#[derive(Debug, Clone)]
pub struct Fault {
    /// What is wrong.
    pub kind: FaultKind,
    /// Where to point, in bytes of the file.
    pub range: Range<usize>,
    /// What mends it.
    pub fix: Option<Fix>,
}

/// What came of a text that is not YAML.
#[derive(Debug)]
pub struct Recovery {
    /// Its faults, in the order in which they were found; at least one.
    pub faults: Vec<Fault>,
    /// The mended document, with places in the original; `None` where a fault
    /// could not be mended.
    pub document: Option<Document>,
}

/// A classified fault: places are bytes of the text that was classified.
#[derive(Debug)]
struct Diagnosis {
    kind: FaultKind,
    range: Range<usize>,
    /// What to replace, by what, and the imperative that says so.
    repair: Option<(Range<usize>, String, &'static str)>,
    /// Must the repaired text be what the author meant?
    mechanical: bool,
    /// Is the repair worth showing, or only good enough to read on?
    shown: bool,
}

impl Diagnosis {
    fn new(kind: FaultKind, range: Range<usize>) -> Self {
        Self { kind, range, repair: None, mechanical: false, shown: true }
    }

    fn repair(mut self, range: Range<usize>, text: String, title: &'static str) -> Self {
        self.repair = Some((range, text, title));
        self
    }

    fn mechanical(mut self, mechanical: bool) -> Self {
        self.mechanical = mechanical;
        self
    }

    fn hidden(mut self) -> Self {
        self.shown = false;
        self
    }
}

/// Finds the faults of a frontmatter whose parse failed; `base` is where `text`
/// begins in the file.
pub fn recover(text: &str, base: usize) -> Recovery {
    let mut patched = Patched::new(text);
    let mut faults: Vec<Fault> = Vec::new();
    while faults.len() < MAX_FAULTS {
        let error = match yaml::parse(patched.text(), 0) {
            Ok(mut document) => {
                patched.relocate(&mut document, base);
                return Recovery { faults, document: Some(document) };
            }
            Err(error) => error,
        };
        let diagnosis = classify::classify(patched.text(), &error);
        let original = patched.original_range(&diagnosis.range);
        let range = base + original.start..base + original.end;
        let known = faults.iter().any(|fault| fault.kind == diagnosis.kind && fault.range == range);
        let fix = diagnosis.repair.as_ref().filter(|_| diagnosis.shown).map(|repair| {
            let range = patched.original_range(&repair.0);
            Fix {
                title: repair.2.to_owned(),
                range: base + range.start..base + range.end,
                replacement: repair.1.clone(),
                mechanical: diagnosis.mechanical,
            }
        });
        let repaired = match diagnosis.repair {
            Some((range, replacement, _)) => patched.replace(range, replacement),
            None => false,
        };
        // A fault inside an earlier repair says only that the repair was no good.
        if repaired || faults.is_empty() || (fix.is_none() && !known) {
            faults.push(Fault { kind: diagnosis.kind, range, fix });
        }
        if !repaired {
            break;
        }
    }
    Recovery { faults, document: None }
}

/// `{ a: x b: y }`, in a text that is YAML as a whole, where values are seldom prose:
/// the comma in front of the second key is missing.
pub fn missing_comma(text: &str, error: &SyntaxError) -> Option<Fault> {
    let start = text.get(..error.offset)?.rfind('\n').map_or(0, |index| index + 1);
    let line = text[start..].lines().next()?;
    let opened = line.find('{')? + 1;
    let inner = line[opened..].trim_end().strip_suffix('}')?;
    if inner.contains(['"', '\'', '{', '[', '#']) {
        return None;
    }
    let mut at = opened;
    for item in inner.split(',') {
        let mut colons = item.match_indices(": ").map(|(index, _)| index);
        if let (Some(_), Some(second)) = (colons.next(), colons.next()) {
            let before = &item[..second];
            let key = before.rfind(' ')? + 1;
            let gap = at + before[..key].trim_end().len();
            let range = start + at + key..start + at + second;
            let fix = Fix {
                title: "put a comma in front of it".to_owned(),
                range: start + gap..start + gap,
                replacement: ",".to_owned(),
                mechanical: false,
            };
            return Some(Fault { kind: FaultKind::MissingComma, range, fix: Some(fix) });
        }
        at += item.len() + 1;
    }
    None
}

/// A text as a double-quoted scalar. Line ends stay, and fold as they did.
fn double_quoted(text: &str) -> String {
    let mut out = String::with_capacity(text.len() + 2);
    out.push('"');
    for character in text.chars() {
        match character {
            '"' => out.push_str("\\\""),
            '\\' => out.push_str("\\\\"),
            '\t' => out.push_str("\\t"),
            '\n' | '\r' => out.push(character),
            control if control.is_control() => {
                // Writing to a string cannot fail.
                let _ = write!(out, "\\u{:04x}", u32::from(control));
            }
            other => out.push(other),
        }
    }
    out.push('"');
    out
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// Pieces that frontmatter, and broken frontmatter, is made of.
    const PIECES: &[&str] = &[
        "name",
        "description",
        "tools",
        "é",
        "x",
        ": ",
        ":",
        " ",
        "  ",
        "\n",
        "\r\n",
        "\n  ",
        "\t",
        "- ",
        "-",
        "[",
        "]",
        "{",
        "}",
        "{{",
        "}}",
        ",",
        "\"",
        "'",
        "\\",
        " #",
        "#",
        "*",
        "&a",
        "!t",
        "!!str ",
        "|",
        ">-",
        "%",
        "@",
        "`",
        "?",
        "...",
        "\u{a0}",
        "\u{200b}",
        "\u{feff}",
        "~",
        "\u{1}",
    ];

    fn kinds(text: &str) -> Vec<FaultKind> {
        recover(text, 0).faults.into_iter().map(|fault| fault.kind).collect()
    }

    fn sound(text: &str) {
        let Err(_) = yaml::parse(text, 0) else { return };
        let recovery = recover(text, 0);
        assert!(!recovery.faults.is_empty() && recovery.faults.len() <= MAX_FAULTS);
        for fault in &recovery.faults {
            assert!(text.get(fault.range.clone()).is_some(), "{fault:?}");
            if let Some(fix) = &fault.fix {
                assert!(text.get(fix.range.clone()).is_some(), "{fault:?}");
            }
        }
        if let Some(root) = recovery.document.and_then(|document| document.root) {
            within(&root, text);
        }
    }

    fn within(node: &yaml::Node, text: &str) {
        assert!(text.get(node.span.clone()).is_some(), "{node:?}");
        for entry in node.entries() {
            within(&entry.key, text);
            within(&entry.value, text);
        }
        for item in node.items() {
            within(item, text);
        }
    }

    proptest! {
        #[test]
        fn any_text_has_its_faults_within_it(text in any::<String>()) {
            sound(&text);
        }

        #[test]
        fn broken_frontmatter_has_its_faults_within_it(
            pieces in prop::collection::vec(prop::sample::select(PIECES), 0..40),
        ) {
            sound(&pieces.concat());
        }
    }

    #[test]
    fn the_culprit_may_stand_above_the_place_where_the_parser_stopped() {
        let recovery = recover("a: \"open\nb: \"c\"\n", 10);
        assert_eq!(recovery.faults[0].kind, FaultKind::UnbalancedQuote('"'));
        assert_eq!(recovery.faults[0].range, 13..18, "and places count from the base");
    }

    #[test]
    fn a_comma_is_missing_in_a_mapping() {
        for (text, key) in [
            ("- { id: a, event: Stop run: x }\n", Some("run")),
            ("a: 1\n- { id: a event: Stop, run: x }\n", Some("event")),
            ("- { id: a, run: \"x: y z: q\" }\n", None),
            ("- { id: a, run: x\n", None),
        ] {
            let error =
                yaml::SyntaxError { offset: text.find('{').unwrap_or(0), message: String::new() };
            let fault = missing_comma(text, &error);
            assert_eq!(fault.map(|fault| &text[fault.range]), key, "{text}");
        }
    }

    #[test]
    fn all_faults_come_at_once() {
        let text = "a: b: c\nd: @e\nf: [g] h\ni: - j\n";
        let expected = [
            FaultKind::ColonSpace,
            FaultKind::Reserved('@'),
            FaultKind::TextAfterValue(']'),
            FaultKind::InlineSequence,
        ];
        assert_eq!(kinds(text), expected);
    }

    #[test]
    fn the_mended_document_has_what_the_author_wrote() {
        let text = "description: Use when: \"x\"\n  and so on\nname: y\n";
        let root = recover(text, 0).document.and_then(|document| document.root).expect("mended");
        let description = root.get("description").expect("there");
        assert_eq!(description.as_str(), Some("Use when: \"x\" and so on"));
        assert_eq!(&text[description.span.clone()], "Use when: \"x\"\n  and so on");
        assert_eq!(&text[root.get("name").expect("there").span.clone()], "y");
    }

    #[test]
    fn text_in_a_block_value_is_nobodys_fault() {
        let text = "a: |\n  key: \"open\nb: c: d\n";
        assert_eq!(kinds(text), [FaultKind::ColonSpace]);
    }
}
