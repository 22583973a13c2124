//! What is written in a section, as tables.

use super::super::document::{Data, Name, Statement, Value};
use super::super::fault::meant_section;
use super::super::text::Faults;

/// How many names a key may have.
const DEPTH: usize = 8;

/// How many keys a section may have.
const KEYS: usize = 1000;

/// What was written, how, and where.
#[derive(Debug)]
pub(super) struct Table<'v, 'a> {
    /// Where it is, in bytes.
    pub(super) at: usize,
    form: Form,
    pub(super) entries: Vec<(&'v Name<'a>, Item<'v, 'a>)>,
}

/// How a table came to be, which says whether more may be put into it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Form {
    /// By the header of a table below it.
    Implied,
    /// By its own header.
    Header,
    /// By a key with dots.
    Dotted,
    /// In braces.
    Inline,
}

/// What a key stands for.
#[derive(Debug)]
pub(super) enum Item<'v, 'a> {
    Value(&'v Value<'a>),
    Table(Table<'v, 'a>),
    Tables(Vec<Table<'v, 'a>>),
}

/// Where the pairs that follow a header belong.
enum Current<'v, 'a> {
    Top,
    Foreign,
    Below(&'v [Name<'a>]),
}

/// Puts into `document` what belongs to the section `title`.
pub(super) fn fill<'v, 'a>(
    document: &mut Table<'v, 'a>,
    title: &str,
    statements: &'v [Statement<'a>],
    faults: &mut Faults<'_>,
) {
    let mut current = Current::Top;
    let is_ours = |key: &[Name<'_>], faults: &mut Faults<'_>| {
        let Some(first) = key.first() else { return false };
        if let Some((problem, remedy)) = meant_section(&first.text, title)
            && first.text != title
        {
            faults.add(first.at, problem, remedy);
        }
        first.text == title
    };
    for statement in statements {
        match statement {
            Statement::Header(key, value) => {
                let opened = is_ours(key, faults) && document.open(key, value, faults);
                current = if opened { Current::Below(key) } else { Current::Foreign };
            }
            Statement::Pair(key, value) => match current {
                Current::Top if is_ours(key, faults) => document.put(key, value, faults),
                Current::Top | Current::Foreign => {}
                Current::Below(path) => {
                    if let Some(table) = document.last_at(path) {
                        table.put(key, value, faults);
                    }
                }
            },
        }
    }
}

impl<'v, 'a> Table<'v, 'a> {
    /// The table of a whole document, with nothing in it.
    pub(super) fn of_document() -> Self {
        Self::new(0, Form::Implied)
    }

    fn new(at: usize, form: Form) -> Self {
        Self { at, form, entries: Vec::new() }
    }

    fn of(pairs: &'v [(Vec<Name<'a>>, Value<'a>)], at: usize, faults: &mut Faults<'_>) -> Self {
        let mut table = Self::new(at, Form::Inline);
        for (key, value) in pairs {
            table.put(key, value, faults);
        }
        table
    }

    pub(super) fn index(&self, name: &str) -> Option<usize> {
        self.entries.iter().position(|(own, _)| own.text == name)
    }

    /// The table at a path, the last one of a list.
    fn last_at(&mut self, path: &[Name<'_>]) -> Option<&mut Self> {
        let mut table = self;
        for name in path {
            let index = table.index(&name.text)?;
            table = match &mut table.entries[index].1 {
                Item::Value(_) => return None,
                Item::Table(inner) => inner,
                Item::Tables(list) => list.last_mut()?,
            };
        }
        Some(table)
    }

    /// Opens the table that a header names, and tells whether pairs may follow.
    fn open(&mut self, key: &'v [Name<'a>], value: &Value<'_>, faults: &mut Faults<'_>) -> bool {
        let Some((name, path)) = key.split_last() else { return false };
        let Some(table) = self.inside(path, Form::Implied, faults) else { return false };
        let opened = Table::new(name.at, Form::Header);
        let is_list = matches!(value.data, Data::List(_));
        let Some(index) = table.index(&name.text) else {
            let item = if is_list { Item::Tables(vec![opened]) } else { Item::Table(opened) };
            return table.add(name, item, faults);
        };
        match &mut table.entries[index].1 {
            Item::Table(table) if !is_list && table.form == Form::Implied => {
                table.form = Form::Header;
                table.at = name.at;
                return true;
            }
            Item::Tables(list) if is_list && list.iter().all(|it| it.form == Form::Header) => {
                list.push(opened);
                return true;
            }
            _ => faults.twice(name.at),
        }
        // What stands below the header of a table counts all the same.
        !is_list && matches!(table.entries[index].1, Item::Table(_))
    }

    /// Puts a value where no value is yet.
    fn put(&mut self, key: &'v [Name<'a>], value: &'v Value<'a>, faults: &mut Faults<'_>) {
        let Some((name, path)) = key.split_last() else { return };
        let Some(table) = self.inside(path, Form::Dotted, faults) else { return };
        if table.index(&name.text).is_some() {
            return faults.twice(name.at);
        }
        let item = match &value.data {
            Data::Section(pairs) => Item::Table(Table::of(pairs, value.at, faults)),
            Data::List(list) if !list.is_empty() => {
                let tables = list.iter().map(|entry| match &entry.data {
                    Data::Section(pairs) => Some(Table::of(pairs, entry.at, faults)),
                    _ => None,
                });
                tables.collect::<Option<_>>().map_or(Item::Value(value), Item::Tables)
            }
            _ => Item::Value(value),
        };
        table.add(name, item, faults);
    }

    /// The table at a path, which is made if it is not there.
    fn inside(
        &mut self,
        path: &'v [Name<'a>],
        form: Form,
        faults: &mut Faults<'_>,
    ) -> Option<&mut Self> {
        if let Some(name) = path.get(DEPTH) {
            faults.add(name.at, "the key has too many names".into(), "correct the TOML".into());
            return None;
        }
        let mut table = self;
        for name in path {
            let index = match table.index(&name.text) {
                Some(index) => index,
                None if table.add(name, Item::Table(Table::new(name.at, form)), faults) => {
                    table.entries.len() - 1
                }
                None => return None,
            };
            let is_header = form == Form::Implied;
            table = match &mut table.entries[index].1 {
                Item::Table(inner)
                    if inner.form != Form::Inline && (is_header || inner.form != Form::Header) =>
                {
                    inner
                }
                Item::Tables(list) if is_header => list.last_mut()?,
                _ => {
                    faults.twice(name.at);
                    return None;
                }
            };
        }
        Some(table)
    }

    fn add(&mut self, name: &'v Name<'a>, item: Item<'v, 'a>, faults: &mut Faults<'_>) -> bool {
        let fits = self.entries.len() < KEYS;
        if fits {
            self.entries.push((name, item));
        } else {
            let problem = format!("a section may have {KEYS} keys");
            faults.add(name.at, problem, "make it smaller".into());
        }
        fits
    }
}

/// Tells that something else was expected in an item's place.
pub(super) fn misplaced(
    item: &Item<'_, '_>,
    at: usize,
    what: &str,
    remedy: String,
    faults: &mut Faults<'_>,
) {
    match item {
        Item::Value(value) => faults.expected(what, value, remedy),
        Item::Table(_) => faults.add(at, format!("expected {what}, found a section"), remedy),
        Item::Tables(_) => faults.add(at, format!("expected {what}, found a list"), remedy),
    }
}
