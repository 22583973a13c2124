//! `cvg-gen package`: the rendered trees and their programs in one archive.

use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::Context as _;
use clap::Args;

use super::check::tell;
use super::{locked, show_serious};
use crate::generate::bundle::{Bundle, Misfit, ProgramFault, Target, compile, preferred_target};
use crate::generate::cli::{Global, exit};
use crate::generate::output::Lock;
use crate::generate::pipeline::{prepare, root};
use crate::ui::Ui;

/// Where bundles go, relative to the root.
const OUT: &str = "dist";

/// Flags of `package`.
#[derive(Debug, Clone, Args)]
pub struct PackageArgs {
    /// The folder to write the archive into; `dist` in the repository if left out.
    #[arg(long, value_name = "DIR")]
    pub out: Option<PathBuf>,
    /// Take the programs from DIR/TRIPLE/; Cargo compiles them if left out.
    #[arg(long, value_name = "DIR")]
    pub bin_dir: Option<PathBuf>,
    /// What the programs run on; musl if it is installed, else this machine.
    #[arg(long, value_name = "TRIPLE", value_parser = parse_target)]
    pub target: Option<Target>,
}

fn parse_target(text: &str) -> Result<Target, String> {
    Target::new(text).ok_or_else(|| {
        "a triple for Linux or macOS is needed, such as `x86_64-unknown-linux-gnu`".to_owned()
    })
}

/// Runs `package`.
pub fn package(args: &PackageArgs, global: &Global, ui: &Ui) -> anyhow::Result<u8> {
    let root = root(global)?;
    let Some(mut bundle) = rendered(&root, global, ui)? else { return Ok(exit::FOUND) };
    let programs = bundle.programs();
    let target = if programs.is_empty() { None } else { Some(target(args, &root)?) };
    if let Some(target) = &target {
        let folder = match &args.bin_dir {
            Some(folder) => folder.join(target.as_str()),
            None => compile(&root, &programs, target)
                .context("cannot compile the programs: `--bin-dir` takes what is compiled")?,
        };
        let faults = bundle.add_programs(&folder, target)?;
        if !faults.is_empty() {
            ui.err(&refusal(&faults));
            return Ok(exit::FOUND);
        }
    }
    if !bundle.is_marketplace() {
        ui.note("warning: without marketplace.yaml no host can install from the bundle\n");
    }
    let out = args.out.clone().unwrap_or_else(|| root.join(OUT));
    let written = bundle.write(&out, target.as_ref())?;
    // The line that `sha256sum` would print, so that it can be kept beside the archive.
    let shown = std::env::current_dir().ok();
    let shown = shown.and_then(|here| written.path.strip_prefix(here).ok());
    let shown = shown.unwrap_or(&written.path).display();
    ui.out(&format!("{}  {shown}\n", written.sum))?;
    let count = programs.len();
    let word = if count == 1 { "program" } else { "programs" };
    let files = written.files;
    ui.note(&format!("{files} files with {count} {word}, {} bytes\n", written.size));
    Ok(exit::CLEAN)
}

/// What the source renders, if the trees on disk are just that.
fn rendered(root: &Path, global: &Global, ui: &Ui) -> anyhow::Result<Option<Bundle>> {
    let prepared = prepare(root, global);
    if prepared.has_errors() {
        show_serious(&prepared.diagnostics, global, ui)?;
        ui.note("nothing was packaged\n");
        return Ok(None);
    }
    let _lock = locked(Lock::shared(root), ui);
    let status = prepared.status(&global.host)?;
    if !status.drift.is_empty() {
        tell(&prepared, &status, true, global, ui)?;
        ui.note("nothing was packaged\n");
        return Ok(None);
    }
    show_serious(&prepared.diagnostics, global, ui)?;
    Ok(Some(Bundle::new(&prepared)?))
}

/// The target that was asked for, or the only one that there can be.
fn target(args: &PackageArgs, root: &Path) -> anyhow::Result<Target> {
    if let Some(target) = &args.target {
        return Ok(target.clone());
    }
    let Some(folder) = &args.bin_dir else { return Ok(preferred_target(root)?) };
    let entries = fs::read_dir(folder)
        .with_context(|| format!("cannot list `{}`", folder.display()))?
        .filter_map(|entry| entry.ok()?.file_name().into_string().ok());
    let mut targets: Vec<Target> = entries.filter_map(|name| Target::new(&name)).collect();
    anyhow::ensure!(
        targets.len() == 1,
        "`{}` holds folders of {} targets: `--target` says which one to take",
        folder.display(),
        targets.len()
    );
    Ok(targets.remove(0))
}

fn refusal(faults: &[(PathBuf, ProgramFault)]) -> String {
    let mut text = String::new();
    for (path, fault) in faults {
        let _ = writeln!(text, "error: `{}` {fault}", path.display());
        let help = match fault {
            ProgramFault::Missing => "every name in `programs` of plugin.yaml needs its program",
            ProgramFault::NotExecutable => "set it: `chmod +x`",
            ProgramFault::Misfit(Misfit::Dynamic) => {
                "compile it with `-C target-feature=+crt-static`, or for a musl target"
            }
            ProgramFault::NoFile | ProgramFault::Misfit(_) => "name another folder or target",
        };
        let _ = writeln!(text, "help: {help}");
    }
    text.push_str("nothing was packaged\n");
    text
}
