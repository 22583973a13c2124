//! The thread that reads and judges. Whatever happens in it, the harness gets a word.

use std::any::Any;
use std::cell::RefCell;
use std::panic::{AssertUnwindSafe, catch_unwind, set_hook};
use std::sync::Arc;
use std::thread::Builder;
use std::time::Duration;

use super::{Fault, explain, stdio};
use crate::event::{Facts, Mailbox, Reporter};
use crate::{Environment, Event, Host, Verdict};

/// Stacks to try, in bytes. A judge that follows a deeply nested command line gets more
/// than a thread usually has; the memory is only reserved, not used.
const STACKS: [usize; 2] = [64 << 20, 8 << 20];

/// What the worker needs to know.
#[derive(Clone, Copy)]
pub(super) struct Work {
    pub(super) name: &'static str,
    pub(super) closed_if: Option<fn(&[u8]) -> bool>,
    pub(super) input_deadline: Duration,
    pub(super) judge: fn(&Event<'_>) -> Verdict,
    pub(super) host: Option<Host>,
    pub(super) limit: usize,
    pub(super) verbose: bool,
    pub(super) explains: bool,
}

thread_local! {
    /// Where this thread panicked.
    static PLACE: RefCell<String> = const { RefCell::new(String::new()) };
}

/// Starts the worker. It leaves all that it finds in `mailbox`.
pub(super) fn start(work: Work, mailbox: &Arc<Mailbox>) -> Result<(), Fault> {
    // The default hook writes to standard error: noise at best, since the log has it.
    set_hook(Box::new(|info| {
        let place = info.location().map(|place| format!(" at {place}")).unwrap_or_default();
        PLACE.with_borrow_mut(|kept| *kept = place);
    }));
    let mut error = None;
    for stack in STACKS {
        let reporter = Reporter {
            mailbox: Some(Arc::clone(mailbox)),
            verbose: work.verbose,
            explains: work.explains,
        };
        match Builder::new().stack_size(stack).spawn(move || run(work, reporter)) {
            Ok(_) => return Ok(()),
            Err(failed) => error = Some(failed),
        }
    }
    Err(Fault::NoThread(error.map(|error| error.to_string()).unwrap_or_default()))
}

fn run(work: Work, reporter: Reporter) {
    let last = LastWord(reporter);
    let end = catch_unwind(AssertUnwindSafe(|| judge(work, &last.0)))
        .unwrap_or_else(|panic| Err(Fault::Panicked(told(panic.as_ref()))));
    last.0.end(end);
}

/// What is said if the thread ends without an end, as when the value of a panic panics.
struct LastWord(Reporter);

impl Drop for LastWord {
    fn drop(&mut self) {
        if std::thread::panicking() {
            self.0.end(Err(Fault::Panicked("its thread is gone".to_owned())));
        }
    }
}

/// How long before its deadline an input that has not ended is looked at.
const MARGIN: Duration = Duration::from_millis(200);

/// Decides what the answer is if the input is no event.
fn prepare(work: Work, reporter: &Reporter, input: &[u8]) {
    if work.closed_if.is_some_and(|holds| holds(input)) {
        let reason = format!(
            "The hook `{}` could not read this event, and its text names what the hook must not \
             let pass unjudged. Try again, or in a simpler form.",
            work.name
        );
        reporter.provisional(Some(Verdict::refusal("", reason.into())));
    }
}

fn judge(work: Work, reporter: &Reporter) -> Result<Verdict, Fault> {
    let mut input = Vec::new();
    let look = work.closed_if.map(|_| work.input_deadline.saturating_sub(MARGIN));
    let mut late = |input: &[u8]| prepare(work, reporter, input);
    let read = stdio::read(&mut input, work.limit, look.map(|time| (time, &mut late as _)));
    let event = read.and_then(|()| Event::parse(&input, work.host).map_err(Fault::Malformed));
    let event = match event {
        Ok(event) => event,
        Err(fault) => {
            prepare(work, reporter, &input);
            return Err(fault);
        }
    };
    reporter.provisional(None);
    let event = event.with_environment(Environment::of_process()).with_reporter(reporter.clone());
    reporter.facts(Facts {
        event: event.name().to_owned(),
        tool: event.call().map(|call| call.name().to_owned()),
        session: event.session_id().map(str::to_owned),
    });
    if work.explains {
        reporter.describe(explain::event(&event));
    }
    let verdict = (work.judge)(&event);
    if event.kind().takes_message() {
        return Ok(verdict);
    }
    if let Some(message) = verdict.user_message() {
        event.log(message);
    }
    Ok(verdict.without_message())
}

/// What a panic said, and where.
fn told(panic: &(dyn Any + Send)) -> String {
    let message = panic
        .downcast_ref::<&str>()
        .copied()
        .or_else(|| panic.downcast_ref::<String>().map(String::as_str))
        .unwrap_or("without a word");
    format!("{message}{}", PLACE.take())
}
