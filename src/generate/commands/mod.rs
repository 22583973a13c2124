//! One file per verb of `cvg-gen`.

pub mod adopt;
pub mod build;
pub mod check;
pub mod explain;
pub mod init;
pub mod lint;
pub mod package;
pub mod schema;
pub mod watch;
pub mod why;

use std::collections::BTreeMap;
use std::io;

use super::cli::Global;
use super::output::Lock;
use crate::diagnostic::render::{Options, summary};
use crate::diagnostic::{Diagnostic, Severity};
use crate::ui::Ui;

/// A lock, or the warning that there is none on this file system.
fn locked(lock: io::Result<Lock>, ui: &Ui) -> Option<Lock> {
    if let Err(error) = &lock {
        ui.note(&format!("warning: no lock ({error}): do not build twice at once\n"));
    }
    lock.ok()
}

/// Shows warnings and errors; remarks are for who asks for them, with `lint`.
fn show_serious(diagnostics: &[Diagnostic], global: &Global, ui: &Ui) -> anyhow::Result<()> {
    let serious = diagnostics.iter().filter(|item| item.severity > Severity::Info);
    show(&serious.cloned().collect::<Vec<_>>(), global, ui)
}

/// Most faults of one rule that are shown of one file: whoever has more has one cause.
const SHOWN: usize = 100;

/// The diagnostics without the hundreds that say the same of one file; the last that
/// is shown tells how many there are.
fn without_repeats(diagnostics: &[Diagnostic]) -> Vec<Diagnostic> {
    let key = |item: &Diagnostic| (item.place.file.path.clone(), item.rule.code);
    let mut counts: BTreeMap<_, usize> = BTreeMap::new();
    for item in diagnostics {
        *counts.entry(key(item)).or_default() += 1;
    }
    let mut seen: BTreeMap<_, usize> = BTreeMap::new();
    let mut shown = Vec::new();
    for item in diagnostics {
        let key = key(item);
        let total = counts.get(&key).copied().unwrap_or_default();
        let number = seen.entry(key).or_default();
        *number += 1;
        if *number < SHOWN || total <= SHOWN {
            shown.push(item.clone());
        } else if *number == SHOWN {
            let more = total - SHOWN;
            shown.push(item.clone().note(format!("{more} more like this in the file")));
        }
    }
    shown
}

/// Shows diagnostics: machine formats on standard output, texts for people on
/// standard error, so that results can be piped.
fn show(diagnostics: &[Diagnostic], global: &Global, ui: &Ui) -> anyhow::Result<()> {
    let format = global.format();
    let people = format.is_for_people();
    let color = if people { ui.color_err() } else { false };
    let shown = without_repeats(diagnostics);
    let text = format.render(&shown, &Options { color, width: ui.width(), root: None });
    if !people {
        ui.out(&text)?;
        return Ok(());
    }
    if !diagnostics.is_empty() {
        ui.err(&text);
        if !text.ends_with("\n\n") && global.format() == crate::diagnostic::render::Format::Full {
            ui.err("\n");
        }
        ui.err(&format!("{}\n", summary(diagnostics)));
    }
    Ok(())
}
