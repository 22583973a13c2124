//! The log of all hooks: one JSON line for each refusal, question and fault.
//!
//! It is written after the answer, and no fault of it changes anything. Hooks of many
//! sessions write at once, so a line is one write, and the file is rotated under a lock.

use std::fs::{self, File, OpenOptions};
use std::io::Write;
use std::path::Path;
use std::time::Duration;

use crate::clock::{DAY, Date, now};
use crate::event::Facts;
use crate::json::Object;
use crate::lock::try_lock;
use crate::verdict::Outcome;

/// The name of the log in the state folder.
pub(crate) const FILE: &str = "hooks.log";

/// The name that it gets when it is full. There is one older generation.
pub(crate) const OLD_FILE: &str = "hooks.log.1";

/// The size in bytes at which a new file begins.
pub(crate) const FULL: u64 = 1 << 20;

/// How much of a text is kept, in characters: what a reason has, not what a file has.
const KEPT: usize = 2000;

/// What a line is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Entry {
    /// How a verdict came about.
    Note,
    /// What the judge wants to have logged.
    Line,
    /// What went wrong.
    Fault,
    /// A decision.
    Verdict(Outcome),
}

impl Entry {
    const fn id(self) -> &'static str {
        match self {
            Self::Note => "note",
            Self::Line => "log",
            Self::Fault => "fault",
            Self::Verdict(outcome) => outcome.id(),
        }
    }
}

/// The lines of one run.
pub(crate) struct Log<'a> {
    hook: &'a str,
    facts: &'a Facts,
    lines: Vec<String>,
}

impl<'a> Log<'a> {
    pub(crate) fn new(hook: &'a str, facts: &'a Facts) -> Self {
        Self { hook, facts, lines: Vec::new() }
    }

    pub(crate) fn add(&mut self, entry: Entry, text: &str) {
        let end = text.char_indices().nth(KEPT).map_or(text.len(), |(end, _)| end);
        let mut line = Object::default();
        line.text("at", &timestamp(now()));
        line.text("hook", self.hook);
        line.text("event", &self.facts.event);
        line.maybe("tool", self.facts.tool.as_deref());
        line.maybe("session", self.facts.session.as_deref());
        line.text("outcome", entry.id());
        line.text("text", &text[..end]);
        self.lines.push(line.encode());
    }

    pub(crate) fn lines(&self) -> impl Iterator<Item = &str> {
        self.lines.iter().map(String::as_str)
    }

    /// Appends the lines to the log in `folder`, which is made if it is not there.
    pub(crate) fn append(&self, folder: &Path) {
        if self.lines.is_empty() {
            return;
        }
        let mut text = self.lines.join("\n");
        text.push('\n');
        // A log that cannot be written changes nothing: the answer is out already.
        let _ = append(folder, text.as_bytes());
    }
}

fn append(folder: &Path, text: &[u8]) -> std::io::Result<()> {
    let path = folder.join(FILE);
    let mut file = match open(&path) {
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => {
            make_folder(folder)?;
            open(&path)?
        }
        opened => opened?,
    };
    if file.metadata()?.len() >= FULL && rotate(folder, &path, &file)? {
        file = open(&path)?;
    }
    file.write_all(text)
}

/// Makes a folder and those around it. Another hook may do so at the same time.
fn make_folder(folder: &Path) -> std::io::Result<()> {
    let mut made = fs::create_dir(folder);
    if made.as_ref().is_err_and(|error| error.kind() == std::io::ErrorKind::NotFound)
        && let Some(around) = folder.parent()
    {
        make_folder(around)?;
        made = fs::create_dir(folder);
    }
    if folder.is_dir() { Ok(()) } else { made }
}

#[cfg(unix)]
fn open(path: &Path) -> std::io::Result<File> {
    use std::os::unix::fs::OpenOptionsExt;
    // A FIFO in the log's place must not hold the process up.
    let flags = rustix::fs::OFlags::NONBLOCK.bits().cast_signed();
    OpenOptions::new().append(true).create(true).mode(0o600).custom_flags(flags).open(path)
}

#[cfg(not(unix))]
fn open(path: &Path) -> std::io::Result<File> {
    OpenOptions::new().append(true).create(true).open(path)
}

/// Makes the full `file` the old generation. Returns whether the log is a new one now.
///
/// Of several hooks that see a full file only one may rename it: a second would put the
/// almost empty new file over the generation that the first has just kept.
fn rotate(folder: &Path, path: &Path, file: &File) -> std::io::Result<bool> {
    // A hook never waits for another one. A file system without locks has no rotation
    // either, and its log grows.
    if !try_lock(file).unwrap_or_default() {
        return Ok(false);
    }
    // Whoever had the lock before may have renamed it meanwhile.
    if !is_same(path, file)? {
        return Ok(true);
    }
    fs::rename(path, folder.join(OLD_FILE))?;
    Ok(true)
}

#[cfg(unix)]
fn is_same(path: &Path, file: &File) -> std::io::Result<bool> {
    use std::os::unix::fs::MetadataExt;
    let named = match fs::metadata(path) {
        // It was renamed just now, and nobody has begun a new one.
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(false),
        named => named?,
    };
    let open = file.metadata()?;
    Ok((named.dev(), named.ino()) == (open.dev(), open.ino()))
}

#[cfg(not(unix))]
fn is_same(path: &Path, _: &File) -> std::io::Result<bool> {
    Ok(fs::metadata(path)?.len() >= FULL)
}

/// A time since 1970 in ISO 8601, to the millisecond.
pub(crate) fn timestamp(time: Duration) -> String {
    let seconds = time.as_secs();
    format!(
        "{}T{:02}:{:02}:{:02}.{:03}Z",
        Date::of_days(seconds / DAY),
        seconds / 3600 % 24,
        seconds / 60 % 60,
        seconds % 60,
        time.subsec_millis()
    )
}

#[cfg(test)]
#[path = "log_tests.rs"]
mod tests;
