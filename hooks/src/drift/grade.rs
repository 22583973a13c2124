//! How far a repository has drifted.

use std::fmt;
use std::str::FromStr;

use serde::{Serialize, Serializer};

use crate::config::{Drift, Limits};

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

/// A grade, and the numbers that made it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Graded {
    /// The worst that a number makes.
    pub grade: Grade,
    /// The numbers that are not GREEN; none if the grade is.
    pub tripped: Vec<Trip>,
}

/// A number that has reached a limit.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct Trip {
    /// What was counted.
    pub what: Counted,
    /// How many there are.
    pub number: u64,
    /// What the number makes by itself.
    pub grade: Grade,
    /// The number from which on it does.
    pub from: u64,
}

/// What is counted.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Counted {
    /// Files that are changed or new.
    Files,
    /// Sessions since the last convergence.
    Sessions,
}

impl fmt::Display for Trip {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let number = self.number;
        match (self.what, number) {
            (Counted::Files, 1) => f.write_str("1 file is changed or new")?,
            (Counted::Files, _) => write!(f, "{number} files are changed or new")?,
            (Counted::Sessions, 1) => f.write_str("1 session since the last convergence")?,
            (Counted::Sessions, _) => write!(f, "{number} sessions since the last convergence")?,
        }
        write!(f, " ({} from {})", self.grade, self.from)
    }
}

/// Grades a repository: each number has a limit for YELLOW and one for RED, and the worse
/// grade counts.
pub fn grade(files: u64, sessions: u64, drift: &Drift) -> Graded {
    let trip = |what, number, limit: fn(&Limits) -> u64| {
        let (yellow, red) = (limit(&drift.yellow), limit(&drift.red));
        let (grade, from) = if number >= red {
            (Grade::Red, red)
        } else if number >= yellow {
            (Grade::Yellow, yellow)
        } else {
            return None;
        };
        Some(Trip { what, number, grade, from })
    };
    let tripped: Vec<Trip> = [
        trip(Counted::Files, files, |limits| limits.files),
        trip(Counted::Sessions, sessions, |limits| limits.sessions),
    ]
    .into_iter()
    .flatten()
    .collect();
    let grade = tripped.iter().map(|trip| trip.grade).max().unwrap_or_default();
    Graded { grade, tripped }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn either_number_makes_the_grade_and_the_worse_one_counts() {
        let drift = Drift::default();
        for (files, sessions, expected) in [
            (0, 0, Grade::Green),
            (9, 3, Grade::Green),
            (10, 0, Grade::Yellow),
            (0, 4, Grade::Yellow),
            (24, 5, Grade::Yellow),
            (25, 0, Grade::Red),
            (0, 6, Grade::Red),
            (10, 6, Grade::Red),
            (u64::MAX, u64::MAX, Grade::Red),
        ] {
            let graded = grade(files, sessions, &drift);
            assert_eq!(graded.grade, expected, "{files} files, {sessions} sessions");
            assert_eq!(graded.tripped.is_empty(), expected == Grade::Green);
        }
        let told: Vec<_> = grade(12, 7, &drift).tripped.iter().map(ToString::to_string).collect();
        assert_eq!(
            told,
            [
                "12 files are changed or new (YELLOW from 10)",
                "7 sessions since the last convergence (RED from 6)"
            ]
        );
    }

    #[test]
    fn limits_come_from_the_configuration() {
        let drift = Drift {
            yellow: Limits { files: 1, sessions: 1 },
            red: Limits { files: 2, sessions: 1 },
            ..Drift::default()
        };
        assert_eq!(grade(1, 0, &drift).grade, Grade::Yellow);
        assert_eq!(grade(1, 1, &drift).grade, Grade::Red);
        assert_eq!(grade(0, 0, &drift).grade, Grade::Green);
    }

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
