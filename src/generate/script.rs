//! What the first line of a file says about who runs it.
//!
//! Only the head of a file is looked at: a plugin may carry thousands of scripts,
//! and large files that are none.

use std::fs::File;
use std::io::{self, Read as _};
use std::path::Path;

/// As much of a script's first line as Linux reads.
const HEAD: usize = 256;

/// A first line that names an interpreter: `#!/bin/sh`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Shebang {
    /// It ends as a system wants it.
    Sound,
    /// A carriage return belongs to the interpreter's name, or to its last argument.
    CarriageReturn,
}

impl Shebang {
    /// The first line of a file that starts with these bytes; `None` if it is no script.
    ///
    /// An interpreter is named by an absolute path: `#![allow(…)]` begins a Rust file.
    pub fn of(head: &[u8]) -> Option<Self> {
        let line = head.strip_prefix(b"#!")?;
        let blank = line.iter().take_while(|&&byte| byte == b' ' || byte == b'\t').count();
        if line.get(blank) != Some(&b'/') {
            return None;
        }
        let mut line = line.iter().take(HEAD).take_while(|&&byte| byte != b'\n');
        Some(if line.any(|&byte| byte == b'\r') { Self::CarriageReturn } else { Self::Sound })
    }

    /// The first line of a file on disk.
    ///
    /// # Errors
    /// It cannot be opened or read.
    pub fn sniff(path: &Path) -> io::Result<Option<Self>> {
        let mut head = [0; HEAD];
        let mut file = File::open(path)?;
        // A file gives all that it has at once; a part of the line is no harm either.
        let count = file.read(&mut head)?;
        Ok(Self::of(&head[..count]))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_line_decides() {
        for (text, expected) in [
            ("#!/bin/sh\nx\r\n", Some(Shebang::Sound)),
            ("#! /usr/bin/env bash", Some(Shebang::Sound)),
            ("#!/bin/sh\r\nx\r\n", Some(Shebang::CarriageReturn)),
            ("#!/bin/sh -e\rx\r", Some(Shebang::CarriageReturn)),
            ("#![no_std]\r\n", None),
            ("#!", None),
            ("#!\r\n/x", None),
            ("echo\r\n", None),
            ("", None),
        ] {
            assert_eq!(Shebang::of(text.as_bytes()), expected, "{text:?}");
        }
    }

    #[test]
    fn a_long_line_without_end_is_read_only_so_far() {
        let text = format!("#!/bin/{}\r\n", "x".repeat(2 * HEAD));
        assert_eq!(Shebang::of(text.as_bytes()), Some(Shebang::Sound));
    }
}
