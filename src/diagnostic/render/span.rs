//! From bytes to lines and columns, in the unit that a format counts in.

use std::ops::Range;

use crate::diagnostic::{Place, Position};

/// What a column counts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Unit {
    /// Characters, as people and editors' command lines do.
    Characters,
    /// UTF-16 code units, as SARIF and the language server protocol do.
    Utf16,
}

/// Where a place starts, and where it ends (exclusive).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Span {
    pub(super) start: Position,
    pub(super) end: Position,
}

/// Lines and columns of a place.
pub(super) fn span(place: &Place, unit: Unit) -> Span {
    range_span(&place.file.text, &place.range, unit)
}

/// Lines and columns of bytes of a text.
pub(super) fn range_span(text: &str, range: &Range<usize>, unit: Unit) -> Span {
    let Range { start, end } = clamp(text, range);
    let first = position(text, start, unit);
    let last = if end == start { first } else { position(text, end, unit) };
    Span { start: first, end: last }
}

fn position(text: &str, offset: usize, unit: Unit) -> Position {
    let before = &text[..offset];
    let line_start = before.rfind('\n').map_or(0, |index| index + 1);
    let column = match unit {
        Unit::Characters => before[line_start..].chars().count(),
        Unit::Utf16 => before[line_start..].encode_utf16().count(),
    };
    Position { line: before.bytes().filter(|&byte| byte == b'\n').count() + 1, column: column + 1 }
}

/// The range moved inside the text and onto character boundaries.
pub(super) fn clamp(text: &str, range: &Range<usize>) -> Range<usize> {
    let start = floor_boundary(text, range.start);
    if range.end <= range.start {
        return start..start;
    }
    let mut end = range.end.min(text.len());
    while !text.is_char_boundary(end) {
        end += 1;
    }
    start..end
}

/// The last character boundary at or before an offset.
pub(super) fn floor_boundary(text: &str, offset: usize) -> usize {
    let mut offset = offset.min(text.len());
    while !text.is_char_boundary(offset) {
        offset -= 1;
    }
    offset
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_count_in_the_unit() {
        let text = "a\n\u{1f600}é x\n";
        let range = text.find('x').expect("there")..text.len();
        let characters = range_span(text, &range, Unit::Characters);
        assert_eq!(characters.start, Position { line: 2, column: 4 });
        assert_eq!(characters.end, Position { line: 3, column: 1 });
        assert_eq!(range_span(text, &range, Unit::Utf16).start, Position { line: 2, column: 5 });
    }

    #[test]
    fn ranges_are_moved_inside() {
        let text = "é";
        assert_eq!(clamp(text, &(1..1)), 0..0, "a point stays a point");
        assert_eq!(clamp(text, &(1..9)), 0..2);
        assert_eq!(clamp(text, &(7..9)), 2..2);
        #[expect(clippy::reversed_empty_ranges, reason = "a reversed range is the case")]
        let reversed = clamp(text, &(2..0));
        assert_eq!(reversed, 2..2);
    }
}
