//! The start of a session: where to work, said before the first refusal, and what is wrong
//! with the configuration.

use super::guard::Guard;
use super::refusal;
use super::ward::{Reach, Ruling};
use crate::event::SessionStart;
use crate::show::shown;
use crate::table::one_of;
use crate::{Event, Verdict};

/// Answers the start of a session.
pub(super) fn judge(event: &Event<'_>, start: &SessionStart<'_>) -> Verdict {
    // A session that goes on has read it already.
    if start.source().is_some_and(|text| one_of(text, "resume compact fork")) {
        event.note(|| "the session goes on, and knows already".to_owned());
        return Verdict::pass();
    }
    let mut guard = Guard::new(event);
    let faults = guard.session_faults();
    for fault in &faults {
        event.log(format!("configuration: {fault}"));
    }
    let verdict = match guidance(&mut guard) {
        Some(text) => start.context(text),
        None => Verdict::pass(),
    };
    guard.log_doubts();
    if faults.is_empty() {
        return verdict;
    }
    let off = guard
        .unguarded_root()
        .map_or_else(String::new, |root| format!(" It is off: `{}` is not guarded.", shown(&root)));
    verdict.message(format!(
        "enforce-worktree does not follow a part of its configuration.{off}\n{}",
        faults.join("\n")
    ))
}

/// What the model is told in a guarded main checkout.
fn guidance(guard: &mut Guard<'_>) -> Option<String> {
    let cwd = guard.session.cwd(guard.event)?.to_path_buf();
    let ruling = guard.rule(&cwd, Reach::Below);
    guard.event.note(|| {
        format!("the session starts in `{}`: {}", shown(&cwd), super::target::ruling_text(&ruling))
    });
    let Ruling::Guarded(ward) = ruling else { return None };
    let root = ward.root.clone()?;
    let cvg = if refusal::has_cvg(guard.event) { "`cvg lane create NAME`, or " } else { "" };
    Some(format!(
        "This session stands in {}, which is guarded: calls that write there are refused. Work \
         in a lane, a linked worktree. To make one, run in `{}`: {cvg}`git worktree add \
         .worktrees/NAME -b NAME`. Then edit, build and commit below `{}` only. Reading, \
         fetching, `git pull --ff-only`, pushing and tending lanes stay possible in the main \
         checkout.",
        refusal::the_main_checkout(&ward),
        shown(&root),
        shown(&root.join(".worktrees/NAME")),
    ))
}
