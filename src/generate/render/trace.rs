//! Where a value and its parts came from.
//!
//! A value that is written over several lines has a place for each of them: the
//! author's own key, not the key that holds the whole.

use std::sync::Arc;

use crate::diagnostic::{Place, SourceFile};
use crate::generate::source::yaml::{Entry, Kind, Node};

/// The place of a value, and those of its parts.
#[derive(Debug, Clone, Default)]
pub struct Trace {
    place: Option<Place>,
    keys: Vec<(String, Trace)>,
    items: Vec<Trace>,
}

impl From<Option<Place>> for Trace {
    fn from(place: Option<Place>) -> Self {
        Self { place, ..Self::default() }
    }
}

impl From<Place> for Trace {
    fn from(place: Place) -> Self {
        Some(place).into()
    }
}

impl Trace {
    /// An entry of a YAML mapping, with the parts of its value.
    pub fn entry(file: &Arc<SourceFile>, entry: &Entry) -> Self {
        Self { place: Some(entry_place(file, entry)), ..Self::parts(file, &entry.value) }
    }

    fn parts(file: &Arc<SourceFile>, node: &Node) -> Self {
        let mut trace = Self::default();
        match &node.kind {
            Kind::Mapping(entries) => {
                let named = |entry: &Entry| {
                    Some((Node::as_str(&entry.key)?.to_owned(), Self::entry(file, entry)))
                };
                trace.keys = entries.iter().filter_map(named).collect();
            }
            Kind::Sequence(items) => {
                let item = |node: &Node| Self {
                    place: Some(first_line(file, node.span.start, node.span.end)),
                    ..Self::parts(file, node)
                };
                trace.items = items.iter().map(item).collect();
            }
            Kind::Scalar(..) | Kind::Alias => {}
        }
        trace
    }

    /// Adds a part, or replaces it.
    #[must_use]
    pub fn with(mut self, key: &str, part: impl Into<Self>) -> Self {
        self.keys.retain(|(name, _)| name != key);
        self.keys.push((key.to_owned(), part.into()));
        self
    }

    /// A list of such values.
    pub fn list(place: Option<Place>, items: Vec<Self>) -> Self {
        Self { place, items, ..Self::default() }
    }

    /// Where the value as a whole came from.
    pub fn place(&self) -> Option<&Place> {
        self.place.as_ref()
    }

    /// The part under a key.
    pub(super) fn key(&self, key: &str) -> Option<&Self> {
        self.keys.iter().find(|(name, _)| name == key).map(|(_, part)| part)
    }

    /// An item of a list.
    pub(super) fn item(&self, index: usize) -> Option<&Self> {
        self.items.get(index)
    }
}

/// From the key of an entry to the end of its value's first line.
pub(super) fn entry_place(file: &Arc<SourceFile>, entry: &Entry) -> Place {
    let start = entry.key.span.start;
    first_line(file, start, entry.value.span.end.max(entry.key.span.end))
}

fn first_line(file: &Arc<SourceFile>, start: usize, end: usize) -> Place {
    let text = file.text.get(start..end).unwrap_or_default();
    Place::new(file, start..start + text.find('\n').unwrap_or(text.len()))
}
