//! `cvg-gen why`: from a line of output back to its source.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use anyhow::Context as _;
use clap::Args;

use crate::diagnostic::Place;
use crate::generate::cli::{Global, exit};
use crate::generate::pipeline::{prepare, root};
use crate::generate::tree::{RelPath, TreeFile};
use crate::ui::Ui;

/// Flags of `why`.
#[derive(Debug, Clone, Args)]
pub struct WhyArgs {
    /// A generated file, and a line of it: `plugins/codex/skills/x/SKILL.md:41`.
    #[arg(value_name = "FILE[:LINE]")]
    pub target: String,
}

/// Runs `why`.
pub fn why(args: &WhyArgs, global: &Global, ui: &Ui) -> anyhow::Result<u8> {
    let root = root(global)?;
    let (file, line) = match args.target.rsplit_once(':') {
        Some((file, line))
            if !line.is_empty() && line.bytes().all(|byte| byte.is_ascii_digit()) =>
        {
            (file, Some(line.parse::<usize>().context("the line is too large")?))
        }
        _ => (args.target.as_str(), None),
    };
    let path = relative(&root, file)?;
    let prepared = prepare(&root, &Global { host: Vec::new(), ..global.clone() });
    if prepared.has_errors() {
        ui.note("the source has errors, so this may not be what it renders: `cvg-gen lint` shows them\n");
    }
    let file = RelPath::new(path.as_str())
        .and_then(|path| prepared.rendition.tree.files.get(&path))
        .with_context(|| format!("the source does not render `{path}`"))?;
    ui.out(&match line {
        Some(line) => one_line(&path, file, line)?,
        None => whole(&path, file),
    })?;
    Ok(exit::CLEAN)
}

/// A path as the tree names it, whether it was given from the root, from the
/// current folder, or whole.
pub fn relative(root: &Path, path: &str) -> anyhow::Result<String> {
    let given = PathBuf::from(path);
    let from_root = root.join(&given);
    let full = if given.is_absolute() || from_root.exists() {
        from_root
    } else {
        std::path::absolute(&given)?
    };
    let inside = full
        .strip_prefix(root)
        .with_context(|| format!("`{path}` is not in the repository at `{}`", root.display()))?;
    Ok(crate::diagnostic::display_path(inside))
}

fn describe(place: &Place) -> String {
    format!("{}:{}", place.file.display(), place.position().line)
}

fn one_line(path: &str, file: &TreeFile, line: usize) -> anyhow::Result<String> {
    let bytes = file.bytes()?;
    let text = String::from_utf8_lossy(&bytes);
    let lines: Vec<&str> = text.lines().collect();
    let shown = line
        .checked_sub(1)
        .and_then(|index| lines.get(index))
        .with_context(|| format!("`{path}` has {} lines", lines.len()))?;
    let mut out = format!("{path}:{line}\n    {shown}\n");
    match file.origin(line) {
        Some(origin) => {
            let source = &origin.file.text[origin.range.clone()];
            let _ = write!(out, "comes from {}\n    {source}\n", describe(&origin));
        }
        None => {
            let _ = writeln!(out, "was put there by cvg-gen, for `{}`", file.source.display());
        }
    }
    Ok(out)
}

/// Runs of lines that came from consecutive lines of one file.
fn whole(path: &str, file: &TreeFile) -> String {
    let Ok(bytes) = file.bytes() else {
        return format!("{path}\ncomes from {}\n", file.source.display());
    };
    let Ok(text) = std::str::from_utf8(&bytes) else {
        return format!("{path}\nis a copy of {}\n", file.source.display());
    };
    let mut out = format!("{path}\n");
    let mut runs: Vec<(usize, usize, String, usize)> = Vec::new();
    for number in 1..=text.lines().count() {
        let (name, line) = match file.origin(number) {
            Some(origin) => (origin.file.display(), origin.position().line),
            None => (String::new(), 0),
        };
        match runs.last_mut() {
            Some((first, last, known, start))
                if *known == name && (line == 0 || *start + (number - *first) == line) =>
            {
                *last = number;
            }
            _ => runs.push((number, number, name, line)),
        }
    }
    for (first, last, name, start) in runs {
        let lines = if first == last { format!("{first}") } else { format!("{first}-{last}") };
        let _ = if name.is_empty() {
            writeln!(out, "  {lines}: cvg-gen, for {}", file.source.display())
        } else if first == last {
            writeln!(out, "  {lines}: {name}:{start}")
        } else {
            writeln!(out, "  {lines}: {name}:{start}-{}", start + last - first)
        };
    }
    out
}
