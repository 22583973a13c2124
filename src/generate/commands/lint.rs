//! `cvg-gen lint`: look, without writing.

use std::path::{Path, PathBuf};

use anyhow::Context as _;
use clap::{Args, ValueEnum};
use cvg_hooks::Host;

use super::show;
use crate::diagnostic::render::{Format, Options, summary};
use crate::diagnostic::{Diagnostic, Severity, Sink};
use crate::generate::cli::{Global, exit};
use crate::generate::hosts;
use crate::generate::lint::fix;
use crate::generate::lint::foreign::{check_foreign, load_foreign};
use crate::generate::lint::rules::manifest::manifest_missing;
use crate::generate::lint::suggest::listed;
use crate::generate::pipeline::{prepare, root};
use crate::generate::render;
use crate::generate::source::{find_root, load};
use crate::ui::Ui;

/// Flags of `lint`.
#[derive(Debug, Clone, Args)]
pub struct LintArgs {
    /// A repository with a canonical source, or a plugin's tree; the nearest source if left out.
    pub path: Option<PathBuf>,
    /// What it is; found out if left out.
    #[arg(long = "as", value_name = "WHAT")]
    pub what: Option<What>,
    /// Mend what can be mended without a doubt: quoting, name = folder, line ends.
    #[arg(long)]
    pub fix: bool,
}

/// What a folder is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum What {
    /// A repository with a canonical source.
    Canonical,
    /// A plugin's tree for Claude Code.
    Claude,
    /// A plugin's tree for Codex.
    Codex,
}

/// Runs `lint`.
pub fn lint(args: &LintArgs, global: &Global, ui: &Ui) -> anyhow::Result<u8> {
    let (folder, look): (PathBuf, Box<Look>) = match (&args.path, args.what) {
        (None, None | Some(What::Canonical)) => {
            let root = root(global)?;
            (root.clone(), Box::new(move || Ok(prepare(&root, global).diagnostics)))
        }
        (path, what) => {
            let folder = match path {
                Some(path) => path.clone(),
                None => std::env::current_dir()?,
            };
            let folder = std::path::absolute(folder)?;
            anyhow::ensure!(folder.is_dir(), "`{}` is not a folder", folder.display());
            match what.map_or_else(|| detect(&folder), Ok)? {
                What::Canonical => {
                    let root = find_root(&folder).with_context(|| {
                        format!("no canonical source in `{}`", folder.display())
                    })?;
                    (root.clone(), Box::new(move || Ok(prepare(&root, global).diagnostics)))
                }
                What::Claude => foreign(folder, Host::Claude)?,
                What::Codex => foreign(folder, Host::Codex)?,
            }
        }
    };
    let mut found = look()?;
    if args.fix {
        let mut mended = 0;
        // A mended file may show its next fault; the bound is against a fix that mends nothing.
        for _ in 0..10 {
            let count = fix::apply(&folder, &found)?;
            if count == 0 {
                break;
            }
            mended += count;
            found = look()?;
        }
        ui.note(&format!("{mended} {} mended\n", if mended == 1 { "fault" } else { "faults" }));
    }
    if global.format().is_for_people() {
        // What was asked for, so it goes where it can be piped.
        let options = Options { color: ui.color_out(), width: ui.width(), root: None };
        ui.out(&global.format().render(&found, &options))?;
        if !found.is_empty() {
            let gap = if global.format() == Format::Full { "\n" } else { "" };
            ui.note(&format!("{gap}{}\n", summary(&found)));
        }
    } else {
        show(&found, global, ui)?;
    }
    if found.is_empty() && global.format().is_for_people() {
        ui.note("no faults\n");
    }
    Ok(if found.iter().any(is_error) { exit::FOUND } else { exit::CLEAN })
}

type Look<'a> = dyn Fn() -> anyhow::Result<Vec<Diagnostic>> + 'a;

/// What both hosts look for at the root of a plugin.
const COMPONENTS: [&str; 5] = ["skills", "agents", "commands", "hooks", "SKILL.md"];
/// What else some host looks for there, or at the root of a marketplace.
const OTHER_PARTS: [&str; 14] = [
    ".claude-plugin",
    ".codex-plugin",
    ".cursor-plugin",
    "plugin.json",
    ".agents",
    ".codex",
    ".mcp.json",
    ".lsp.json",
    ".app.json",
    "bin",
    "output-styles",
    "themes",
    "monitors",
    "settings.json",
];

/// Looks at a folder as a host's plugin, if it can be one.
fn foreign<'a>(folder: PathBuf, host: Host) -> anyhow::Result<(PathBuf, Box<Look<'a>>)> {
    let shown = folder.display();
    let manifest = folder.join(hosts::format(host).manifest_path());
    if !manifest.is_file() && find_root(&folder).is_some_and(|root| root == folder) {
        let trees = trees_of(&folder, host);
        anyhow::ensure!(
            !trees.is_empty(),
            "`{shown}` is a repository with a canonical source, and not for {host}: leave `--as` out"
        );
        anyhow::bail!(
            "`{shown}` is a repository with a canonical source: lint {}, or leave `--as` out",
            listed(trees.iter().map(String::as_str))
        );
    }
    anyhow::ensure!(
        COMPONENTS.iter().chain(&OTHER_PARTS).any(|part| folder.join(part).exists()),
        "`{shown}` holds nothing of a plugin: no manifest, and no {}",
        listed(COMPONENTS)
    );
    let look = {
        let folder = folder.clone();
        move || {
            let foreign = load_foreign(host, &folder)?;
            let mut found = check_foreign(&foreign);
            if let Some(fault) = manifest_missing::check(&foreign.tree) {
                found.insert(0, fault);
            }
            Ok(found)
        }
    };
    Ok((folder, Box::new(look)))
}

/// The folders of a source's trees for a host, below its root.
fn trees_of(root: &Path, host: Host) -> Vec<String> {
    let source = load(root, &mut Sink::new());
    let plugins = source.plugins.iter().filter(|plugin| plugin.hosts().any(|own| own == host));
    plugins.map(|plugin| render::folder(&source, plugin, host)).collect()
}

fn is_error(item: &Diagnostic) -> bool {
    item.severity == Severity::Error
}

/// Tells a source from a tree, and whose tree it is.
fn detect(folder: &Path) -> anyhow::Result<What> {
    if find_root(folder).is_some_and(|root| root == folder) {
        return Ok(What::Canonical);
    }
    let has_manifest = |host| folder.join(hosts::format(host).manifest_path()).is_file();
    match (has_manifest(Host::Claude), has_manifest(Host::Codex)) {
        (true, false) => return Ok(What::Claude),
        (false, true) => return Ok(What::Codex),
        (true, true) => anyhow::bail!(
            "`{}` has manifests of both hosts: say which one with `--as claude` or `--as codex`",
            folder.display()
        ),
        (false, false) => {}
    }
    if folder.join("plugin.yaml").is_file() || folder.ends_with("canonical") {
        return Ok(What::Canonical);
    }
    // Claude Code loads these without a manifest, and Codex loads nothing without one.
    if COMPONENTS.iter().any(|part| folder.join(part).exists()) {
        return Ok(What::Claude);
    }
    anyhow::bail!(
        "`{}` is neither a canonical source nor a plugin's tree: say what it is with `--as`",
        folder.display()
    )
}
