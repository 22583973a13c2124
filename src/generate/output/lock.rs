//! One build at a time in one repository.
//!
//! Two builds at once would take each other's staging for what a crash left
//! behind. The lock is on the repository's folder itself, so that it needs no file
//! of its own; the system lets go of it when the process ends, however it ends.

use std::fs::File;
use std::path::Path;

/// Held while a build compares and writes; let go when it is dropped.
#[derive(Debug)]
pub struct Lock {
    /// The locked folder; none where the file system knows no locks.
    _folder: Option<File>,
}

/// Waits until no other build is under way in the repository. Where folders
/// cannot be locked (some network file systems, Windows), there is no waiting.
#[expect(clippy::disallowed_methods, reason = "this is the one place that locks")]
pub fn lock(root: &Path) -> Lock {
    let folder = File::open(root).ok().filter(|folder| folder.lock().is_ok());
    Lock { _folder: folder }
}
