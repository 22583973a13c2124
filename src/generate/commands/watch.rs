//! `cvg-gen watch`: build again whenever the source changes.
//!
//! A change inside one skill is built at once by itself; then, and for any other
//! change, the whole source is built, which also runs the rules that look at
//! everything. A build with errors writes nothing, and watching goes on.

use std::path::{Path, PathBuf};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::time::{Duration, Instant};

use anyhow::Context as _;
use notify::{EventKind, RecursiveMode, Watcher as _};

use super::build::write;
use super::{locked, show_serious};
use crate::generate::cli::{Global, exit};
use crate::generate::output::Lock;
use crate::generate::pipeline::{prepare, root};
use crate::generate::source::CANONICAL;
use crate::generate::watching::Watched;
use crate::ui::Ui;

/// Silence after which a burst of changes is taken to be over. Editors write a
/// file within a millisecond or two.
const QUIET: Duration = Duration::from_millis(4);
/// Longest that a burst is waited for.
const LONGEST: Duration = Duration::from_millis(200);
/// Silence after which the whole source is built, behind a quick build.
const IDLE: Duration = Duration::from_millis(250);

/// Runs `watch`; ends only with an error or a signal.
pub fn watch(global: &Global, ui: &Ui) -> anyhow::Result<u8> {
    let root = root(global)?;
    let (sender, events) = channel();
    let mut watcher = notify::recommended_watcher(move |event: notify::Result<notify::Event>| {
        // Reading is no change, and a build reads everything.
        let read = matches!(&event, Ok(event) if matches!(event.kind, EventKind::Access(_)));
        if !read {
            // The receiver lives as long as the program.
            let _ = sender.send(event);
        }
    })
    .context("cannot watch files on this system")?;
    let canonical = root.join(CANONICAL);
    watcher
        .watch(&canonical, RecursiveMode::Recursive)
        .with_context(|| format!("cannot watch `{}`", canonical.display()))?;
    let mut last = full(&root, global, ui)?;
    ui.note(&format!("watching `{}`; end with Ctrl-C\n", canonical.display()));
    let mut behind = false;
    loop {
        // Behind a quick build, the whole waits until its author pauses.
        let Some(changed) = next_burst(&events, behind.then_some(IDLE))? else {
            last = full(&root, global, ui)?;
            behind = false;
            continue;
        };
        let started = Instant::now();
        let quick = {
            let _lock = locked(Lock::exclusive(&root), ui);
            last.as_mut().and_then(|watched| watched.build_skill(&changed, global))
        };
        if let Some(written) = quick {
            behind = true;
            let files: Vec<&str> = written.keys().map(String::as_str).collect();
            if !files.is_empty() {
                ui.out(&format!("{} ({})\n", files.join(", "), millis(started)))?;
            }
        } else {
            last = full(&root, global, ui)?;
            behind = false;
        }
    }
}

/// The paths of the next burst of changes; `None` if none began in time.
fn next_burst(
    events: &Receiver<notify::Result<notify::Event>>,
    within: Option<Duration>,
) -> anyhow::Result<Option<Vec<PathBuf>>> {
    let mut paths = Vec::new();
    let first = match within {
        None => events.recv().context("the watcher ended")?,
        Some(within) => match events.recv_timeout(within) {
            Ok(event) => event,
            Err(RecvTimeoutError::Timeout) => return Ok(None),
            Err(RecvTimeoutError::Disconnected) => anyhow::bail!("the watcher ended"),
        },
    };
    collect(first, &mut paths);
    let started = Instant::now();
    while started.elapsed() < LONGEST {
        match events.recv_timeout(QUIET) {
            Ok(event) => collect(event, &mut paths),
            Err(RecvTimeoutError::Timeout) => break,
            Err(RecvTimeoutError::Disconnected) => anyhow::bail!("the watcher ended"),
        }
    }
    paths.sort();
    paths.dedup();
    Ok(Some(paths))
}

fn collect(event: notify::Result<notify::Event>, paths: &mut Vec<PathBuf>) {
    match event {
        Ok(event) if !event.need_rescan() => paths.extend(event.paths),
        // A watcher that lost events must not make us miss a change: the empty path is
        // in no skill, so everything is built.
        _ => paths.push(PathBuf::new()),
    }
}

fn millis(started: Instant) -> String {
    format!("{} ms", started.elapsed().as_millis())
}

/// Builds everything; one line says what came of it. A fault is told, and
/// watching goes on.
fn full(root: &Path, global: &Global, ui: &Ui) -> anyhow::Result<Option<Watched>> {
    let started = Instant::now();
    let prepared = prepare(root, global);
    show_serious(&prepared.diagnostics, global, ui)?;
    if prepared.has_errors() {
        ui.out(&format!("not built: the source has errors ({})\n", millis(started)))?;
        return Ok(None);
    }
    let _lock = locked(Lock::exclusive(root), ui);
    let (status, result) = match prepared.status(&global.host) {
        Ok(status) => {
            let result = write(&prepared, &status, false);
            (status, result)
        }
        Err(error) => {
            ui.err(&format!("error: {error:#}\n"));
            return Ok(None);
        }
    };
    match result {
        Ok((exit::CLEAN, text)) => {
            let changed: Vec<&str> =
                text.lines().filter(|line| !line.contains("unchanged")).collect();
            let what = if changed.is_empty() { "unchanged".to_owned() } else { changed.join("; ") };
            ui.out(&format!("{what} ({})\n", millis(started)))?;
            Ok(Some(Watched::new(prepared, status)))
        }
        Ok((_, text)) => {
            ui.err(&text);
            Ok(None)
        }
        Err(error) => {
            ui.err(&format!("error: {error:#}\n"));
            Ok(None)
        }
    }
}
