//! What the text of a component says: CVG040 to CVG049.

use crate::generate::lint::Entry;

/// The rules of this family, by code.
pub const ENTRIES: &[Entry] = &[];
