//! One line of a table: what a program writes, by its options and operands.

use crate::shell::Word;

use super::args::{Arguments, Spec, Style};
use super::found::Found;
use crate::table::{Table, one_of};

/// Which operands a program writes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Operands {
    Nothing,
    All,
    First,
    Second,
    Last,
}

/// A packed table of rules; made by [`rules!`].
pub(super) type Rules = Table<9, (Operands, Style, [bool; 2])>;

/// Packs a slice of rules, in the order of [`Rule::all`].
macro_rules! rules {
    ($rules:expr) => {{
        const RULES: &[Rule] = $rules;
        crate::table::packed!(
            RULES,
            |rule| [
                rule.names,
                rule.sub,
                rule.spec.short,
                rule.spec.attached,
                rule.spec.long,
                rule.when,
                rule.unless,
                rule.outputs,
                rule.recursive,
            ],
            (rule.operands, rule.spec.style, [rule.here, rule.patterns])
                => (crate::effects::rule::Operands, crate::effects::args::Style, [bool; 2])
        )
    }};
}
pub(super) use rules;

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
        self.spec.style = Style::Gnu;
        self
    }

    /// Long options have one dash.
    pub(super) const fn single_dash(mut self) -> Self {
        self.spec.style = Style::Single;
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

    /// The rules of a table, unpacked one by one.
    fn all(table: &'static Rules) -> impl Iterator<Item = Self> {
        table.rows().map(|(texts, (operands, style, [here, patterns]))| {
            let [names, sub, short, attached, long, when, unless, outputs, recursive] = texts;
            let spec = Spec { short, attached, long, style };
            Self { names, sub, spec, operands, when, unless, outputs, recursive, here, patterns }
        })
    }

    fn is_for(&self, name: &str) -> bool {
        one_of(name, self.names)
    }

    /// Is there a rule for this program?
    pub(super) fn knows(table: &'static Rules, name: &str) -> bool {
        Self::all(table).any(|rule| rule.is_for(name))
    }

    /// Judges by the first rule of the table for this program and subcommand. `false`
    /// if there is none.
    pub(super) fn judge(
        table: &'static Rules,
        name: &str,
        words: &[Word],
        found: &mut Found,
    ) -> bool {
        for rule in Self::all(table).filter(|rule| rule.is_for(name)) {
            if rule.sub.is_empty() {
                rule.apply(words, found);
                return true;
            }
            let at = words.iter().position(|word| !word.prefix().starts_with('-'));
            let Some(at) = at else { continue };
            if words[at].is_one_of(rule.sub) {
                found.by = format!("{name} {}", words[at].prefix());
                rule.apply(&words[at + 1..], found);
                return true;
            }
        }
        false
    }

    fn apply(&self, words: &[Word], found: &mut Found) {
        let args = Arguments::of(words, &self.spec);
        if args.has(self.unless) {
            return;
        }
        found.values(&args, self.outputs);
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
