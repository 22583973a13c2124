//! Reads whole files with few system calls.
//!
//! Trees have thousands of small files, and calls are most of what reading them
//! costs. The standard library asks for size and position before it reads, and
//! reads once more to meet the end; who knows the size needs none of these.

use std::fs::File;
use std::io::{self, Read as _};
use std::path::Path;

/// Reads a file that is `len` bytes long, or was when its size was asked for.
///
/// # Errors
/// It cannot be opened or read.
pub(super) fn whole(path: &Path, len: u64) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    into(&mut File::open(path)?, len, &mut bytes)?;
    Ok(bytes)
}

/// Reads a file of any size into a buffer, in place of what it holds.
///
/// # Errors
/// It cannot be opened or read.
pub(super) fn any(path: &Path, buffer: &mut Vec<u8>) -> io::Result<()> {
    let mut file = File::open(path)?;
    let len = file.metadata()?.len();
    into(&mut file, len, buffer)
}

/// Reads an open file of that size into a buffer, in place of what it holds.
///
/// # Errors
/// It cannot be read.
pub(super) fn into(file: &mut File, len: u64, buffer: &mut Vec<u8>) -> io::Result<()> {
    let len = usize::try_from(len).map_err(|_| io::ErrorKind::FileTooLarge)?;
    // Room for one byte more shows a file that has grown since.
    buffer.clear();
    buffer.resize(len.saturating_add(1), 0);
    let mut filled = 0;
    while filled < buffer.len() {
        match file.read(&mut buffer[filled..]) {
            Ok(0) => break,
            Ok(count) => filled += count,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
            Err(error) => return Err(error),
        }
        if filled == len {
            break;
        }
    }
    buffer.truncate(filled);
    if filled > len {
        file.read_to_end(buffer)?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_wrong_size_does_no_harm() {
        let folder = tempfile::tempdir().expect("a folder");
        for text in ["", "x", "a longer text"] {
            let path = folder.path().join("file");
            std::fs::write(&path, text).expect("written");
            for len in [0, 1, text.len() as u64, 100] {
                let read = whole(&path, len).expect("read");
                assert_eq!(read, text.as_bytes(), "{len} for {}", text.len());
            }
        }
    }
}
