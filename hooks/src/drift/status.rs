//! What `git status --porcelain=v2 -z` says, read as it comes.

use std::collections::BTreeSet;

use crate::hash::fnv1a;

/// Files that are not as in the last commit.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) struct Tally {
    pub(super) staged: u64,
    pub(super) unstaged: u64,
    pub(super) untracked: u64,
    /// Distinct paths.
    pub(super) files: u64,
}

/// Counts the records of a stream that comes in pieces. No record is kept, and of a path no
/// more than its beginning, so that it takes little memory whatever comes.
#[derive(Debug, Default)]
pub(super) struct Records {
    tally: Tally,
    /// The record that has not ended yet, as far as it matters.
    begun: Vec<u8>,
    /// Was the last byte of the record that was cut a slash?
    ends_in_slash: bool,
    /// Is the next record the old name of a file?
    is_old_name: bool,
    /// Hashes of the paths that are staged as deleted: a new file may be there untracked, and
    /// the path counts once.
    deleted: BTreeSet<u64>,
}

/// What is kept of a record: more than the longest path that a system has.
const KEPT: usize = 8 * 1024;

impl Records {
    /// Takes the next piece.
    pub(super) fn take(&mut self, piece: &[u8]) {
        let mut rest = piece;
        while let Some(end) = rest.iter().position(|byte| *byte == 0) {
            self.keep(&rest[..end]);
            self.record();
            rest = &rest[end + 1..];
        }
        self.keep(rest);
    }

    fn keep(&mut self, part: &[u8]) {
        let room = KEPT.saturating_sub(self.begun.len());
        self.begun.extend_from_slice(&part[..part.len().min(room)]);
        if let Some(last) = part.last() {
            self.ends_in_slash = *last == b'/';
        }
    }

    fn record(&mut self) {
        let record = std::mem::take(&mut self.begun);
        let is_folder = std::mem::take(&mut self.ends_in_slash);
        if std::mem::take(&mut self.is_old_name) {
            return;
        }
        match record.as_slice() {
            // A folder among single files is another repository or a lane: a unit of its own.
            [b'?', b' ', path @ ..] if !is_folder => {
                self.tally.untracked += 1;
                self.tally.files += u64::from(!self.deleted.contains(&fnv1a(path)));
            }
            [kind @ (b'1' | b'2' | b'u'), b' ', staged, unstaged, b' ', ..] => {
                self.is_old_name = *kind == b'2';
                self.tally.files += 1;
                self.tally.staged += u64::from(*staged != b'.');
                self.tally.unstaged += u64::from(*unstaged != b'.');
                // `1 XY sub mH mI mW hH hI path`
                if *staged == b'D'
                    && let Some(path) = record.splitn(9, |byte| *byte == b' ').nth(8)
                {
                    self.deleted.insert(fnv1a(path));
                }
            }
            _ => {}
        }
    }

    /// What was counted so far.
    pub(super) fn tally(&self) -> Tally {
        self.tally
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tally(text: &str) -> (u64, u64, u64, u64) {
        let mut of_pieces = Records::default();
        for byte in text.as_bytes() {
            of_pieces.take(&[*byte]);
        }
        let mut whole = Records::default();
        whole.take(text.as_bytes());
        assert_eq!(whole.tally(), of_pieces.tally());
        let Tally { staged, unstaged, untracked, files } = whole.tally();
        (staged, unstaged, untracked, files)
    }

    const MODES: &str = "N... 100644 100644 100644 1111111 2222222";

    #[test]
    fn each_path_counts_once() {
        assert_eq!(tally(""), (0, 0, 0, 0));
        assert_eq!(tally(&format!("1 MM {MODES} a b\0? c\0! d\0# branch.oid e\0")), (1, 1, 1, 2));
        assert_eq!(tally(&format!("2 R. {MODES} R100 new\0? old\0? x\0")), (1, 0, 1, 2));
        assert_eq!(tally("u UU N... 1 2 3 4 h1 h2 h3 a\0"), (1, 1, 0, 1));
        assert_eq!(tally(&format!("1 D. {MODES} a b\0? a b\0? b\0")), (1, 0, 2, 2));
        assert_eq!(tally("? nested/\0? a\0? .worktrees/lane/\0"), (0, 0, 1, 1));
        assert_eq!(tally("1 .M SC.. 160000 160000 160000 1 2 module\0"), (0, 1, 0, 1));
        assert_eq!(tally("? cut"), (0, 0, 0, 0));
    }

    #[test]
    fn a_record_without_an_end_takes_no_memory() {
        let mut records = Records::default();
        for _ in 0..100 {
            records.take(&vec![b'x'; 100_000]);
        }
        assert_eq!(records.begun.len(), KEPT);
        records.take(b"\0? a\0");
        assert_eq!(records.tally().files, 1);
    }
}
