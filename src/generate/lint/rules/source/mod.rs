//! What only the canonical source can get wrong: templates, losses, silences.

use crate::generate::lint::Entry;

/// The rules of this family, by code.
pub const ENTRIES: &[Entry] = &[];
