//! What the harness hears from the judge before the time is up.

use std::sync::mpsc::{Receiver, RecvTimeoutError};
use std::time::{Duration, Instant};

use super::Fault;
use crate::Verdict;
use crate::event::{Facts, Report};

/// How many notes and lines are kept: more than this nobody reads.
const KEPT: usize = 1000;

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
        Self {
            facts: Facts::default(),
            described: String::new(),
            notes: Vec::new(),
            lines: Vec::new(),
            provisional: None,
            end: Err(fault),
        }
    }

    /// Listens until the judge is done or late.
    pub(super) fn listen(reports: &Receiver<Report>, input: Duration, judging: Duration) -> Self {
        let mut late = Fault::NoInput(input);
        let mut heard = Self::of(late.clone());
        let (mut since, mut allowed) = (Instant::now(), input);
        loop {
            let left = allowed.saturating_sub(since.elapsed());
            match reports.recv_timeout(left) {
                Ok(Report::Facts(facts)) => {
                    heard.facts = facts;
                    late = Fault::OutOfTime(judging);
                    (since, allowed) = (Instant::now(), judging);
                }
                Ok(Report::Described(text)) => heard.described = text,
                Ok(Report::Note(text)) if heard.notes.len() < KEPT => heard.notes.push(text),
                Ok(Report::Line(text)) if heard.lines.len() < KEPT => heard.lines.push(text),
                Ok(Report::Note(_) | Report::Line(_)) => {}
                Ok(Report::Provisional(verdict)) => heard.provisional = Some(verdict),
                Ok(Report::Done(end)) => {
                    heard.end = end;
                    return heard;
                }
                Err(RecvTimeoutError::Timeout) => {
                    heard.end = Err(late);
                    return heard;
                }
                Err(RecvTimeoutError::Disconnected) => {
                    heard.end = Err(Fault::Panicked("its thread is gone".to_owned()));
                    return heard;
                }
            }
            // A judge that reports without end would keep the channel full for ever.
            if since.elapsed() > allowed {
                heard.end = Err(late);
                return heard;
            }
        }
    }
}
