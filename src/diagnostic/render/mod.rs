//! How diagnostics look: one file for each format.
//!
//! A renderer is a pure function from diagnostics to text. It keeps the order
//! that it is given, never fails, and never panics, whatever range a place
//! holds: what lies outside the file is moved to its end.

mod excerpt;
mod full;
mod github;
mod json;
mod sarif;
mod short;
mod span;
#[cfg(test)]
mod testing;

use std::path::PathBuf;

use super::{Diagnostic, Severity};

pub use json::SCHEMA as JSON_SCHEMA;

/// What a renderer needs to know of its reader.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Options {
    /// May the text carry ANSI colours? Machine formats never do.
    pub color: bool,
    /// Columns of the terminal; longer source lines are cut.
    pub width: usize,
    /// The folder that every path is relative to, if a reader may learn it.
    pub root: Option<PathBuf>,
}

impl Default for Options {
    fn default() -> Self {
        Self { color: false, width: 140, root: None }
    }
}

/// A way to show diagnostics.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Format {
    /// With the source, underlined.
    Full,
    /// One line each.
    Short,
    /// One JSON object a line; its shape is [`JSON_SCHEMA`].
    Json,
    /// One SARIF 2.1.0 log.
    Sarif,
    /// Workflow commands of GitHub Actions, which show beside the changed lines.
    Github,
}

impl Format {
    /// Shows the diagnostics in this format; empty where there is nothing to
    /// show, except for SARIF, whose log says so.
    pub fn render(self, diagnostics: &[Diagnostic], options: &Options) -> String {
        match self {
            Self::Full => full::render(diagnostics, options),
            Self::Short => short::render(diagnostics, options),
            Self::Json => json::render(diagnostics, options),
            Self::Sarif => sarif::render(diagnostics, options),
            Self::Github => github::render(diagnostics, options),
        }
    }

    /// Is it read by a person, who then wants a summary line too?
    pub const fn is_for_people(self) -> bool {
        matches!(self, Self::Full | Self::Short)
    }
}

/// How many of each severity, worst first: `3 errors, 1 warning`.
pub fn summary(diagnostics: &[Diagnostic]) -> String {
    let count = |severity| diagnostics.iter().filter(|item| item.severity == severity).count();
    let parts: Vec<String> = [
        (count(Severity::Error), "error"),
        (count(Severity::Warning), "warning"),
        (count(Severity::Info), "remark"),
    ]
    .into_iter()
    .filter(|&(number, _)| number > 0)
    .map(|(number, word)| format!("{number} {word}{}", if number == 1 { "" } else { "s" }))
    .collect();
    if parts.is_empty() { "nothing to report".to_owned() } else { parts.join(", ") }
}

/// A text without control characters, which could hide or forge a line of output.
fn one_line(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for character in text.chars() {
        match character {
            '\n' | '\t' => out.push(' '),
            control if control.is_control() => out.extend(control.escape_default()),
            other => out.push(other),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::testing::{diagnostics, file, point};
    use super::*;

    #[test]
    fn a_summary_counts_worst_first() {
        let mut items = diagnostics();
        assert_eq!(summary(&items), "1 error, 2 warnings, 1 remark");
        items.truncate(1);
        assert_eq!(summary(&items), "1 error");
        assert_eq!(summary(&[]), "nothing to report");
    }

    #[test]
    fn a_message_stays_on_its_line() {
        assert_eq!(one_line("a\nb\u{1b}[31mc"), "a b\\u{1b}[31mc");
    }

    mod robust {
        use proptest::prelude::*;

        use super::*;
        use crate::diagnostic::Fix;

        /// Texts with everything that has ever broken a renderer.
        fn text() -> impl Strategy<Value = String> {
            let piece = prop_oneof![
                Just("\n".to_owned()),
                Just("\r\n".to_owned()),
                Just("\r".to_owned()),
                Just("\t".to_owned()),
                Just("\u{feff}".to_owned()),
                Just("e\u{301}".to_owned()),
                Just("\u{1f469}\u{200d}\u{1f4bb}".to_owned()),
                Just("\u{7}".to_owned()),
                Just("漢字".to_owned()),
                Just("x".repeat(700)),
                "[ -~]{0,12}",
            ];
            prop::collection::vec(piece, 0..24).prop_map(|pieces| pieces.concat())
        }

        proptest! {
            #[test]
            fn no_range_makes_a_renderer_panic(
                text in text(),
                start in 0_usize..900,
                length in 0_usize..900,
                other in 0_usize..900,
                replacement in text(),
                width in 0_usize..200,
            ) {
                let file = file("a.md", &text);
                let item = point(&file, start..start.saturating_add(length), "wrong")
                    .label(crate::diagnostic::Place::new(&file, other..start), "here")
                    .note("a note")
                    .fix(Fix {
                        title: "mend it".to_owned(),
                        range: start..start + length / 2,
                        replacement,
                        mechanical: true,
                    });
                let options = Options { width, ..Options::default() };
                for format in
                    [Format::Full, Format::Short, Format::Json, Format::Sarif, Format::Github]
                {
                    let shown = format.render(std::slice::from_ref(&item), &options);
                    prop_assert!(shown.contains("wrong"));
                }
            }
        }
    }
}
