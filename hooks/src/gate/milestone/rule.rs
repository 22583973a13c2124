//! One line of a table: which call of a program makes a milestone.

use std::path::Path;

use super::What;
use super::call::{Call, Made, asks_for_help, is_on};
use crate::effects::args::{Arguments, Spec};
use crate::shell::Place;
use crate::table::{Table, one_of};

/// What a rule finds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    Tag,
    Release,
    Publish,
}

/// A packed table of rules; made by [`rules!`].
pub(super) type Rules = Table<9, Kind>;

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
                rule.spec.long,
                rule.when,
                rule.unless,
                rule.folder,
                rule.file,
                rule.registry,
            ],
            rule.kind => crate::gate::milestone::rule::Kind
        )
    }};
}
pub(super) use rules;

/// A call that makes a milestone. Lists of options are separated by spaces.
#[derive(Debug, Clone, Copy)]
pub(super) struct Rule {
    /// The names that the program goes by, separated by spaces.
    pub(super) names: &'static str,
    /// The subcommands that must come first: `release create|new`. Empty for any.
    pub(super) sub: &'static str,
    pub(super) spec: Spec,
    /// It is one only with one of these options; empty: always.
    pub(super) when: &'static str,
    /// It is none with one of these options: a dry run.
    pub(super) unless: &'static str,
    /// Options that name the folder in which the program works.
    pub(super) folder: &'static str,
    /// Options that name a file in that folder.
    pub(super) file: &'static str,
    /// Where it publishes to.
    pub(super) registry: &'static str,
    pub(super) kind: Kind,
}

impl Rule {
    const fn new(names: &'static str, sub: &'static str, kind: Kind) -> Self {
        Self {
            names,
            sub,
            spec: Spec::new("", ""),
            when: "",
            unless: "dry-run",
            folder: "",
            file: "",
            registry: "",
            kind,
        }
    }

    /// Publishes a package to `registry`.
    pub(super) const fn publishes(
        names: &'static str,
        sub: &'static str,
        registry: &'static str,
    ) -> Self {
        let mut rule = Self::new(names, sub, Kind::Publish);
        rule.registry = registry;
        rule
    }

    /// Makes a release on a server.
    pub(super) const fn releases(names: &'static str, sub: &'static str) -> Self {
        Self::new(names, sub, Kind::Release)
    }

    /// Creates a tag.
    pub(super) const fn tags(names: &'static str, sub: &'static str) -> Self {
        Self::new(names, sub, Kind::Tag)
    }

    /// Options that take a value, by letter and by name.
    pub(super) const fn takes(mut self, short: &'static str, long: &'static str) -> Self {
        self.spec = Spec::new(short, long);
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

    pub(super) const fn folder(mut self, options: &'static str) -> Self {
        self.folder = options;
        self
    }

    pub(super) const fn file(mut self, options: &'static str) -> Self {
        self.file = options;
        self
    }

    /// The rules of a table, unpacked one by one.
    fn all(table: &'static Rules) -> impl Iterator<Item = Self> {
        table.rows().map(|(texts, kind)| {
            let [names, sub, short, long, when, unless, folder, file, registry] = texts;
            let spec = Spec::new(short, long);
            Self { names, sub, spec, when, unless, folder, file, registry, kind }
        })
    }

    /// What the first rule that fits finds.
    pub(super) fn judge(table: &'static Rules, call: &Call<'_>) -> Option<Made> {
        Self::all(table)
            .filter(|rule| one_of(call.name, rule.names))
            .find_map(|rule| rule.apply(call))
    }

    fn apply(&self, call: &Call<'_>) -> Option<Made> {
        let args = Arguments::of(call.words, &self.spec);
        let wanted = || self.sub.split_whitespace();
        let fits = wanted().enumerate().all(|(at, names)| {
            args.operand(at).is_some_and(|own| names.split('|').any(|name| name == own))
        });
        if !fits
            || asks_for_help(&args)
            || matches!(call.words, [only] if matches!(only.text(), Some("--version" | "-v" | "-V")))
            || !self.when.is_empty() && !is_on(&args, self.when)
            || is_on(&args, self.unless)
        {
            return None;
        }
        let what = match self.kind {
            Kind::Tag => What::Tag { name: None },
            Kind::Release => What::Release,
            Kind::Publish => What::Publish { registry: self.registry },
        };
        Some(Made { what, place: addressed(call, &args, self.folder, self.file) })
    }
}

/// The folder that options of a call name, or the one where it runs.
pub(super) fn addressed(call: &Call<'_>, args: &Arguments<'_>, folder: &str, file: &str) -> Place {
    let mut place = call.cwd.clone();
    if let Some(folder) = args.value(folder) {
        place = place.resolve(folder);
    }
    if let Some(file) = args.value(file) {
        place = match place.resolve(file) {
            Place::At(path) => {
                Place::At(path.parent().map_or_else(Default::default, Path::to_path_buf))
            }
            other => other,
        };
    }
    place
}
