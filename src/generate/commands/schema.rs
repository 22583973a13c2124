//! `cvg-gen schema`: the JSON Schemas of the canonical format.

use std::path::PathBuf;

use anyhow::Context as _;
use clap::Args;

use crate::generate::cli::exit;
use crate::generate::source::config::schemas;
use crate::ui::Ui;

/// Flags of `schema`.
#[derive(Debug, Clone, Args)]
pub struct SchemaArgs {
    /// Which one: plugin, marketplace, host, hooks, skill, agent or command.
    pub name: Option<String>,
    /// Write `<name>.schema.json` files into this folder.
    #[arg(long, value_name = "DIR")]
    pub out: Option<PathBuf>,
}

/// A schema's file name and text.
pub fn files() -> Vec<(String, String)> {
    schemas()
        .into_iter()
        .map(|(name, schema)| {
            let mut text = serde_json::to_string_pretty(schema.as_value()).unwrap_or_default();
            text.push('\n');
            (format!("{name}.schema.json"), text)
        })
        .collect()
}

/// Runs `schema`.
pub fn schema(args: &SchemaArgs, ui: &Ui) -> anyhow::Result<u8> {
    let wanted = |file: &str| {
        args.name
            .as_ref()
            .is_none_or(|name| file.strip_suffix(".schema.json") == Some(name.as_str()))
    };
    let files: Vec<(String, String)> =
        files().into_iter().filter(|(file, _)| wanted(file)).collect();
    if files.is_empty() {
        let known: Vec<&str> = schemas().iter().map(|(name, _)| *name).collect();
        anyhow::bail!(
            "no schema is named `{}`; there are {}",
            args.name.as_deref().unwrap_or_default(),
            known.join(", ")
        );
    }
    let Some(out) = &args.out else {
        if args.name.is_none() {
            for (file, _) in files {
                ui.out(&format!("{file}\n"))?;
            }
            ui.note("`cvg-gen schema NAME` prints one, `cvg-gen schema --out DIR` writes all\n");
            return Ok(exit::CLEAN);
        }
        for (_, text) in files {
            ui.out(&text)?;
        }
        return Ok(exit::CLEAN);
    };
    std::fs::create_dir_all(out).with_context(|| format!("cannot make `{}`", out.display()))?;
    for (file, text) in files {
        let path = out.join(file);
        if std::fs::read_to_string(&path).ok().as_deref() == Some(text.as_str()) {
            continue;
        }
        std::fs::write(&path, text)
            .with_context(|| format!("cannot write `{}`", path.display()))?;
        ui.out(&format!("{}: written\n", path.display()))?;
    }
    Ok(exit::CLEAN)
}
