//! enforce-worktree: a main checkout that is guarded is read and refreshed, never worked in.
//!
//! A call is judged by the real place of everything that it would write, and by every main
//! checkout around that place; neither by where the session stands nor by what a `GIT_*`
//! variable says. What nobody can know is no write, unless the configuration asks for more.

mod checkout;
mod guard;
mod line;
mod mcp;
mod refusal;
mod session;
mod start;
mod target;
mod ward;

use std::borrow::Cow;
use std::path::PathBuf;

use crate::config::{Answer, CodexAsk};
use crate::event::PreToolUse;
use crate::patch::Change;
use crate::{Event, Kind, OnCodex, ToolClass, Verdict};
use guard::Guard;
use target::Written;
use ward::{Reach, Ward};

/// Judges an event: a call that is about to run, or the start of a session.
pub fn judge(event: &Event<'_>) -> Verdict {
    match event.kind() {
        Kind::PreToolUse(call) => judge_call(event, call),
        Kind::SessionStart(start) => start::judge(event, start),
        _ => Verdict::pass(),
    }
}

fn judge_call(event: &Event<'_>, call: &PreToolUse<'_>) -> Verdict {
    // What cannot write costs no look at any file.
    match call.class() {
        Some(ToolClass::Edit | ToolClass::Write | ToolClass::Notebook) => {
            let paths = call.paths();
            if paths.is_empty() {
                event.note(|| "the call names no file".to_owned());
                return Verdict::pass();
            }
            let mut guard = Guard::new(event);
            edits(&mut guard, call, &paths);
            answer(&mut guard, call)
        }
        Some(ToolClass::Patch) => {
            let mut guard = Guard::new(event);
            patch(&mut guard, call);
            answer(&mut guard, call)
        }
        Some(ToolClass::Shell) => {
            let Some(command) = call.command() else { return Verdict::pass() };
            let mut guard = Guard::new(event);
            let workdir = call.workdir().and_then(|folder| guard.absolute(&folder, false));
            line::judge(&mut guard, call, &command, workdir);
            answer(&mut guard, call)
        }
        // The names of a host's new tool say as much as those of a server's.
        Some(ToolClass::Mcp) | None => {
            let mut guard = Guard::new(event);
            mcp::judge(&mut guard, call);
            answer(&mut guard, call)
        }
        _ => {
            event.note(|| format!("`{}` is no tool that writes", call.name()));
            Verdict::pass()
        }
    }
}

/// What was found, as a verdict.
fn answer(guard: &mut Guard<'_>, call: &PreToolUse<'_>) -> Verdict {
    // Why it is off is asked most often where the configuration is broken.
    if guard.event.is_explained() {
        for fault in guard.session_faults() {
            guard.event.note(|| format!("configuration: {fault}"));
        }
    }
    if let Some(reason) = guard.refusal.take() {
        return call.deny(reason);
    }
    if let Some((reason, on_codex)) = guard.question.take() {
        return call.ask(reason, on_codex_of(on_codex));
    }
    guard.log_doubts();
    Verdict::pass()
}

fn on_codex_of(ask: CodexAsk) -> OnCodex {
    match ask {
        CodexAsk::Allow => OnCodex::Allow,
        CodexAsk::Deny => OnCodex::Deny,
    }
}

/// From here on a call whose judging takes too long or fails counts as one that is too much
/// to read, where the session is guarded.
fn if_interrupted(guard: &Guard<'_>, call: &PreToolUse<'_>, ward: Option<&Ward>) {
    let Some(ward) = ward else { return };
    let reason = refusal::of_unreadable("it takes too long to judge", ward);
    guard.event.if_interrupted(match ward.rules.unanalysable {
        Answer::Allow => Verdict::pass(),
        Answer::Ask => call.ask(reason, on_codex_of(ward.rules.ask_on_codex)),
        Answer::Deny => call.deny(reason),
    });
}

/// The files of a tool that edits.
fn edits(guard: &mut Guard<'_>, call: &PreToolUse<'_>, paths: &[Cow<'_, str>]) {
    for path in paths {
        // Claude Code takes blanks off, and knows the home folder.
        let Some(path) = guard.absolute(path.trim(), true) else { continue };
        let written = Written { by: format!("`{}`", call.name()), reach: Reach::File, path };
        target::judge(guard, &written, target::Links::Followed);
    }
}

/// The files of a patch.
fn patch(guard: &mut Guard<'_>, call: &PreToolUse<'_>) {
    let wards = guard.session_wards();
    if_interrupted(guard, call, wards.first());
    let files = call.patch().map(|patch| patch.files).unwrap_or_default();
    for file in files {
        let Some(path) = guard.absolute(&file.path, false) else { continue };
        let (deed, links) = match file.change {
            Change::Add | Change::Update => ("the patch", target::Links::Followed),
            Change::MoveTo => ("a move of the patch", target::Links::Followed),
            Change::Delete => ("a deletion of the patch", target::Links::Removed),
            Change::MoveFrom => ("a move of the patch", target::Links::Removed),
        };
        target::judge(guard, &Written { by: deed.to_owned(), reach: Reach::File, path }, links);
    }
}

impl Guard<'_> {
    /// A path as a tool gets it: relative to the event's cwd, and with the home folder for
    /// a tilde if the tool knows that. `None` if nobody can say where it is.
    fn absolute(&self, path: &str, tilde: bool) -> Option<PathBuf> {
        let home = || self.event.environment().home();
        let path = match path.strip_prefix('~') {
            Some(rest) if tilde && (rest.is_empty() || rest.starts_with('/')) => {
                home()?.join(rest.trim_start_matches('/'))
            }
            _ => PathBuf::from(path),
        };
        let cwd = self.event.cwd().filter(|cwd| cwd.is_absolute());
        let absolute = if path.is_absolute() { Some(path) } else { cwd.map(|cwd| cwd.join(path)) };
        if absolute.is_none() {
            self.event.note(|| "a relative path, and the event tells no cwd".to_owned());
        }
        absolute
    }
}

#[cfg(test)]
mod tests;
