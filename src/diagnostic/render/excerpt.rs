//! The lines of a file around some of its bytes, fit to be drawn.
//!
//! Only those lines are handed to the drawing library, with LF as their line
//! ends, so that drawing one fault never depends on the size of the file.

use std::ops::Range;

use super::span::{clamp, floor_boundary};

/// Longest line, in bytes, of which a range is underlined to its end.
const LONGEST_LINE: usize = 400;
/// Most bytes that are underlined in a longer line.
const LONGEST_UNDERLINE: usize = 100;
/// A range over more lines than this shows only its first line.
const MOST_LINES: usize = 12;

/// A line copied from the file: where it was, and where it is in the excerpt.
#[derive(Debug)]
struct Line {
    source: Range<usize>,
    start: usize,
}

/// Lines of a file, and how its offsets map into them.
#[derive(Debug)]
pub(super) struct Excerpt {
    /// The lines, joined by LF.
    pub(super) text: String,
    /// The number of the first line, from 1.
    pub(super) first_line: usize,
    lines: Vec<Line>,
}

/// The range inside the text, and short enough to be drawn.
pub(super) fn drawable(text: &str, range: &Range<usize>) -> Range<usize> {
    let range = clamp(text, range);
    let whole = line_start(text, range.start)..line_end(text, range.end);
    let lines = text[whole].split('\n');
    if lines.clone().count() <= MOST_LINES && lines.clone().all(|line| line.len() <= LONGEST_LINE) {
        return range;
    }
    let first_line = line_end(text, range.start);
    let end = range.end.min(first_line).max(range.start);
    if lines.clone().next().is_some_and(|line| line.len() > LONGEST_LINE) {
        return range.start..floor_boundary(text, range.start + LONGEST_UNDERLINE).min(end);
    }
    range.start..end
}

/// Does every line that the range touches fit, and are they few?
pub(super) fn fits(text: &str, range: &Range<usize>) -> bool {
    drawable(text, range) == *range
}

fn line_start(text: &str, offset: usize) -> usize {
    text[..offset].rfind('\n').map_or(0, |index| index + 1)
}

fn line_end(text: &str, offset: usize) -> usize {
    text[offset..].find('\n').map_or(text.len(), |index| offset + index)
}

impl Excerpt {
    /// The lines from the first to the last of these ranges, which must lie in the text.
    pub(super) fn new(text: &str, ranges: &[Range<usize>]) -> Self {
        let low = ranges.iter().map(|range| range.start).min().unwrap_or_default();
        let high = ranges.iter().map(|range| range.end).max().unwrap_or_default();
        let start = line_start(text, low);
        let mut excerpt = Self {
            text: String::new(),
            first_line: text[..start].bytes().filter(|&byte| byte == b'\n').count() + 1,
            lines: Vec::new(),
        };
        let mut at = start;
        for line in text[start..line_end(text, high)].split('\n') {
            if at > start {
                excerpt.text.push('\n');
            }
            let shown = line.strip_suffix('\r').unwrap_or(line);
            excerpt.lines.push(Line { source: at..at + shown.len(), start: excerpt.text.len() });
            excerpt.text.push_str(shown);
            at += line.len() + 1;
        }
        excerpt
    }

    /// The range in the excerpt; a line end that is not shown counts as the end of its line.
    pub(super) fn map(&self, range: &Range<usize>) -> Range<usize> {
        let start = self.map_offset(range.start);
        start..self.map_offset(range.end).max(start)
    }

    fn map_offset(&self, offset: usize) -> usize {
        let after = self.lines.partition_point(|line| line.source.start <= offset);
        self.lines.get(after.saturating_sub(1)).map_or(0, |line| {
            line.start + offset.clamp(line.source.start, line.source.end) - line.source.start
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keeps_the_lines_and_the_offsets() {
        let text = "one\r\ntwo x\r\nthree\r\n";
        let range = text.find('x').expect("there")..text.find("three").expect("there") + 2;
        let excerpt = Excerpt::new(text, std::slice::from_ref(&range));
        assert_eq!((excerpt.first_line, excerpt.text.as_str()), (2, "two x\nthree"));
        assert_eq!(&excerpt.text[excerpt.map(&range)], "x\nth");
    }

    #[test]
    fn a_long_line_is_underlined_in_part() {
        let text = format!("{}needle{}", "é".repeat(50_000), "é".repeat(50_000));
        assert_eq!(drawable(&text, &(100_000..100_006)), 100_000..100_006);
        assert_eq!(drawable(&text, &(100_000..150_000)), 100_000..100_100);
        assert!(!fits(&text, &(0..text.len())));
    }

    #[test]
    fn a_range_over_many_lines_shrinks_to_its_first() {
        let text = "line\n".repeat(40);
        assert_eq!(drawable(&text, &(2..150)), 2..4);
        assert_eq!(drawable(&text, &(2..12)), 2..12);
    }
}
