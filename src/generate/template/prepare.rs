//! Readies a text for the template library: marks its lines, and keeps `${{` text.
//!
//! Each line that prints something carries an invisible mark through rendering,
//! which says from which file and line it came. What comes out is taken apart
//! again by [`super::rendered`], and the marks become the source map.

use super::scan::Tag;

/// Opens a mark; no character for interchange, so no text may hold it.
pub(super) const MARK_OPEN: char = '\u{fdd0}';
/// Closes a mark.
pub(super) const MARK_CLOSE: char = '\u{fdd1}';

/// A text with marks, and the way back.
#[derive(Debug)]
pub(super) struct Prepared {
    /// What the library compiles.
    pub text: String,
    /// Where something was inserted: offset in `text`, bytes inserted, ascending.
    inserted: Vec<(usize, usize)>,
}

impl Prepared {
    /// The offset in the original text of an offset in the prepared one.
    pub(super) fn original(&self, offset: usize) -> usize {
        let mut shift = 0;
        for &(at, length) in &self.inserted {
            if at >= offset {
                break;
            }
            shift += length.min(offset - at);
        }
        offset - shift
    }

    /// The offset in the original text of a line and column of the prepared one,
    /// both from 1, as the library reports them.
    pub(super) fn original_at(&self, line: usize, column: usize) -> usize {
        let start: usize =
            self.text.split_inclusive('\n').take(line.saturating_sub(1)).map(str::len).sum();
        let rest = self.text.get(start..).unwrap_or_default();
        let within: usize = rest.chars().take(column.saturating_sub(1)).map(char::len_utf8).sum();
        self.original((start + within).min(self.text.len()))
    }
}

/// Inserts the marks of a file into `text`, whose first line is `first_line` of it.
///
/// `tags` are the tags of `text`. A line gets no mark if it is blank, if it holds
/// one tag that vanishes with its line, if it begins inside a tag, or if white
/// space before its first tag is swallowed.
pub(super) fn prepare(text: &str, tags: &[Tag], file: usize, first_line: usize) -> Prepared {
    let mut out = String::with_capacity(text.len() + text.len() / 4);
    let mut inserted = Vec::new();
    let mut next = 0;
    let mut start = 0;
    for (number, line) in text.split_inclusive('\n').enumerate() {
        let end = start + line.len();
        while tags.get(next).is_some_and(|tag| tag.range.end <= start) {
            next += 1;
        }
        let first = start + (line.len() - line.trim_start().len());
        if needs_mark(text, tags.get(next), first, end) {
            push_escaped(&mut out, &mut inserted, &text[start..first]);
            let mark = format!("{MARK_OPEN}{file:x}:{:x}{MARK_CLOSE}", first_line + number);
            inserted.push((out.len(), mark.len()));
            out.push_str(&mark);
            push_escaped(&mut out, &mut inserted, &text[first..end]);
        } else {
            push_escaped(&mut out, &mut inserted, line);
        }
        start = end;
    }
    Prepared { text: out, inserted }
}

fn needs_mark(text: &str, tag: Option<&Tag>, first: usize, end: usize) -> bool {
    if text[first..end].trim().is_empty() {
        return false;
    }
    let Some(tag) = tag else { return true };
    if tag.range.start < first {
        return false;
    }
    if tag.range.start > first {
        return true;
    }
    let alone = tag.can_stand_alone()
        && (tag.range.end >= end || text[tag.range.end..end].trim().is_empty());
    !alone && !tag.trims_before
}

/// `${{` is never a tag: the library is told so by a backslash, which it removes.
fn push_escaped(out: &mut String, inserted: &mut Vec<(usize, usize)>, text: &str) {
    let mut rest = text;
    while let Some(found) = rest.find("${{") {
        out.push_str(&rest[..=found]);
        inserted.push((out.len(), 1));
        out.push('\\');
        out.push_str("{{");
        rest = &rest[found + 3..];
    }
    out.push_str(rest);
}
