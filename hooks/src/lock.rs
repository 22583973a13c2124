//! Locks of files, wrapped once.
//!
//! The system frees a lock when its process ends, however that happens, so a lock never
//! outlives a program that was killed. Not every file system has locks: then there is an
//! error, and the caller says whether it goes on without one.

use std::fs::{File, TryLockError};
use std::io;
use std::time::{Duration, Instant};

/// How long to wait between two attempts.
const NAP: Duration = Duration::from_millis(2);

/// The lock of a file; freed when dropped.
#[derive(Debug)]
pub struct FileLock {
    _file: File,
}

impl FileLock {
    /// Takes the lock of `file`, and waits for up to `wait` while somebody else has it.
    /// `None` if somebody still has it then.
    pub fn within(file: File, wait: Duration) -> io::Result<Option<Self>> {
        let started = Instant::now();
        while !try_lock(&file)? {
            let left = wait.saturating_sub(started.elapsed());
            if left.is_zero() {
                return Ok(None);
            }
            std::thread::sleep(NAP.min(left));
        }
        Ok(Some(Self { _file: file }))
    }
}

/// Takes the lock of `file` if nobody else has it, and holds it until the file is closed.
#[expect(clippy::disallowed_methods, reason = "the one place of the hooks that locks")]
pub(crate) fn try_lock(file: &File) -> io::Result<bool> {
    match file.try_lock() {
        Ok(()) => Ok(true),
        Err(TryLockError::WouldBlock) => Ok(false),
        Err(TryLockError::Error(error)) => Err(error),
    }
}

#[cfg(test)]
mod tests {
    #![expect(clippy::unwrap_used, reason = "in a test a panic is the report")]

    use super::*;

    #[test]
    fn a_lock_is_free_again_when_it_is_dropped() {
        let folder = tempfile::tempdir().unwrap();
        let open = || File::create(folder.path().join("lock")).unwrap();
        let held = FileLock::within(open(), Duration::ZERO).unwrap();
        assert!(held.is_some());
        assert!(FileLock::within(open(), Duration::from_millis(5)).unwrap().is_none());
        drop(held);
        assert!(FileLock::within(open(), Duration::ZERO).unwrap().is_some());
    }
}
