//! What rendering gives: text, and where each of its lines came from.

use super::prepare::{MARK_CLOSE, MARK_OPEN};

/// Where a line of output came from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct LineOrigin {
    /// Index of the file, as [`super::Templates::file`] knows it.
    pub file: u32,
    /// Line in that file, from 1.
    pub line: u32,
}

/// A rendered text with the origin of each line.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Rendered {
    /// The text.
    pub text: String,
    /// One origin a line.
    pub lines: Vec<LineOrigin>,
}

impl Rendered {
    /// Adds a rendered text, without its marks. Lines without a mark follow the
    /// line before them; `start` is where the text begins.
    ///
    /// Lines that hold nothing but white space come out empty: a partial that is
    /// indented would otherwise indent its blank lines.
    pub fn push_marked(&mut self, marked: &str, start: LineOrigin) {
        let mut previous: Option<LineOrigin> = None;
        for line in marked.split_inclusive('\n') {
            let mut origin = None;
            let mut plain = String::with_capacity(line.len());
            let mut rest = line;
            while let Some(open) = rest.find(MARK_OPEN) {
                plain.push_str(&rest[..open]);
                let after = &rest[open + MARK_OPEN.len_utf8()..];
                let Some(close) = after.find(MARK_CLOSE) else { break };
                if origin.is_none() {
                    origin = parse_mark(&after[..close]);
                }
                rest = &after[close + MARK_CLOSE.len_utf8()..];
            }
            plain.push_str(rest);
            let origin = origin.unwrap_or_else(|| match previous {
                None => start,
                Some(before) => LineOrigin { line: before.line + 1, ..before },
            });
            previous = Some(origin);
            self.push_line(&plain, origin);
        }
    }

    /// Adds a text that stands in its file as it is, from the line `start`.
    pub fn push_literal(&mut self, literal: &str, start: LineOrigin) {
        self.text.reserve(literal.len());
        for (line, number) in literal.split_inclusive('\n').zip(start.line..) {
            self.push_line(line, LineOrigin { line: number, ..start });
        }
    }

    /// Adds a line, or what goes on with the last one: a text may be cut before a tag.
    fn push_line(&mut self, line: &str, origin: LineOrigin) {
        let goes_on = !self.text.is_empty() && !self.text.ends_with('\n');
        self.text.push_str(line);
        if !goes_on && !line.is_empty() {
            self.lines.push(origin);
        }
        if line.ends_with('\n') {
            self.empty_if_blank();
        }
    }

    /// Ends the text: white space alone is no last line.
    pub fn finish(&mut self) {
        if !self.text.is_empty() && !self.text.ends_with('\n') {
            self.empty_if_blank();
            if self.text.is_empty() || self.text.ends_with('\n') {
                self.lines.pop();
            }
        }
        // As long as the run lasts, thousands of them stay in memory.
        self.text.shrink_to_fit();
        self.lines.shrink_to_fit();
    }

    /// Takes the white space out of a last line that holds nothing else.
    fn empty_if_blank(&mut self) {
        let ends = self.text.ends_with('\n');
        let body = self.text.len() - usize::from(ends);
        let line_start = self.text[..body].rfind('\n').map_or(0, |index| index + 1);
        if self.text[line_start..].trim().is_empty() {
            self.text.truncate(line_start);
            if ends {
                self.text.push('\n');
            }
        }
    }
}

fn parse_mark(mark: &str) -> Option<LineOrigin> {
    let (file, line) = mark.split_once(':')?;
    Some(LineOrigin {
        file: u32::from_str_radix(file, 16).ok()?,
        line: u32::from_str_radix(line, 16).ok()?,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn origin(line: u32) -> LineOrigin {
        LineOrigin { file: 0, line }
    }

    #[test]
    fn a_text_may_be_cut_in_the_middle_of_a_line() {
        let mut rendered = Rendered::default();
        rendered.push_literal("a\n  ", origin(1));
        rendered.push_marked("\u{fdd0}0:2\u{fdd1}b\n \n", origin(2));
        rendered.push_literal("c\n   ", origin(4));
        rendered.finish();
        assert_eq!(rendered.text, "a\n  b\n\nc\n");
        let lines: Vec<u32> = rendered.lines.iter().map(|origin| origin.line).collect();
        assert_eq!(lines, [1, 2, 3, 4]);
    }
}
