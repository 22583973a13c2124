//! A table of rules, packed at compile time.
//!
//! A rule has nine short texts. As nine `&str` they take nine pointers, lengths and, in a
//! position-independent program, relocations: four times as much as the texts themselves,
//! to be patched at every start. Here they lie in one text, and a row knows where.

use super::args::Spec;
use super::rule::{Operands, Rule};

/// How many texts a rule has.
pub(super) const TEXTS: usize = 9;

/// The rules of a table without their texts.
#[derive(Debug, Clone, Copy)]
pub(super) struct Row {
    /// Where each text ends; it begins where the one before ends.
    ends: [u16; TEXTS],
    operands: Operands,
    /// What a rule has besides, in the order of [`Row::of`].
    flags: [bool; 5],
}

/// Packed rules; made by [`packed!`].
#[derive(Debug, Clone, Copy)]
pub(super) struct Table {
    pub(super) texts: &'static str,
    pub(super) rows: &'static [Row],
}

/// Packs a constant slice of rules.
macro_rules! packed {
    ($rules:expr) => {{
        use crate::effects::table::{Row, Table, rows, size, texts};
        const TEXTS: [u8; size($rules)] = texts($rules);
        const ROWS: [Row; $rules.len()] = rows($rules);
        Table {
            texts: match std::str::from_utf8(&TEXTS) {
                Ok(texts) => texts,
                Err(_) => "",
            },
            rows: &ROWS,
        }
    }};
}
pub(super) use packed;

/// How long the texts of all rules are together.
pub(super) const fn size(rules: &[Rule]) -> usize {
    let (mut size, mut at) = (0, 0);
    while at < rules.len() * TEXTS {
        size += rules[at / TEXTS].texts()[at % TEXTS].len();
        at += 1;
    }
    size
}

/// The texts of all rules, one after the other.
pub(super) const fn texts<const SIZE: usize>(rules: &[Rule]) -> [u8; SIZE] {
    let mut all = [0; SIZE];
    let mut rest: &mut [u8] = &mut all;
    let mut at = 0;
    while at < rules.len() * TEXTS {
        let text = rules[at / TEXTS].texts()[at % TEXTS].as_bytes();
        let (place, after) = rest.split_at_mut(text.len());
        place.copy_from_slice(text);
        rest = after;
        at += 1;
    }
    all
}

/// The rows of all rules.
#[expect(clippy::cast_possible_truncation, reason = "the assertion comes first")]
pub(super) const fn rows<const COUNT: usize>(rules: &[Rule]) -> [Row; COUNT] {
    let mut rows = [Row::of(&rules[0]); COUNT];
    let (mut end, mut at) = (0, 0);
    while at < rules.len() * TEXTS {
        let (row, text) = (at / TEXTS, at % TEXTS);
        if text == 0 {
            rows[row] = Row::of(&rules[row]);
        }
        end += rules[row].texts()[text].len();
        assert!(end <= u16::MAX as usize, "a table has at most 64 KiB of text");
        rows[row].ends[text] = end as u16;
        at += 1;
    }
    rows
}

impl Row {
    const fn of(rule: &Rule) -> Self {
        Self {
            ends: [0; TEXTS],
            operands: rule.operands,
            flags: [
                rule.spec.abbreviated,
                rule.spec.stop,
                rule.spec.single,
                rule.here,
                rule.patterns,
            ],
        }
    }
}

impl Table {
    /// The rules, unpacked one by one.
    pub(super) fn rules(self) -> impl Iterator<Item = Rule> {
        let mut start = 0;
        self.rows.iter().map(move |row| {
            let texts = row.ends.map(|end| {
                let text = self.texts.get(start..usize::from(end)).unwrap_or_default();
                start = usize::from(end);
                text
            });
            let [names, sub, short, attached, long, when, unless, outputs, recursive] = texts;
            let Row { operands, flags: [abbreviated, stop, single, here, patterns], .. } = *row;
            let spec = Spec { short, attached, long, abbreviated, stop, single };
            Rule { names, sub, spec, operands, when, unless, outputs, recursive, here, patterns }
        })
    }
}
