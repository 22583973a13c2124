//! The text of a configuration file, and the faults that are found in it.

use std::fs::{self, File};
use std::io::{self, ErrorKind, Read};
use std::path::Path;

use super::document::{self, Data, Statement, Value};
use super::fault::{Fault, FaultPlace};

/// More than a person writes; a larger file is refused, since it would cost time.
const LIMIT: u64 = 256 * 1024;

/// How many faults of one file are told.
const FAULTS: usize = 100;

/// The bytes of a file. `None` if it is not there, and so sets nothing.
pub(super) fn bytes(file: &Path) -> Result<Option<Vec<u8>>, Fault> {
    let fault = |problem: String, remedy: &str| Fault {
        place: FaultPlace::File(file.to_path_buf()),
        problem,
        remedy: remedy.to_owned(),
    };
    match limited(file) {
        Ok(Some(bytes)) => Ok(Some(bytes)),
        Ok(None) => Err(fault(format!("it is larger than {LIMIT} bytes"), "make it smaller")),
        Err(error) if matches!(error.kind(), ErrorKind::NotFound | ErrorKind::NotADirectory) => {
            Ok(None)
        }
        Err(error) => Err(fault(format!("cannot read it: {error}"), "make it a readable file")),
    }
}

/// The content, or `None` if there is too much of it. Opening a pipe would block, so only a
/// plain file is opened.
fn limited(file: &Path) -> io::Result<Option<Vec<u8>>> {
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

/// Faults in a text, in the order of their places.
pub(super) struct Faults<'a> {
    file: &'a Path,
    text: &'a str,
    /// With their places in bytes.
    list: Vec<(usize, Fault)>,
}

/// Reads what `bytes` says, and hands it over with the faults of its form.
pub(super) fn parse<T>(
    file: &Path,
    bytes: &[u8],
    read: impl FnOnce(&[Statement<'_>], &mut Faults<'_>) -> T,
) -> (T, Vec<Fault>) {
    let bytes = bytes.strip_prefix("\u{feff}".as_bytes()).unwrap_or(bytes);
    let text = String::from_utf8_lossy(bytes);
    let mut faults = Faults { file, text: &text, list: Vec::new() };
    if let Err(error) = std::str::from_utf8(bytes) {
        // Up to here both texts are the same.
        faults.add(error.valid_up_to(), "it is not UTF-8".into(), "save the file as UTF-8".into());
    }
    let (statements, errors) = document::read(&text);
    for (at, problem) in errors {
        faults.add(at, problem, "correct the TOML".into());
    }
    let read = read(&statements, &mut faults);
    (read, faults.list.into_iter().map(|(_, fault)| fault).collect())
}

impl Faults<'_> {
    pub(super) fn add(&mut self, at: usize, problem: String, remedy: String) {
        // Finding the line costs time, and more than this nobody reads.
        if self.list.len() == FAULTS {
            return;
        }
        let place = self.place(at);
        // Errors of the syntax came first; a reader goes from top to bottom.
        let index = self.list.partition_point(|(earlier, _)| *earlier <= at);
        self.list.insert(index, (at, Fault { place, problem, remedy }));
    }

    /// Where the byte `at` is, for a person.
    pub(super) fn place(&self, at: usize) -> FaultPlace {
        let before = self.text.get(..at).unwrap_or(self.text);
        let line_start = before.rfind('\n').map_or(0, |at| at + 1);
        FaultPlace::Text {
            file: self.file.to_path_buf(),
            line: before.matches('\n').count() + 1,
            column: before[line_start..].chars().count() + 1,
        }
    }

    pub(super) fn twice(&mut self, at: usize) {
        self.add(at, "duplicate key".into(), "correct the TOML".into());
    }

    /// A value of the wrong type.
    pub(super) fn expected(&mut self, what: &str, found: &Value<'_>, remedy: String) {
        let found_name = match found.data {
            Data::Text(_) => "a string",
            Data::Number(_) => "a number",
            Data::Flag(_) => "true or false",
            Data::Date => "a date",
            Data::List(_) => "a list",
            Data::Section(_) => "a section",
            Data::Unread => return,
        };
        self.add(found.at, format!("expected {what}, found {found_name}"), remedy);
    }
}
