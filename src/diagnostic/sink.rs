//! Collects diagnostics, all faults of a run and not only the first.

use super::{Diagnostic, Severity};

/// A growing list of diagnostics.
#[derive(Debug, Default)]
pub struct Sink {
    items: Vec<Diagnostic>,
}

impl Sink {
    /// An empty list.
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds one.
    pub fn push(&mut self, diagnostic: Diagnostic) {
        self.items.push(diagnostic);
    }

    /// Adds all of another list.
    pub fn extend(&mut self, other: impl IntoIterator<Item = Diagnostic>) {
        self.items.extend(other);
    }

    /// Has any of them the severity error?
    pub fn has_errors(&self) -> bool {
        self.items.iter().any(|item| item.severity == Severity::Error)
    }

    /// What was collected so far, in order of arrival.
    pub fn items(&self) -> &[Diagnostic] {
        &self.items
    }

    /// Ends collecting: sorted by file, place, code and message; the same fault
    /// found for several hosts is one diagnostic that names them all.
    pub fn finish(self) -> Vec<Diagnostic> {
        let mut items = self.items;
        items.sort_by(|a, b| {
            let key = |d: &Diagnostic| {
                (d.place.file.path.clone(), d.place.range.start, d.place.range.end, d.rule.code)
            };
            key(a).cmp(&key(b)).then_with(|| a.message.cmp(&b.message))
        });
        let mut merged: Vec<Diagnostic> = Vec::with_capacity(items.len());
        for item in items {
            match merged.last_mut() {
                Some(last)
                    if last.rule == item.rule
                        && last.place.file.path == item.place.file.path
                        && last.place.range == item.place.range
                        && last.message == item.message =>
                {
                    // A fault without hosts concerns all of them.
                    if last.hosts.is_empty() || item.hosts.is_empty() {
                        last.hosts.clear();
                    } else {
                        last.hosts.extend(item.hosts);
                        last.hosts.sort_unstable();
                        last.hosts.dedup();
                    }
                    last.severity = last.severity.max(item.severity);
                }
                _ => merged.push(item),
            }
        }
        merged
    }
}

impl IntoIterator for Sink {
    type Item = Diagnostic;
    type IntoIter = std::vec::IntoIter<Diagnostic>;

    fn into_iter(self) -> Self::IntoIter {
        self.items.into_iter()
    }
}
