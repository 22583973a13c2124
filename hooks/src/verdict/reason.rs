//! Why a hook refuses something.

use std::fmt;

/// A reason, never empty: Codex runs the tool if a denial has none.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Reason(String);

impl Reason {
    /// What stands in for a reason that its author left blank.
    pub const UNSAID: &str = "A hook refused this and gave no reason.";

    /// The text as a reason. A blank text becomes [`Reason::UNSAID`], since the refusal
    /// must hold all the same.
    pub fn new(text: impl Into<String>) -> Self {
        let text = text.into();
        Self(if text.trim().is_empty() { Self::UNSAID.to_owned() } else { text })
    }

    /// The text.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl From<String> for Reason {
    fn from(text: String) -> Self {
        Self::new(text)
    }
}

impl From<&str> for Reason {
    fn from(text: &str) -> Self {
        Self::new(text)
    }
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}
