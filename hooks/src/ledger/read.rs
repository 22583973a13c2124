//! Entries, as they stand in the ledger.

use std::ops::Range;

use super::entry::{Entry, Fate, Item, Phase, PhaseRecord, Triage};
use super::lines::{self, Line, bullet, field};
use crate::Date;
use crate::drift::Grade;

pub(super) const TRIGGER: &str = "Trigger";
pub(super) const DIRTY: &str = "Dirty at start";
pub(super) const CONSUMED: &str = "Sessions consumed";
pub(super) const COMMITS: &str = "Commits produced";
pub(super) const TRIAGE: &str = "Triage";
pub(super) const BLOCKERS: &str = "Blockers";
pub(super) const PHASES: &str = "Phases";
pub(super) const ASSESSMENT: &str = "Assessment";
pub(super) const CONCERNS: &str = "Concerns";
pub(super) const NOTE: &str = "Note";
/// The line of an entry that is closed.
pub(super) const RESET: &str = "Counter reset to 0";

/// The entry in these lines, its heading first.
pub(super) fn entry(
    bytes: &[u8],
    all: &[Line],
    block: Range<usize>,
    date: Date,
    grade: Grade,
) -> Entry {
    let mut entry = Entry::new(date, grade);
    let mut above = "";
    for line in all[block].iter().skip(1) {
        let Some((is_nested, said)) = bullet(lines::text(bytes, line)) else { continue };
        let (name, value) = field(said).unwrap_or((said, ""));
        if !is_nested {
            above = name;
            entry.take(name, value);
        } else if above.eq_ignore_ascii_case(PHASES) {
            entry.take_phase(name, value);
        } else if above.eq_ignore_ascii_case(TRIAGE)
            && let Ok(fate) = name.parse::<Fate>()
        {
            entry.items.push(Item { fate, text: value.to_owned() });
        }
    }
    entry
}

impl Entry {
    fn take(&mut self, name: &str, value: &str) {
        let is = |known: &str| name.eq_ignore_ascii_case(known);
        let text = || Some(value.to_owned());
        // `12 (app 9, docs 3)` is 12.
        let number = || {
            let end = value.find(|c: char| !c.is_ascii_digit()).unwrap_or(value.len());
            value[..end].parse().ok()
        };
        if is(TRIGGER) {
            self.trigger = text();
        } else if is(DIRTY) {
            self.dirty_at_start = number();
        } else if is(CONSUMED) {
            self.sessions_consumed = number();
        } else if is(COMMITS) {
            self.commits_produced = number();
        } else if is(TRIAGE) || is("Items triaged") {
            self.triage = Triage::read(value);
        } else if is(BLOCKERS) {
            self.blockers = text();
        } else if is(PHASES) {
            for part in parts(value) {
                let (name, rest) = part.split_once('(').unwrap_or((part, ""));
                self.take_phase(name, rest.strip_suffix(')').unwrap_or(rest));
            }
        } else if is(ASSESSMENT) {
            self.assessment = text();
        } else if is(CONCERNS) {
            self.concerns = text();
        } else if is(NOTE) {
            self.note = text();
        } else if is(RESET) {
            self.closed = true;
        } else if !value.is_empty() {
            self.other.push((name.to_owned(), value.to_owned()));
        }
    }

    fn take_phase(&mut self, name: &str, value: &str) {
        let Ok(phase) = name.parse::<Phase>() else { return };
        self.phases.retain(|record| record.phase != phase);
        self.phases.push(PhaseRecord::read(phase, value));
    }
}

/// What commas part, but for those in brackets.
fn parts(text: &str) -> Vec<&str> {
    let mut depth = 0_usize;
    text.split(|c| {
        match c {
            '(' => depth += 1,
            ')' => depth = depth.saturating_sub(1),
            _ => {}
        }
        c == ',' && depth == 0
    })
    .map(str::trim)
    .filter(|part| !part.is_empty())
    .collect()
}
