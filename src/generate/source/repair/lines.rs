//! Frontmatter as lines: which key a line belongs to, and what its value is.
//!
//! A parser says where it could not go on; an author needs the line where they
//! slipped. That is nearly always the line of the key that owns the place.

use std::ops::Range;

/// Keys that frontmatter has on some host or in the canonical source: where a
/// line begins with one of these, a new entry was meant.
const KNOWN_KEYS: &[&str] = &[
    "agent",
    "allowed-tools",
    "argument-hint",
    "arguments",
    "author",
    "claude",
    "codex",
    "color",
    "compatibility",
    "context",
    "dependencies",
    "description",
    "disable-model-invocation",
    "disallowed-tools",
    "disallowedTools",
    "effort",
    "hooks",
    "hosts",
    "license",
    "memory",
    "metadata",
    "model",
    "name",
    "paths",
    "skills",
    "tags",
    "tools",
    "user-invocable",
    "version",
    "when_to_use",
];

/// Is it a key that a host or the canonical source knows?
pub(super) fn is_known_key(key: &str) -> bool {
    KNOWN_KEYS.contains(&key)
}

/// A line that starts an entry (`key: value`) or an item (`- value`).
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Slot {
    /// Index of the line.
    pub(super) line: usize,
    /// Columns (bytes) in front of the key, or of the dash where there is no key.
    pub(super) indent: usize,
    /// The key, if it is an entry.
    pub(super) key: Option<Range<usize>>,
    /// The colon behind the key.
    pub(super) colon: Option<usize>,
    /// The value on this line, without blanks around it; empty where none stands.
    pub(super) value: Range<usize>,
}

/// A text and the places of its lines.
#[derive(Debug)]
pub(super) struct Lines<'a> {
    /// The text.
    pub(super) text: &'a str,
    /// Each line without its line end.
    ranges: Vec<Range<usize>>,
}

impl<'a> Lines<'a> {
    /// Takes a text apart.
    pub(super) fn new(text: &'a str) -> Self {
        let mut ranges = Vec::new();
        let mut start = 0;
        for line in text.split_inclusive('\n') {
            let content = line.trim_end_matches(['\n', '\r']);
            ranges.push(start..start + content.len());
            start += line.len();
        }
        Self { text, ranges }
    }

    /// How many lines there are.
    pub(super) fn len(&self) -> usize {
        self.ranges.len()
    }

    /// The line that holds a byte; the last one for anything behind it.
    pub(super) fn at(&self, offset: usize) -> usize {
        self.ranges.partition_point(|range| range.start <= offset).saturating_sub(1)
    }

    /// The bytes of a line.
    pub(super) fn range(&self, line: usize) -> Range<usize> {
        self.ranges.get(line).cloned().unwrap_or(self.text.len()..self.text.len())
    }

    /// The text of a line.
    pub(super) fn get(&self, line: usize) -> &'a str {
        &self.text[self.range(line)]
    }

    /// Does the line hold nothing but blanks?
    pub(super) fn is_blank(&self, line: usize) -> bool {
        self.get(line).trim().is_empty()
    }

    /// Blanks in front of a line's text.
    pub(super) fn indent(&self, line: usize) -> usize {
        self.get(line).bytes().take_while(|byte| matches!(byte, b' ' | b'\t')).count()
    }

    /// The last line before this one that is neither blank nor a comment.
    pub(super) fn previous(&self, line: usize) -> Option<usize> {
        (0..line).rev().find(|&index| !self.is_blank(index) && !self.is_comment(index))
    }

    /// Is the line a comment?
    pub(super) fn is_comment(&self, line: usize) -> bool {
        self.get(line).trim_start().starts_with('#')
    }

    /// The entry or item that a line starts, if it looks like one.
    pub(super) fn slot(&self, line: usize) -> Option<Slot> {
        let range = self.range(line);
        let text = self.get(line);
        let mut at = self.indent(line);
        let mut indent = at;
        let mut item = false;
        while let Some(rest) = text[at..].strip_prefix('-') {
            if !rest.is_empty() && !rest.starts_with([' ', '\t']) {
                break;
            }
            indent = at;
            item = true;
            at += 1 + (rest.len() - rest.trim_start_matches([' ', '\t']).len());
        }
        let value = |from: usize| {
            let trimmed = text[from..].trim_matches([' ', '\t']);
            let start = text.len() - text[from..].trim_start_matches([' ', '\t']).len();
            range.start + start..range.start + start + trimmed.len()
        };
        if let Some((key, colon)) = key_at(text, at) {
            return Some(Slot {
                line,
                indent: at, // a value goes on where lines stand further right than its key
                key: Some(range.start + key.start..range.start + key.end),
                colon: Some(range.start + colon),
                value: value(colon + 1),
            });
        }
        item.then(|| Slot { line, indent, key: None, colon: None, value: value(at) })
    }

    /// The entry or item that a line belongs to: its own, or the nearest one
    /// above that stands further to the left.
    pub(super) fn owner(&self, line: usize) -> Option<Slot> {
        if let Some(slot) = self.slot(line) {
            return Some(slot);
        }
        let indent = self.indent(line);
        (0..line).rev().find_map(|index| self.slot(index).filter(|slot| slot.indent < indent))
    }

    /// The nearest entry or item above a slot that its line could continue.
    pub(super) fn owner_above(&self, slot: &Slot) -> Option<Slot> {
        let indent = self.indent(slot.line);
        (0..slot.line)
            .rev()
            .find_map(|index| self.slot(index).filter(|above| above.indent < indent))
    }

    /// The last line of a slot's value: its own, or the last one that stands
    /// further to the right.
    pub(super) fn last_line(&self, slot: &Slot) -> usize {
        let mut last = slot.line;
        for line in slot.line + 1..self.len() {
            if self.indent(line) > slot.indent && !self.is_blank(line) {
                last = line;
            } else if !self.is_blank(line) && !self.is_comment(line) {
                break;
            }
        }
        last
    }

    /// A slot's value with every line before the next entry or item beside it:
    /// quotes and brackets may go on in lines that stand further to the left.
    pub(super) fn until_next_slot(&self, slot: &Slot) -> Range<usize> {
        let next = (slot.line + 1..self.len())
            .find(|&line| self.slot(line).is_some_and(|next| next.indent <= slot.indent))
            .unwrap_or(self.len());
        let last = (slot.line..next).rev().find(|&line| !self.is_blank(line));
        let end = self.range(last.unwrap_or(slot.line)).end;
        slot.value.start..end.max(slot.value.end)
    }

    /// A slot's value with all its lines.
    pub(super) fn whole_value(&self, slot: &Slot) -> Range<usize> {
        let last = self.range(self.last_line(slot));
        let end = last.start + self.text[last.clone()].trim_end().len();
        slot.value.start..end.max(slot.value.end)
    }

    /// The first line after `line` that starts with a known key at that
    /// indentation; the number of lines if there is none.
    pub(super) fn next_known_key(&self, line: usize, indent: usize) -> usize {
        (line + 1..self.len())
            .find(|&index| {
                self.slot(index).is_some_and(|slot| {
                    slot.indent <= indent
                        && slot.key.is_some_and(|key| is_known_key(&self.text[key]))
                })
            })
            .unwrap_or(self.len())
    }
}

/// A plain key at `at`, and its colon: a blank or the end of the line follows it.
fn key_at(text: &str, at: usize) -> Option<(Range<usize>, usize)> {
    let rest = &text[at..];
    let word = rest
        .find(|c: char| !(c.is_alphanumeric() || matches!(c, '_' | '-' | '.')))
        .unwrap_or(rest.len());
    if word == 0 || rest.starts_with(['-', '.']) {
        return None;
    }
    let blanks = rest[word..].len() - rest[word..].trim_start_matches(' ').len();
    let after = rest[word + blanks..].strip_prefix(':')?;
    let separated = after.is_empty() || after.starts_with([' ', '\t']);
    separated.then(|| (at..at + word, at + word + blanks))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_entry_and_its_value() {
        let lines = Lines::new("name: x\ndescription:  a b \n  more\n\n  and more\ntools: y\n");
        let slot = lines.slot(1).expect("an entry");
        assert_eq!(&lines.text[slot.value.clone()], "a b");
        assert_eq!(&lines.text[lines.whole_value(&slot)], "a b \n  more\n\n  and more");
        assert_eq!(lines.owner(4), Some(slot));
    }

    #[test]
    fn items_and_what_is_neither() {
        let lines = Lines::new("tools:\n  - a: b\n  - c\nname:x\n<example>\nhttp://x\n");
        assert_eq!(lines.slot(1).map(|slot| slot.indent), Some(4));
        assert_eq!(lines.slot(2).map(|slot| slot.indent), Some(2));
        assert!(lines.slot(1).is_some_and(|slot| slot.key.is_some()));
        assert!(lines.slot(2).is_some_and(|slot| slot.key.is_none()));
        assert_eq!(lines.slot(3), None);
        assert_eq!(lines.slot(4), None);
        assert_eq!(lines.slot(5), None);
    }
}
