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
        let Self { text, lines } = self;
        let mut previous: Option<LineOrigin> = None;
        for line in marked.split_inclusive('\n') {
            let mut origin = None;
            let line_start = text.len();
            let mut rest = line;
            while let Some(open) = rest.find(MARK_OPEN) {
                text.push_str(&rest[..open]);
                let after = &rest[open + MARK_OPEN.len_utf8()..];
                let Some(close) = after.find(MARK_CLOSE) else { break };
                if origin.is_none() {
                    origin = parse_mark(&after[..close]);
                }
                rest = &after[close + MARK_CLOSE.len_utf8()..];
            }
            text.push_str(rest);
            empty_if_blank(text, line_start);
            if text.len() == line_start {
                continue; // nothing but white space at the very end
            }
            let origin = origin.unwrap_or_else(|| match previous {
                None => start,
                Some(before) => LineOrigin { line: before.line + 1, ..before },
            });
            previous = Some(origin);
            lines.push(origin);
        }
    }

    /// Adds a text that stands in its file as it is, from the line `start`.
    pub fn push_literal(&mut self, literal: &str, start: LineOrigin) {
        self.text.reserve(literal.len());
        for (line, number) in literal.split_inclusive('\n').zip(start.line..) {
            let line_start = self.text.len();
            self.text.push_str(line);
            empty_if_blank(&mut self.text, line_start);
            if self.text.len() > line_start {
                self.lines.push(LineOrigin { line: number, ..start });
            }
        }
    }
}

/// Takes the white space out of a last line that holds nothing else.
fn empty_if_blank(text: &mut String, line_start: usize) {
    if text[line_start..].trim().is_empty() {
        let ends = text.ends_with('\n');
        text.truncate(line_start);
        if ends {
            text.push('\n');
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
