//! Rules about a source as a whole: what is never used, what cannot work as it
//! stands, and what was released.

use std::collections::BTreeMap;
use std::path::Path;
use std::process::Command;

use cvg_hooks::Host;

use super::rules::source as rules;
use super::rules::tree::script_without_run_bit;
use crate::diagnostic::{Diagnostic, Place, Sink};
use crate::generate::hosts;
use crate::generate::output::{SUMS, Sum};
use crate::generate::render::{Options, Rendition};
use crate::generate::source::{AssetContent, Plugin, Skill, Source};

/// Runs them.
pub fn check(source: &Source, rendition: &Rendition, options: &Options, sink: &mut Sink) {
    for partial in &rendition.unused_partials {
        let diagnostic = Diagnostic::new(
            &rules::unused_partial::RULE,
            Place::file(partial),
            "no template includes this partial",
        );
        sink.push(diagnostic.help("include it, or delete the file"));
    }
    for plugin in &source.plugins {
        for skill in &plugin.skills {
            unused_references(skill, sink);
        }
        rules::tags_outside_template::check(plugin, sink);
        script_without_run_bit::check(plugin, sink);
    }
    // A part of the trees says nothing about the whole.
    if options.hosts.is_empty() {
        for (index, plugin) in source.plugins.iter().enumerate() {
            released(source, rendition, index, plugin, sink);
        }
    }
}

/// A reference counts as mentioned if its name stands anywhere in the skill's texts.
fn unused_references(skill: &Skill, sink: &mut Sink) {
    let references = skill.assets.iter().filter(|asset| asset.rel.starts_with("references/"));
    for reference in references {
        let name = reference.rel.rsplit('/').next().unwrap_or(&reference.rel);
        let stem = name.rsplit_once('.').map_or(name, |(stem, _)| stem);
        let mentioned_in = |text: &str| text.contains(name) || text.contains(stem);
        let by_main = skill.main.values().any(|main| mentioned_in(&main.document.file.text));
        let by_other = skill.assets.iter().any(|asset| {
            asset.rel != reference.rel
                && matches!(asset.content, AssetContent::Template | AssetContent::Text)
                && mentioned_in(&asset.file.text)
        });
        if !by_main && !by_other {
            let text = format!("nothing in the skill `{}` mentions this file", skill.name);
            sink.push(
                Diagnostic::new(&rules::unused_reference::RULE, Place::file(&reference.file), text)
                    .help(format!("link it from SKILL.md as `{}`, or delete it", reference.rel)),
            );
        }
    }
}

/// If the version that plugin.yaml names is tagged, the content must be the tagged one.
fn released(
    source: &Source,
    rendition: &Rendition,
    index: usize,
    plugin: &Plugin,
    sink: &mut Sink,
) {
    let config = &plugin.config.value;
    let names = [
        format!("v{}", config.version),
        config.version.clone(),
        format!("{}--v{}", config.name, config.version),
        format!("{}-v{}", config.name, config.version),
    ];
    let Some(tag) = tag_among(&source.root, &names) else { return };
    let Some(old) = sums_at(&source.root, &tag) else { return };
    let mut changed = 0usize;
    let mut first = None;
    let folders =
        rendition.trees.iter().filter(|tree| tree.plugin == index).map(|tree| &tree.folder);
    for folder in folders {
        let prefix = format!("{folder}/");
        let mut new: BTreeMap<String, String> = BTreeMap::new();
        for (path, file) in rendition.tree.below(folder) {
            let Ok(bytes) = file.bytes() else { return };
            new.insert(format!("{prefix}{path}"), Sum::of(&[&bytes]).to_string());
        }
        let differing = old
            .keys()
            .filter(|path| path.starts_with(&prefix))
            .chain(new.keys().filter(|path| !old.contains_key(*path)))
            .filter(|path| old.get(*path) != new.get(*path));
        for path in differing {
            changed += 1;
            first.get_or_insert_with(|| path.clone());
        }
    }
    let Some(first) = first else { return };
    let text = format!(
        "{changed} {} since the tag `{tag}`, and the version is still `{}`",
        if changed == 1 { "file changed" } else { "files changed" },
        config.version
    );
    let place = plugin.key_place("version").unwrap_or_else(|| Place::file(&plugin.config.file));
    sink.push(
        Diagnostic::new(&rules::version_not_bumped::RULE, place, text)
            .note(format!("`{first}` changed"))
            .help("raise `version`: hosts keep the released one in a cache"),
    );
}

/// The first of these tags that the repository has. Starts git only if there is
/// a tag of that name, so that an ordinary run starts no process.
fn tag_among(root: &Path, names: &[String]) -> Option<String> {
    let git = common_git_dir(root)?;
    let packed = std::fs::read_to_string(git.join("packed-refs")).unwrap_or_default();
    names
        .iter()
        .find(|name| {
            git.join("refs/tags").join(name).is_file()
                || packed.lines().any(|line| line.ends_with(&format!(" refs/tags/{name}")))
        })
        .cloned()
}

/// The common git folder of the repository that `root` is the top of, or lies in.
fn common_git_dir(root: &Path) -> Option<std::path::PathBuf> {
    let dot_git = root.ancestors().map(|folder| folder.join(".git")).find(|path| path.exists())?;
    if dot_git.is_dir() {
        return Some(dot_git);
    }
    // A linked worktree: `.git` is a file that names its own folder, which names the common one.
    let text = std::fs::read_to_string(&dot_git).ok()?;
    let own = dot_git.parent()?.join(text.trim().strip_prefix("gitdir: ")?);
    let common = std::fs::read_to_string(own.join("commondir")).ok();
    Some(common.map_or_else(|| own.clone(), |common| own.join(common.trim())))
}

/// The sums that were recorded at a tag.
fn sums_at(root: &Path, tag: &str) -> Option<BTreeMap<String, String>> {
    let output = Command::new("git")
        .args(["--no-pager", "-c", "core.quotePath=false", "show"])
        .arg(format!("refs/tags/{tag}:./{SUMS}"))
        .current_dir(root)
        // The repository is the one that `root` lies in, whatever a hook's environment says.
        .env_remove("GIT_DIR")
        .env_remove("GIT_WORK_TREE")
        .env_remove("GIT_COMMON_DIR")
        .env_remove("GIT_INDEX_FILE")
        .env("GIT_OPTIONAL_LOCKS", "0")
        .env("LC_ALL", "C")
        .output()
        .ok()?;
    if !output.status.success() {
        return None;
    }
    let text = String::from_utf8(output.stdout).ok()?;
    let lines = text.lines().filter_map(|line| line.split_once("  "));
    let marketplace =
        |path: &str| Host::ALL.iter().any(|&host| hosts::format(host).marketplace_path() == path);
    Some(
        lines
            .filter(|(_, path)| !marketplace(path))
            .map(|(sum, path)| (path.to_owned(), sum.to_owned()))
            .collect(),
    )
}
