//! Input that is no event at all.

use std::fmt;

use crate::json::Bad;

/// Why the input is no event.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Malformed {
    /// There is nothing but white space.
    Empty,
    /// The byte at this offset begins no UTF-8 character.
    NotUtf8(usize),
    /// The document is JSON, but no object.
    NotAnObject,
    /// The document ends too early.
    Truncated,
    /// The document is no JSON from this place on.
    NotJson {
        /// The line, from 1.
        line: usize,
        /// The byte in that line, from 1.
        column: usize,
    },
}

impl fmt::Display for Malformed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Empty => f.write_str("the input is empty"),
            Self::NotUtf8(at) => write!(f, "the input is not UTF-8 at byte {at}"),
            Self::NotAnObject => f.write_str("the input is no JSON object"),
            Self::Truncated => f.write_str("the input ends in the middle of its JSON document"),
            Self::NotJson { line, column } => {
                write!(f, "the input is no JSON at line {line}, column {column}")
            }
        }
    }
}

impl std::error::Error for Malformed {}

impl Malformed {
    pub(super) fn of_json(raw: &str, bad: Bad) -> Self {
        match bad {
            Bad::Kind => Self::NotAnObject,
            Bad::End => Self::Truncated,
            Bad::At(at) => {
                let read = raw.as_bytes().get(..at).unwrap_or_default();
                let mut lines = read.rsplit(|byte| *byte == b'\n');
                let column = lines.next().map_or(0, <[u8]>::len);
                Self::NotJson { line: 1 + lines.count(), column }
            }
        }
    }
}

/// The text of the document, without a byte order mark and the white space around it.
pub(super) fn document(input: &[u8]) -> Result<&str, Malformed> {
    let text =
        std::str::from_utf8(input).map_err(|error| Malformed::NotUtf8(error.valid_up_to()))?;
    let text = text.strip_prefix('\u{FEFF}').unwrap_or(text).trim();
    if text.is_empty() { Err(Malformed::Empty) } else { Ok(text) }
}
