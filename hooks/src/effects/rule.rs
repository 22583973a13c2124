//! One line of a table: what a program writes, by its options and operands.

use crate::shell::Word;

use super::args::{Arguments, Spec};
use super::found::Found;
use super::table::{TEXTS, Table};

/// Which operands a program writes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Operands {
    Nothing,
    All,
    First,
    Second,
    Last,
}

/// What a program writes. Lists of options are separated by spaces.
#[derive(Debug, Clone, Copy)]
pub(super) struct Rule {
    /// The names that it goes by, separated by spaces.
    pub(super) names: &'static str,
    /// The subcommand that the rule is for; empty for any.
    pub(super) sub: &'static str,
    pub(super) spec: Spec,
    pub(super) operands: Operands,
    /// Operands are written only with one of these options; empty: always.
    pub(super) when: &'static str,
    /// Nothing is written with one of these options.
    pub(super) unless: &'static str,
    /// Options whose value is a file that is written.
    pub(super) outputs: &'static str,
    /// Options with which a write reaches everything below; `*`: always.
    pub(super) recursive: &'static str,
    /// Without operands everything below the working directory is written.
    pub(super) here: bool,
    /// The program expands patterns by itself.
    pub(super) patterns: bool,
}

impl Rule {
    const fn new(names: &'static str, operands: Operands) -> Self {
        Self {
            names,
            sub: "",
            spec: Spec::new("", ""),
            operands,
            when: "",
            unless: "",
            outputs: "",
            recursive: "",
            here: false,
            patterns: false,
        }
    }

    /// Writes these operands.
    pub(super) const fn writes(names: &'static str, operands: Operands) -> Self {
        Self::new(names, operands)
    }

    /// Writes nothing but what `outputs` names.
    pub(super) const fn reads(names: &'static str) -> Self {
        Self::new(names, Operands::Nothing)
    }

    /// Rewrites the files and folders that it is given, or all below the working
    /// directory.
    pub(super) const fn formats(names: &'static str) -> Self {
        let mut rule = Self::new(names, Operands::All);
        rule.recursive = "*";
        rule.here = true;
        rule.patterns = true;
        rule
    }

    pub(super) const fn sub(mut self, sub: &'static str) -> Self {
        self.sub = sub;
        self
    }

    /// Options that take a value, by letter and by name.
    pub(super) const fn takes(mut self, short: &'static str, long: &'static str) -> Self {
        self.spec.short = short;
        self.spec.long = long;
        self
    }

    /// A GNU program: long options can be abbreviated.
    pub(super) const fn gnu(mut self) -> Self {
        self.spec = self.spec.abbreviated();
        self
    }

    /// Long options have one dash.
    pub(super) const fn single_dash(mut self) -> Self {
        self.spec = self.spec.single();
        self
    }

    pub(super) const fn when(mut self, options: &'static str) -> Self {
        self.when = options;
        self
    }

    pub(super) const fn unless(mut self, options: &'static str) -> Self {
        self.unless = options;
        self
    }

    pub(super) const fn outputs(mut self, options: &'static str) -> Self {
        self.outputs = options;
        self
    }

    pub(super) const fn recursive(mut self, options: &'static str) -> Self {
        self.recursive = options;
        self
    }

    /// Without operands it reads its standard input and writes no file.
    pub(super) const fn filters(mut self) -> Self {
        self.here = false;
        self
    }

    /// All texts, in the order in which [`Table::rules`] reads them.
    pub(super) const fn texts(&self) -> [&'static str; TEXTS] {
        [
            self.names,
            self.sub,
            self.spec.short,
            self.spec.attached,
            self.spec.long,
            self.when,
            self.unless,
            self.outputs,
            self.recursive,
        ]
    }

    fn is_for(&self, name: &str) -> bool {
        self.names.split(' ').any(|own| own == name)
    }

    /// Is there a rule for this program?
    pub(super) fn knows(table: Table, name: &str) -> bool {
        table.rules().any(|rule| rule.is_for(name))
    }

    /// Judges by the first rule of the table for this program and subcommand. `false`
    /// if there is none.
    pub(super) fn judge(table: Table, name: &str, words: &[Word], found: &mut Found) -> bool {
        for rule in table.rules().filter(|rule| rule.is_for(name)) {
            if rule.sub.is_empty() {
                rule.apply(words, found);
                return true;
            }
            let at = words.iter().position(|word| !word.prefix().starts_with('-'));
            let Some(at) = at else { continue };
            if words[at].text().is_some_and(|sub| rule.sub.split(' ').any(|own| own == sub)) {
                found.by = format!("{name} {}", words[at].prefix());
                rule.apply(&words[at + 1..], found);
                return true;
            }
        }
        false
    }

    fn apply(&self, words: &[Word], found: &mut Found) {
        let args = Arguments::parse(words, &self.spec);
        if args.has(self.unless) {
            return;
        }
        for value in args.values(self.outputs) {
            found.file(value);
        }
        if !self.when.is_empty() && !args.has(self.when) {
            return;
        }
        let recursive = self.recursive == "*" || args.has(self.recursive);
        let all = args.operands.as_slice();
        let written: &[&Word] = match self.operands {
            Operands::Nothing => return,
            Operands::All => all,
            Operands::First => all.get(..1).unwrap_or_default(),
            Operands::Second => all.get(1..2).unwrap_or_default(),
            Operands::Last => all.get(all.len().saturating_sub(1)..).unwrap_or_default(),
        };
        if written.is_empty() && self.here {
            found.here();
        }
        for word in written {
            if self.patterns {
                found.pattern(word, recursive);
            } else {
                found.path(word, recursive);
            }
        }
    }
}
