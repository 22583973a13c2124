//! Manifests and marketplace files: CVG090 to CVG099.

use crate::generate::lint::Entry;

/// The rules of this family, by code.
pub const ENTRIES: &[Entry] = &[];
