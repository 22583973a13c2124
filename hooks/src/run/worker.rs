//! The thread that reads and judges. Whatever happens in it, the harness gets a word.

use std::any::Any;
use std::cell::RefCell;
use std::panic::{AssertUnwindSafe, catch_unwind, set_hook};
use std::sync::Arc;
use std::thread::Builder;

use super::{Board, Fault, explain, stdio};
use crate::event::{Facts, Report, Reporter};
use crate::{Environment, Event, Host, Verdict};

/// Stacks to try, in bytes. A judge that follows a deeply nested command line gets more
/// than a thread usually has; the memory is only reserved, not used.
const STACKS: [usize; 2] = [64 << 20, 8 << 20];

/// What the worker needs to know.
#[derive(Clone, Copy)]
pub(super) struct Work {
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

/// Starts the worker. It writes all that it finds on the board.
pub(super) fn start(work: Work, board: &Arc<Board>) -> Result<(), Fault> {
    // The default hook writes to standard error: noise at best, since the log has it.
    set_hook(Box::new(|info| {
        let place = info.location().map(|place| format!(" at {place}")).unwrap_or_default();
        PLACE.with_borrow_mut(|kept| *kept = place);
    }));
    let mut error = None;
    for stack in STACKS {
        let board = Arc::clone(board);
        match Builder::new().stack_size(stack).spawn(move || run(work, &board)) {
            Ok(_) => return Ok(()),
            Err(failed) => error = Some(failed),
        }
    }
    Err(Fault::NoThread(error.map(|error| error.to_string()).unwrap_or_default()))
}

fn run(work: Work, board: &Arc<Board>) {
    let reporter =
        Reporter { board: Some(Arc::clone(board)), verbose: work.verbose, explains: work.explains };
    let end = catch_unwind(AssertUnwindSafe(|| judge(work, &reporter)))
        .unwrap_or_else(|panic| Err(Fault::Panicked(told(panic.as_ref()))));
    reporter.send(|| Report::Done(end));
    // The harness answers and ends the process; to end this thread before would cost a dozen
    // calls to the system, while the answer waits.
    loop {
        std::thread::park();
    }
}

fn judge(work: Work, reporter: &Reporter) -> Result<Verdict, Fault> {
    let input = stdio::read(work.limit)?;
    let event = Event::parse(&input, work.host)
        .map_err(Fault::Malformed)?
        .with_environment(Environment::of_process())
        .with_reporter(reporter.clone());
    reporter.send(|| {
        Report::Facts(Facts {
            event: event.name().to_owned(),
            tool: event.call().map(|call| call.name().to_owned()),
            session: event.session_id().map(str::to_owned),
        })
    });
    if work.explains {
        reporter.send(|| Report::Described(explain::event(&event)));
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
