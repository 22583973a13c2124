//! Builds one changed skill by itself, for `watch`.
//!
//! It loads, checks and renders the skill as a whole build would, and hands the
//! result to the same writer. What concerns the whole source (budgets, unused
//! partials, links from elsewhere) is left to the build that follows.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use cvg_hooks::Host;

use super::cli::Global;
use super::hosts;
use super::output::{Changes, Drift, DriftKind, Status, Sum, apply};
use super::pipeline::Prepared;
use super::render::{Environment, Output, render_skill, skill_inputs};
use super::source::{CANONICAL, reload_skill};
use super::template::Templates;
use super::tree::RelPath;
use crate::diagnostic::Sink;

/// A source as it was last built.
pub struct Watched {
    /// The source and its trees.
    pub prepared: Prepared,
    /// What was compared, with the sums that are on the disk now.
    pub status: Status,
}

impl Watched {
    /// The state after a build.
    pub fn new(prepared: Prepared, mut status: Status) -> Self {
        status.settle();
        Self { prepared, status }
    }

    /// Builds the one skill that all of these paths lie in. `None` if they lie in
    /// no single one, if it has errors, or if only a whole build can tell what to do.
    pub fn build_skill(&mut self, changed: &[PathBuf], global: &Global) -> Option<Changes> {
        let (plugin_index, skill_index) = self.skill_of(changed)?;
        let source = &mut self.prepared.source;
        let hosts: Vec<Host> = source.plugins[plugin_index].hosts().collect();
        let folder = source.plugins[plugin_index].folder.clone();
        let name = source.plugins[plugin_index].skills[skill_index].name.clone();
        let mut sink = Sink::new();
        let path = source.root.join(&folder).join("skills").join(&name);
        let skill = reload_skill(&source.root, &path, &name, &hosts, &mut sink)?;
        source.plugins[plugin_index].skills[skill_index] = skill;

        let plugin = &source.plugins[plugin_index];
        let skill = &plugin.skills[skill_index];
        let templates = Templates::compile(&plugin.partials, skill_inputs(skill), &mut sink);
        let files = Arc::new(templates.files().to_vec());
        let mut rendered = Vec::new();
        for &host in hosts.iter().filter(|&&host| hosts::is_wanted(&global.host, host)) {
            let environment = Environment::new(plugin, host, &templates, &files).ok()?;
            let mut output = Output::default();
            render_skill(&environment, hosts::format(host), skill, &mut output);
            let tree = super::render::folder(source, plugin, host);
            sink.extend(output.sink);
            rendered.extend(
                output.files.into_iter().map(|(path, file)| (format!("{tree}/{path}"), file)),
            );
        }
        if sink.has_errors() {
            return None;
        }
        self.write(rendered)
    }

    /// Writes the files that changed. `None` if a file on the disk is not the one
    /// that was last built, which a whole build has to judge.
    fn write(&mut self, rendered: Vec<(String, super::tree::TreeFile)>) -> Option<Changes> {
        let root = self.prepared.source.root.clone();
        self.status.drift.clear();
        for (path, file) in rendered {
            let key = RelPath::new(path.as_str())?;
            let bytes = file.bytes().ok()?.into_owned();
            let sum = Sum::of(&[&bytes]);
            let old = self.status.sums.get(&key).copied();
            let kind = match read(&root, &path) {
                None if old.is_none() => Some(DriftKind::Missing),
                Some(disk) if disk == bytes => None,
                Some(disk) if old == Some(Sum::of(&[&disk])) => Some(DriftKind::Stale),
                _ => return None,
            };
            self.status.sums.insert(key.clone(), sum);
            self.prepared.rendition.tree.files.insert(key, file);
            self.status.drift.extend(kind.map(|kind| Drift { path, kind }));
        }
        self.status.format_sums();
        let changes = apply(&root, &self.prepared.rendition, &self.status, false).ok()?;
        self.status.settle();
        Some(changes)
    }

    /// The skill that every path lies in: plugin and skill by index.
    fn skill_of(&self, changed: &[PathBuf]) -> Option<(usize, usize)> {
        let source = &self.prepared.source;
        let mut found = None;
        for path in changed {
            let rel = path.strip_prefix(source.root.join(CANONICAL)).ok()?;
            let here = source.plugins.iter().enumerate().find_map(|(plugin_index, plugin)| {
                let inside = Path::new(&plugin.folder).strip_prefix(CANONICAL).ok()?;
                let rel = rel.strip_prefix(inside).ok()?.strip_prefix("skills").ok()?;
                let mut parts = rel.components();
                let name = parts.next()?.as_os_str().to_str()?;
                parts.next()?;
                let skill = plugin.skills.iter().position(|skill| skill.name == name)?;
                Some((plugin_index, skill))
            })?;
            if found.is_some_and(|found| found != here) {
                return None;
            }
            found = Some(here);
        }
        found
    }
}

fn read(root: &Path, path: &str) -> Option<Vec<u8>> {
    let path = root.join(path);
    // Never through a link: a whole build reports it.
    path.symlink_metadata().ok().filter(std::fs::Metadata::is_file)?;
    std::fs::read(path).ok()
}
