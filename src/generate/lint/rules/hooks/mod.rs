//! Hooks files: CVG100 to CVG109.

use crate::generate::lint::Entry;

/// The rules of this family, by code.
pub const ENTRIES: &[Entry] = &[];
