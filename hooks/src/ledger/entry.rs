//! What a convergence leaves in the ledger.

use std::fmt;
use std::str::FromStr;

use serde::{Serialize, Serializer};

use super::lines::one_line;
use crate::Date;
use crate::drift::Grade;

/// The record of one convergence. What is `None` or empty is not said.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Entry {
    /// The day on which it began.
    pub date: Date,
    /// The grade at its start.
    pub grade: Grade,
    /// Why it was held: `YELLOW drift`, `RED drift` or `manual`.
    pub trigger: Option<String>,
    /// Files that differed from the last commit when it began.
    pub dirty_at_start: Option<u64>,
    /// Sessions since the convergence before.
    pub sessions_consumed: Option<u64>,
    /// Commits that it made.
    pub commits_produced: Option<u64>,
    /// What became of the open items, in numbers.
    pub triage: Option<Triage>,
    /// The items by name, each with its one fate.
    pub items: Vec<Item>,
    /// What could not be settled, and why.
    pub blockers: Option<String>,
    /// What was done in each phase.
    pub phases: Vec<PhaseRecord>,
    /// Does the direction hold? One paragraph.
    pub assessment: Option<String>,
    /// Structural concerns.
    pub concerns: Option<String>,
    /// One line for whoever comes next.
    pub note: Option<String>,
    /// Any other field, with its name.
    pub other: Vec<(String, String)>,
    /// What the deployments since the last convergence taught.
    pub retro: Vec<String>,
    /// Is it over, with the counter set to 0?
    pub closed: bool,
}

impl Entry {
    /// One that says nothing yet.
    pub fn new(date: Date, grade: Grade) -> Self {
        Self {
            date,
            grade,
            trigger: None,
            dirty_at_start: None,
            sessions_consumed: None,
            commits_produced: None,
            triage: None,
            items: Vec::new(),
            blockers: None,
            phases: Vec::new(),
            assessment: None,
            concerns: None,
            note: None,
            other: Vec::new(),
            retro: Vec::new(),
            closed: false,
        }
    }

    /// The phases that have no record: neither what was done, nor why it was skipped. A
    /// convergence with one of them cannot be closed.
    pub fn missing_phases(&self) -> Vec<Phase> {
        let is_missing = |phase: &Phase| {
            !self.phases.iter().any(|record| record.phase == *phase && record.is_complete())
        };
        Phase::ALL.into_iter().filter(is_missing).collect()
    }

    /// Puts what `newer` says in place of what this one does.
    pub(super) fn absorb(&mut self, newer: &Self) {
        fn put<T: Clone>(own: &mut Option<T>, newer: Option<&T>) {
            if let Some(newer) = newer {
                *own = Some(newer.clone());
            }
        }
        put(&mut self.trigger, newer.trigger.as_ref());
        put(&mut self.dirty_at_start, newer.dirty_at_start.as_ref());
        put(&mut self.sessions_consumed, newer.sessions_consumed.as_ref());
        put(&mut self.commits_produced, newer.commits_produced.as_ref());
        put(&mut self.blockers, newer.blockers.as_ref());
        put(&mut self.assessment, newer.assessment.as_ref());
        put(&mut self.concerns, newer.concerns.as_ref());
        put(&mut self.note, newer.note.as_ref());
        for item in &newer.items {
            self.items.retain(|own| one_line(&own.text) != one_line(&item.text));
            self.items.push(item.clone());
        }
        for record in &newer.phases {
            self.phases.retain(|own| own.phase != record.phase);
            self.phases.push(record.clone());
        }
        for (name, value) in &newer.other {
            self.other.retain(|(own, _)| !own.eq_ignore_ascii_case(name));
            self.other.push((name.clone(), value.clone()));
        }
        if newer.triage.is_some() {
            self.triage = newer.triage;
        } else if !newer.items.is_empty() {
            self.triage = Some(Triage::of(&self.items));
        }
        self.closed |= newer.closed;
    }
}

/// How many open items met which fate.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize)]
pub struct Triage {
    /// For the next session.
    pub next: u64,
    /// For the parking lot.
    pub parking: u64,
    /// Off the list.
    pub killed: u64,
}

impl Triage {
    /// The numbers of these items.
    pub fn of(items: &[Item]) -> Self {
        let count = |fate| items.iter().filter(|item| item.fate == fate).count() as u64;
        Self { next: count(Fate::Next), parking: count(Fate::Parking), killed: count(Fate::Kill) }
    }

    /// Reads `next 2, parking 1, killed 1`, and also `2 next session, 1 parking lot, 1 killed`.
    pub(super) fn read(text: &str) -> Option<Self> {
        let mut triage = Self::default();
        let mut is_known = false;
        for part in text.split([',', ';']) {
            let number = part.split_whitespace().find_map(|word| word.parse().ok());
            let fate = part.split_whitespace().find_map(|word| word.parse::<Fate>().ok());
            if let (Some(number), Some(fate)) = (number, fate) {
                is_known = true;
                match fate {
                    Fate::Next => triage.next = number,
                    Fate::Parking => triage.parking = number,
                    Fate::Kill => triage.killed = number,
                }
            }
        }
        is_known.then_some(triage)
    }
}

impl fmt::Display for Triage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "next {}, parking {}, killed {}", self.next, self.parking, self.killed)
    }
}

/// An open item and what became of it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Item {
    /// What became of it.
    pub fate: Fate,
    /// What it is.
    pub text: String,
}

/// What becomes of an open item: exactly one of these.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Fate {
    /// It is done in the next session.
    Next,
    /// It waits until the next convergence.
    Parking,
    /// It leaves the list.
    Kill,
}

impl Fate {
    /// Every fate.
    pub const ALL: [Self; 3] = [Self::Next, Self::Parking, Self::Kill];

    /// Its word.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Next => "next",
            Self::Parking => "parking",
            Self::Kill => "kill",
        }
    }
}

/// A word that stands for nothing here.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UnknownWord {
    word: String,
    known: Vec<&'static str>,
}

impl fmt::Display for UnknownWord {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "`{}` is not known; write one of {}", self.word, self.known.join(", "))
    }
}

impl std::error::Error for UnknownWord {}

impl FromStr for Fate {
    type Err = UnknownWord;

    fn from_str(text: &str) -> Result<Self, UnknownWord> {
        match text.to_ascii_lowercase().as_str() {
            "next" => Ok(Self::Next),
            "parking" | "park" | "parked" => Ok(Self::Parking),
            "kill" | "killed" => Ok(Self::Kill),
            _ => Err(UnknownWord {
                word: text.to_owned(),
                known: Self::ALL.map(Self::word).to_vec(),
            }),
        }
    }
}

impl Serialize for Fate {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.word())
    }
}

/// A phase of a convergence.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Phase {
    /// What is there, without judgement.
    Inventory,
    /// Every dirty file is committed or explained.
    CommitSweep,
    /// What earlier sessions put off is run.
    DeferredValidations,
    /// Every open item gets one fate.
    Triage,
    /// Does the direction hold?
    StrategicEvaluation,
    /// Are the release candidates ready?
    PreDeployment,
    /// What the deployments taught.
    Retro,
}

impl Phase {
    /// Every phase, in order.
    pub const ALL: [Self; 7] = [
        Self::Inventory,
        Self::CommitSweep,
        Self::DeferredValidations,
        Self::Triage,
        Self::StrategicEvaluation,
        Self::PreDeployment,
        Self::Retro,
    ];

    /// Its name in the ledger.
    pub const fn title(self) -> &'static str {
        match self {
            Self::Inventory => "inventory",
            Self::CommitSweep => "commit sweep",
            Self::DeferredValidations => "deferred validations",
            Self::Triage => "triage",
            Self::StrategicEvaluation => "strategic evaluation",
            Self::PreDeployment => "pre-deployment",
            Self::Retro => "retro",
        }
    }
}

impl FromStr for Phase {
    type Err = UnknownWord;

    /// Takes the name, with dashes for blanks if need be, or the number from 1 to 7.
    fn from_str(text: &str) -> Result<Self, UnknownWord> {
        let plain = |text: &str| text.trim().to_ascii_lowercase().replace([' ', '_'], "-");
        let named = plain(text);
        let number = named.parse::<usize>().ok().and_then(|number| number.checked_sub(1));
        let found = Self::ALL.into_iter().find(|phase| plain(phase.title()) == named);
        found.or_else(|| Self::ALL.get(number?).copied()).ok_or_else(|| UnknownWord {
            word: text.to_owned(),
            known: Self::ALL.map(Self::title).to_vec(),
        })
    }
}

impl Serialize for Phase {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.title())
    }
}

/// What was done in a phase.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct PhaseRecord {
    /// The phase.
    pub phase: Phase,
    /// Was it left out?
    pub skipped: bool,
    /// What was done, or why it was left out.
    pub text: String,
}

impl PhaseRecord {
    /// Does it say enough? To leave a phase out takes a reason.
    fn is_complete(&self) -> bool {
        !self.skipped || !self.text.trim().is_empty()
    }

    /// As it stands after the phase's name.
    pub(super) fn shown(&self) -> String {
        let text = one_line(&self.text);
        match (self.skipped, text.is_empty()) {
            (true, _) => format!("skipped: {text}"),
            (false, true) => "done".to_owned(),
            (false, false) => text,
        }
    }

    /// Reads what stands after the phase's name.
    pub(super) fn read(phase: Phase, text: &str) -> Self {
        let text = text.trim();
        let is_skip = |word: &str| word.eq_ignore_ascii_case("skipped");
        match text.split_once(':') {
            Some((word, why)) if is_skip(word.trim()) => {
                Self { phase, skipped: true, text: why.trim().to_owned() }
            }
            _ if is_skip(text) => Self { phase, skipped: true, text: String::new() },
            _ => Self { phase, skipped: false, text: text.to_owned() },
        }
    }
}

/// May a repository be released, as the gate found?
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Release {
    /// Did every layer pass?
    pub ready: bool,
    /// The commit if it is ready, the layer that failed if it is not.
    pub at: String,
    /// The day of the finding.
    pub date: Date,
}

impl Release {
    pub(super) fn read(text: &str) -> Option<Self> {
        let (word, rest) = text.trim().split_once(" at ")?;
        let ready = match word.trim() {
            "ready" => true,
            "blocked" => false,
            _ => return None,
        };
        let (at, date) = rest.rsplit_once(',')?;
        Some(Self { ready, at: at.trim().to_owned(), date: date.trim().parse().ok()? })
    }
}

impl fmt::Display for Release {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let word = if self.ready { "ready" } else { "blocked" };
        write!(f, "{word} at {}, {}", one_line(&self.at), self.date)
    }
}
