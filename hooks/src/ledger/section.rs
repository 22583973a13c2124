//! The sections of the ledger: where each is, and what was understood of it.

use std::ops::Range;
use std::path::Path;

use super::entry::Release;
use super::lines::{self, Line, bullet, field, heading, range_of};
use crate::Date;
use crate::drift::Grade;

pub(super) const BASELINE: &str = "Baseline";
pub(super) const SESSIONS: &str = "Sessions since convergence";
pub(super) const RELEASE: &str = "Release";
pub(super) const RETRO: &str = "Deployment Retro";

/// The section of a repository. Lines are numbers into the list of all lines.
#[derive(Debug)]
pub(super) struct Section {
    /// Its root, as the heading has it.
    pub(super) root: String,
    /// The heading, and what belongs to it.
    pub(super) lines: Range<usize>,
    /// The date, and where it is in bytes.
    pub(super) baseline: Option<(Date, Range<usize>)>,
    /// The counter, where its digits are in bytes, and its line. A section without one is
    /// not understood.
    pub(super) sessions: Option<(u64, Range<usize>, usize)>,
    /// The marks of sessions that were counted, and where they are in bytes.
    pub(super) counted: Option<(Vec<String>, Range<usize>)>,
    /// What the gate found, and where it is in bytes.
    pub(super) release: Option<(Release, Range<usize>)>,
    /// What stands under headings of the second level.
    pub(super) blocks: Vec<Block>,
}

/// A heading of the second level, and what belongs to it.
#[derive(Debug, Clone)]
pub(super) struct Block {
    pub(super) kind: BlockKind,
    pub(super) lines: Range<usize>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum BlockKind {
    Entry(Date, Grade),
    Retro,
    Unknown,
}

/// All sections, in order.
pub(super) fn of(bytes: &[u8], all: &[Line]) -> Vec<Section> {
    let mut sections: Vec<Section> = Vec::new();
    let mut is_open = false;
    for (at, line) in all.iter().enumerate() {
        let text = lines::text(bytes, line);
        match heading(text) {
            Some((1, title)) => {
                let root = root_of(title);
                is_open = root.is_some();
                sections.extend(root.map(|root| Section::new(root, at)));
                continue;
            }
            Some((2, title)) if is_open => {
                let block = Block { kind: kind_of(title), lines: at..at };
                sections.extend_last(|section| section.blocks.push(block));
            }
            _ => {}
        }
        if is_open {
            sections.extend_last(|section| section.take(bytes, at, text));
        }
    }
    sections
}

trait Last<T> {
    fn extend_last(&mut self, change: impl FnOnce(&mut T));
}

impl<T> Last<T> for Vec<T> {
    fn extend_last(&mut self, change: impl FnOnce(&mut T)) {
        if let Some(last) = self.last_mut() {
            change(last);
        }
    }
}

impl Section {
    fn new(root: String, at: usize) -> Self {
        Self {
            root,
            lines: at..at + 1,
            baseline: None,
            sessions: None,
            counted: None,
            release: None,
            blocks: Vec::new(),
        }
    }

    /// Takes the next line.
    fn take(&mut self, bytes: &[u8], at: usize, text: &str) {
        self.lines.end = at + 1;
        if let Some(block) = self.blocks.last_mut() {
            block.lines.end = at + 1;
            return;
        }
        if let Some(marks) = marks_of(text)
            && self.counted.is_none()
        {
            let list = marks.split_whitespace().map(str::to_owned).collect();
            self.counted = Some((list, range_of(bytes, marks)));
        }
        let Some((false, said)) = bullet(text) else { return };
        let Some((name, value)) = field(said) else { return };
        let place = range_of(bytes, value);
        if name.eq_ignore_ascii_case(BASELINE) && self.baseline.is_none() {
            let word = value.split_whitespace().next().unwrap_or_default();
            let date = word.parse().ok();
            self.baseline = date.map(|date| (date, range_of(bytes, word)));
        } else if name.eq_ignore_ascii_case(SESSIONS) && self.sessions.is_none() {
            let end = value.find(|c: char| !c.is_ascii_digit()).unwrap_or(value.len());
            let (digits, rest) = value.split_at(end);
            // A remark may follow, such as `5 (estimated)`.
            if rest.is_empty() || rest.starts_with(char::is_whitespace) {
                let number = digits.parse().ok();
                self.sessions = number.map(|number| (number, range_of(bytes, digits), at));
            }
        } else if name.eq_ignore_ascii_case(RELEASE) && self.release.is_none() {
            self.release = Release::read(value).map(|release| (release, place));
        }
    }

    /// Is there all that counting needs?
    pub(super) fn is_understood(&self) -> bool {
        self.sessions.is_some()
    }
}

fn kind_of(title: &str) -> BlockKind {
    if title.eq_ignore_ascii_case(RETRO) {
        return BlockKind::Retro;
    }
    let mut words = title.split(|c: char| c.is_whitespace() || matches!(c, '—' | '–'));
    let date = words.next().and_then(|word| word.parse().ok());
    let mut rest = words.filter(|word| !word.trim_matches('-').is_empty());
    let grade = rest.next().and_then(|word| word.parse().ok());
    match (date, grade) {
        (Some(date), Some(grade)) => BlockKind::Entry(date, grade),
        _ => BlockKind::Unknown,
    }
}

/// What `<!-- counted: … -->` lists.
fn marks_of(text: &str) -> Option<&str> {
    let inside = text.trim().strip_prefix("<!--")?.strip_suffix("-->")?;
    let (name, marks) = inside.split_once(':')?;
    name.trim().eq_ignore_ascii_case("counted").then(|| marks.trim())
}

/// The root that a heading names, if it is an absolute path.
fn root_of(title: &str) -> Option<String> {
    let bare = title.strip_prefix('`').and_then(|title| title.strip_suffix('`')).unwrap_or(title);
    let drive = bare.as_bytes();
    let is_path = bare.starts_with(['/', '\\'])
        || (drive.len() > 2
            && drive[0].is_ascii_alphabetic()
            && drive[1] == b':'
            && matches!(drive[2], b'/' | b'\\'));
    if !is_path {
        return None;
    }
    let short = bare.trim_end_matches('/');
    Some(if short.is_empty() { "/".to_owned() } else { short.to_owned() })
}

/// The text that stands for a root in a heading: the path itself, with `\xNN` for each byte
/// that no heading can hold.
pub(super) fn key(root: &Path) -> String {
    let mut key = String::new();
    let escape = |key: &mut String, bytes: &[u8]| {
        for byte in bytes {
            key.push_str("\\x");
            for digit in [byte >> 4, byte & 15] {
                key.extend(char::from_digit(u32::from(digit), 16));
            }
        }
    };
    let chunks = root.as_os_str().as_encoded_bytes().utf8_chunks();
    for chunk in chunks {
        let text = chunk.valid();
        for (at, c) in text.char_indices() {
            // A blank at the end would be lost, and a file has no other end of a name.
            let is_last = chunk.invalid().is_empty() && at + c.len_utf8() == text.len();
            if c.is_control() || (is_last && c.is_whitespace()) {
                escape(&mut key, &text.as_bytes()[at..at + c.len_utf8()]);
            } else {
                key.push(c);
            }
        }
        escape(&mut key, chunk.invalid());
    }
    if key.len() > 1 && key.ends_with('/') {
        key.pop();
    }
    key
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    #[cfg(unix)]
    fn every_path_has_a_heading_that_reads_back() {
        use std::ffi::OsStr;
        use std::os::unix::ffi::OsStrExt;
        for (path, shown) in [
            (&b"/home/u/app"[..], "/home/u/app"),
            (b"/a b/#c #", "/a b/#c #"),
            (b"/a\n# /b", "/a\\x0a# /b"),
            (b"/\xff", "/\\xff"),
            (b"/a ", "/a\\x20"),
            (b"/a\xff ", "/a\\xff\\x20"),
            ("/a\u{a0}".as_bytes(), "/a\\xc2\\xa0"),
            (b"/a/", "/a"),
            (b"/", "/"),
        ] {
            let key = key(Path::new(OsStr::from_bytes(path)));
            assert_eq!(key, shown);
            assert_eq!(heading(&format!("# {key}")).and_then(|(_, it)| root_of(it)), Some(key));
        }
    }

    #[test]
    fn headings_of_entries() {
        let entry = |title: &str| matches!(kind_of(title), BlockKind::Entry(..));
        for title in
            ["2026-12-01 — YELLOW", "2026-12-01 - red", "2026-12-01–Green", "2026-12-01 -- RED (2)"]
        {
            assert!(entry(title), "{title}");
        }
        for title in ["2026-12-01", "2026-12-01 — BASELINE", "YELLOW", "2026-13-01 — RED"] {
            assert!(!entry(title), "{title}");
        }
        assert_eq!(kind_of("deployment retro"), BlockKind::Retro);
    }

    #[test]
    fn headings_of_repositories() {
        assert_eq!(root_of("`/a/b/`"), Some("/a/b".into()));
        assert_eq!(root_of("C:\\a"), Some("C:\\a".into()));
        assert_eq!(root_of("C: a"), None);
        assert_eq!(root_of("Convergence ledger"), None);
    }
}
