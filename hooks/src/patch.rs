//! The patch format of Codex's `apply_patch`: which files a patch touches.
//!
//! Only headers are read, with the tolerance of Codex's own reader, and they are read on
//! in a patch that Codex would refuse: a guard must see every name that might be written.

use std::borrow::Cow;
use std::fmt;

/// What a patch does to a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Change {
    /// Creates or overwrites it.
    Add,
    /// Changes it in place.
    Update,
    /// Deletes it.
    Delete,
    /// Moves it to the file that follows in the list.
    MoveFrom,
    /// Creates or overwrites it with what was moved.
    MoveTo,
}

/// A file that a patch touches.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Touched<'a> {
    /// The path as the patch has it: absolute, or relative to the working directory.
    pub path: Cow<'a, str>,
    /// What happens to it.
    pub change: Change,
}

/// Why Codex would refuse a patch.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Trouble {
    /// It does not begin with `*** Begin Patch`.
    NoBegin,
    /// It does not end with `*** End Patch`.
    NoEnd,
    /// The line with this number, from 1, fits nowhere.
    Line(usize),
    /// It touches no file.
    NoFile,
}

impl fmt::Display for Trouble {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoBegin => f.write_str("the patch has no `*** Begin Patch`"),
            Self::NoEnd => f.write_str("the patch has no `*** End Patch`"),
            Self::Line(number) => write!(f, "line {number} of the patch fits nowhere"),
            Self::NoFile => f.write_str("the patch names no file"),
        }
    }
}

/// What a patch touches.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Patch<'a> {
    /// Every file that it names, in its order.
    pub files: Vec<Touched<'a>>,
    /// The first thing that is wrong with it.
    pub trouble: Option<Trouble>,
}

impl Patch<'_> {
    /// The same, without a hold on the text that it was read from.
    pub fn into_owned(self) -> Patch<'static> {
        let own = |file: Touched<'_>| Touched {
            path: Cow::Owned(file.path.into_owned()),
            change: file.change,
        };
        Patch { files: self.files.into_iter().map(own).collect(), trouble: self.trouble }
    }
}

/// Reads the headers of `text`.
pub fn read(text: &str) -> Patch<'_> {
    let mut reader = Reader { patch: Patch::default(), body: Body::Outside };
    let lines = Lines::of(text);
    if !lines.begins {
        reader.trouble(Trouble::NoBegin);
    }
    for (number, line) in lines.inner {
        reader.line(number, line);
    }
    if !lines.ends {
        reader.trouble(Trouble::NoEnd);
    }
    if reader.patch.files.is_empty() {
        reader.trouble(Trouble::NoFile);
    }
    reader.patch
}

/// The lines between the two markers, with their numbers.
struct Lines<'a> {
    begins: bool,
    ends: bool,
    inner: Vec<(usize, &'a str)>,
}

impl<'a> Lines<'a> {
    fn of(text: &'a str) -> Self {
        let mut inner: Vec<_> = (1..).zip(text.lines()).collect();
        let blank =
            |line: Option<&(usize, &str)>| line.is_some_and(|(_, line)| line.trim().is_empty());
        while blank(inner.last()) {
            inner.pop();
        }
        let mut from = inner.iter().take_while(|line| blank(Some(line))).count();
        // A model that is used to the shell wraps the text in a here-document, and Codex
        // takes it off.
        let wrapped = inner.get(from).is_some_and(|(_, line)| line.trim_start().starts_with("<<"));
        if wrapped {
            from += 1;
            if inner.last().is_some_and(|(_, line)| !line.trim().starts_with("***")) {
                inner.pop();
            }
        }
        let begins = inner.get(from).is_some_and(|(_, line)| line.trim() == "*** Begin Patch");
        from += usize::from(begins);
        let ends = inner.last().is_some_and(|(_, line)| line.trim() == "*** End Patch");
        if ends {
            inner.pop();
        }
        inner.drain(..from.min(inner.len()));
        Self { begins, ends, inner }
    }
}

/// What the lines after a header are.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Body {
    /// Nothing: only a header may come.
    Outside,
    /// Lines of a new file, each with `+`.
    Added,
    /// The line after `*** Update File`, which may be `*** Move to`.
    UpdateBegins,
    /// Chunks of an update: `@@`, and lines with a blank, `+` or `-`.
    Updated,
}

struct Reader<'a> {
    patch: Patch<'a>,
    body: Body,
}

impl<'a> Reader<'a> {
    fn trouble(&mut self, trouble: Trouble) {
        self.patch.trouble.get_or_insert(trouble);
    }

    fn line(&mut self, number: usize, line: &'a str) {
        let content = match self.body {
            Body::Outside => false,
            Body::Added => line.starts_with('+'),
            // A header that is indented is a line of context here.
            Body::UpdateBegins | Body::Updated => {
                line.is_empty() || line.starts_with([' ', '+', '-', '@'])
            }
        };
        let line = line.trim();
        if content {
            // `*** Move to` may follow its header only at once; Codex takes it indented.
            if self.body == Body::UpdateBegins && self.moved(number, line) {
                return;
            }
            if self.body == Body::UpdateBegins {
                self.body = Body::Updated;
            }
        } else if !line.is_empty() {
            self.header(number, line);
        }
    }

    fn header(&mut self, number: usize, line: &'a str) {
        let headers = [
            ("*** Add File:", Change::Add, Body::Added),
            ("*** Update File:", Change::Update, Body::UpdateBegins),
            ("*** Delete File:", Change::Delete, Body::Outside),
        ];
        for (header, change, body) in headers {
            if let Some(path) = path_after(line, header) {
                self.patch.files.push(Touched { path: Cow::Borrowed(path), change });
                self.body = body;
                return;
            }
        }
        let in_update = matches!(self.body, Body::UpdateBegins | Body::Updated);
        let first = self.patch.files.is_empty();
        if self.moved(number, line)
            || (in_update && line == "*** End of File")
            || (first && line.starts_with("*** Environment ID:"))
        {
            return;
        }
        self.trouble(Trouble::Line(number));
    }

    /// Takes `*** Move to`. In the wrong place it is trouble, and its file counts all the same.
    fn moved(&mut self, number: usize, line: &'a str) -> bool {
        let Some(path) = path_after(line, "*** Move to:") else { return false };
        if self.body == Body::UpdateBegins {
            if let Some(last) = self.patch.files.last_mut() {
                last.change = Change::MoveFrom;
            }
            self.body = Body::Updated;
        } else {
            self.trouble(Trouble::Line(number));
        }
        self.patch.files.push(Touched { path: Cow::Borrowed(path), change: Change::MoveTo });
        true
    }
}

fn path_after<'a>(line: &'a str, header: &str) -> Option<&'a str> {
    line.strip_prefix(header).map(str::trim).filter(|path| !path.is_empty())
}

#[cfg(test)]
#[path = "patch_tests.rs"]
mod tests;
