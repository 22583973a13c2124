//! One build at a time.
//!
//! The lock is on the folder of the source, so nothing is created for it, and the
//! system frees it when the process ends, however that happens.

use std::fs::File;
use std::io;
use std::path::Path;

use crate::generate::source::CANONICAL;

/// Held while trees are compared or written; freed when dropped.
#[derive(Debug)]
pub struct Lock {
    _folder: File,
}

impl Lock {
    /// Waits until nobody else compares or writes.
    ///
    /// # Errors
    /// This file system or platform cannot lock a folder.
    #[expect(clippy::disallowed_methods, reason = "the one place that locks")]
    pub fn exclusive(root: &Path) -> io::Result<Self> {
        let folder = File::open(root.join(CANONICAL))?;
        folder.lock()?;
        Ok(Self { _folder: folder })
    }

    /// Waits until nobody writes; others may compare as well.
    ///
    /// # Errors
    /// This file system or platform cannot lock a folder.
    #[expect(clippy::disallowed_methods, reason = "the one place that locks")]
    pub fn shared(root: &Path) -> io::Result<Self> {
        let folder = File::open(root.join(CANONICAL))?;
        folder.lock_shared()?;
        Ok(Self { _folder: folder })
    }
}
