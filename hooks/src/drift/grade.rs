//! How far a repository has drifted.

use std::fmt;
use std::str::FromStr;

use serde::{Serialize, Serializer};

/// How far a repository has drifted, or a convergence found it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub enum Grade {
    /// Nothing is due.
    #[default]
    Green,
    /// A convergence is due.
    Yellow,
    /// A convergence is overdue.
    Red,
}

/// A word that is no [`Grade`].
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UnknownGrade(String);

impl Grade {
    /// Every grade, from the best to the worst.
    pub const ALL: [Self; 3] = [Self::Green, Self::Yellow, Self::Red];

    /// The word that stands for it everywhere.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Green => "GREEN",
            Self::Yellow => "YELLOW",
            Self::Red => "RED",
        }
    }
}

impl fmt::Display for Grade {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.word())
    }
}

impl fmt::Display for UnknownGrade {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "`{}` is no grade; write GREEN, YELLOW or RED", self.0)
    }
}

impl std::error::Error for UnknownGrade {}

impl FromStr for Grade {
    type Err = UnknownGrade;

    fn from_str(text: &str) -> Result<Self, UnknownGrade> {
        let found = Self::ALL.into_iter().find(|grade| grade.word().eq_ignore_ascii_case(text));
        found.ok_or_else(|| UnknownGrade(text.to_owned()))
    }
}

impl Serialize for Grade {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.word())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_word_reads_back_as_its_grade() {
        for grade in Grade::ALL {
            assert_eq!(grade.word().parse(), Ok(grade));
        }
        assert_eq!("yellow".parse(), Ok(Grade::Yellow));
        assert!("BASELINE".parse::<Grade>().is_err());
        assert!(Grade::Green < Grade::Yellow && Grade::Yellow < Grade::Red);
    }
}
