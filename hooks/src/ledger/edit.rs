//! Changes of the ledger: each touches the lines that it must, and no other.

use std::ops::Range;
use std::path::Path;

use super::entry::{Entry, PhaseRecord, Release};
use super::error::Unfinished;
use super::lines::{self, bullet, field, one_line};
use super::section::{BASELINE, Block, BlockKind, RELEASE, RETRO, SESSIONS, Section, key};
use super::{Counted, Ledger, read};
use crate::Date;

/// How many sessions are remembered: a session that goes on for longer than the next 500
/// begin may count twice.
const REMEMBERED: usize = 500;

impl Ledger {
    /// Counts a session of the repository `root`, once: the same session, and one without a
    /// name, count no more. A repository that is not known gets a section with `today` for
    /// its baseline.
    pub fn count_session(&mut self, root: &Path, session: &str, today: Date) -> Counted {
        let mark = mark_of(session);
        let section = self.ensure(root, today);
        let known = section.counted.as_ref().map_or(&[][..], |(marks, _)| marks);
        let sessions = section.sessions.as_ref().map_or(0, |(number, ..)| *number);
        if session.is_empty() || known.contains(&mark) {
            return Counted { sessions, new: false };
        }
        let keep = known.len().saturating_sub(REMEMBERED - 1);
        let mut marks = known[keep..].to_vec();
        marks.push(mark);
        let marks = marks.join(" ");
        if let Some((known, place)) = &section.counted {
            let place = place.clone();
            let apart = if known.is_empty() { " " } else { "" };
            self.replace(place, &format!("{apart}{marks}"));
        } else {
            let line = section.sessions.as_ref().map_or(section.lines.start, |it| it.2);
            self.insert_after(line, &[format!("<!-- counted: {marks} -->")]);
        }
        let sessions = sessions.saturating_add(1);
        self.set_sessions(root, sessions, today);
        Counted { sessions, new: true }
    }

    /// Sets the counter of a repository; 0 after a convergence.
    pub fn set_sessions(&mut self, root: &Path, sessions: u64, today: Date) {
        if let Some((_, place, _)) = self.ensure(root, today).sessions.clone() {
            self.replace(place, &sessions.to_string());
        }
    }

    /// Sets the day from which on sessions are counted. The counter stays.
    pub fn set_baseline(&mut self, root: &Path, date: Date) {
        let section = self.ensure(root, date);
        match (&section.baseline, &section.sessions) {
            (Some((_, place)), _) => {
                let place = place.clone();
                self.replace(place, &date.to_string());
            }
            (None, Some((.., line))) => {
                let above = line - 1;
                self.insert_after(above, &[format!("- {BASELINE}: {date}")]);
            }
            (None, None) => {}
        }
    }

    /// Notes whether a repository may be released.
    pub fn set_release(&mut self, root: &Path, release: &Release) {
        let section = self.ensure(root, release.date);
        match (&section.release, &section.sessions) {
            (Some((_, place)), _) => {
                let place = place.clone();
                self.replace(place, &release.to_string());
            }
            (None, Some((.., line))) => {
                let line = *line;
                self.insert_after(line, &[format!("- {RELEASE}: {release}")]);
            }
            (None, None) => {}
        }
    }

    /// Writes an entry. If the repository has an open one of the same day, what `entry` says
    /// is put into that, and the rest of it stays; otherwise a new one is appended. Of two
    /// items with the same text the later fate counts.
    ///
    /// An entry that is closed sets the counter to 0, and is refused as long as a phase has
    /// no record; then nothing is changed.
    pub fn put_entry(&mut self, root: &Path, entry: &Entry) -> Result<(), Unfinished> {
        let open = self.section(root).and_then(|section| {
            section.blocks.iter().rev().find_map(|block| {
                let own = self.entry_of(block)?;
                (own.date == entry.date && !own.closed).then_some(own)
            })
        });
        let mut merged = open.clone().unwrap_or_else(|| Entry::new(entry.date, entry.grade));
        merged.absorb(entry);
        let missing = merged.missing_phases();
        if entry.closed && !missing.is_empty() {
            return Err(Unfinished(missing));
        }
        self.ensure(root, entry.date);
        if open.is_some() {
            self.amend(root, entry, &merged);
        } else {
            self.append(root, &merged);
        }
        self.add_retro(root, entry.date, &entry.retro);
        if entry.closed {
            self.set_sessions(root, 0, entry.date);
        }
        Ok(())
    }

    /// Adds lines to the retrospective of the last entry of that day. Is there one?
    pub fn add_retro(&mut self, root: &Path, date: Date, retro: &[String]) -> bool {
        let Some(section) = self.section(root) else { return false };
        let of_day = |block: &Block| matches!(block.kind, BlockKind::Entry(of, _) if of == date);
        let Some(entry) = section.blocks.iter().rposition(of_day) else { return false };
        let mut lines: Vec<String> =
            retro.iter().map(|line| format!("- {}", one_line(line))).collect();
        if lines.is_empty() {
            return true;
        }
        let next = section.blocks.get(entry + 1).filter(|block| block.kind == BlockKind::Retro);
        if let Some(block) = next {
            let last = self.last_said(&block.lines);
            // Under the bare heading a blank line is missing.
            if last == block.lines.start {
                lines.insert(0, String::new());
            }
            self.insert_after(last, &lines);
        } else {
            lines.splice(0..0, [String::new(), format!("## {RETRO}"), String::new()]);
            let last = self.last_said(&section.blocks[entry].lines);
            self.insert_block(last, lines);
        }
        true
    }

    /// The section of a repository, which is made at the end if none is understood.
    fn ensure(&mut self, root: &Path, today: Date) -> &Section {
        let at = self.index(root).unwrap_or_else(|| {
            let mut lines = vec![
                format!("# {}", key(root)),
                String::new(),
                format!("- {BASELINE}: {today}"),
                format!("- {SESSIONS}: 0"),
            ];
            let is_apart =
                self.lines.last().is_none_or(|last| self.bytes[last.start..last.end].is_empty());
            if !is_apart {
                lines.insert(0, String::new());
            }
            self.insert(self.bytes.len(), &lines);
            self.sections.len() - 1
        });
        &self.sections[at]
    }

    /// A whole entry at the end of the section.
    fn append(&mut self, root: &Path, entry: &Entry) {
        let Some(section) = self.section(root) else { return };
        let last = self.last_said(&section.lines);
        let mut lines =
            vec![String::new(), format!("## {} — {}", entry.date, entry.grade), String::new()];
        for (name, value) in fields(entry) {
            lines.push(line(&name, &value));
            if name == read::TRIAGE {
                let items = entry.items.iter();
                lines.extend(items.map(|item| nested(item.fate.word(), &item.text)));
            }
        }
        if !entry.phases.is_empty() {
            // Before the judgement, as the phases came before it.
            let at = lines.iter().position(|line| {
                [read::ASSESSMENT, read::CONCERNS, read::NOTE]
                    .iter()
                    .any(|name| line.starts_with(&format!("- {name}:")))
            });
            let mut phases = vec![line(read::PHASES, "")];
            phases.extend(entry.phases.iter().map(|it| nested(it.phase.title(), &it.shown())));
            let at = at.unwrap_or(lines.len());
            lines.splice(at..at, phases);
        }
        if entry.closed {
            lines.push(format!("- {}", read::RESET));
        }
        self.insert_block(last, lines);
    }

    /// Puts what `entry` says into the open entry of its day.
    fn amend(&mut self, root: &Path, entry: &Entry, merged: &Entry) {
        let mut said = entry.clone();
        if entry.triage.is_some() || !entry.items.is_empty() {
            said.triage = merged.triage;
        }
        for (name, value) in fields(&said) {
            self.set_field(root, entry.date, &name, &value);
        }
        for item in &entry.items {
            let text = one_line(&item.text);
            self.set_nested(root, entry.date, read::TRIAGE, item.fate.word(), &text, |_, value| {
                value == text
            });
        }
        for PhaseRecord { phase, .. } in &entry.phases {
            let Some(record) = merged.phases.iter().find(|it| it.phase == *phase) else { continue };
            let (title, text) = (phase.title(), record.shown());
            self.set_nested(root, entry.date, read::PHASES, title, &text, |name, _| {
                name.parse() == Ok(*phase)
            });
        }
        if entry.closed
            && let Some(block) = self.open_block(root, entry.date)
        {
            let last = self.last_said(&block);
            self.insert_after(last, &[format!("- {}", read::RESET)]);
        }
    }

    /// The lines of the open entry of a day.
    fn open_block(&self, root: &Path, date: Date) -> Option<Range<usize>> {
        let blocks = self.section(root)?.blocks.iter().rev();
        let mut open = blocks.filter(|block| {
            self.entry_of(block).is_some_and(|entry| entry.date == date && !entry.closed)
        });
        open.next().map(|block| block.lines.clone())
    }

    fn set_field(&mut self, root: &Path, date: Date, name: &str, value: &str) {
        let Some(block) = self.open_block(root, date) else { return };
        if let Some(at) = self.field_line(&block, name) {
            self.set_value(at, value);
        } else {
            let last = self.last_said(&block);
            self.insert_after(last, &[line(name, value)]);
        }
    }

    /// Sets the line below the field `above` that `is_it`, or adds one.
    fn set_nested(
        &mut self,
        root: &Path,
        date: Date,
        above: &str,
        name: &str,
        value: &str,
        is_it: impl Fn(&str, &str) -> bool,
    ) {
        let Some(mut block) = self.open_block(root, date) else { return };
        if self.field_line(&block, above).is_none() {
            let last = self.last_said(&block);
            self.insert_after(last, &[line(above, "")]);
            let Some(grown) = self.open_block(root, date) else { return };
            block = grown;
        }
        let Some(parent) = self.field_line(&block, above) else { return };
        let mut last = parent;
        for at in parent + 1..block.end {
            let text = lines::text(&self.bytes, &self.lines[at]);
            if text.trim().is_empty() || !text.starts_with([' ', '\t']) {
                break;
            }
            last = at;
            let Some((own, said)) = bullet(text).and_then(|(_, said)| field(said)) else {
                continue;
            };
            if is_it(own, said) {
                let place = &self.lines[at];
                let indent = text.len() - text.trim_start().len();
                let changed = format!("{}- {name}: {value}", &text[..indent]);
                return self.replace(place.start..place.end, &changed);
            }
        }
        self.insert_after(last, &[nested(name, value)]);
    }

    /// The line of a field in an entry.
    fn field_line(&self, block: &Range<usize>, name: &str) -> Option<usize> {
        block.clone().skip(1).find(|&at| {
            let said = bullet(lines::text(&self.bytes, &self.lines[at]));
            let own = said.filter(|(is_nested, _)| !is_nested).and_then(|(_, said)| field(said));
            own.is_some_and(|(own, _)| own.eq_ignore_ascii_case(name))
        })
    }

    /// Sets what stands after the colon of a field.
    fn set_value(&mut self, at: usize, value: &str) {
        let text = lines::text(&self.bytes, &self.lines[at]);
        let Some((before, _)) = text.split_once(':') else { return };
        let value = one_line(value);
        let changed = if value.is_empty() { value } else { format!(" {value}") };
        let start = self.lines[at].start + before.len() + 1;
        self.replace(start..self.lines[at].end, &changed);
    }

    /// The last line of a range that is not blank.
    fn last_said(&self, range: &Range<usize>) -> usize {
        let is_said = |at: &usize| {
            let line = &self.lines[*at];
            !self.bytes[line.start..line.end].trim_ascii().is_empty()
        };
        range.clone().rev().find(is_said).unwrap_or(range.start)
    }

    /// Inserts lines after a line, and one more if the next would stand close to them.
    fn insert_block(&mut self, after: usize, mut lines: Vec<String>) {
        let next = self.lines.get(after + 1);
        if next.is_some_and(|line| !self.bytes[line.start..line.end].trim_ascii().is_empty()) {
            lines.push(String::new());
        }
        self.insert_after(after, &lines);
    }

    fn insert_after(&mut self, line: usize, lines: &[String]) {
        self.insert(self.lines[line].next, lines);
    }

    /// Inserts lines where a line begins, or at the end. A last line without a line end
    /// stays the only one without.
    fn insert(&mut self, at: usize, lines: &[String]) {
        let is_crlf = self.lines.first().is_some_and(|first| first.next - first.end == 2);
        let end = if is_crlf { "\r\n" } else { "\n" };
        let is_open = at == self.bytes.len() && self.bytes.last().is_some_and(|it| *it != b'\n');
        let text = lines.join(end);
        let text = if is_open { format!("{end}{text}") } else { format!("{text}{end}") };
        self.replace(at..at, &text);
    }

    fn replace(&mut self, place: Range<usize>, text: &str) {
        self.bytes.splice(place, text.bytes());
        self.understand();
    }
}

/// The fields of an entry that are one line each, in order.
fn fields(entry: &Entry) -> Vec<(String, String)> {
    let number = |number: Option<u64>| number.map(|number| number.to_string());
    let known = [
        (read::TRIGGER, entry.trigger.clone()),
        (read::DIRTY, number(entry.dirty_at_start)),
        (read::CONSUMED, number(entry.sessions_consumed)),
        (read::COMMITS, number(entry.commits_produced)),
        (read::TRIAGE, entry.triage.map(|triage| triage.to_string())),
        (read::BLOCKERS, entry.blockers.clone()),
    ];
    let judgement = [
        (read::ASSESSMENT, entry.assessment.clone()),
        (read::CONCERNS, entry.concerns.clone()),
        (read::NOTE, entry.note.clone()),
    ];
    let owned = |(name, value): (&str, Option<String>)| Some((name.to_owned(), value?));
    let other = entry.other.iter().map(|(name, value)| (one_line(&name.replace(':', " ")), value));
    let other = other.filter(|(name, _)| !name.is_empty());
    known
        .into_iter()
        .filter_map(owned)
        .chain(other.map(|(name, value)| (name, value.clone())))
        .chain(judgement.into_iter().filter_map(owned))
        .collect()
}

fn line(name: &str, value: &str) -> String {
    format!("- {name}: {}", one_line(value)).trim_end().to_owned()
}

fn nested(name: &str, value: &str) -> String {
    format!("  {}", line(name, value))
}

/// What stands for a session: its name would say more than anybody needs (FNV-1a of 64 bits,
/// folded to 32).
fn mark_of(session: &str) -> String {
    let hash = crate::hash::fnv1a(session.as_bytes());
    format!("{:08x}", (hash >> 32) ^ (hash & 0xffff_ffff))
}
