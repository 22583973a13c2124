//! Where a fault is: a file, and bytes of it.

use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::{Arc, OnceLock};

/// A file that diagnostics can point into.
#[derive(Debug)]
pub struct SourceFile {
    /// As people should read it: relative to the root, with `/`.
    pub path: PathBuf,
    /// Its text; empty where the file cannot be read as text.
    pub text: String,
    /// Where its lines start, once somebody has asked for a position.
    starts: OnceLock<Vec<usize>>,
}

impl PartialEq for SourceFile {
    fn eq(&self, other: &Self) -> bool {
        self.path == other.path && self.text == other.text
    }
}

impl Eq for SourceFile {}

impl SourceFile {
    /// A file with its text.
    pub fn new(path: impl Into<PathBuf>, text: impl Into<String>) -> Arc<Self> {
        Arc::new(Self { path: path.into(), text: text.into(), starts: OnceLock::new() })
    }

    /// A file that has no text to show: binary, unreadable or missing.
    pub fn opaque(path: impl Into<PathBuf>) -> Arc<Self> {
        Self::new(path, String::new())
    }

    /// Where each line starts: thousands of faults in one file must not read it as often.
    fn starts(&self) -> &[usize] {
        self.starts.get_or_init(|| {
            let ends = self.text.bytes().enumerate().filter(|&(_, byte)| byte == b'\n');
            std::iter::once(0).chain(ends.map(|(index, _)| index + 1)).collect()
        })
    }

    /// The path with `/` on every platform; what is not UTF-8 shows as `\xNN`.
    pub fn display(&self) -> String {
        display_path(&self.path)
    }

    /// The byte range of a line without its line end; lines count from 1.
    pub fn line_range(&self, line: usize) -> Option<Range<usize>> {
        let mut start = 0;
        for (index, text) in self.text.split_inclusive('\n').enumerate() {
            if index + 1 == line {
                let trimmed = text.trim_end_matches(['\n', '\r']);
                return Some(start..start + trimmed.len());
            }
            start += text.len();
        }
        None
    }
}

/// A path as people read it: `/` between its parts, `\xNN` for bytes that are not UTF-8.
pub fn display_path(path: &Path) -> String {
    let bytes = path.as_os_str().as_encoded_bytes();
    let mut out = String::with_capacity(bytes.len());
    for chunk in bytes.utf8_chunks() {
        for character in chunk.valid().chars() {
            match character {
                '\\' if cfg!(windows) => out.push('/'),
                control if control.is_control() => out.extend(control.escape_default()),
                other => out.push(other),
            }
        }
        for byte in chunk.invalid() {
            out.push_str("\\x");
            out.extend([byte >> 4, byte & 0xf].map(|digit| {
                char::from_digit(u32::from(digit), 16).unwrap_or('0') // a nibble always is one
            }));
        }
    }
    out
}

/// Line and column, both from 1; the column counts characters.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Position {
    /// The line, from 1.
    pub line: usize,
    /// The column in characters, from 1.
    pub column: usize,
}

/// A file, and bytes of it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Place {
    /// The file.
    pub file: Arc<SourceFile>,
    /// The bytes; an empty range is a point.
    pub range: Range<usize>,
    /// The rendered file through which the fault showed, with its line, if the
    /// place was found through a source map.
    pub via: Option<Origin>,
}

/// A line of a rendered file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Origin {
    /// Path of the rendered file, relative to the root.
    pub path: String,
    /// Its line, from 1.
    pub line: usize,
}

impl Place {
    /// Bytes of a file.
    pub fn new(file: &Arc<SourceFile>, range: Range<usize>) -> Self {
        Self { file: Arc::clone(file), range, via: None }
    }

    /// The file as a whole: its first line.
    pub fn file(file: &Arc<SourceFile>) -> Self {
        Self::new(file, 0..0)
    }

    /// A whole line, from 1; the end of the file if there is no such line.
    pub fn line(file: &Arc<SourceFile>, line: usize) -> Self {
        let end = file.text.len();
        Self::new(file, file.line_range(line).unwrap_or(end..end))
    }

    /// Line and column of the first byte.
    pub fn position(&self) -> Position {
        let text = &self.file.text;
        let mut offset = self.range.start.min(text.len());
        while !text.is_char_boundary(offset) {
            offset -= 1;
        }
        let starts = self.file.starts();
        let line = starts.partition_point(|&start| start <= offset);
        let start = starts.get(line.saturating_sub(1)).copied().unwrap_or_default();
        Position { line, column: text[start..offset].chars().count() + 1 }
    }
}
