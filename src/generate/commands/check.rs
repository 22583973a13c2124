//! `cvg-gen check` and `cvg-gen diff`: what a build would change.

use std::fmt::Write as _;

use super::{locked, show, show_serious};
use crate::diagnostic::render::Format;
use crate::diagnostic::{Diagnostic, Place, Rule, Severity, SourceFile};
use crate::generate::cli::{Global, exit};
use crate::generate::lint::rules::source as rules;
use crate::generate::output::{
    Drift, DriftKind, Lock, SUMS, Side, Status, read_side, unified_diff,
};
use crate::generate::pipeline::{Prepared, prepare, root};
use crate::ui::Ui;

/// Runs `check`.
pub fn check(global: &Global, ui: &Ui) -> anyhow::Result<u8> {
    look(global, ui, true)
}

/// Runs `diff`: the same comparison, for reading; drift alone is no failure.
pub fn diff(global: &Global, ui: &Ui) -> anyhow::Result<u8> {
    look(global, ui, false)
}

fn look(global: &Global, ui: &Ui, strict: bool) -> anyhow::Result<u8> {
    let prepared = prepare(&root(global)?, global);
    if prepared.has_errors() {
        show_serious(&prepared.diagnostics, global, ui)?;
        return Ok(exit::FOUND);
    }
    let _lock = locked(Lock::shared(&prepared.source.root), ui);
    let status = prepared.status(&global.host)?;
    tell(&prepared, &status, strict, global, ui)?;
    Ok(if strict && !status.drift.is_empty() { exit::FOUND } else { exit::CLEAN })
}

/// Shows what drifted, and the faults of the source that are no errors.
pub(super) fn tell(
    prepared: &Prepared,
    status: &Status,
    strict: bool,
    global: &Global,
    ui: &Ui,
) -> anyhow::Result<()> {
    if !global.format().is_for_people() {
        let serious = prepared.diagnostics.iter().filter(|item| item.severity > Severity::Info);
        let mut all: Vec<Diagnostic> = serious.cloned().collect();
        all.extend(status.drift.iter().map(|drift| diagnostic(prepared, status, drift)));
        return show(&all, global, ui);
    }
    show_serious(&prepared.diagnostics, global, ui)?;
    let text = report(prepared, status, strict, global.format() == Format::Short);
    ui.out(&text)?;
    if !status.drift.is_empty() {
        ui.note(&remedy(status));
    }
    Ok(())
}

/// The drift worth telling. That the sums differ where files do goes without saying.
fn told(status: &Status) -> Vec<&Drift> {
    let only_sums = status.drift.iter().all(|drift| drift.path == SUMS);
    let follows = |drift: &&Drift| drift.path == SUMS && drift.kind != DriftKind::Type;
    status.drift.iter().filter(|drift| only_sums || !follows(drift)).collect()
}

fn report(prepared: &Prepared, status: &Status, strict: bool, short: bool) -> String {
    let mut text = String::new();
    for drift in told(status) {
        let _ = writeln!(text, "{}: {}", drift.path, words(drift));
        if !short {
            text.push_str(&file_diff(prepared, status, drift));
        }
    }
    if status.drift.is_empty() && strict {
        for tree in &prepared.rendition.trees {
            let count = prepared.rendition.tree.below(&tree.folder).count();
            let _ = writeln!(text, "{}: {count} files, as the source renders them", tree.folder);
        }
    }
    text
}

fn file_diff(prepared: &Prepared, status: &Status, drift: &Drift) -> String {
    let root = &prepared.source.root;
    let wanted = crate::generate::tree::RelPath::new(drift.path.as_str())
        .and_then(|path| prepared.rendition.tree.files.get(&path));
    let on_disk = || read_side(root, &drift.path);
    let mode = |executable: bool| if executable { 0o100_755 } else { 0o100_644 };
    match (drift.kind, wanted) {
        (DriftKind::Scratch | DriftKind::Type, _) => String::new(),
        (DriftKind::Mode, Some(file)) => {
            format!("old mode {:o}\nnew mode {:o}\n", mode(!file.executable), mode(file.executable))
        }
        (_, Some(file)) => {
            let new = file.bytes().ok();
            unified_diff(
                &drift.path,
                &on_disk(),
                &Side::from(new.map(std::borrow::Cow::into_owned)),
            )
        }
        (_, None) if drift.path == SUMS => {
            let new = Side::from(Some(status.sums_text.clone().into_bytes()));
            unified_diff(SUMS, &Side::from(status.recorded.text.clone()), &new)
        }
        (_, None) => unified_diff(&drift.path, &on_disk(), &Side::Absent),
    }
}

/// What the drift is, for people.
fn words(drift: &Drift) -> &'static str {
    match drift.kind {
        DriftKind::Stale if drift.path == SUMS => "does not hold the sums of these trees",
        DriftKind::Missing => "missing",
        DriftKind::Leftover => "extra: its source is gone",
        DriftKind::EditedLeftover => "extra: its source is gone, and it was edited by hand",
        DriftKind::Foreign => "extra: cvg-gen did not write it",
        DriftKind::Stale => "stale: its source changed since the last build",
        DriftKind::Edited => "edited by hand",
        DriftKind::Unowned => "differs, and cvg-gen did not write it",
        DriftKind::Mode => "has the wrong run bit",
        DriftKind::Type => "is not a file: a symbolic link, or something in its way",
        DriftKind::Orphan => "left behind by an earlier `out`",
        DriftKind::Scratch => "left behind by an interrupted build",
    }
}

/// The command that mends what was found.
fn remedy(status: &Status) -> String {
    let count = told(status).len();
    let any = |test: fn(DriftKind) -> bool| status.drift.iter().any(|drift| test(drift.kind));
    let mut text =
        if count == 1 { "1 file drifted\n".to_owned() } else { format!("{count} files drifted\n") };
    if any(|kind| {
        matches!(kind, DriftKind::Edited | DriftKind::EditedLeftover | DriftKind::Unowned)
    }) {
        text.push_str("help: `cvg-gen adopt` carries edits into the source; `cvg-gen build --overwrite` drops them\n");
    }
    if any(|kind| kind.is_buildable() && !kind.needs_overwrite()) {
        text.push_str("help: run `cvg-gen build`\n");
    }
    if any(|kind| kind == DriftKind::Foreign) {
        text.push_str("help: move what is not ours into `canonical/files/`, or out of the tree\n");
    }
    if any(|kind| kind == DriftKind::Type) {
        text.push_str("help: move what is in the way out of the tree\n");
    }
    if any(|kind| kind == DriftKind::Orphan) {
        text.push_str("help: delete what an earlier `out` left behind\n");
    }
    text
}

/// Drift as a diagnostic, for machines.
fn diagnostic(prepared: &Prepared, status: &Status, drift: &Drift) -> Diagnostic {
    let rule: &'static Rule = match drift.kind {
        DriftKind::Missing => &rules::missing_output::RULE,
        DriftKind::Leftover
        | DriftKind::EditedLeftover
        | DriftKind::Foreign
        | DriftKind::Orphan
        | DriftKind::Scratch => &rules::extra_output::RULE,
        DriftKind::Stale => &rules::stale_output::RULE,
        DriftKind::Edited | DriftKind::Unowned => &rules::edited_output::RULE,
        DriftKind::Mode => &rules::output_mode::RULE,
        DriftKind::Type => &rules::output_type::RULE,
    };
    let help = match drift.kind {
        DriftKind::Edited | DriftKind::EditedLeftover | DriftKind::Unowned => {
            "`cvg-gen adopt` carries the edit into the source; `cvg-gen build --overwrite` drops it"
        }
        DriftKind::Foreign => "move it into `canonical/files/`, or out of the tree",
        DriftKind::Type => "move it out of the tree",
        DriftKind::Orphan => "delete it",
        _ => "run `cvg-gen build`",
    };
    let old = match read_side(&prepared.source.root, &drift.path) {
        Side::Text(text) => Some(text),
        Side::Absent | Side::Binary(_) => None,
    };
    let new = crate::generate::tree::RelPath::new(drift.path.as_str())
        .and_then(|path| prepared.rendition.tree.files.get(&path))
        .and_then(|file| String::from_utf8(file.bytes().ok()?.into_owned()).ok())
        .or_else(|| (drift.path == SUMS).then(|| status.sums_text.clone()));
    let place = match (old, new) {
        (Some(old), Some(new)) if old != new => {
            let line = old.lines().zip(new.lines()).take_while(|(a, b)| a == b).count() + 1;
            let file = SourceFile::new(drift.path.as_str(), old);
            Place::line(&file, line)
        }
        _ => Place::file(&SourceFile::opaque(drift.path.as_str())),
    };
    Diagnostic::new(rule, place, words(drift)).help(help)
}
