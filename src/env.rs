//! Every environment variable that the programs read, named once.
//!
//! clippy.toml forbids reading the environment anywhere else in this package,
//! so that this page is the whole list.

use std::ffi::OsString;

/// An environment variable that we read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Variable {
    /// Its name.
    pub name: &'static str,
    /// What it does, as an imperative.
    pub purpose: &'static str,
}

/// Turns colour off when it is not empty; <https://no-color.org>.
pub const NO_COLOR: Variable =
    Variable { name: "NO_COLOR", purpose: "turn colour off, whatever its value" };

/// Turns colour on, even in a pipe, unless it is empty or `0`; `NO_COLOR` wins.
pub const CLICOLOR_FORCE: Variable =
    Variable { name: "CLICOLOR_FORCE", purpose: "turn colour on, even in a pipe" };

/// The kind of terminal; `dumb` has no colour.
pub const TERM: Variable = Variable { name: "TERM", purpose: "no colour where it is `dumb`" };

/// Set by every continuous integration service.
pub const CI: Variable = Variable { name: "CI", purpose: "never show progress" };

/// All of them, as the book lists them.
pub const ALL: &[Variable] = &[NO_COLOR, CLICOLOR_FORCE, TERM, CI];

impl Variable {
    /// Its value in this process, whatever its encoding.
    #[expect(clippy::disallowed_methods, reason = "the one place that reads the environment")]
    pub fn value(self) -> Option<OsString> {
        std::env::var_os(self.name)
    }

    /// Is it set to something that is not empty?
    pub fn is_set(self) -> bool {
        self.value().is_some_and(|value| !value.is_empty())
    }

    /// Is it set to something that neither is empty, nor `0`, nor `false`?
    pub fn is_on(self) -> bool {
        self.value().is_some_and(|value| !value.is_empty() && value != "0" && value != "false")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_variable_is_listed_once() {
        let mut names: Vec<_> = ALL.iter().map(|variable| variable.name).collect();
        names.sort_unstable();
        names.dedup();
        assert_eq!(names.len(), ALL.len());
    }

    #[test]
    fn a_variable_that_nobody_sets_is_neither_set_nor_on() {
        let nobody = Variable { name: "CVG_NOBODY_SETS_THIS", purpose: "be absent" };
        assert!(nobody.value().is_none() && !nobody.is_set() && !nobody.is_on());
    }
}
