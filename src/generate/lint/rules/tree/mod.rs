//! Files and paths of a host tree: CVG070 to CVG089, and agents and budgets: CVG110 to CVG119.

use crate::generate::lint::Entry;

/// The rules of this family, by code.
pub const ENTRIES: &[Entry] = &[];
