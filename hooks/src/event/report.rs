//! How a judge, in its thread, talks to the harness that waits for it.
//!
//! It is one record under a lock: a channel would bring 20 KB of code for its three kinds
//! of queue, and the harness wants the sum of what was said, not its order.

use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use crate::Verdict;
use crate::run::Fault;

/// How many notes and lines are kept: more than this nobody reads.
const KEPT: usize = 1000;

/// What the log says of an event.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Facts {
    pub(crate) event: String,
    pub(crate) tool: Option<String>,
    pub(crate) session: Option<String>,
}

/// All that the judge said so far.
#[derive(Debug, Default)]
pub(crate) struct Heard {
    /// Known once the input is read: from then on the judge's deadline counts.
    pub(crate) facts: Option<Facts>,
    /// The event for a person; only with `--explain`.
    pub(crate) described: String,
    /// Notes of the judge.
    pub(crate) notes: Vec<String>,
    /// Lines for the log.
    pub(crate) lines: Vec<String>,
    /// The answer if the judge does not finish.
    pub(crate) provisional: Option<Verdict>,
    /// The end: the verdict, or why there is none.
    pub(crate) end: Option<Result<Verdict, Fault>>,
}

/// Where the judge's thread writes and the harness reads.
#[derive(Debug, Default)]
pub(crate) struct Mailbox {
    heard: Mutex<Heard>,
    /// The facts or the end are there.
    changed: Condvar,
}

impl Mailbox {
    /// A panic under the lock leaves a record that can still be read.
    fn lock(&self) -> MutexGuard<'_, Heard> {
        self.heard.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// What was heard until the judge is done or late. The end is there in any case.
    pub(crate) fn listen(&self, input: Duration, judging: Duration) -> Heard {
        let (mut since, mut allowed) = (Instant::now(), input);
        let mut late = Fault::NoInput(input);
        let mut heard = self.lock();
        while heard.end.is_none() {
            if heard.facts.is_some() && matches!(late, Fault::NoInput(_)) {
                late = Fault::OutOfTime(judging);
                (since, allowed) = (Instant::now(), judging);
            }
            let left = allowed.saturating_sub(since.elapsed());
            if left.is_zero() {
                heard.end = Some(Err(late));
                break;
            }
            let waited = self.changed.wait_timeout(heard, left);
            heard = waited.unwrap_or_else(PoisonError::into_inner).0;
        }
        std::mem::take(&mut *heard)
    }
}

/// The judge's end of it. Outside of the harness, in an author's own test, it leads nowhere.
#[derive(Debug, Clone, Default)]
pub(crate) struct Reporter {
    pub(crate) mailbox: Option<Arc<Mailbox>>,
    pub(crate) verbose: bool,
    pub(crate) explains: bool,
}

impl Reporter {
    fn tell(&self, write: impl FnOnce(&mut Heard)) {
        if let Some(mailbox) = &self.mailbox {
            write(&mut mailbox.lock());
        }
    }

    pub(crate) fn facts(&self, facts: Facts) {
        self.tell(|heard| heard.facts = Some(facts));
        self.wake();
    }

    pub(crate) fn describe(&self, text: String) {
        self.tell(|heard| heard.described = text);
    }

    pub(crate) fn note(&self, text: String) {
        self.tell(|heard| keep(&mut heard.notes, text));
    }

    pub(crate) fn line(&self, text: String) {
        self.tell(|heard| keep(&mut heard.lines, text));
    }

    pub(crate) fn provisional(&self, verdict: Verdict) {
        self.tell(|heard| heard.provisional = Some(verdict));
    }

    /// The first end counts.
    pub(crate) fn end(&self, end: Result<Verdict, Fault>) {
        self.tell(|heard| heard.end = heard.end.take().or(Some(end)));
        self.wake();
    }

    fn wake(&self) {
        if let Some(mailbox) = &self.mailbox {
            mailbox.changed.notify_one();
        }
    }
}

fn keep(texts: &mut Vec<String>, text: String) {
    if texts.len() < KEPT {
        texts.push(text);
    }
}
