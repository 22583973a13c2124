//! Runs the layers of one repository, or finds that they have passed already.

use std::path::{Path, PathBuf};
use std::time::Instant;

use super::layer::{self, Layer, Need, Run, Why, plan};
use super::logs::Logs;
use super::pass::{Content, Fingerprint, Recorder, Store};
use super::process::{self, End, Ended};
use super::report::{Ending, Outcome, Remembered, Report, Row, Uncommitted, outcome, seconds};
use super::stack::Stack;
use super::tail;
use crate::{Environment, config};

/// The exit code of a shell that does not find a program.
const NOT_FOUND: i32 = 127;

/// The exit code of pytest that has found no test.
const NO_TESTS: i32 = 5;

/// What to run.
#[derive(Debug, Clone, Copy)]
pub struct Request<'a> {
    /// The root of the checkout, or a folder outside of any.
    pub root: &'a Path,
    /// The folders below the root that milestones are about, relative to it.
    pub places: &'a [PathBuf],
    /// What the configuration says.
    pub gate: &'a config::Gate,
    /// The variables that count.
    pub environment: &'a Environment,
    /// When no layer may run any longer.
    pub limit: Instant,
    /// Do the layers run even if they have passed for this content?
    pub afresh: bool,
}

/// What happens while layers run.
#[derive(Debug)]
pub enum Step<'a> {
    /// Another gate runs for the same content, and this one waits for it.
    Waits,
    /// A layer runs.
    Starts(&'a Layer),
    /// It prints a line.
    Prints(&'a str),
    /// It has ended, or was skipped.
    Ends(&'a Row),
}

/// Runs what must run, and tells each step to `on`, if somebody wants to know. Without anybody
/// no line of a layer is looked at.
pub fn run(request: &Request<'_>, on: Option<&mut dyn FnMut(Step<'_>)>) -> Report {
    let started = Instant::now();
    let layers = plan(request.root, request.places, request.gate, request.environment);
    let report = Report {
        repository: request.root.to_path_buf(),
        outcome: Outcome::Empty,
        rows: Vec::new(),
        seconds: 0.0,
        uncommitted: None,
        changed: Vec::new(),
        remembered: None,
        notes: Vec::new(),
    };
    let mut course = Course { request, on, report };
    if !layers.is_empty() {
        course.pass(&layers);
    }
    Report { seconds: seconds(started.elapsed()), ..course.report }
}

/// One gate on its way.
struct Course<'a, 'o> {
    request: &'a Request<'a>,
    on: Option<&'o mut dyn FnMut(Step<'_>)>,
    report: Report,
}

/// What is known of the content before the layers run.
struct Known<'a> {
    recorder: Recorder<'a>,
    content: Content,
    fingerprint: Fingerprint,
    store: Store,
}

impl<'a> Known<'a> {
    fn of(request: &Request<'a>, layers: &[Layer]) -> Result<Self, String> {
        let store = Store::of(request.environment).ok_or("there is no home folder")?;
        let recorder = Recorder::new(request.root, store.folder(), request.environment)?;
        let content = recorder.take()?;
        let fingerprint = Fingerprint::of(&content, layers, request.root, request.environment)?;
        Ok(Self { recorder, content, fingerprint, store })
    }
}

impl Course<'_, '_> {
    fn tell(&mut self, step: Step<'_>) {
        if let Some(on) = &mut self.on {
            on(step);
        }
    }

    /// Runs the layers, unless there is a pass.
    fn pass(&mut self, layers: &[Layer]) {
        let known = match Known::of(self.request, layers) {
            Ok(known) => known,
            Err(why) => {
                self.report.notes.push(format!("no pass can be remembered: {why}"));
                return self.layers(layers);
            }
        };
        self.report.uncommitted = Some(Uncommitted::from(known.content.dirt()));
        if self.is_remembered(&known) {
            return;
        }
        let turn = known.store.turn(&known.fingerprint, Instant::now()).or_else(|| {
            self.tell(Step::Waits);
            known.store.turn(&known.fingerprint, self.request.limit)
        });
        if turn.is_none() {
            self.report.outcome = Outcome::TimedOut;
            let note = "another gate runs for the same content, and did not end in time";
            return self.report.notes.push(note.to_owned());
        }
        // The gate that was waited for may have passed.
        if self.is_remembered(&known) {
            return;
        }
        self.layers(layers);
        if self.report.outcome == Outcome::Passed {
            self.keep(&known);
        }
    }

    fn is_remembered(&mut self, known: &Known<'_>) -> bool {
        if self.request.afresh {
            return false;
        }
        let Some(kept) = known.store.find(&known.fingerprint) else { return false };
        self.report.outcome = Outcome::Passed;
        let seconds_ago = kept.age().as_secs();
        self.report.remembered = Some(Remembered { seconds_ago, summary: kept.summary });
        true
    }

    /// Remembers the pass, if the content is still what it was before the layers.
    fn keep(&mut self, known: &Known<'_>) {
        let after = match known.recorder.take() {
            Ok(after) => after,
            Err(why) => {
                return self.report.notes.push(format!("no pass can be remembered: {why}"));
            }
        };
        if !after.is_same(&known.content) {
            self.report.outcome = Outcome::Changed;
            self.report.changed = known.content.changes(&after);
            return;
        }
        if let Err(error) = known.store.keep(&known.fingerprint, &self.report.summary()) {
            self.report.notes.push(format!("the pass cannot be remembered: {error}"));
        }
    }

    /// Runs all layers. The first that fails is the last of its stack.
    fn layers(&mut self, layers: &[Layer]) {
        let logs = Logs::new(self.request.root, self.request.environment);
        let mut closed: Vec<&Layer> = Vec::new();
        for (number, layer) in layers.iter().enumerate() {
            let row = match &layer.need {
                Need::Never(skip) => {
                    let reason = skip.text.clone();
                    Row::new(layer, Ending::Skipped { why: skip.why, reason })
                }
                _ if Instant::now() >= self.request.limit => Row::new(layer, Ending::NotRun),
                _ if closed.iter().any(|other| other.is_beside(layer)) => {
                    Row::new(layer, Ending::NotRun)
                }
                _ => self.layer(layer, logs.file(number, &layer.name)),
            };
            if matches!(row.result, Ending::Failed { .. } | Ending::TimedOut { .. }) {
                closed.push(layer);
            }
            self.tell(Step::Ends(&row));
            self.report.rows.push(row);
        }
        self.report.outcome = outcome(&self.report.rows);
    }

    fn layer(&mut self, layer: &Layer, log: PathBuf) -> Row {
        self.tell(Step::Starts(layer));
        let own = layer.timeout.map(|time| Instant::now() + time);
        let limit = own.map_or(self.request.limit, |own| own.min(self.request.limit));
        let job = layer::job(layer, self.request.environment);
        let ended = match &mut self.on {
            Some(on) => {
                let mut on_line = |line: &str| on(Step::Prints(line));
                process::run(&job, limit, &log, Some(&mut on_line))
            }
            None => process::run(&job, limit, &log, None),
        };
        let title = layer.title();
        if ended.left > 0 {
            let note = format!("{} processes of `{title}` could not be ended", ended.left);
            self.report.notes.push(note);
        }
        if let Some(fault) = &ended.log_fault {
            self.report.notes.push(format!("the log of `{title}` is not whole: {fault}"));
        }
        let result = ending(layer, &ended);
        let tail = match result {
            Ending::Failed { .. } | Ending::TimedOut { .. } => tail::of(&log),
            _ => Vec::new(),
        };
        Row { seconds: seconds(ended.took), log: Some(log), tail, ..Row::new(layer, result) }
    }
}

/// What the end of a process says of its layer.
fn ending(layer: &Layer, ended: &Ended) -> Ending {
    let failed = |exit_code, reason: String| Ending::Failed { exit_code, reason };
    let missing = |reason: String| match layer.need {
        Need::IfFound => Ending::Skipped { why: Why::Missing, reason },
        _ => failed(None, reason),
    };
    let is_pytest = layer.stack == Some(Stack::Python)
        && layer.name == "pytest"
        && matches!(layer.run, Run::Program(_));
    match &ended.end {
        End::Exited(0) => Ending::Passed,
        End::Exited(NOT_FOUND) if layer.need == Need::IfFound => {
            missing("a program of it is not found (exit code 127)".to_owned())
        }
        End::Exited(NO_TESTS) if is_pytest => {
            Ending::Skipped { why: Why::Idle, reason: "pytest has found no test".to_owned() }
        }
        End::Exited(code) => failed(Some(*code), format!("exit code {code}")),
        End::Killed(signal) => failed(None, format!("ended by signal {signal}")),
        End::TimedOut => {
            let seconds = seconds(ended.took);
            Ending::TimedOut { reason: format!("timed out after {seconds:.0} s") }
        }
        End::Missing(reason) => missing(reason.clone()),
        End::NotStarted(reason) => failed(None, format!("it could not be started: {reason}")),
        End::Lost => failed(None, "its guard is gone, so nobody knows how it ended".to_owned()),
    }
}
