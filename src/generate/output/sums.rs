//! `plugins/SHA256SUMS`: which files are ours, and what we last wrote into them.
//!
//! The format is that of `sha256sum`, so that anybody can check a release with
//! `sha256sum -c plugins/SHA256SUMS`. While a build writes, the sums that it is
//! about to reach stand in a second file; after a crash both count as ours.

use std::collections::BTreeMap;
use std::collections::btree_map::Entry;
use std::io;
use std::path::Path;

use sha2::{Digest as _, Sha256};

use super::{PENDING, SUMS};
use crate::generate::tree::RelPath;

/// A SHA-256 sum.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Sum([u8; 32]);

impl std::fmt::Debug for Sum {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        std::fmt::Display::fmt(self, f)
    }
}

impl std::fmt::Display for Sum {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(str::from_utf8(&self.hex()).unwrap_or_default())
    }
}

impl Sum {
    /// The sum of these parts, one after the other.
    pub fn of(chunks: &[&[u8]]) -> Self {
        let mut hasher = Sha256::new();
        for chunk in chunks {
            hasher.update(chunk);
        }
        Self(hasher.finalize().into())
    }

    /// The sum of everything that can be read.
    ///
    /// # Errors
    /// Reading fails.
    pub fn of_reader(reader: &mut impl io::Read) -> io::Result<Self> {
        let mut hasher = Sha256::new();
        let mut buffer = vec![0; 64 * 1024];
        loop {
            match reader.read(&mut buffer)? {
                0 => return Ok(Self(hasher.finalize().into())),
                count => hasher.update(&buffer[..count]),
            }
        }
    }

    /// As hexadecimal digits; all of them are ASCII.
    fn hex(&self) -> [u8; 64] {
        const DIGITS: &[u8; 16] = b"0123456789abcdef";
        let mut hex = [0; 64];
        for (pair, byte) in hex.chunks_exact_mut(2).zip(self.0) {
            pair.copy_from_slice(&[DIGITS[usize::from(byte >> 4)], DIGITS[usize::from(byte & 15)]]);
        }
        hex
    }

    fn parse(text: &str) -> Option<Self> {
        if text.len() != 64 {
            return None;
        }
        let digit =
            |byte: u8| char::from(byte).to_digit(16).and_then(|digit| digit.try_into().ok());
        let mut sum = [0; 32];
        for (byte, pair) in sum.iter_mut().zip(text.as_bytes().chunks_exact(2)) {
            let (high, low): (u8, u8) = (digit(pair[0])?, digit(pair[1])?);
            *byte = high << 4 | low;
        }
        Some(Self(sum))
    }
}

/// What was recorded by earlier builds.
#[derive(Debug, Default)]
pub struct Sums {
    /// The text of the file, for comparing; `None` if it is not there.
    pub text: Option<Vec<u8>>,
    /// Every sum that a path has in the recorded file and the pending one. A file
    /// that git merged with conflicts holds several.
    pub recorded: BTreeMap<RelPath, Vec<Sum>>,
    /// Did an earlier build end before it was done?
    pub interrupted: bool,
    /// Does something else than a file stand where the sums belong?
    pub blocked: bool,
}

impl Sums {
    /// Reads both files. What is no line of sums is passed over: a merge conflict
    /// must not make us forget which files are ours.
    ///
    /// # Errors
    /// One of them is there and cannot be read.
    pub fn read(root: &Path) -> io::Result<Self> {
        let mut sums = Self { text: read(root, SUMS)?, ..Self::default() };
        let pending = read(root, PENDING)?;
        let is_there = |path: &str| std::fs::symlink_metadata(root.join(path)).is_ok();
        sums.blocked = sums.text.is_none() && is_there(SUMS);
        sums.interrupted = is_there(PENDING);
        for text in [&sums.text, &pending].into_iter().flatten() {
            let text = String::from_utf8_lossy(text);
            for line in text.lines() {
                let Some((sum, path)) = line.split_once("  ") else { continue };
                if let (Some(sum), Some(path)) = (Sum::parse(sum), RelPath::new(path)) {
                    // Nearly always there is one, and a list of one takes no more than that.
                    match sums.recorded.entry(path) {
                        Entry::Vacant(vacant) => drop(vacant.insert(vec![sum])),
                        Entry::Occupied(known) if known.get().contains(&sum) => {}
                        Entry::Occupied(mut known) => known.get_mut().push(sum),
                    }
                }
            }
        }
        Ok(sums)
    }

    /// Does the recorded sum of the path hold this one?
    pub fn knows(&self, path: &RelPath, sum: &Sum) -> bool {
        self.recorded.get(path).is_some_and(|sums| sums.contains(sum))
    }

    /// The recorded sum of a path that is not rendered now. After a crash there are
    /// several; the one that counts is that of the file on the disk.
    pub fn current(&self, root: &Path, path: &RelPath) -> Option<Sum> {
        let sums = self.recorded.get(path)?;
        if sums.len() > 1
            && let Ok(Some(bytes)) = read(root, path.as_str())
            && let sum = Sum::of(&[&bytes])
            && sums.contains(&sum)
        {
            return Some(sum);
        }
        sums.first().copied()
    }

    /// Was the path ever recorded?
    pub fn owns(&self, path: &RelPath) -> bool {
        self.recorded.contains_key(path)
    }
}

/// Largest file of sums that we read: half a million files.
const MAX_SUMS: u64 = 64 * 1024 * 1024;

/// Reads a file; nothing if it is not there, or no regular file: a pipe would
/// never end, and a link may lead anywhere.
fn read(root: &Path, path: &str) -> io::Result<Option<Vec<u8>>> {
    let full = root.join(path);
    let named = |error: io::Error| io::Error::new(error.kind(), format!("`{path}`: {error}"));
    match std::fs::symlink_metadata(&full) {
        Ok(metadata) if metadata.len() > MAX_SUMS => {
            Err(io::Error::other(format!("`{path}` is larger than a file of sums can be")))
        }
        Ok(metadata) if metadata.is_file() => std::fs::read(full).map(Some).map_err(named),
        Ok(_) => Ok(None),
        Err(error)
            if matches!(error.kind(), io::ErrorKind::NotFound | io::ErrorKind::NotADirectory) =>
        {
            Ok(None)
        }
        Err(error) => Err(named(error)),
    }
}

/// The text of a file of sums, in the order that they are given in.
pub fn format<'a>(sums: impl IntoIterator<Item = (&'a RelPath, &'a Sum)>) -> String {
    let sums = sums.into_iter();
    let mut text = String::with_capacity(sums.size_hint().0 * 128);
    for (path, sum) in sums {
        text.push_str(str::from_utf8(&sum.hex()).unwrap_or_default());
        text.extend(["  ", path.as_str(), "\n"]);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_format_is_that_of_sha256sum() {
        let path = RelPath::new("plugins/a").expect("safe");
        let text = format(&BTreeMap::from([(path, Sum::of(&[b"a", b"bc"]))]));
        let expected =
            "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad  plugins/a\n";
        assert_eq!(text, expected);
    }
}
