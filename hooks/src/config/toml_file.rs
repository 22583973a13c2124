//! A configuration file: TOML in, one layer of keys out.
//!
//! Only sections that are ours are looked at; the file may hold those of other programs.

use std::fs::{self, File};
use std::io::{self, ErrorKind, Read};
use std::ops::Range;
use std::path::Path;

use toml::Spanned;
use toml::de::{DeTable, DeValue};

use super::fault::{Fault, FaultPlace, meant};
use super::layer::{ANSWERS, CODEX_ASKS, Layer, answer, codex_ask, remedy};
use super::{BadPattern, NamePattern, PathPattern};

/// More than a person writes; a larger file is refused, since it would cost time.
const LIMIT: u64 = 256 * 1024;

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
    let mut reader = Reader { file, text: &text, layer: Layer::default() };
    if let Err(error) = std::str::from_utf8(bytes) {
        // Up to here both texts are the same.
        let at = error.valid_up_to();
        reader.fault(at..at, "it is not UTF-8".into(), "save the file as UTF-8".into());
    }
    let (document, errors) = DeTable::parse_recoverable(&text);
    for error in errors {
        let problem = error.message().lines().collect::<Vec<_>>().join(", ");
        reader.fault(error.span().unwrap_or(0..0), problem, "correct the TOML".into());
    }
    for (key, value) in document.get_ref() {
        if key.get_ref() == "worktree" {
            reader.worktree(value);
        } else if meant(key.get_ref(), &["worktree"]).is_some() {
            let problem = format!("there is no section `{}`", key.get_ref());
            reader.fault(key.span(), problem, "did you mean `worktree`?".into());
        }
    }
    // Keys come in the order of the alphabet; a reader goes from top to bottom.
    reader.layer.faults.sort_by_key(|fault| match fault.place {
        FaultPlace::Text { line, column, .. } => (line, column),
        FaultPlace::File(_) | FaultPlace::Variable(_) => (0, 0),
    });
    reader.layer
}

const KEYS: [&str; 7] =
    ["ask-on-codex", "enforce", "exempt", "lanes", "mcp", "opaque", "unanalysable"];
const MCP_KEYS: [&str; 3] = ["paths", "read", "write"];

struct Reader<'a> {
    file: &'a Path,
    text: &'a str,
    layer: Layer,
}

type Value<'a> = Spanned<DeValue<'a>>;

impl Reader<'_> {
    fn worktree(&mut self, section: &Value<'_>) {
        let Some(table) = self.table(section, "worktree") else { return };
        for (key, value) in table.iter().filter(|(_, value)| !is_unread(value)) {
            match key.get_ref().as_ref() {
                "enforce" => self.layer.enforce = self.boolean(value),
                "lanes" => self.layer.lanes = self.list(value, PathPattern::new),
                "exempt" => self.layer.exempt = self.list(value, PathPattern::new),
                "opaque" => {
                    self.layer.opaque = self.word(value, &ANSWERS).and_then(answer);
                }
                "unanalysable" => {
                    self.layer.unanalysable = self.word(value, &ANSWERS).and_then(answer);
                }
                "ask-on-codex" => {
                    self.layer.ask_on_codex = self.word(value, &CODEX_ASKS).and_then(codex_ask);
                }
                "mcp" => self.mcp(value),
                other => self.unknown(key.span(), other, "worktree", &KEYS),
            }
        }
    }

    fn mcp(&mut self, section: &Value<'_>) {
        let Some(table) = self.table(section, "worktree.mcp") else { return };
        for (key, value) in table.iter().filter(|(_, value)| !is_unread(value)) {
            match key.get_ref().as_ref() {
                "write" => self.layer.mcp_write = self.list(value, NamePattern::new),
                "read" => self.layer.mcp_read = self.list(value, NamePattern::new),
                "paths" => self.layer.mcp_paths = self.list(value, argument),
                other => self.unknown(key.span(), other, "worktree.mcp", &MCP_KEYS),
            }
        }
    }

    fn table<'t, 'i>(&mut self, value: &'t Value<'i>, name: &str) -> Option<&'t DeTable<'i>> {
        let table = value.get_ref().as_table();
        if table.is_none() {
            let problem = expected("a section", value);
            self.fault(value.span(), problem, format!("write `[{name}]` on a line of its own"));
        }
        table
    }

    fn boolean(&mut self, value: &Value<'_>) -> Option<bool> {
        let answer = value.get_ref().as_bool();
        if answer.is_none() {
            let problem = expected("true or false", value);
            self.fault(value.span(), problem, "write `true` or `false` without quotes".into());
        }
        answer
    }

    /// One of a few words.
    fn word<'v>(&mut self, value: &'v Value<'_>, words: &[&str]) -> Option<&'v str> {
        match value.get_ref().as_str() {
            Some(word) if words.contains(&word) => Some(word),
            Some(word) => {
                let problem = format!("`{word}` is no value of this key");
                self.fault(value.span(), problem, remedy(word, words));
                None
            }
            None => {
                let problem = expected("a string", value);
                self.fault(value.span(), problem, remedy("", words));
                None
            }
        }
    }

    /// A list of strings. A bad entry costs itself only; what is no list costs the key.
    fn list<T>(
        &mut self,
        value: &Value<'_>,
        read: impl Fn(&str) -> Result<T, BadPattern>,
    ) -> Option<Vec<T>> {
        let Some(entries) = value.get_ref().as_array() else {
            let problem = expected("a list", value);
            let remedy = match value.get_ref().as_str() {
                Some(one) => format!("write `[{one:?}]`"),
                None => "write a list of strings in brackets".into(),
            };
            self.fault(value.span(), problem, remedy);
            return None;
        };
        let mut list = Vec::with_capacity(entries.len());
        for entry in entries {
            match entry.get_ref().as_str().map(&read) {
                Some(Ok(entry)) => list.push(entry),
                Some(Err(bad)) => {
                    let text = bad.to_string();
                    let (problem, remedy) = text.split_once("; ").unwrap_or((&text, "change it"));
                    self.fault(entry.span(), problem.into(), remedy.into());
                }
                None => {
                    let problem = expected("a string", entry);
                    self.fault(entry.span(), problem, "put it in quotes".into());
                }
            }
        }
        Some(list)
    }

    fn unknown(&mut self, span: Range<usize>, key: &str, section: &str, known: &[&str]) {
        let problem = format!("`[{section}]` has no key `{key}`");
        let keys = || format!("its keys are {}", known.join(", "));
        let remedy =
            meant(key, known).map_or_else(keys, |meant| format!("did you mean `{meant}`?"));
        self.fault(span, problem, remedy);
    }

    fn fault(&mut self, span: Range<usize>, problem: String, remedy: String) {
        let before = self.text.get(..span.start).unwrap_or(self.text);
        let line_start = before.rfind('\n').map_or(0, |at| at + 1);
        self.layer.faults.push(Fault {
            place: FaultPlace::Text {
                file: self.file.to_path_buf(),
                line: before.matches('\n').count() + 1,
                column: before[line_start..].chars().count() + 1,
            },
            problem,
            remedy,
        });
    }
}

fn expected(what: &str, found: &Value<'_>) -> String {
    format!("expected {what}, found {}", type_name(found.get_ref()))
}

/// The parser puts a number without a place where it could not read a value, and has told
/// the error already.
fn is_unread(value: &Value<'_>) -> bool {
    value.span().is_empty() && !value.get_ref().is_table()
}

/// The name of an argument, which is any text.
fn argument(text: &str) -> Result<String, BadPattern> {
    if text.is_empty() { Err(BadPattern::Empty) } else { Ok(text.to_owned()) }
}

fn type_name(value: &DeValue<'_>) -> &'static str {
    match value {
        DeValue::String(_) => "a string",
        DeValue::Integer(_) | DeValue::Float(_) => "a number",
        DeValue::Boolean(_) => "true or false",
        DeValue::Datetime(_) => "a date",
        DeValue::Array(_) => "a list",
        DeValue::Table(_) => "a section",
    }
}
