//! A section of a configuration file, read into tables and then key by key.
//!
//! The reader of `[worktree]` does without tables, since that hook runs before every call.
//! Sections that are read once a session, or before a release, may have lists of sections
//! and keys that the user names, and are read through this one.

mod table;

use std::ops::RangeInclusive;
use std::path::Path;

use super::document::{Data, Value};
use super::fault::{Fault, FaultPlace, meant};
use super::text::{self, Faults};
use table::{Item, Table, fill, misplaced};

/// Reads the section `title` of a file with `read`. One that is not there sets nothing.
pub(super) fn read<T: Default>(
    file: &Path,
    title: &'static str,
    read: impl FnOnce(&mut Section<'_, '_, '_, '_>) -> T,
) -> (T, Vec<Fault>) {
    let bytes = match text::bytes(file) {
        Ok(Some(bytes)) => bytes,
        Ok(None) => return (T::default(), Vec::new()),
        Err(fault) => return (T::default(), vec![fault]),
    };
    text::parse(file, &bytes, |statements, faults| {
        let mut document = Table::of_document();
        fill(&mut document, title, statements, faults);
        match document.entries.first() {
            Some((_, Item::Table(table))) => {
                let mut section = Section { title, table, faults, asked: Vec::new() };
                let layer = read(&mut section);
                section.close();
                layer
            }
            Some((name, item)) => {
                let remedy = format!("write `[{title}]` on a line of its own");
                misplaced(item, name.at, "a section", remedy, faults);
                T::default()
            }
            None => T::default(),
        }
    })
}

/// A section, and what is asked of it. A key that nobody asks for is a fault.
pub(super) struct Section<'s, 'v, 'a, 'f> {
    title: &'static str,
    table: &'s Table<'v, 'a>,
    faults: &'s mut Faults<'f>,
    asked: Vec<&'static str>,
}

impl<'s, 'v, 'a, 'f> Section<'s, 'v, 'a, 'f> {
    fn item(&mut self, key: &'static str) -> Option<(usize, &'s Item<'v, 'a>)> {
        self.asked.push(key);
        let table = self.table;
        table.index(key).map(|index| (table.entries[index].0.at, &table.entries[index].1))
    }

    /// The value of a key, if it is one.
    fn value(&mut self, key: &'static str, what: &str, remedy: &str) -> Option<&'v Value<'a>> {
        match self.item(key)? {
            (_, Item::Value(value)) if matches!(value.data, Data::Unread) => None,
            (_, Item::Value(value)) => Some(value),
            (at, item) => {
                misplaced(item, at, what, remedy.to_owned(), self.faults);
                None
            }
        }
    }

    pub(super) fn flag(&mut self, key: &'static str) -> Option<bool> {
        let (what, remedy) = ("true or false", "write `true` or `false` without quotes");
        let value = self.value(key, what, remedy)?;
        if let Data::Flag(flag) = value.data {
            return Some(flag);
        }
        self.faults.expected(what, value, remedy.to_owned());
        None
    }

    /// A whole number in a range, and where it is.
    pub(super) fn number(
        &mut self,
        key: &'static str,
        range: RangeInclusive<u64>,
    ) -> Option<(u64, FaultPlace)> {
        let remedy = format!("write a number from {} to {}", range.start(), range.end());
        let value = self.value(key, "a number", &remedy)?;
        let Data::Number(written) = value.data else {
            self.faults.expected("a number", value, remedy);
            return None;
        };
        // TOML has no other numbers that are at home here: no hexadecimal, no sign.
        let number = written.replace('_', "").parse().ok().filter(|it| range.contains(it));
        if number.is_none() {
            self.faults.add(value.at, format!("`{written}` is no value of this key"), remedy);
        }
        Some((number?, self.faults.place(value.at)))
    }

    /// A text, as `read` takes it. What it refuses is told as `problem; remedy`.
    pub(super) fn text<T>(
        &mut self,
        key: &'static str,
        read: impl FnOnce(&str) -> Result<T, String>,
    ) -> Option<T> {
        let value = self.value(key, "a string", "put it in quotes")?;
        let Data::Text(text) = &value.data else {
            self.faults.expected("a string", value, "put it in quotes".into());
            return None;
        };
        self.read(text, value.at, read)
    }

    /// A list of texts. A bad entry costs itself only; what is no list costs the key.
    pub(super) fn texts<T>(
        &mut self,
        key: &'static str,
        mut read: impl FnMut(&str) -> Result<T, String>,
    ) -> Option<Vec<T>> {
        let value = self.value(key, "a list of strings", "write a list of strings in brackets")?;
        let Data::List(entries) = &value.data else {
            let remedy = match &value.data {
                Data::Text(one) => format!("write `[{one:?}]`"),
                _ => "write a list of strings in brackets".into(),
            };
            self.faults.expected("a list", value, remedy);
            return None;
        };
        let mut list = Vec::new();
        for entry in entries {
            match &entry.data {
                Data::Text(text) => list.extend(self.read(text, entry.at, &mut read)),
                Data::Unread => {}
                _ => self.faults.expected("a string", entry, "put it in quotes".into()),
            }
        }
        Some(list)
    }

    fn read<T>(
        &mut self,
        text: &str,
        at: usize,
        read: impl FnOnce(&str) -> Result<T, String>,
    ) -> Option<T> {
        match read(text) {
            Ok(read) => Some(read),
            Err(fault) => {
                let (problem, remedy) = fault.split_once("; ").unwrap_or((&fault, "change it"));
                self.faults.add(at, problem.to_owned(), remedy.to_owned());
                None
            }
        }
    }

    /// Names that the user chooses, with a text for each, in the order of the file.
    pub(super) fn pairs(
        &mut self,
        key: &'static str,
        name: impl Fn(&str) -> Result<String, String>,
    ) -> Option<Vec<(String, String)>> {
        let remedy = "write `{ NAME = \"value\" }`";
        let (at, item) = self.item(key)?;
        let Item::Table(table) = item else {
            misplaced(item, at, "names with values", remedy.to_owned(), self.faults);
            return None;
        };
        let mut pairs = Vec::new();
        for (key, item) in &table.entries {
            let Item::Value(value) = item else {
                misplaced(item, key.at, "a string", "put it in quotes".to_owned(), self.faults);
                continue;
            };
            match &value.data {
                Data::Text(text) => {
                    let name = self.read(&key.text, key.at, &name);
                    pairs.extend(name.map(|name| (name, text.to_string())));
                }
                _ => self.faults.expected("a string", value, "put it in quotes".into()),
            }
        }
        Some(pairs)
    }

    /// A list of sections. One of which `read` makes nothing is left out.
    pub(super) fn sections<T>(
        &mut self,
        key: &'static str,
        title: &'static str,
        mut read: impl FnMut(&mut Section<'_, 'v, 'a, 'f>) -> Option<T>,
    ) -> Option<Vec<T>> {
        let remedy = || format!("write `[[{title}]]` on a line of its own");
        let tables = match self.item(key)? {
            (_, Item::Tables(tables)) => tables,
            (_, Item::Value(Value { data: Data::List(list), .. })) if list.is_empty() => {
                return Some(Vec::new());
            }
            (at, item) => {
                misplaced(item, at, "a list of sections", remedy(), self.faults);
                return None;
            }
        };
        let mut list = Vec::new();
        for table in tables {
            let mut section = Section { title, table, faults: self.faults, asked: Vec::new() };
            let entry = read(&mut section);
            section.close();
            list.extend(entry);
        }
        Some(list)
    }

    /// Is a key there, with whatever value?
    pub(super) fn has(&self, key: &str) -> bool {
        self.table.index(key).is_some()
    }

    /// A fault of the section as a whole.
    pub(super) fn fault(&mut self, problem: impl Into<String>, remedy: impl Into<String>) {
        self.faults.add(self.table.at, problem.into(), remedy.into());
    }

    /// Tells of the keys that nobody asked for.
    fn close(mut self) {
        self.asked.sort_unstable();
        for (name, _) in &self.table.entries {
            if self.asked.contains(&name.text.as_ref()) {
                continue;
            }
            let problem = format!("`[{}]` has no key `{}`", self.title, name.text);
            let remedy = meant(&name.text, &self.asked).map_or_else(
                || format!("its keys are {}", self.asked.join(", ")),
                |meant| format!("did you mean `{meant}`?"),
            );
            self.faults.add(name.at, problem, remedy);
        }
    }
}
