//! What the hook says: to the model why a call is denied, and to the user that it passed.

use std::fmt::Write;

use super::super::milestone::Milestone;
use super::super::report::{Ending, Outcome, Report, Row, Uncommitted};
use super::target::{Target, Trouble};
use crate::config::Fault;
use crate::shell::Limit;
use crate::show::shown;

/// The answer if the hook itself fails.
pub(super) const UNJUDGED: &str = "milestone-gate: this command seems to make a release or a part of one, and the hook could not \
     judge it. Such a command runs only after the gate. Try it again, by itself and in a simpler \
     form; `milestone-gate --explain` with the same input says more.";

/// Some commands, with what they do.
pub(super) fn all<'m>(milestones: impl IntoIterator<Item = &'m Milestone>) -> String {
    let told: Vec<String> = milestones.into_iter().map(told).collect();
    told.join(", ")
}

fn told(milestone: &Milestone) -> String {
    format!("`{}` {}", milestone.shown, milestone.what)
}

pub(super) fn unread(milestone: &Milestone, limit: Limit) -> String {
    format!(
        "milestone-gate: this command is too much to read ({limit}), and its text names a \
         milestone: `{}`. Run the part that makes the release as a command of its own.",
        milestone.shown
    )
}

pub(super) fn nowhere(milestone: &Milestone, trouble: &Trouble) -> String {
    let why = match trouble {
        Trouble::Unknown => "nobody can say in which folder before it runs. Name the folder in \
                             full, as in `git -C /path/to/repository tag v1`, and run it as a \
                             command of its own"
            .to_owned(),
        Trouble::Absent(place) => format!(
            "`{}` is not there yet, so nothing in it can be tested. Make it first, and run this as \
             a command of its own",
            shown(place)
        ),
    };
    format!("milestone-gate: {}, and {why}.", told(milestone))
}

pub(super) fn faults(target: &Target<'_>, faults: &[Fault]) -> String {
    let mut text = format!(
        "milestone-gate: {}, and the configuration of the gate has a fault, so that a layer may be \
         missing:\n",
        target.told()
    );
    for fault in faults {
        // Writing to a string cannot fail.
        let _ = writeln!(text, "{fault}");
    }
    text.push_str("Ask the user to correct it, then run the command again.");
    text
}

pub(super) fn unfinished(target: &Target<'_>) -> String {
    format!(
        "milestone-gate: {}, and the gate of `{}` did not come to an end in the hook. {BY_HAND}",
        target.told(),
        shown(&target.root)
    )
}

const BY_HAND: &str = "`cvg gate` in the repository runs the same layers without a limit, and what passes there is \
     remembered: run it, then this command again.";

/// The line for the user.
pub(super) fn passed(target: &Target<'_>, report: &Report) -> String {
    let root = shown(&target.root);
    let mut text = match &report.remembered {
        Some(kept) => format!(
            "milestone-gate: {} in `{root}` {} for this content",
            kept.summary,
            ago(kept.seconds_ago)
        ),
        None => format!(
            "milestone-gate: {} in `{root}` after {:.1} s",
            report.summary(),
            report.seconds
        ),
    };
    if let Some(dirt) = report.uncommitted.as_ref().and_then(uncommitted) {
        let _ = write!(text, ". {dirt}");
    }
    text
}

fn ago(seconds: u64) -> String {
    match seconds {
        0..60 => "just now".to_owned(),
        60..3600 => format!("{} min ago", seconds / 60),
        3600..86_400 => format!("{} h ago", seconds / 3600),
        _ => format!("{} days ago", seconds / 86_400),
    }
}

/// What a tag would not contain.
fn uncommitted(dirt: &Uncommitted) -> Option<String> {
    if dirt.unborn {
        return Some("Nothing is committed yet: a tag would contain nothing".to_owned());
    }
    let (are, them) = match dirt.files {
        0 => return None,
        1 => ("1 file is", "it"),
        _ => ("files are", "them"),
    };
    let count = if dirt.files == 1 { String::new() } else { format!("{} ", dirt.files) };
    let more = if dirt.files > dirt.names.len() { ", …" } else { "" };
    Some(format!(
        "{count}{are} not committed ({}{more}): the layers saw {them}, a tag does not contain {them}",
        dirt.names.join(", ")
    ))
}

/// Why the gate is closed.
pub(super) fn closed(target: &Target<'_>, report: &Report) -> String {
    let begin =
        format!("milestone-gate: {}, and the gate of `{}`", target.told(), shown(&target.root));
    let mut text = match (report.outcome, report.culprit()) {
        (Outcome::Changed, _) => changed(&begin, report),
        (Outcome::Unverified, _) => unverified(&begin, report),
        (_, Some(row)) => culprit(&begin, row),
        (_, None) => format!("{begin} did not end in time.\n"),
    };
    if report.outcome == Outcome::TimedOut {
        let _ = writeln!(text, "{BY_HAND}");
    }
    if let Some(row) = report.culprit() {
        others(&mut text, report, row);
    }
    for note in &report.notes {
        let _ = writeln!(text, "Mind: {note}.");
    }
    if let Some(dirt) = report.uncommitted.as_ref().and_then(uncommitted) {
        let _ = writeln!(text, "{dirt}.");
    }
    text.push_str("The command did not run.");
    text
}

fn changed(begin: &str, report: &Report) -> String {
    let names = report.changed.join("`, `");
    format!(
        "{begin} has passed but changed files: `{names}`. What was tested is not what is there \
         now. Commit or ignore these files, then run the command again.\n"
    )
}

fn unverified(begin: &str, report: &Report) -> String {
    let mut text = format!("{begin} has verified nothing, since tools are missing:\n");
    for (row, reason) in report.missing() {
        let _ = writeln!(text, "- {}: {reason}", row.title());
    }
    text.push_str(
        "Install what is missing. If this repository needs none of it, ask the user to say so \
         in convergo.toml: `[gate] skip = […]`, or `enabled = false`.\n",
    );
    text
}

fn culprit(begin: &str, row: &Row) -> String {
    let mut text = match &row.result {
        Ending::TimedOut { .. } => {
            format!("{begin} timed out in layer `{}` after {:.0} s.\n", row.title(), row.seconds)
        }
        Ending::Failed { reason, .. } => format!(
            "{begin} is closed: the layer `{}` failed after {:.1} s, {reason}.\n",
            row.title(),
            row.seconds
        ),
        _ => format!("{begin} is closed by the layer `{}`.\n", row.title()),
    };
    if !row.tail.is_empty() {
        text.push_str("\nThe last lines:\n");
        for line in &row.tail {
            let _ = writeln!(text, "    {line}");
        }
        text.push('\n');
    }
    if let Some(log) = &row.log {
        let _ = writeln!(text, "The whole log: {}", shown(log));
    }
    let _ = writeln!(text, "By hand: {}", row.command);
    text
}

/// What came of the other layers.
fn others(text: &mut String, report: &Report, culprit: &Row) {
    let named = |title: &str, test: fn(&Ending) -> bool| {
        let rows = report.rows.iter().filter(|row| !std::ptr::eq(*row, culprit));
        let names: Vec<String> =
            rows.filter(|row| test(&row.result)).map(|row| format!("`{}`", row.title())).collect();
        (!names.is_empty()).then(|| format!("{title}: {}.", names.join(", ")))
    };
    let lines = [
        named("Also failed", |it| matches!(it, Ending::Failed { .. })),
        named("Also timed out", |it| matches!(it, Ending::TimedOut { .. })),
        named("Passed", |it| matches!(it, Ending::Passed)),
        named("Skipped", |it| matches!(it, Ending::Skipped { .. })),
        named("Did not run", |it| matches!(it, Ending::NotRun)),
    ];
    let lines: Vec<String> = lines.into_iter().flatten().collect();
    if !lines.is_empty() {
        let _ = writeln!(text, "{}", lines.join(" "));
    }
}
