//! `cvg ledger`: reads and writes the ledger of convergences.

use std::path::{Path, PathBuf};
use std::time::Duration;

use clap::{Args, Subcommand};
use cvg_hooks::config::Settings;
use cvg_hooks::drift::{Grade, survey};
use cvg_hooks::ledger::{self, Entry, Fate, Item, Ledger, Phase, PhaseRecord, Repository};
use cvg_hooks::{Date, Environment};
use serde::Serialize;

use super::{print_json, repository};
use crate::exit;
use crate::ui::{Ui, table};

/// How long another program may hold the ledger before we give up.
const WAIT: Duration = Duration::from_secs(10);

/// Flags of `ledger`.
#[derive(Debug, Clone, Args)]
pub struct LedgerArgs {
    /// A folder in the repository; the current folder if left out.
    #[arg(long, global = true, value_name = "PATH")]
    pub repo: Option<PathBuf>,
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Clone, Subcommand)]
enum Command {
    /// Print what the ledger says about a repository, or about all.
    Show(Show),
    /// Set the day from which on sessions are counted; today if left out.
    Baseline {
        /// Year-month-day.
        date: Option<Date>,
    },
    /// Write into the entry of a convergence; a new one is begun if none of that day is open.
    Entry(Box<EntryArgs>),
    /// Give an open item its one fate; without an item, list them.
    Triage {
        /// What the item is.
        item: Option<String>,
        /// `next`, `parking` or `kill`.
        #[arg(long = "as", value_name = "FATE", requires = "item")]
        fate: Option<Fate>,
    },
    /// Add what a deployment taught to the last entry.
    Retro {
        /// A line each.
        #[arg(required = true)]
        lines: Vec<String>,
    },
    /// Set the counter of sessions, without a convergence.
    Reset {
        /// To this number.
        #[arg(long, value_name = "N", default_value_t = 0)]
        to: u64,
    },
}

#[derive(Debug, Clone, Args)]
struct Show {
    /// Every repository that the ledger knows.
    #[arg(long, conflicts_with = "repo")]
    all: bool,
    /// Print one JSON document.
    #[arg(long)]
    json: bool,
}

#[derive(Debug, Clone, Args)]
struct EntryArgs {
    /// The day on which the convergence began; today if left out.
    #[arg(long)]
    date: Option<Date>,
    /// GREEN, YELLOW or RED, as it was at the start; of a new entry, what `cvg drift` finds.
    #[arg(long)]
    grade: Option<Grade>,
    /// Why it was held: `YELLOW drift`, `RED drift` or `manual`.
    #[arg(long, value_name = "TEXT")]
    trigger: Option<String>,
    /// Dirty files at the start; of a new entry, what `cvg drift` finds.
    #[arg(long, value_name = "N")]
    dirty: Option<u64>,
    /// Sessions since the convergence before; of a new entry, the counter.
    #[arg(long, value_name = "N")]
    sessions: Option<u64>,
    /// Commits that it produced.
    #[arg(long, value_name = "N")]
    commits: Option<u64>,
    /// What could not be settled, and why.
    #[arg(long, value_name = "TEXT")]
    blockers: Option<String>,
    /// What was done in a phase, such as `triage=7 items`; may be given more than once.
    #[arg(long = "phase", value_name = "PHASE=TEXT", value_parser = parse_phase)]
    phases: Vec<(Phase, String)>,
    /// Why a phase was left out; may be given more than once.
    #[arg(long = "skip", value_name = "PHASE=WHY", value_parser = parse_skip)]
    skips: Vec<(Phase, String)>,
    /// Does the direction hold? One paragraph.
    #[arg(long, value_name = "TEXT")]
    assessment: Option<String>,
    /// Structural concerns.
    #[arg(long, value_name = "TEXT")]
    concerns: Option<String>,
    /// One line for whoever comes next.
    #[arg(long, value_name = "TEXT")]
    note: Option<String>,
    /// Any other field; may be given more than once.
    #[arg(long = "field", value_name = "NAME=TEXT", value_parser = parse_field)]
    fields: Vec<(String, String)>,
    /// End the convergence and set the counter to 0; every phase needs its record.
    #[arg(long)]
    close: bool,
}

fn parse_field(text: &str) -> Result<(String, String), String> {
    match text.split_once('=') {
        Some((name, value)) if !name.trim().is_empty() => {
            Ok((name.trim().to_owned(), value.trim().to_owned()))
        }
        _ => Err("expected a name, `=` and a text".to_owned()),
    }
}

fn parse_phase(text: &str) -> Result<(Phase, String), String> {
    let (name, value) = parse_field(text)?;
    Ok((name.parse().map_err(|error: ledger::UnknownWord| error.to_string())?, value))
}

fn parse_skip(text: &str) -> Result<(Phase, String), String> {
    match parse_phase(text)? {
        (_, why) if why.is_empty() => Err("to leave a phase out takes a reason".to_owned()),
        skip => Ok(skip),
    }
}

/// Runs `ledger`.
///
/// # Errors
/// There is no repository, or the ledger cannot be read or written.
pub fn ledger(args: &LedgerArgs, ui: &Ui) -> anyhow::Result<u8> {
    let environment = Environment::of_process();
    let path = ledger::path(&environment)?;
    let root = || repository(args.repo.as_deref());
    match &args.command {
        Command::Show(show) => return self::show(show, &path, root, ui),
        Command::Triage { item: None, .. } => return items(&path, &root()?, ui),
        Command::Baseline { date } => {
            let (root, date) = (root()?, date.unwrap_or_else(Date::today));
            update(&path, ui, |ledger| ledger.set_baseline(&root, date))?;
            ui.note(&format!("{}: the baseline is {date}\n", root.display()));
        }
        Command::Reset { to } => {
            let root = root()?;
            update(&path, ui, |ledger| ledger.set_sessions(&root, *to, Date::today()))?;
            ui.note(&format!("{}: {to} sessions since the last convergence\n", root.display()));
        }
        Command::Triage { item: Some(text), fate } => {
            let fate = fate.ok_or_else(|| {
                anyhow::anyhow!("every item gets one fate: `--as next`, `parking` or `kill`")
            })?;
            let mut entry = Entry::new(Date::today(), Grade::Green);
            entry.items.push(Item { fate, text: text.clone() });
            return put(&path, &root()?, entry, false, &environment, ui);
        }
        Command::Entry(entry) => {
            let has_grade = entry.grade.is_some();
            return put(&path, &root()?, entry.entry(), has_grade, &environment, ui);
        }
        Command::Retro { lines } => return retro(&path, &root()?, lines, ui),
    }
    Ok(exit::CLEAN)
}

fn update<T>(path: &Path, ui: &Ui, edit: impl FnOnce(&mut Ledger) -> T) -> anyhow::Result<T> {
    let (done, is_locked) =
        ledger::update(path, WAIT, |ledger| (edit(ledger), ledger.is_locked()))?;
    if !is_locked {
        ui.note("warning: no lock on this file system: another program's change may be lost\n");
    }
    Ok(done)
}

impl EntryArgs {
    fn entry(&self) -> Entry {
        let record = |skipped| {
            move |(phase, text): &(Phase, String)| PhaseRecord {
                phase: *phase,
                skipped,
                text: text.clone(),
            }
        };
        let mut entry =
            Entry::new(self.date.unwrap_or_else(Date::today), self.grade.unwrap_or(Grade::Green));
        entry.trigger.clone_from(&self.trigger);
        entry.dirty_at_start = self.dirty;
        entry.sessions_consumed = self.sessions;
        entry.commits_produced = self.commits;
        entry.blockers.clone_from(&self.blockers);
        entry.phases.extend(self.phases.iter().map(record(false)));
        entry.phases.extend(self.skips.iter().map(record(true)));
        entry.assessment.clone_from(&self.assessment);
        entry.concerns.clone_from(&self.concerns);
        entry.note.clone_from(&self.note);
        entry.other.clone_from(&self.fields);
        entry.closed = self.close;
        entry
    }
}

/// Writes into the open entry of that day, or begins one with what is known already.
fn put(
    path: &Path,
    root: &Path,
    mut entry: Entry,
    has_grade: bool,
    environment: &Environment,
    ui: &Ui,
) -> anyhow::Result<u8> {
    let before = ledger::open(path)?;
    let known = before.repository(root);
    let is_open =
        |entries: &[Entry]| entries.iter().any(|own| own.date == entry.date && !own.closed);
    if !known.as_ref().is_some_and(|known| is_open(&known.entries)) {
        let (drift, _) = Settings::new(|name| environment.get(name)).drift(Some(root));
        let sessions = |root: &Path| before.sessions(root);
        let found = survey(root, &drift, drift.deadline, environment, &sessions);
        let own = found.repositories.first();
        if !has_grade {
            entry.grade = own.map_or(Grade::Green, |own| own.grade);
        }
        let files = own.and_then(|own| own.files.as_ref().ok()).map(|count| count.files);
        entry.dirty_at_start = entry.dirty_at_start.or(files);
        entry.sessions_consumed = entry.sessions_consumed.or(Some(before.sessions(root)));
    }
    if let Err(unfinished) = update(path, ui, |ledger| ledger.put_entry(root, &entry))? {
        ui.err(&format!(
            "error: {unfinished}\nhelp: `cvg ledger entry --phase NAME=TEXT`, or `--skip NAME=WHY`\n"
        ));
        return Ok(exit::REFUSED);
    }
    let what = if entry.closed { "closed, and the counter is 0" } else { "written" };
    ui.note(&format!("{}: the entry of {} is {what}\n", root.display(), entry.date));
    Ok(exit::CLEAN)
}

fn retro(path: &Path, root: &Path, lines: &[String], ui: &Ui) -> anyhow::Result<u8> {
    let added = update(path, ui, |ledger| {
        let date = ledger.repository(root)?.entries.last()?.date;
        ledger.add_retro(root, date, lines).then_some(date)
    })?;
    let Some(date) = added else {
        ui.err(&format!(
            "error: the ledger has no entry for `{}`\nhelp: `cvg ledger entry` begins one\n",
            root.display()
        ));
        return Ok(exit::REFUSED);
    };
    ui.note(&format!("{}: {} lines for the entry of {date}\n", root.display(), lines.len()));
    Ok(exit::CLEAN)
}

/// The items of the last entry.
fn items(path: &Path, root: &Path, ui: &Ui) -> anyhow::Result<u8> {
    let known = ledger::open(path)?.repository(root);
    let items = known.iter().filter_map(|known| known.entries.last()).flat_map(|last| &last.items);
    let rows: Vec<[&str; 2]> = items.map(|item| [item.fate.word(), item.text.as_str()]).collect();
    ui.out(&table(&rows, ui.width()))?;
    Ok(exit::CLEAN)
}

/// The shape of `cvg ledger show --json`.
#[derive(Debug, Serialize)]
struct Shown {
    /// Where the ledger is.
    path: PathBuf,
    /// What it says.
    repositories: Vec<Repository>,
    /// What it holds that is not understood.
    doubts: Vec<String>,
}

fn show(
    show: &Show,
    path: &Path,
    root: impl FnOnce() -> anyhow::Result<PathBuf>,
    ui: &Ui,
) -> anyhow::Result<u8> {
    let ledger = ledger::open(path)?;
    let repositories = if show.all {
        ledger.repositories()
    } else {
        ledger.repository(&root()?).into_iter().collect()
    };
    let doubts = ledger.doubts();
    if show.json {
        let path = path.to_path_buf();
        print_json(&Shown { path, repositories, doubts }, ui)?;
        return Ok(exit::CLEAN);
    }
    for doubt in doubts {
        ui.note(&format!("note: {}: {doubt}\n", path.display()));
    }
    if repositories.is_empty() {
        ui.note(&format!("{}: nothing is known yet\n", path.display()));
    }
    let mut text = String::new();
    for known in &repositories {
        text.push_str(&told(known, ui.width()));
    }
    ui.out(&text)?;
    Ok(exit::CLEAN)
}

fn told(known: &Repository, width: usize) -> String {
    let baseline = known.baseline.map(|date| format!(" from {date} on")).unwrap_or_default();
    let mut text = format!(
        "{}\n{} sessions since the last convergence{baseline}\n",
        known.root, known.sessions
    );
    if let Some(release) = &known.release {
        let word = if release.ready { "release-ready" } else { "blocked" };
        text = format!("{text}{word} at {}, {}\n", release.at, release.date);
    }
    let number = |number: Option<u64>| number.map(|n| n.to_string()).unwrap_or_default();
    let rows = known.entries.iter().map(|entry| {
        [
            entry.date.to_string(),
            entry.grade.to_string(),
            if entry.closed { "closed" } else { "open" }.to_owned(),
            number(entry.dirty_at_start),
            number(entry.sessions_consumed),
            number(entry.commits_produced),
            entry.triage.map(|triage| triage.to_string()).unwrap_or_default(),
            entry.note.clone().unwrap_or_default(),
        ]
    });
    let heading = ["date", "grade", "", "dirty", "sessions", "commits", "items", "note"];
    let rows: Vec<[String; 8]> = [heading.map(str::to_owned)].into_iter().chain(rows).collect();
    if rows.len() > 1 {
        text.push_str(&table(&rows, width));
    }
    text.push('\n');
    text
}
