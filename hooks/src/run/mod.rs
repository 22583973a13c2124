//! The harness around a judge: it reads the event, waits for the verdict, and answers.
//!
//! Both hosts let the tool run if a hook crashes, is late or prints a stray byte. So the
//! judge works in a thread of its own, while the main thread holds the deadline, the only
//! way to standard output, and the policy for faults. The exit code is always 0.

mod args;
mod explain;
mod fault;
mod stdio;
mod worker;

use std::process::ExitCode;
use std::sync::Arc;
use std::time::Duration;

use args::{Arguments, Mode};
pub(crate) use fault::Fault;
use stdio::Output;
use worker::Work;

use crate::event::{Facts, Heard, Mailbox};
use crate::log::{Entry, Log};
use crate::{Environment, Event, Host, Reason, Verdict, env};

/// What a hook answers if it cannot judge.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum OnFault {
    /// The call passes: a broken hook does not break the session.
    #[default]
    Open,
    /// A call or a request for permission is denied; every other event passes.
    Closed,
}

/// A hook: a judge and how to run it.
#[derive(Debug, Clone, Copy)]
pub struct Hook {
    name: &'static str,
    version: &'static str,
    judge: fn(&Event<'_>) -> Verdict,
    on_fault: OnFault,
    closed_if: Option<fn(&[u8]) -> bool>,
    input_limit: usize,
    input_deadline: Duration,
    judging_deadline: Duration,
}

impl Hook {
    /// A hook with that name, which stands in the log, and that judge. The judge must not
    /// recurse without bound: a stack that overflows is the one fault that ends the process.
    pub const fn new(name: &'static str, judge: fn(&Event<'_>) -> Verdict) -> Self {
        Self {
            name,
            version: env!("CARGO_PKG_VERSION"),
            judge,
            on_fault: OnFault::Open,
            closed_if: None,
            input_limit: 32 << 20,
            input_deadline: Duration::from_secs(2),
            judging_deadline: Duration::from_secs(2),
        }
    }

    /// What `--version` says; without it, the version of this crate.
    #[must_use]
    pub const fn version(self, version: &'static str) -> Self {
        Self { version, ..self }
    }

    /// What to answer if the hook cannot judge. [`Event::if_interrupted`] goes before it.
    #[must_use]
    pub const fn on_fault(self, on_fault: OnFault) -> Self {
        Self { on_fault, ..self }
    }

    /// If an event cannot be read to its end, or is none, a call is denied where `holds` is
    /// true of the bytes that came. It is for a hook that judges few calls, and those closed.
    #[must_use]
    pub const fn closed_if(self, holds: fn(&[u8]) -> bool) -> Self {
        Self { closed_if: Some(holds), ..self }
    }

    /// The longest input that is read, in bytes; 32 MiB at first.
    #[must_use]
    pub const fn input_limit(self, bytes: usize) -> Self {
        Self { input_limit: bytes, ..self }
    }

    /// How long the input may take from the start of the process; 2 s at first.
    #[must_use]
    pub const fn input_deadline(self, time: Duration) -> Self {
        Self { input_deadline: time, ..self }
    }

    /// How long the judge may take once the input is read; 2 s at first. Both deadlines
    /// together must be shorter than the timeout that the hook is registered with.
    #[must_use]
    pub const fn judging_deadline(self, time: Duration) -> Self {
        Self { judging_deadline: time, ..self }
    }

    /// Runs the hook in this process: reads standard input, writes the answer, and returns
    /// the exit code, which is always 0.
    pub fn run(self) -> ExitCode {
        let arguments = Arguments::of_process();
        let output = Output::claim();
        match arguments.mode {
            Mode::Version => output.write(&format!("{} {}\n", self.name, self.version)),
            Mode::Help => output.write(&self.help()),
            Mode::Answer | Mode::Explain => self.serve(&arguments, &output),
        }
        ExitCode::SUCCESS
    }

    fn serve(self, arguments: &Arguments, output: &Output) {
        let environment = Environment::of_process();
        let debug = environment.is_on(env::CVG_HOOK_DEBUG);
        let explains = arguments.mode == Mode::Explain;
        let work = Work {
            name: self.name,
            judge: self.judge,
            closed_if: self.closed_if,
            input_deadline: self.input_deadline,
            host: arguments.host,
            limit: self.input_limit,
            verbose: debug || explains,
            explains,
        };
        let mailbox = Arc::new(Mailbox::default());
        let mut heard = match worker::start(work, &mailbox) {
            // A person may type the event.
            Ok(()) if explains => mailbox.listen(Duration::MAX, self.judging_deadline),
            Ok(()) => mailbox.listen(self.input_deadline, self.judging_deadline),
            Err(fault) => Heard { end: Some(Err(fault)), ..Heard::default() },
        };
        let facts = heard.facts.take().unwrap_or_default();
        let (verdict, fault) = self.decide(&mut heard, &facts);
        if explains {
            output.write(&heard.described);
            let fault = fault.as_ref();
            output.write(&explain::verdict(&heard.notes, fault, &verdict, arguments.host));
            return;
        }
        if let Some(answer) = verdict.encode(arguments.host) {
            output.write(&answer);
        }
        let mut log = Log::new(self.name, &facts);
        for ignored in &arguments.ignored {
            log.add(Entry::Note, &format!("an argument is ignored: {ignored}"));
        }
        for note in &heard.notes {
            log.add(Entry::Note, note);
        }
        for line in &heard.lines {
            log.add(Entry::Line, line);
        }
        if let Some(fault) = fault {
            log.add(Entry::Fault, &fault.to_string());
        }
        if debug || verdict.outcome().is_decision() {
            log.add(Entry::Verdict(verdict.outcome()), verdict.text());
        }
        write_log(debug, &environment, &log);
    }

    /// The answer, and what went wrong.
    fn decide(self, heard: &mut Heard, facts: &Facts) -> (Verdict, Option<Fault>) {
        let fault = match heard.end.take() {
            Some(Ok(verdict)) => return (verdict, None),
            Some(Err(fault)) => fault,
            None => Fault::OutOfTime(self.judging_deadline),
        };
        let verdict = match (heard.provisional.take(), self.on_fault) {
            (Some(provisional), _) => provisional,
            (None, OnFault::Open) => Verdict::pass(),
            (None, OnFault::Closed) => Verdict::refusal(&facts.event, self.refusal(&fault)),
        };
        (verdict, Some(fault))
    }

    fn refusal(self, fault: &Fault) -> Reason {
        let name = self.name;
        Reason::new(format!(
            "The hook `{name}` could not judge this call, and it refuses what it cannot judge: \
             {fault}. Try again, or in a simpler form; `{name} --explain` with the same input \
             says more."
        ))
    }

    fn help(self) -> String {
        let hosts = Host::ALL.map(Host::id).join(" or ");
        format!(
            "{} {}\n\nA hook for coding agents: it reads one event as JSON on standard input and \
             answers on standard\noutput. The exit code is always 0.\n\n\
             Options:\n  --host NAME  answer as this host understands it: {hosts}\n  \
             --explain    tell a person what the answer would be, and why; do nothing\n  \
             --version    print the version\n  --help       print this text\n\n\
             With {}=1 every decision is logged with its notes, and shown on standard error.\n",
            self.name,
            self.version,
            env::CVG_HOOK_DEBUG.name,
        )
    }
}

fn write_log(debug: bool, environment: &Environment, log: &Log<'_>) {
    if debug {
        for line in log.lines() {
            stdio::tell(line);
        }
    }
    if let Some(folder) = environment.state_folder() {
        log.append(&folder);
    }
}
