//! load -> lint -> render: what every command that reads the source does first.

use std::path::{Path, PathBuf};

use anyhow::Context as _;
use cvg_hooks::Host;

use super::cli::Global;
use super::lint::{
    self, echoes,
    silence::{Allowance, Silences},
};
use super::output::{Status, compare};
use super::render::{Options, Rendition, render};
use super::source::yaml::Node;
use super::source::{Source, find_root, load};
use crate::diagnostic::{Diagnostic, Place, Severity, Sink};

/// A source, what it renders to, and what is wrong with it.
#[derive(Debug)]
pub struct Prepared {
    /// The source.
    pub source: Source,
    /// What it renders to.
    pub rendition: Rendition,
    /// What is wrong, sorted, silences applied.
    pub diagnostics: Vec<Diagnostic>,
}

impl Prepared {
    /// Is there a fault that stops a build?
    pub fn has_errors(&self) -> bool {
        self.diagnostics.iter().any(|item| item.severity == Severity::Error)
    }

    /// Compares what was rendered with the disk.
    ///
    /// # Errors
    /// A file cannot be read.
    pub fn status(&self, hosts: &[Host]) -> anyhow::Result<Status> {
        compare(&self.source, &self.rendition, hosts)
            .context("cannot compare the trees with the source")
    }
}

/// The root that the user means: `--root`, or the nearest one above the current folder.
///
/// # Errors
/// There is no canonical source there.
pub fn root(global: &Global) -> anyhow::Result<PathBuf> {
    let start = match &global.root {
        Some(root) => root.clone(),
        None => std::env::current_dir().context("cannot tell the current folder")?,
    };
    let start = std::path::absolute(&start)?;
    find_root(&start).with_context(|| {
        format!(
            "no canonical source in `{}` or above it: `cvg-gen init` starts one",
            start.display()
        )
    })
}

/// Loads, lints and renders.
pub fn prepare(root: &Path, global: &Global) -> Prepared {
    let options = Options { hosts: global.host.clone(), deny_loss: global.deny_loss };
    let mut sink = Sink::new();
    let source = load(root, &mut sink);
    let rendition = render(&source, &options, &mut sink);
    lint::rendered::check(&source, &rendition, &mut sink);
    lint::whole::check(&source, &rendition, &options, &mut sink);
    let diagnostics = echoes::without_echoes(sink.finish());
    let diagnostics = echoes::without_guesses(silences(&source, &options).apply(diagnostics));
    Prepared { source, rendition, diagnostics }
}

/// Every silence of a source: the comments in its texts, and `allow:` of each plugin.
fn silences(source: &Source, options: &Options) -> Silences {
    let mut silences = Silences::new();
    if !options.hosts.is_empty() {
        silences.partial_run();
    }
    for plugin in &source.plugins {
        silences.add_file(&plugin.config.file);
        let mains = plugin.skills.iter().flat_map(|skill| skill.main.values()).map(AsRef::as_ref);
        for component in mains.chain(&plugin.agents).chain(&plugin.commands) {
            silences.add_file(&component.document.file);
        }
        plugin.partials.values().for_each(|partial| silences.add_file(partial));
        let assets = plugin.skills.iter().flat_map(|skill| &skill.assets).chain(&plugin.assets);
        assets.for_each(|asset| silences.add_file(&asset.file));
        let entries = plugin.config.node.get("allow").map(Node::items).unwrap_or_default();
        for (allow, node) in plugin.config.value.allow.iter().zip(entries) {
            let key = |key: &str| {
                let node = node.get(key).unwrap_or(node);
                Place::new(&plugin.config.file, node.span.clone())
            };
            silences.add_allowance(Allowance {
                code: allow.code.clone(),
                file: Some(allow.file.clone()),
                reason: allow.reason.clone(),
                place: Place::new(&plugin.config.file, node.span.clone()),
                code_place: key("code"),
                file_place: key("file"),
            });
        }
    }
    silences
}
