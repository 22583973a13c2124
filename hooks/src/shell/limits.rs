//! Stand-in until the walker lands.

/// A limit that a command line exceeds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Limit {
    /// Substitutions, groups or shells nested too deeply.
    Nesting,
    /// More text than is read.
    Length,
    /// More work than one command line should make.
    Work,
}

impl std::fmt::Display for Limit {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Self::Nesting => "it is nested too deeply",
            Self::Length => "it is too long",
            Self::Work => "it does too much at once",
        })
    }
}
