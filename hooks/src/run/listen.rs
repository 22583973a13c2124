//! What the harness hears from the judge before the time is up.
//!
//! The judge writes on a board, and wakes the harness when it is done and not before: each
//! time costs two switches between threads, a tenth of all that a hook takes.

use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use super::Fault;
use crate::Verdict;
use crate::event::{Facts, Report};

/// How many notes and lines are kept: more than this nobody reads.
const KEPT: usize = 1000;

/// The shortest time between two looks at the board.
const LOOK: Duration = Duration::from_millis(1);

/// All that was heard.
#[derive(Debug)]
pub(super) struct Heard {
    pub(super) facts: Facts,
    pub(super) described: String,
    pub(super) notes: Vec<String>,
    pub(super) lines: Vec<String>,
    pub(super) provisional: Option<Verdict>,
    pub(super) end: Result<Verdict, Fault>,
}

impl Heard {
    /// Nothing was heard, for this reason.
    pub(super) fn of(fault: Fault) -> Self {
        Written::default().ending(Err(fault))
    }
}

/// What the judge has told so far.
#[derive(Debug, Default)]
struct Written {
    facts: Facts,
    /// Since when the judge works: the input is read.
    judging: Option<Instant>,
    described: String,
    notes: Vec<String>,
    lines: Vec<String>,
    provisional: Option<Verdict>,
    end: Option<Result<Verdict, Fault>>,
}

impl Written {
    fn ending(self, end: Result<Verdict, Fault>) -> Heard {
        let Self { facts, described, notes, lines, provisional, .. } = self;
        Heard { facts, described, notes, lines, provisional, end }
    }
}

/// Where the judge writes and the harness reads.
#[derive(Debug, Default)]
pub(crate) struct Board {
    written: Mutex<Written>,
    done: Condvar,
}

impl Board {
    /// Writes a report down. What comes after the end is lost: the answer is out.
    pub(crate) fn take(&self, report: Report) {
        let mut written = self.written();
        match report {
            Report::Facts(facts) => {
                written.facts = facts;
                written.judging = Some(Instant::now());
            }
            Report::Described(text) => written.described = text,
            Report::Note(text) if written.notes.len() < KEPT => written.notes.push(text),
            Report::Line(text) if written.lines.len() < KEPT => written.lines.push(text),
            Report::Note(_) | Report::Line(_) => {}
            Report::Provisional(verdict) => written.provisional = Some(verdict),
            Report::Done(end) => {
                written.end = Some(end);
                // Whoever wakes up needs the lock at once.
                drop(written);
                self.done.notify_one();
            }
        }
    }

    /// Waits until the judge is done or late: `input` from now until the input is read, and
    /// `judging` from then on.
    pub(super) fn listen(&self, input: Duration, judging: Duration) -> Heard {
        let started = Instant::now();
        let mut written = self.written();
        loop {
            if let Some(end) = written.end.take() {
                return std::mem::take(&mut *written).ending(end);
            }
            let (since, allowed, late) = match written.judging {
                Some(since) => (since, judging, Fault::OutOfTime(judging)),
                None => (started, input, Fault::NoInput(input)),
            };
            let left = allowed.saturating_sub(since.elapsed());
            if left.is_zero() {
                return std::mem::take(&mut *written).ending(Err(late));
            }
            // Nobody wakes us when the input is read. Who looks again after the judge's time
            // sees it soon enough.
            let waited = self.done.wait_timeout(written, left.min(judging.max(LOOK)));
            written = waited.unwrap_or_else(PoisonError::into_inner).0;
        }
    }

    #[cfg(test)]
    pub(crate) fn provisional(&self) -> Option<Verdict> {
        self.written().provisional.clone()
    }

    fn written(&self) -> MutexGuard<'_, Written> {
        self.written.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;

    const LONG: Duration = Duration::from_hours(1);

    /// A judge that is done at the end of `reports`, or never.
    fn heard(reports: Vec<Report>, input: Duration, judging: Duration) -> Heard {
        let board = Arc::new(Board::default());
        let writer = Arc::clone(&board);
        let judge = std::thread::spawn(move || reports.into_iter().for_each(|it| writer.take(it)));
        let heard = board.listen(input, judging);
        assert!(judge.join().is_ok());
        heard
    }

    #[test]
    fn each_time_ends_with_its_own_fault() {
        let short = Duration::from_millis(20);
        assert_eq!(heard(Vec::new(), short, LONG).end, Err(Fault::NoInput(short)));
        let facts = || Report::Facts(Facts::default());
        // However long the input might have taken.
        let heard = heard(vec![facts()], LONG, short);
        assert_eq!(heard.end, Err(Fault::OutOfTime(short)));
    }

    #[test]
    fn the_end_is_heard_with_all_that_was_told_before() {
        let pass = Verdict::pass();
        let line = || Report::Line("a line".to_owned());
        let mut reports = vec![Report::Facts(Facts::default()), Report::Provisional(pass.clone())];
        reports.extend((0..2 * KEPT).map(|_| line()));
        reports.push(Report::Done(Ok(pass.clone())));
        let heard = heard(reports, LONG, LONG);
        assert_eq!((heard.end, heard.provisional), (Ok(pass.clone()), Some(pass)));
        assert_eq!(heard.lines.len(), KEPT);
    }
}
