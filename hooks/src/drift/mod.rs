//! drift-detector: it tells when a convergence is due, and stops nobody.
//!
//! When a session starts, it counts that session in the ledger, and the files of the main
//! checkout that are not as in the last commit. When a turn ends, it speaks only if matters
//! got worse since it last did. It never writes into a repository.

mod count;
mod grade;
mod state;
mod status;
mod survey;

use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

pub use count::{Count, NoCount, count};
pub use grade::{Counted, Grade, Graded, Trip, UnknownGrade, grade};
use state::Session;
pub use survey::{Drifted, Survey, skill, survey};

use crate::config::{Drift, Settings};
use crate::event::{SessionStart, Stop};
use crate::ledger::{self, LedgerError};
use crate::path::real_path;
use crate::repo::main_root;
use crate::show::shown;
use crate::{Date, Event, Kind, Verdict};

/// How long the judge may take: the longest `deadline` of the configuration, and time to
/// stop a git that does not end.
pub const JUDGING: Duration = Duration::from_secs(65);

/// What is left for counting files if the ledger took all of the time.
const LEAST: Duration = Duration::from_secs(2);

/// Judges an event: the start of a session, or the end of a turn.
pub fn judge(event: &Event<'_>) -> Verdict {
    // A subagent works in the session that started it.
    match event.kind() {
        Kind::SessionStart(start) if event.agent_id().is_none() => at_start(event, start),
        Kind::Stop(stop) if event.agent_id().is_none() => at_stop(event, stop),
        _ => Verdict::pass(),
    }
}

/// The main checkout of the repository that the session stands in.
fn session_root(event: &Event<'_>) -> Option<PathBuf> {
    let cwd = event.cwd().filter(|cwd| cwd.is_absolute())?;
    let root = main_root(&real_path(cwd));
    event.note(|| match &root {
        Some(root) => format!("the session works in `{}`", shown(root)),
        None => format!("`{}` lies in no repository with a working tree", shown(cwd)),
    });
    root
}

fn at_start(event: &Event<'_>, start: &SessionStart<'_>) -> Verdict {
    // A session that goes on has read it already, and is no new one.
    if matches!(start.source(), Some("resume" | "compact" | "fork")) {
        event.note(|| "the session goes on".to_owned());
        return Verdict::pass();
    }
    let Some(root) = session_root(event) else { return Verdict::pass() };
    if count::is_refused(&root, event.environment()) {
        event.log(NoCount::Refused(root).to_string());
        return Verdict::pass();
    }
    let started = Instant::now();
    let settings = Settings::new(|name| event.environment().get(name));
    let (drift, faults) = settings.drift(Some(&root));
    let mut troubles: Vec<String> = faults.iter().map(ToString::to_string).collect();
    for fault in &troubles {
        event.log(format!("configuration: {fault}"));
    }
    let mut verdict = Verdict::pass();
    let mut said = Vec::new();
    if drift.enabled {
        // What a newer host calls a start may be anything.
        let counts = matches!(start.source(), Some("startup" | "clear"));
        if let Err(error) = count_session(event, &root, counts, drift.deadline) {
            event.log(format!("the session is not counted: {error}"));
            // Somebody else holds the lock for a moment: nothing to do about it.
            if !matches!(error, LedgerError::Busy(..)) {
                said.push(format!("This session is not counted: {error}."));
            }
        }
        // However long the ledger took, the files get a look.
        let least = LEAST.min(drift.deadline);
        let limit = drift.deadline.saturating_sub(started.elapsed()).max(least);
        let found = look(event, &root, &drift, limit);
        for fault in &found.faults {
            event.log(format!("configuration: {fault}"));
        }
        troubles.extend(found.faults.iter().cloned());
        let told = found.told();
        if !told.is_empty() {
            verdict = start.context(context(event, &found, &told));
            said.insert(0, with_skill(event, &told));
        }
        said.extend(found.gaps());
        remember(event, &Session { root, told: found.grade });
        if !event.is_explained() {
            state::tidy(event.environment());
        }
    } else {
        event.note(|| "`enabled` of `[drift]` is false".to_owned());
    }
    if !troubles.is_empty() {
        said.push(format!(
            "drift-detector does not follow a part of its configuration. {}",
            troubles.join(". ")
        ));
    }
    if said.is_empty() { verdict } else { verdict.message(message(&said)) }
}

fn at_stop(event: &Event<'_>, stop: &Stop<'_>) -> Verdict {
    if stop.is_active() {
        return Verdict::pass();
    }
    let Some(id) = event.session_id() else { return Verdict::pass() };
    // The session may stand elsewhere by now; what counts is where it began.
    let known = Session::read(event.environment(), id);
    let known = known.or_else(|| {
        let root = session_root(event)?;
        Some(Session { root, told: Grade::Green })
    });
    let Some(mut session) = known.filter(|_| event.environment().state_folder().is_some()) else {
        return Verdict::pass();
    };
    let settings = Settings::new(|name| event.environment().get(name));
    let (drift, _) = settings.drift(Some(&session.root));
    if !drift.enabled || session.told == Grade::Red {
        // It cannot get worse.
        return Verdict::pass();
    }
    let found = look(event, &session.root, &drift, drift.deadline);
    if found.grade <= session.told {
        return Verdict::pass();
    }
    session.told = found.grade;
    remember(event, &session);
    // A context would start another turn.
    Verdict::pass().message(message(&[with_skill(event, &found.told())]))
}

/// Counts the session, once.
fn count_session(
    event: &Event<'_>,
    root: &Path,
    counts: bool,
    wait: Duration,
) -> Result<(), LedgerError> {
    let Some(id) = event.session_id().filter(|_| counts && !event.is_explained()) else {
        event.note(|| "the session is not counted".to_owned());
        return Ok(());
    };
    let path = ledger::path(event.environment())?;
    ledger::update(&path, wait, |ledger| {
        let counted = ledger.count_session(root, id, Date::today());
        event.note(|| format!("sessions since the last convergence: {}", counted.sessions));
        for doubt in ledger.doubts() {
            event.log(format!("ledger: {doubt}"));
        }
        if !ledger.is_locked() {
            event.log("ledger: its file system has no locks, so a count may be lost".to_owned());
        }
    })
}

/// The drift of the repository and of those that are watched with it.
fn look(event: &Event<'_>, root: &Path, drift: &Drift, limit: Duration) -> Survey {
    let ledger = ledger::path(event.environment()).and_then(|path| ledger::open(&path));
    let sessions = |root: &Path| ledger.as_ref().map_or(0, |ledger| ledger.sessions(root));
    let found = survey(root, drift, limit, event.environment(), &sessions);
    for drifted in &found.repositories {
        let root = shown(&drifted.root);
        match &drifted.files {
            Ok(count) => event.note(|| {
                format!(
                    "`{root}`: {} files ({} staged, {} changed, {} new), {} sessions: {}",
                    count.files,
                    count.staged,
                    count.unstaged,
                    count.untracked,
                    drifted.sessions,
                    drifted.grade
                )
            }),
            Err(why) => event.log(format!("`{root}`: {why}")),
        }
    }
    found
}

fn remember(event: &Event<'_>, session: &Session) {
    let Some(id) = event.session_id().filter(|_| !event.is_explained()) else { return };
    if let Err(error) = session.write(event.environment(), id) {
        event.log(format!("the grade of this session is not remembered: {error}"));
    }
}

/// What the model is told.
fn context(event: &Event<'_>, found: &Survey, told: &str) -> String {
    let due = if found.grade == Grade::Red { "overdue" } else { "due" };
    let told = [vec![told.to_owned()], found.gaps()].concat().join(" ");
    format!(
        "The working state has drifted: {told} A convergence is {due}; the skill `{}` \
         holds it. Say so to the user before you begin new work, and run the skill if they \
         agree.",
        skill(event.host())
    )
}

fn with_skill(event: &Event<'_>, told: &str) -> String {
    format!("{told} The skill `{}` settles it.", skill(event.host()))
}

/// One line for the user.
fn message(said: &[String]) -> String {
    format!("drift-detector: {}", said.join(" "))
}
