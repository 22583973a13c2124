//! `cvg-gen build`: render, and write what changed.

use std::fmt::Write as _;

use clap::Args;

use super::{locked, show_serious};
use crate::generate::cli::{Global, exit};
use crate::generate::output::{Change, Changes, DriftKind, Lock, Status, WriteError, apply};
use crate::generate::pipeline::{Prepared, prepare, root};
use crate::ui::Ui;

/// Flags of `build`.
#[derive(Debug, Clone, Default, Args)]
pub struct BuildArgs {
    /// Replace files that were edited by hand or are not ours.
    #[arg(long)]
    pub overwrite: bool,
}

/// Runs `build`.
pub fn build(args: &BuildArgs, global: &Global, ui: &Ui) -> anyhow::Result<u8> {
    let prepared = prepare(&root(global)?, global);
    show_serious(&prepared.diagnostics, global, ui)?;
    if prepared.has_errors() {
        ui.note("nothing was written\n");
        return Ok(exit::FOUND);
    }
    let _lock = locked(Lock::exclusive(&prepared.source.root), ui);
    let status = prepared.status(&global.host)?;
    let (code, text) = write(&prepared, &status, args.overwrite)?;
    let for_people = global.format().is_for_people();
    if code == exit::CLEAN && for_people {
        ui.out(&text)?;
    } else if code == exit::CLEAN {
        ui.note(&text);
    } else {
        ui.err(&text);
    }
    Ok(code)
}

/// Applies a comparison; gives the exit code and what to tell the user.
///
/// # Errors
/// A file cannot be read or written.
pub fn write(
    prepared: &Prepared,
    status: &Status,
    overwrite: bool,
) -> anyhow::Result<(u8, String)> {
    match apply(&prepared.source.root, &prepared.rendition, status, overwrite) {
        Ok(changes) => Ok((exit::CLEAN, report(prepared, status, &changes))),
        Err(error @ WriteError::WouldLose(_)) => Ok((exit::REFUSED, refusal(&error))),
        Err(error @ WriteError::InTheWay(_)) => {
            Ok((exit::REFUSED, format!("error: {error}\nhelp: move it away, and build again\n")))
        }
        Err(error) => Err(error.into()),
    }
}

fn refusal(error: &WriteError) -> String {
    let mut text = format!("error: {error}\n");
    let WriteError::WouldLose(files) = error else { return text };
    for (path, kind) in files {
        let what = match kind {
            DriftKind::Unowned => "is not a file that cvg-gen wrote",
            DriftKind::EditedLeftover => "was edited by hand, and its source is gone",
            _ => "was edited by hand",
        };
        let _ = writeln!(text, "  {path} {what}");
    }
    text.push_str(
        "help: `cvg-gen diff` shows the edits, `cvg-gen adopt` carries them into the source,\n",
    );
    text.push_str("      `cvg-gen build --overwrite` drops them\n");
    text
}

const fn losses_word(count: usize) -> &'static str {
    if count == 1 { "loss" } else { "losses" }
}

/// One line a tree, and one for each file outside the trees that changed.
fn report(prepared: &Prepared, status: &Status, changes: &Changes) -> String {
    let mut text = String::new();
    let mut folders: Vec<(&str, Option<crate::generate::render::Count>)> = prepared
        .rendition
        .trees
        .iter()
        .map(|tree| (tree.folder.as_str(), Some(tree.losses)))
        .collect();
    for folder in &status.folders {
        if !folders.iter().any(|(known, _)| known.starts_with(folder.as_str())) {
            folders.push((folder, None));
        }
    }
    for (folder, losses) in &folders {
        let inside =
            |path: &str| path.strip_prefix(folder).is_some_and(|rest| rest.starts_with('/'));
        let count = |wanted: Change| {
            changes.iter().filter(|(path, change)| **change == wanted && inside(path)).count()
        };
        let total = prepared.rendition.tree.below(folder).count();
        let counts = [
            (count(Change::Added), "added"),
            (count(Change::Updated), "updated"),
            (count(Change::Removed), "removed"),
        ];
        let _ = write!(text, "{folder}: {total} {}, ", if total == 1 { "file" } else { "files" });
        if counts.iter().all(|(number, _)| *number == 0) {
            text.push_str("unchanged");
        } else {
            let parts: Vec<String> = counts
                .iter()
                .filter(|(number, _)| *number > 0)
                .map(|(number, word)| format!("{number} {word}"))
                .collect();
            text.push_str(&parts.join(", "));
        }
        if let Some(losses) = losses {
            let _ = match (losses.open, losses.accepted) {
                (0, 0) => Ok(()),
                (0, accepted) => write!(text, " ({accepted} accepted {})", losses_word(accepted)),
                (open, 0) => write!(text, " ({open} {})", losses_word(open)),
                (open, accepted) => {
                    write!(text, " ({open} {}, {accepted} accepted)", losses_word(open))
                }
            };
        }
        text.push('\n');
    }
    for (path, change) in changes {
        if !folders
            .iter()
            .any(|(folder, _)| path.strip_prefix(folder).is_some_and(|rest| rest.starts_with('/')))
        {
            let word = match change {
                Change::Added => "added",
                Change::Updated => "updated",
                Change::Removed => "removed",
            };
            let _ = writeln!(text, "{path}: {word}");
        }
    }
    for drift in &status.drift {
        let _ = match drift.kind {
            DriftKind::Foreign => {
                writeln!(text, "{}: left alone, since cvg-gen did not write it", drift.path)
            }
            DriftKind::Orphan => {
                writeln!(text, "{}: left behind by an earlier `out`: delete it", drift.path)
            }
            _ => Ok(()),
        };
    }
    text
}
