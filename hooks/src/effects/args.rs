//! Options and operands of a program, by a short description of its options.
//!
//! Only what decides where a file is written has to be described: which options take
//! a value. Every other option is a flag.

use crate::shell::Word;

/// Which options of a program take a value. Lists are separated by spaces.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Spec {
    /// Letters that take a value: the rest of their word, or else the next word.
    pub short: &'static str,
    /// Letters that take the rest of their word and never the next one: `-i.bak`.
    pub attached: &'static str,
    /// Long options that take a value after `=` or as the next word.
    pub long: &'static str,
    /// Does the program take unique beginnings of long options, as GNU and git do?
    pub abbreviated: bool,
    /// Is everything from the first operand on an operand?
    pub stop: bool,
    /// Are long options written with one dash, so that letters cannot be joined?
    pub single: bool,
}

impl Spec {
    /// Options with a value, by letter and by name.
    pub(crate) const fn new(short: &'static str, long: &'static str) -> Self {
        Self { short, attached: "", long, abbreviated: false, stop: false, single: false }
    }

    pub(crate) const fn attached(mut self, letters: &'static str) -> Self {
        self.attached = letters;
        self
    }

    pub(crate) const fn abbreviated(mut self) -> Self {
        self.abbreviated = true;
        self
    }

    pub(crate) const fn stop(mut self) -> Self {
        self.stop = true;
        self
    }

    pub(crate) const fn single(mut self) -> Self {
        self.single = true;
        self
    }

    /// The described long option that `name` stands for.
    fn valued<'a>(&self, name: &'a str) -> Option<&'a str>
    where
        'static: 'a,
    {
        let mut all = self.long.split_whitespace();
        if let Some(exact) = all.clone().find(|long| *long == name) {
            return Some(exact);
        }
        let short = self.abbreviated && name.len() >= SHORTEST;
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
    /// Takes `words` (without the program) apart.
    pub(crate) fn parse(words: &'a [Word], spec: &Spec) -> Self {
        let mut found = Self { abbreviated: spec.abbreviated, ..Self::default() };
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
                if spec.single {
                    found.long(word, &text[1..], spec, &mut rest);
                } else {
                    found.letters(word, spec, &mut rest);
                }
            } else {
                found.operands.push(word);
                if spec.stop {
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
        wanted.split_whitespace().any(|name| {
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

    /// The text of the operand at `index`, if it is known.
    pub(crate) fn operand(&self, index: usize) -> Option<&'a str> {
        self.operands.get(index).and_then(|word| word.text())
    }
}
