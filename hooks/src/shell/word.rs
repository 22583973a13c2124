//! Words after expansion: what is known of them before anything runs.

/// One word of a command, as the program would receive it.
///
/// What the shell would put in (variables, substitutions, globs) is not known before
/// it runs. A word then keeps the text *before* the first unknown piece, since that
/// often says where a path lies: `src/f$i` is below `src`.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Word {
    text: String,
    open: bool,
}

impl Word {
    /// A word that is known entirely.
    pub fn known(text: impl Into<String>) -> Self {
        Self { text: text.into(), open: false }
    }

    /// A word that begins with `text` and goes on with something unknown.
    pub fn beginning(text: impl Into<String>) -> Self {
        Self { text: text.into(), open: true }
    }

    /// A word of which nothing is known.
    pub fn unknown() -> Self {
        Self::beginning("")
    }

    /// The whole text, if it is known.
    pub fn text(&self) -> Option<&str> {
        (!self.open).then_some(self.text.as_str())
    }

    /// What is known of its beginning: the whole text of a known word.
    pub fn prefix(&self) -> &str {
        &self.text
    }

    /// Is the whole text known?
    pub fn is_known(&self) -> bool {
        !self.open
    }

    /// The word without its first `bytes` bytes, which must be part of the known text
    /// and end at a character: how `--output=x` becomes `x`.
    #[must_use]
    pub fn after(&self, bytes: usize) -> Self {
        let text = self.text.get(bytes..).unwrap_or_default().to_owned();
        Self { text, open: self.open }
    }
}

impl std::fmt::Display for Word {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.text)?;
        if self.open { f.write_str("…") } else { Ok(()) }
    }
}
