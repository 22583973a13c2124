//! `cvg drift`: what the hook drift-detector would say.

use std::path::PathBuf;

use clap::Args;
use cvg_hooks::Environment;
use cvg_hooks::config::Settings;
use cvg_hooks::drift::{Drifted, Grade, Survey, survey};
use cvg_hooks::ledger;

use super::{print_json, repository};
use crate::exit;
use crate::ui::{Ui, table};

/// Flags of `drift`.
#[derive(Debug, Clone, Args)]
pub struct DriftArgs {
    /// A folder in the repository; the current folder if left out.
    #[arg(long, value_name = "PATH")]
    pub repo: Option<PathBuf>,
    /// Print one JSON document.
    #[arg(long)]
    pub json: bool,
}

/// Runs `drift`. The exit code is 1 if a convergence is due.
///
/// # Errors
/// There is no repository, or the ledger cannot be read.
pub fn drift(args: &DriftArgs, ui: &Ui) -> anyhow::Result<u8> {
    let root = repository(args.repo.as_deref())?;
    let environment = Environment::of_process();
    let (settings, faults) = Settings::new(|name| environment.get(name)).drift(Some(&root));
    let ledger = ledger::open(&ledger::path(&environment)?)?;
    let sessions = |root: &std::path::Path| ledger.sessions(root);
    let found = survey(&root, &settings, settings.deadline, &environment, &sessions);
    for fault in faults.iter().map(ToString::to_string).chain(found.faults.iter().cloned()) {
        ui.note(&format!("warning: {fault}\n"));
    }
    if args.json {
        print_json(&found, ui)?;
    } else {
        ui.out(&shown(&found, ui.width()))?;
    }
    let is_due = found.grade > Grade::Green;
    Ok(if is_due { exit::FOUND } else { exit::CLEAN })
}

fn shown(found: &Survey, width: usize) -> String {
    let mut rows = vec![
        ["grade", "staged", "changed", "new", "files", "sessions", "repository"]
            .map(str::to_owned)
            .to_vec(),
    ];
    rows.extend(found.repositories.iter().map(row));
    let mut text = table(&rows, width);
    for line in [found.told()].into_iter().chain(found.gaps()).filter(|line| !line.is_empty()) {
        text.push_str(&line);
        text.push('\n');
    }
    text
}

fn row(drifted: &Drifted) -> Vec<String> {
    let numbers = match &drifted.files {
        Ok(count) => {
            let new = if count.tracked_only { "?".to_owned() } else { count.untracked.to_string() };
            [count.staged.to_string(), count.unstaged.to_string(), new, count.files.to_string()]
        }
        Err(_) => ["?"; 4].map(str::to_owned),
    };
    let mut row = vec![drifted.grade.to_string()];
    row.extend(numbers);
    row.push(drifted.sessions.to_string());
    row.push(match &drifted.files {
        Ok(_) => drifted.root.display().to_string(),
        Err(why) => format!("{} ({why})", drifted.root.display()),
    });
    row
}
