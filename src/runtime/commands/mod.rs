//! One file per verb of `cvg`.

pub mod drift;
pub mod ledger;

use std::path::{Path, PathBuf};

use anyhow::Context;
use cvg_hooks::path::real_path;
use cvg_hooks::repo::main_root;

use crate::ui::Ui;

/// The main checkout of the repository around `path`, or around the current folder.
fn repository(path: Option<&Path>) -> anyhow::Result<PathBuf> {
    let here = std::env::current_dir().context("the current folder is gone")?;
    let path = path.map_or_else(|| here.clone(), |path| here.join(path));
    anyhow::ensure!(
        path.exists(),
        "there is no `{}`: `--repo` takes a folder in a repository",
        path.display()
    );
    main_root(&real_path(&path))
        .with_context(|| format!("`{}` lies in no repository with a working tree", path.display()))
}

/// Prints one JSON document.
fn print_json(value: &impl serde::Serialize, ui: &Ui) -> anyhow::Result<()> {
    let mut text = serde_json::to_string_pretty(value)?;
    text.push('\n');
    ui.out(&text)?;
    Ok(())
}
