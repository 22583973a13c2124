//! A TOML document as a list of statements.
//!
//! `toml_parser`, the parser below the `toml` crate, reads the syntax and goes on after a
//! fault. Its events become keys and values here, and no tree: the reader of a configuration
//! knows its few keys, so it needs neither maps nor dates as such.

use std::borrow::Cow;

use toml_parser::decoder::Encoding;
use toml_parser::parser::{Event, EventKind, RecursionGuard, ValidateWhitespace, parse_document};
use toml_parser::{ErrorSink, Expected, ParseError, Source};

/// How deep lists and sections may be nested: ours need two.
const DEPTH: u32 = 16;

/// One name of a dotted key.
#[derive(Debug)]
pub(super) struct Name<'a> {
    pub(super) text: Cow<'a, str>,
    /// Where it is, in bytes.
    pub(super) at: usize,
}

/// A key as it is written, with its dots.
pub(super) type Key<'a> = Vec<Name<'a>>;

/// A value.
#[derive(Debug)]
pub(super) struct Value<'a> {
    pub(super) data: Data<'a>,
    /// Where it is, in bytes.
    pub(super) at: usize,
}

/// What a value is.
#[derive(Debug)]
pub(super) enum Data<'a> {
    Text(Cow<'a, str>),
    Flag(bool),
    /// As it is written.
    Number(&'a str),
    Date,
    List(Vec<Value<'a>>),
    Section(Vec<(Key<'a>, Value<'a>)>),
    /// It is missing or misspelt, and the error is told.
    Unread,
}

/// One statement of the document.
#[derive(Debug)]
pub(super) enum Statement<'a> {
    /// `[key]`, or `[[key]]` with an empty list for its value. A broken one has no key.
    Header(Key<'a>, Value<'a>),
    /// `key = value`.
    Pair(Key<'a>, Value<'a>),
}

/// What is wrong, and where, in bytes.
pub(super) type Error = (usize, String);

/// Reads a document as far as it can be read.
pub(super) fn read(text: &str) -> (Vec<Statement<'_>>, Vec<Error>) {
    let source = Source::new(text);
    let mut events = Vec::new();
    let mut errors: Vec<ParseError> = Vec::new();
    let mut keep = |event: Event| {
        let space = matches!(
            event.kind(),
            EventKind::Whitespace | EventKind::Comment | EventKind::Newline | EventKind::Error
        );
        if !space {
            events.push(event);
        }
    };
    let mut keep = ValidateWhitespace::new(&mut keep, source);
    let mut keep = RecursionGuard::new(&mut keep, DEPTH);
    parse_document(&source.lex().into_vec(), &mut keep, &mut errors);

    let mut reader = Reader { source, events: &events, errors };
    let statements = reader.document();
    (statements, reader.errors.iter().map(error).collect())
}

struct Reader<'a, 'e> {
    source: Source<'a>,
    events: &'e [Event],
    errors: Vec<ParseError>,
}

impl<'a> Reader<'a, '_> {
    fn next(&mut self) -> Option<Event> {
        let (first, rest) = self.events.split_first()?;
        self.events = rest;
        Some(*first)
    }

    /// Takes the next event if it is of this kind.
    fn takes(&mut self, kind: EventKind) -> bool {
        let is = self.events.first().is_some_and(|event| event.kind() == kind);
        if is {
            self.next();
        }
        is
    }

    fn document(&mut self) -> Vec<Statement<'a>> {
        let mut statements = Vec::new();
        loop {
            let key = self.key();
            if !key.is_empty() {
                if self.takes(EventKind::KeyValSep)
                    && let Some(value) = self.value()
                {
                    statements.push(Statement::Pair(key, value));
                }
                continue;
            }
            let Some(event) = self.next() else { return statements };
            let data = match event.kind() {
                EventKind::StdTableOpen => Data::Section(Vec::new()),
                EventKind::ArrayTableOpen => Data::List(Vec::new()),
                _ => continue,
            };
            let mut key = self.key();
            if !self.takes(EventKind::StdTableClose) && !self.takes(EventKind::ArrayTableClose) {
                // Nobody knows what was meant, so what follows belongs to no section of ours.
                key.clear();
            }
            let at = event.span().start();
            statements.push(Statement::Header(key, Value { data, at }));
        }
    }

    /// A key with its dots; empty if there is none.
    fn key(&mut self) -> Key<'a> {
        let mut key = Vec::new();
        while let Some(event) = self.events.first().filter(|e| e.kind() == EventKind::SimpleKey) {
            self.next();
            let mut text = Cow::Borrowed("");
            if let Some(raw) = self.source.get(event) {
                raw.decode_key(&mut text, &mut self.errors);
            }
            key.push(Name { text, at: event.span().start() });
            if !self.takes(EventKind::KeySep) {
                break;
            }
        }
        key
    }

    fn value(&mut self) -> Option<Value<'a>> {
        let event = self.events.first()?;
        let data = match event.kind() {
            EventKind::Scalar => {
                self.next();
                self.scalar(event)
            }
            EventKind::ArrayOpen => {
                self.next();
                Data::List(self.list())
            }
            EventKind::InlineTableOpen => {
                self.next();
                Data::Section(self.section())
            }
            _ => return None,
        };
        Some(Value { data, at: event.span().start() })
    }

    fn scalar(&mut self, event: &Event) -> Data<'a> {
        // Where a value is missing, the parser tells the error and puts an empty one.
        if event.span().is_empty() {
            return Data::Unread;
        }
        let Some(raw) = self.source.get(event) else { return Data::Unread };
        if let Some(encoding) = event.encoding() {
            // The decoder of keys knows every string, and brings none of the code for numbers
            // and dates. It objects to a text of several lines and reads it nevertheless.
            let mut nobody = ();
            let errors: &mut dyn ErrorSink = match encoding {
                Encoding::LiteralString | Encoding::BasicString => &mut self.errors,
                Encoding::MlLiteralString | Encoding::MlBasicString => &mut nobody,
            };
            let mut text = Cow::Borrowed("");
            raw.decode_key(&mut text, errors);
            return Data::Text(text);
        }
        match raw.as_str() {
            "true" => Data::Flag(true),
            "false" => Data::Flag(false),
            number @ ("inf" | "nan") => Data::Number(number),
            other if other.starts_with(|c: char| c.is_ascii_digit() || matches!(c, '+' | '-')) => {
                let is_date =
                    other.contains(':') || other.bytes().filter(|&b| b == b'-').count() > 1;
                if is_date { Data::Date } else { Data::Number(other) }
            }
            _ => {
                let error = ParseError::new("a string needs quotes");
                self.errors.push(error.with_unexpected(event.span()));
                Data::Unread
            }
        }
    }

    fn list(&mut self) -> Vec<Value<'a>> {
        let mut list = Vec::new();
        loop {
            if let Some(value) = self.value() {
                list.push(value);
            } else if !self.takes(EventKind::ValueSep) {
                self.takes(EventKind::ArrayClose);
                return list;
            }
        }
    }

    fn section(&mut self) -> Vec<(Key<'a>, Value<'a>)> {
        let mut pairs = Vec::new();
        loop {
            let key = self.key();
            if key.is_empty() && !self.takes(EventKind::ValueSep) {
                self.takes(EventKind::InlineTableClose);
                return pairs;
            }
            if self.takes(EventKind::KeyValSep)
                && let Some(value) = self.value()
            {
                pairs.push((key, value));
            }
        }
    }
}

fn error(error: &ParseError) -> Error {
    let mut text = error.description().to_owned();
    for (at, expected) in error.expected().unwrap_or_default().iter().enumerate() {
        text.push_str(if at == 0 { ", expected " } else { ", " });
        match expected {
            Expected::Literal("\n") => text.push_str("newline"),
            Expected::Literal(literal) => {
                text.push('`');
                text.push_str(literal);
                text.push('`');
            }
            Expected::Description(what) => text.push_str(what),
            _ => text.push_str("etc"),
        }
    }
    (error.unexpected().map_or(0, |span| span.start()), text)
}
