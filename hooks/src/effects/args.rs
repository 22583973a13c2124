//! Options and operands of a program, by a short description of its options.
//!
//! Only what decides where a file is written has to be described: which options take
//! a value. Every other option is a flag.

use crate::shell::Word;
use crate::table::names;

/// How a program reads its options.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Style {
    /// Letters may be joined, options and operands mixed.
    Plain,
    /// Unique beginnings of long options will do, as for GNU and git.
    Gnu,
    /// From the first operand on everything is an operand.
    Stop,
    /// Long options have one dash, so that letters cannot be joined.
    Single,
}

/// Which options of a program take a value. Lists are separated by spaces.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Spec {
    /// Letters that take a value: the rest of their word, or else the next word.
    pub short: &'static str,
    /// Letters that take the rest of their word and never the next one: `-i.bak`.
    pub attached: &'static str,
    /// Long options that take a value after `=` or as the next word.
    pub long: &'static str,
    pub style: Style,
}

impl Spec {
    /// Options with a value, by letter and by name.
    pub(crate) const fn new(short: &'static str, long: &'static str) -> Self {
        Self { short, attached: "", long, style: Style::Plain }
    }

    /// The same in one text, which is less code where it is used: `"ef/i expression file"`.
    fn read(options: &'static str, style: Style) -> Self {
        let (letters, long) = options.split_once(' ').unwrap_or((options, ""));
        let (short, attached) = letters.split_once('/').unwrap_or((letters, ""));
        Self { short: short.trim_start_matches('-'), attached, long, style }
    }

    /// The described long option that `name` stands for.
    fn valued<'a>(&self, name: &'a str) -> Option<&'a str>
    where
        'static: 'a,
    {
        let mut all = names(self.long);
        if let Some(exact) = all.clone().find(|long| *long == name) {
            return Some(exact);
        }
        let short = self.style == Style::Gnu && name.len() >= SHORTEST;
        all.find(|long| short && long.starts_with(name))
    }
}

/// Shorter beginnings of a long option are not taken for it: they are ambiguous in
/// most programs.
const SHORTEST: usize = 3;

/// The arguments of one program, taken apart.
#[derive(Debug, Default)]
pub(crate) struct Arguments<'a> {
    /// Options in their order, names without dashes, with the value if they take one.
    pub options: Vec<(&'a str, Option<Word>)>,
    /// Everything else.
    pub operands: Vec<&'a Word>,
    abbreviated: bool,
}

impl<'a> Arguments<'a> {
    /// Takes `words` (without the program) apart. `options` are those with a value: letters,
    /// or `-` for none; after a slash letters whose value is in the same word; then names.
    pub(crate) fn parse(words: &'a [Word], options: &'static str, style: Style) -> Self {
        Self::of(words, &Spec::read(options, style))
    }

    /// The same for a row of a table.
    pub(crate) fn of(words: &'a [Word], spec: &Spec) -> Self {
        let abbreviated = spec.style == Style::Gnu;
        let mut found = Self { abbreviated, ..Self::default() };
        let mut rest = words.iter();
        while let Some(word) = rest.next() {
            let text = word.prefix();
            if text == "--" && word.is_known() {
                found.operands.extend(rest);
                break;
            }
            if let Some(name) = text.strip_prefix("--") {
                found.long(word, name, spec, &mut rest);
            } else if text.starts_with('-') && (text.len() > 1 || !word.is_known()) {
                if spec.style == Style::Single {
                    found.long(word, &text[1..], spec, &mut rest);
                } else {
                    found.letters(word, spec, &mut rest);
                }
            } else {
                found.operands.push(word);
                if spec.style == Style::Stop {
                    found.operands.extend(rest);
                    break;
                }
            }
        }
        found
    }

    fn long(
        &mut self,
        word: &'a Word,
        name: &'a str,
        spec: &Spec,
        rest: &mut std::slice::Iter<'a, Word>,
    ) {
        if let Some(at) = name.find('=') {
            let dashes = word.prefix().len() - name.len();
            let name = &name[..at];
            let value = word.after(dashes + at + 1);
            self.options.push((spec.valued(name).unwrap_or(name), Some(value)));
        } else if let Some(name) = spec.valued(name) {
            self.options.push((name, rest.next().cloned()));
        } else {
            self.options.push((name, None));
        }
    }

    fn letters(&mut self, word: &'a Word, spec: &Spec, rest: &mut std::slice::Iter<'a, Word>) {
        let text = word.prefix();
        for (at, letter) in text.char_indices().skip(1) {
            let end = at + letter.len_utf8();
            let name = &text[at..end];
            let ends_here = end == text.len() && word.is_known();
            if spec.attached.contains(letter) {
                self.options.push((name, (!ends_here).then(|| word.after(end))));
                return;
            }
            if spec.short.contains(letter) {
                let value = if ends_here { rest.next().cloned() } else { Some(word.after(end)) };
                self.options.push((name, value));
                return;
            }
            self.options.push((name, None));
        }
    }

    /// Is `given`, an option as it was found, one of `wanted`?
    pub(crate) fn is(&self, given: &str, wanted: &str) -> bool {
        names(wanted).any(|name| {
            given == name || self.abbreviated && given.len() >= SHORTEST && name.starts_with(given)
        })
    }

    /// Is one of these options (a list separated by spaces) given?
    pub(crate) fn has(&self, names: &str) -> bool {
        !names.is_empty() && self.options.iter().any(|(name, _)| self.is(name, names))
    }

    /// The values of these options, in order.
    pub(crate) fn values<'s>(&'s self, names: &'s str) -> impl Iterator<Item = &'s Word> {
        self.options
            .iter()
            .filter(move |(name, _)| self.is(name, names))
            .filter_map(|(_, value)| value.as_ref())
    }

    /// The value of the last one of these options.
    pub(crate) fn value(&self, names: &str) -> Option<&Word> {
        self.options
            .iter()
            .rev()
            .find(|(name, value)| value.is_some() && self.is(name, names))
            .and_then(|(_, value)| value.as_ref())
    }

    /// The same as words of their own.
    pub(crate) fn own_values(&self, names: &str) -> Vec<Word> {
        self.values(names).cloned().collect()
    }

    /// The operands without the first `skip`.
    pub(crate) fn after(&self, skip: usize) -> &[&'a Word] {
        self.operands.get(skip..).unwrap_or_default()
    }

    /// The same as words of their own.
    pub(crate) fn own_operands(&self, skip: usize) -> Vec<Word> {
        self.after(skip).iter().map(|word| (*word).clone()).collect()
    }

    /// The text of the operand at `index`, if it is known.
    pub(crate) fn operand(&self, index: usize) -> Option<&'a str> {
        self.operands.get(index).and_then(|word| word.text())
    }
}
