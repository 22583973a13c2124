//! Words after expansion: what is known of them before anything runs.

use std::borrow::Cow;
use std::fmt;

use crate::table::one_of;

/// Stands for a piece of a word that nobody knows before the command runs. No path and
/// no argument of a program can hold a NUL byte.
pub(crate) const UNKNOWN: char = '\0';

/// One word of a command, as the program would receive it.
///
/// What the shell would put in (variables, substitutions, globs) is not known before
/// it runs. Of such a word the text *before* the first unknown piece counts, since that
/// often says where a path lies: `src/f$i` is below `src`.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Word {
    /// With a NUL for each unknown piece.
    text: String,
    /// How many bytes come before the first of them.
    known: usize,
}

impl Word {
    /// A word that is known entirely. A NUL in the text stands for something unknown.
    pub fn known(text: impl Into<String>) -> Self {
        let text = text.into();
        let known = text.find(UNKNOWN).unwrap_or(text.len());
        Self { text, known }
    }

    /// A word that begins with `text` and goes on with something unknown.
    pub fn beginning(text: impl Into<String>) -> Self {
        let mut text = text.into();
        text.push(UNKNOWN);
        Self::known(text)
    }

    /// A word of which nothing is known.
    pub fn unknown() -> Self {
        Self::beginning("")
    }

    /// The whole text, if it is known.
    pub fn text(&self) -> Option<&str> {
        self.is_known().then_some(self.text.as_str())
    }

    /// Is this known, and one of the texts in `list`, which are separated by spaces?
    pub(crate) fn is_one_of(&self, list: &str) -> bool {
        self.text().is_some_and(|text| one_of(text, list))
    }

    /// What is known of its beginning: the whole text of a known word.
    pub fn prefix(&self) -> &str {
        &self.text[..self.known]
    }

    /// The whole text with a NUL for each piece that is not known.
    pub fn skeleton(&self) -> &str {
        &self.text
    }

    /// Is the whole text known?
    pub fn is_known(&self) -> bool {
        self.known == self.text.len()
    }

    /// The word without its first `bytes` bytes, which must be part of the known text
    /// and end at a character: how `--output=x` becomes `x`.
    #[must_use]
    pub fn after(&self, bytes: usize) -> Self {
        Self::known(self.text.get(bytes..).unwrap_or_default())
    }

    /// The word with every `pattern` in it replaced, as `xargs -I` does.
    #[must_use]
    pub(crate) fn replaced(&self, pattern: &str, by: &Self) -> Self {
        Self::known(self.text.replace(pattern, &by.text))
    }
}

impl fmt::Display for Word {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let shown = if self.is_known() {
            Cow::Borrowed(&*self.text)
        } else {
            Cow::Owned(self.text.replace(UNKNOWN, "…"))
        };
        f.write_str(&shown)
    }
}
