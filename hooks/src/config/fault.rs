//! What is wrong with the configuration, in one line that says what to do.

use std::fmt;
use std::path::PathBuf;

/// A fault in a configuration. Its text is `file:line:column: what is wrong; what to do`,
/// or begins with the name of a variable.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fault {
    /// Where it is.
    pub place: FaultPlace,
    /// What is wrong.
    pub problem: String,
    /// What to do about it.
    pub remedy: String,
}

/// Where a [`Fault`] is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum FaultPlace {
    /// A file as a whole.
    File(PathBuf),
    /// A place in a file.
    Text {
        /// The file.
        file: PathBuf,
        /// The line, from 1.
        line: usize,
        /// The column in characters, from 1.
        column: usize,
    },
    /// A variable of the environment.
    Variable(&'static str),
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.place {
            FaultPlace::File(file) => write!(f, "{}", file.display())?,
            FaultPlace::Text { file, line, column } => {
                write!(f, "{}:{line}:{column}", file.display())?;
            }
            FaultPlace::Variable(name) => f.write_str(name)?,
        }
        write!(f, ": {}; {}", self.problem, self.remedy)
    }
}

/// The known word that was probably meant: the nearest within a third of its letters.
pub(super) fn meant<'a>(word: &str, known: &[&'a str]) -> Option<&'a str> {
    // A key of any length may stand in a file, and the distance takes quadratic time.
    if word.len() > 40 {
        return None;
    }
    known
        .iter()
        .map(|known| (distance(word, known), *known))
        .filter(|(distance, known)| *distance <= known.len().div_ceil(3))
        .min_by_key(|(distance, _)| *distance)
        .map(|(_, known)| known)
}

/// The sections that are ours.
const SECTIONS: [&str; 3] = ["worktree", "drift", "gate"];

/// What is wrong with the name of a section and what to do, if `section` was meant: of all
/// that are ours it is the nearest. Of four letters one may be wrong, or all may be in the
/// wrong order; if two might be wrong, `state` would be `gate`.
pub(super) fn meant_section(name: &str, section: &str) -> Option<(String, String)> {
    let letters = |name: &str| {
        let mut letters = name.as_bytes().to_vec();
        letters.sort_unstable();
        letters
    };
    let is_near = meant(name, &SECTIONS)? == section
        && (section.len() > 4 || distance(name, section) == 1 || letters(name) == letters(section));
    is_near.then(|| (format!("there is no section `{name}`"), format!("did you mean `{section}`?")))
}

/// How many letters must be put in, taken out or changed (Levenshtein).
fn distance(a: &str, b: &str) -> usize {
    let mut row: Vec<usize> = (0..=b.chars().count()).collect();
    for (i, x) in a.chars().enumerate() {
        let mut diagonal = row[0];
        row[0] = i + 1;
        for (j, y) in b.chars().enumerate() {
            let changed = diagonal + usize::from(x != y);
            diagonal = row[j + 1];
            row[j + 1] = changed.min(row[j] + 1).min(diagonal + 1);
        }
    }
    row[row.len() - 1]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_nearest_word_is_meant() {
        let known = ["enforce", "exempt", "lanes"];
        assert_eq!(meant("enforced", &known), Some("enforce"));
        assert_eq!(meant("exemt", &known), Some("exempt"));
        assert_eq!(meant("lane", &known), Some("lanes"));
        assert_eq!(meant("colour", &known), None);
        assert_eq!(meant(&"x".repeat(1000), &known), None);
    }

    #[test]
    fn a_section_is_meant_by_the_nearest_name() {
        let meant = |name| {
            SECTIONS.iter().filter(|ours| meant_section(name, ours).is_some()).collect::<Vec<_>>()
        };
        for (name, ours) in
            [("worktre", "worktree"), ("drfit", "drift"), ("gat", "gate"), ("gaet", "gate")]
        {
            assert_eq!(meant(name), [&ours], "{name}");
        }
        for foreign in ["tool", "state", "package", "lint"] {
            assert_eq!(meant(foreign), Vec::<&&str>::new(), "{foreign}");
        }
    }

    #[test]
    fn distance_counts_edits() {
        assert_eq!(distance("", "abc"), 3);
        assert_eq!(distance("kitten", "sitting"), 3);
        assert_eq!(distance("same", "same"), 0);
    }
}
