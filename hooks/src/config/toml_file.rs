//! A configuration file: TOML in, one layer of keys out.
//!
//! Only sections that are ours are looked at; the file may hold those of other programs.

use std::fs::{self, File};
use std::io::{self, ErrorKind, Read};
use std::path::Path;

use super::document::{self, Data, Name, Statement, Value};
use super::fault::{Fault, FaultPlace, meant};
use super::layer::{ANSWERS, CODEX_ASKS, Layer, answer, codex_ask, remedy};
use super::{BadPattern, NamePattern, PathPattern};

/// More than a person writes; a larger file is refused, since it would cost time.
const LIMIT: u64 = 256 * 1024;

/// How many faults of one file are told.
const FAULTS: usize = 100;

/// Reads a file. One that is not there sets nothing.
pub(super) fn read(file: &Path) -> Layer {
    let fault = |problem: String, remedy: &str| Layer {
        faults: vec![Fault {
            place: FaultPlace::File(file.to_path_buf()),
            problem,
            remedy: remedy.to_owned(),
        }],
        ..Layer::default()
    };
    match bytes(file) {
        Ok(Some(bytes)) => parse(file, &bytes),
        Ok(None) => fault(format!("it is larger than {LIMIT} bytes"), "make it smaller"),
        Err(error) if matches!(error.kind(), ErrorKind::NotFound | ErrorKind::NotADirectory) => {
            Layer::default()
        }
        Err(error) => fault(format!("cannot read it: {error}"), "make it a readable file"),
    }
}

/// The content, or `None` if there is too much of it. Opening a pipe would block, so only a
/// plain file is opened.
fn bytes(file: &Path) -> io::Result<Option<Vec<u8>>> {
    let metadata = fs::metadata(file)?;
    if !metadata.is_file() {
        return Err(io::Error::new(ErrorKind::InvalidInput, "it is no file"));
    }
    if metadata.len() > LIMIT {
        return Ok(None);
    }
    let mut bytes = Vec::new();
    File::open(file)?.take(LIMIT).read_to_end(&mut bytes)?;
    Ok(Some(bytes))
}

fn parse(file: &Path, bytes: &[u8]) -> Layer {
    let bytes = bytes.strip_prefix("\u{feff}".as_bytes()).unwrap_or(bytes);
    let text = String::from_utf8_lossy(bytes);
    let mut reader = Reader::new(file, &text);
    if let Err(error) = std::str::from_utf8(bytes) {
        // Up to here both texts are the same.
        reader.fault(
            error.valid_up_to(),
            "it is not UTF-8".into(),
            "save the file as UTF-8".into(),
        );
    }
    let (statements, errors) = document::read(&text);
    for (at, problem) in errors {
        reader.fault(at, problem, "correct the TOML".into());
    }
    let mut section = Place::Top;
    for statement in &statements {
        match statement {
            Statement::Header(key, value) => section = reader.header(key, value),
            Statement::Pair(key, value) => reader.pair(section, key, value),
        }
    }
    reader.layer.faults.extend(reader.faults.into_iter().map(|(_, fault)| fault));
    reader.layer
}

/// What a name stands for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Place {
    /// The document itself.
    Top,
    /// `[worktree]`.
    Worktree,
    /// `[worktree.mcp]`.
    Mcp,
    /// A key with a value.
    Key(&'static str),
    /// What is not ours.
    Foreign,
}

const KEYS: [&str; 7] =
    ["ask-on-codex", "enforce", "exempt", "lanes", "mcp", "opaque", "unanalysable"];
const MCP_KEYS: [&str; 3] = ["paths", "read", "write"];

struct Reader<'a> {
    file: &'a Path,
    text: &'a str,
    layer: Layer,
    /// In the order of their places, which are in bytes.
    faults: Vec<(usize, Fault)>,
    /// The keys that were set, and the sections that were written as such.
    defined: Vec<Place>,
    /// The sections that came to be through keys with dots.
    dotted: Vec<Place>,
}

impl<'a> Reader<'a> {
    fn new(file: &'a Path, text: &'a str) -> Self {
        let layer = Layer::default();
        Self { file, text, layer, faults: Vec::new(), defined: Vec::new(), dotted: Vec::new() }
    }

    /// The section that a header opens.
    fn header(&mut self, key: &[Name<'_>], value: &Value<'_>) -> Place {
        let Some((last, path)) = key.split_last() else { return Place::Foreign };
        let mut place = Place::Top;
        for name in path {
            place = self.inside(place, name);
        }
        match self.inside(place, last) {
            section @ (Place::Worktree | Place::Mcp) if matches!(value.data, Data::Section(_)) => {
                // What stands in it counts all the same.
                self.define(section, last);
                section
            }
            place => {
                self.set(place, last, value);
                Place::Foreign
            }
        }
    }

    /// `key = value` in a section.
    fn pair(&mut self, section: Place, key: &[Name<'_>], value: &Value<'_>) {
        let Some((last, path)) = key.split_last() else { return };
        let mut place = section;
        for name in path {
            place = self.inside(place, name);
            if self.defined.contains(&place) {
                return self.twice(name);
            }
            if !self.dotted.contains(&place) {
                self.dotted.push(place);
            }
        }
        let place = self.inside(place, last);
        self.set(place, last, value);
    }

    /// What `name` stands for in a section.
    fn inside(&mut self, section: Place, name: &Name<'_>) -> Place {
        let (title, keys): (_, &[&'static str]) = match section {
            Place::Top if name.text == "worktree" => return Place::Worktree,
            Place::Top => {
                if meant(&name.text, &["worktree"]).is_some() {
                    let problem = format!("there is no section `{}`", name.text);
                    self.fault(name.at, problem, "did you mean `worktree`?".into());
                }
                return Place::Foreign;
            }
            Place::Worktree if name.text == "mcp" => return Place::Mcp,
            Place::Worktree => ("worktree", &KEYS),
            Place::Mcp => ("worktree.mcp", &MCP_KEYS),
            Place::Key(key) => {
                self.fault(name.at, format!("`{key}` is no section"), "give it one value".into());
                return Place::Foreign;
            }
            Place::Foreign => return Place::Foreign,
        };
        if let Some(key) = keys.iter().find(|key| name.text == **key) {
            return Place::Key(key);
        }
        let problem = format!("`[{title}]` has no key `{}`", name.text);
        let remedy = meant(&name.text, keys).map_or_else(
            || format!("its keys are {}", keys.join(", ")),
            |meant| format!("did you mean `{meant}`?"),
        );
        self.fault(name.at, problem, remedy);
        Place::Foreign
    }

    fn set(&mut self, place: Place, name: &Name<'_>, value: &Value<'_>) {
        if matches!(value.data, Data::Unread) || !self.define(place, name) {
            return;
        }
        match place {
            Place::Worktree => self.section(place, "worktree", value),
            Place::Mcp => self.section(place, "worktree.mcp", value),
            Place::Key(key) => self.key(key, value),
            Place::Top | Place::Foreign => {}
        }
    }

    fn section(&mut self, section: Place, title: &str, value: &Value<'_>) {
        let Data::Section(pairs) = &value.data else {
            return self.expected(
                "a section",
                value,
                format!("write `[{title}]` on a line of its own"),
            );
        };
        for (key, value) in pairs {
            self.pair(section, key, value);
        }
    }

    fn key(&mut self, key: &str, value: &Value<'_>) {
        match key {
            "enforce" => self.layer.enforce = self.boolean(value),
            "lanes" => self.layer.lanes = self.list(value, PathPattern::new),
            "exempt" => self.layer.exempt = self.list(value, PathPattern::new),
            "opaque" => self.layer.opaque = self.word(value, &ANSWERS).and_then(answer),
            "unanalysable" => self.layer.unanalysable = self.word(value, &ANSWERS).and_then(answer),
            "ask-on-codex" => {
                self.layer.ask_on_codex = self.word(value, &CODEX_ASKS).and_then(codex_ask);
            }
            "write" => self.layer.mcp_write = self.list(value, NamePattern::new),
            "read" => self.layer.mcp_read = self.list(value, NamePattern::new),
            "paths" => self.layer.mcp_paths = self.list(value, argument),
            _ => {}
        }
    }

    /// Notes that something of ours is set; a second time is a fault.
    fn define(&mut self, place: Place, name: &Name<'_>) -> bool {
        if place == Place::Foreign {
            return true;
        }
        if self.defined.contains(&place) || self.dotted.contains(&place) {
            self.twice(name);
            return false;
        }
        self.defined.push(place);
        true
    }

    fn twice(&mut self, name: &Name<'_>) {
        self.fault(name.at, "duplicate key".into(), "correct the TOML".into());
    }

    fn boolean(&mut self, value: &Value<'_>) -> Option<bool> {
        if let Data::Flag(flag) = value.data {
            return Some(flag);
        }
        self.expected("true or false", value, "write `true` or `false` without quotes".into());
        None
    }

    /// One of a few words.
    fn word<'v>(&mut self, value: &'v Value<'_>, words: &[&str]) -> Option<&'v str> {
        let Data::Text(word) = &value.data else {
            self.expected("a string", value, remedy("", words));
            return None;
        };
        if words.contains(&word.as_ref()) {
            return Some(word);
        }
        self.fault(value.at, format!("`{word}` is no value of this key"), remedy(word, words));
        None
    }

    /// A list of strings. A bad entry costs itself only; what is no list costs the key.
    fn list<T>(
        &mut self,
        value: &Value<'_>,
        read: fn(&str) -> Result<T, BadPattern>,
    ) -> Option<Vec<T>> {
        let mut list = Vec::new();
        self.each(value, &mut |text| {
            list.push(read(text)?);
            Ok(())
        })?;
        Some(list)
    }

    /// Reads every string of a list.
    fn each(
        &mut self,
        value: &Value<'_>,
        read: &mut dyn FnMut(&str) -> Result<(), BadPattern>,
    ) -> Option<()> {
        for (text, at) in self.texts(value)? {
            if let Err(bad) = read(text) {
                let text = bad.to_string();
                let (problem, remedy) = text.split_once("; ").unwrap_or((&text, "change it"));
                self.fault(at, problem.into(), remedy.into());
            }
        }
        Some(())
    }

    /// The strings of a list, and where they are.
    fn texts<'v>(&mut self, value: &'v Value<'_>) -> Option<Vec<(&'v str, usize)>> {
        let Data::List(entries) = &value.data else {
            let remedy = match &value.data {
                Data::Text(one) => format!("write `[{one:?}]`"),
                _ => "write a list of strings in brackets".into(),
            };
            self.expected("a list", value, remedy);
            return None;
        };
        let mut texts = Vec::new();
        for entry in entries {
            match &entry.data {
                Data::Text(text) => texts.push((text.as_ref(), entry.at)),
                Data::Unread => {}
                _ => self.expected("a string", entry, "put it in quotes".into()),
            }
        }
        Some(texts)
    }

    fn expected(&mut self, what: &str, found: &Value<'_>, remedy: String) {
        let found_name = match found.data {
            Data::Text(_) => "a string",
            Data::Number => "a number",
            Data::Flag(_) => "true or false",
            Data::Date => "a date",
            Data::List(_) => "a list",
            Data::Section(_) => "a section",
            Data::Unread => return,
        };
        self.fault(found.at, format!("expected {what}, found {found_name}"), remedy);
    }

    fn fault(&mut self, at: usize, problem: String, remedy: String) {
        // Finding the line costs time, and more than this nobody reads.
        if self.faults.len() == FAULTS {
            return;
        }
        let before = self.text.get(..at).unwrap_or(self.text);
        let line_start = before.rfind('\n').map_or(0, |at| at + 1);
        let place = FaultPlace::Text {
            file: self.file.to_path_buf(),
            line: before.matches('\n').count() + 1,
            column: before[line_start..].chars().count() + 1,
        };
        // Errors of the syntax came first; a reader goes from top to bottom.
        let index = self.faults.partition_point(|(earlier, _)| *earlier <= at);
        self.faults.insert(index, (at, Fault { place, problem, remedy }));
    }
}

/// The name of an argument, which is any text.
fn argument(text: &str) -> Result<String, BadPattern> {
    if text.is_empty() { Err(BadPattern::Empty) } else { Ok(text.to_owned()) }
}
