//! How a judge, in its thread, talks to the harness that waits for it.

use std::sync::Arc;

use crate::Verdict;
use crate::run::{Board, Fault};

/// What the log says of an event.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Facts {
    pub(crate) event: String,
    pub(crate) tool: Option<String>,
    pub(crate) session: Option<String>,
}

/// One message to the harness.
#[derive(Debug)]
pub(crate) enum Report {
    /// The input is read and the event is known: from now on the judge's deadline counts.
    Facts(Facts),
    /// The event for a person; only with `--explain`.
    Described(String),
    /// A note of the judge.
    Note(String),
    /// A line for the log.
    Line(String),
    /// The answer if the judge does not finish.
    Provisional(Verdict),
    /// The end: the verdict, or why there is none.
    Done(Result<Verdict, Fault>),
}

/// The judge's end. Outside of the harness, in an author's own test, it tells nobody.
#[derive(Debug, Clone, Default)]
pub(crate) struct Reporter {
    pub(crate) board: Option<Arc<Board>>,
    pub(crate) verbose: bool,
    pub(crate) explains: bool,
}

impl Reporter {
    pub(crate) fn send(&self, report: impl FnOnce() -> Report) {
        if let Some(board) = &self.board {
            board.take(report());
        }
    }
}
