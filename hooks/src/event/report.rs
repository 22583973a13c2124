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
    /// Known once the input is read.
    pub(crate) facts: Option<Facts>,
    /// When that was: from then on the judge's deadline counts.
    pub(crate) read: Option<Instant>,
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

/// The shortest time between two looks at the mailbox.
const LOOK: Duration = Duration::from_millis(1);

/// Where the judge's thread writes and the harness reads.
#[derive(Debug, Default)]
pub(crate) struct Mailbox {
    heard: Mutex<Heard>,
    /// The end is there.
    changed: Condvar,
}

impl Mailbox {
    /// A panic under the lock leaves a record that can still be read.
    fn lock(&self) -> MutexGuard<'_, Heard> {
        self.heard.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// What was heard until the judge is done or late. The end is there in any case.
    pub(crate) fn listen(&self, input: Duration, judging: Duration) -> Heard {
        let start = Instant::now();
        let mut heard = self.lock();
        while heard.end.is_none() {
            let (since, allowed, late) = match heard.read {
                Some(read) => (read, judging, Fault::OutOfTime(judging)),
                None => (start, input, Fault::NoInput(input)),
            };
            let left = allowed.saturating_sub(since.elapsed());
            if left.is_zero() {
                heard.end = Some(Err(late));
                break;
            }
            // The input may come at once, and then the judge has no longer than this.
            let waited = self.changed.wait_timeout(heard, left.min(judging.max(LOOK)));
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
        self.tell(|heard| {
            heard.facts = Some(facts);
            heard.read = Some(Instant::now());
        });
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

    pub(crate) fn provisional(&self, verdict: Option<Verdict>) {
        self.tell(|heard| heard.provisional = verdict);
    }

    /// The first end counts.
    pub(crate) fn end(&self, end: Result<Verdict, Fault>) {
        self.tell(|heard| heard.end = heard.end.take().or(Some(end)));
        // The harness is woken once: each time costs as much as the judging of an edit.
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

#[cfg(test)]
mod tests {
    use super::*;

    const SHORT: Duration = Duration::from_millis(20);
    const LONG: Duration = Duration::from_hours(1);

    fn reporter() -> (Arc<Mailbox>, Reporter) {
        let mailbox = Arc::new(Mailbox::default());
        let reporter = Reporter { mailbox: Some(Arc::clone(&mailbox)), ..Reporter::default() };
        (mailbox, reporter)
    }

    #[test]
    fn each_deadline_ends_with_its_own_fault() {
        let (mailbox, _) = reporter();
        assert!(matches!(mailbox.listen(SHORT, LONG).end, Some(Err(Fault::NoInput(_)))));
        let (mailbox, judge) = reporter();
        judge.facts(Facts::default());
        // The judge's time counts from the facts, however long the input might have taken.
        assert!(matches!(mailbox.listen(LONG, SHORT).end, Some(Err(Fault::OutOfTime(_)))));
    }

    #[test]
    fn what_was_told_before_the_end_is_heard() {
        let (mailbox, judge) = reporter();
        judge.facts(Facts { event: "PreToolUse".to_owned(), ..Facts::default() });
        judge.note("a note".to_owned());
        judge.end(Ok(Verdict::pass()));
        judge.end(Err(Fault::NoInput(SHORT)));
        let heard = mailbox.listen(LONG, LONG);
        assert_eq!(heard.facts.map(|facts| facts.event).as_deref(), Some("PreToolUse"));
        assert_eq!(heard.notes, ["a note"]);
        assert!(matches!(heard.end, Some(Ok(_))), "the first end counts");
    }
}
