//! A text with repairs in it that still knows where everything stood before.

use std::ops::Range;

use crate::generate::source::yaml::{Document, Kind, Node};

/// A replacement of bytes of the original.
#[derive(Debug, Clone)]
struct Edit {
    range: Range<usize>,
    replacement: String,
}

/// The original, the edits made so far, and the text that they give.
#[derive(Debug)]
pub(super) struct Patched<'a> {
    original: &'a str,
    /// Ordered and without overlap, in bytes of the original.
    edits: Vec<Edit>,
    text: String,
}

impl<'a> Patched<'a> {
    /// A text without edits.
    pub(super) fn new(original: &'a str) -> Self {
        Self { original, edits: Vec::new(), text: original.to_owned() }
    }

    /// The text with every edit made.
    pub(super) fn text(&self) -> &str {
        &self.text
    }

    /// Replaces bytes of the current text. Refused (`false`) where they touch
    /// bytes that an earlier edit put there, since that repair did not help.
    pub(super) fn replace(&mut self, range: Range<usize>, replacement: String) -> bool {
        let Some(start) = self.untouched(range.start) else { return false };
        let Some(end) = self.untouched(range.end) else { return false };
        let overlaps = |edit: &Edit| {
            edit.range.start == start || (edit.range.start < end && start < edit.range.end)
        };
        if end < start || self.edits.iter().any(overlaps) {
            return false;
        }
        let at = self.edits.partition_point(|edit| edit.range.start < start);
        self.edits.insert(at, Edit { range: start..end, replacement });
        self.rebuild();
        true
    }

    fn rebuild(&mut self) {
        let mut text = String::with_capacity(self.original.len() + 64);
        let mut done = 0;
        for edit in &self.edits {
            text.push_str(&self.original[done..edit.range.start]);
            text.push_str(&edit.replacement);
            done = edit.range.end;
        }
        text.push_str(&self.original[done..]);
        self.text = text;
    }

    /// The original offset of a byte of the current text; `None` inside an edit.
    fn untouched(&self, offset: usize) -> Option<usize> {
        let (start, end) = self.locate(offset);
        (start == end).then_some(start)
    }

    /// The bytes of the original behind an offset of the current text: a point
    /// outside the edits, the replaced bytes inside one.
    fn locate(&self, offset: usize) -> (usize, usize) {
        let mut current = 0; // offset in the current text up to which we have walked
        let mut done = 0; // the same place in the original
        for edit in &self.edits {
            let before = edit.range.start - done;
            if offset <= current + before {
                return (done + (offset - current), done + (offset - current));
            }
            current += before;
            if offset < current + edit.replacement.len() {
                return (edit.range.start, edit.range.end);
            }
            current += edit.replacement.len();
            done = edit.range.end;
        }
        let point = (done + offset.saturating_sub(current)).min(self.original.len());
        (point, point)
    }

    /// The bytes of the original behind bytes of the current text.
    pub(super) fn original_range(&self, range: &Range<usize>) -> Range<usize> {
        let start = self.locate(range.start).0;
        let end = self.locate(range.end).1;
        start..end.max(start)
    }

    /// Moves every place of a document of the current text to the original,
    /// and on by `base`.
    pub(super) fn relocate(&self, document: &mut Document, base: usize) {
        let moved = |range: &Range<usize>| {
            let range = self.original_range(range);
            base + range.start..base + range.end
        };
        if let Some(root) = &mut document.root {
            relocate_node(root, &moved);
        }
        for comment in &mut document.comments {
            comment.span = moved(&comment.span);
        }
    }
}

fn relocate_node(node: &mut Node, moved: &impl Fn(&Range<usize>) -> Range<usize>) {
    node.span = moved(&node.span);
    if let Some((_, range)) = &mut node.tag {
        *range = moved(range);
    }
    match &mut node.kind {
        Kind::Sequence(items) => items.iter_mut().for_each(|item| relocate_node(item, moved)),
        Kind::Mapping(entries) => {
            for entry in entries {
                relocate_node(&mut entry.key, moved);
                relocate_node(&mut entry.value, moved);
            }
        }
        Kind::Scalar(..) | Kind::Alias => {}
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_come_back_to_the_original() {
        let mut patched = Patched::new("a: b: c\nd: @e\n");
        assert!(patched.replace(3..7, "\"b: c\"".to_owned()));
        assert!(patched.replace(13..15, "\"@e\"".to_owned()));
        assert_eq!(patched.text(), "a: \"b: c\"\nd: \"@e\"\n");
        assert_eq!(patched.original_range(&(3..9)), 3..7);
        assert_eq!(patched.original_range(&(13..17)), 11..13);
        assert_eq!(patched.original_range(&(10..11)), 8..9);
    }

    #[test]
    fn a_repair_is_not_repaired_again() {
        let mut patched = Patched::new("a: b: c\n");
        assert!(patched.replace(3..7, "\"b: c\"".to_owned()));
        assert!(!patched.replace(4..6, String::new()));
        assert!(!patched.replace(3..9, String::new()), "the same bytes");
    }
}
