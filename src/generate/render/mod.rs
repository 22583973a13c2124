//! Renders a source into a tree, for each host.
//!
//! Nothing here touches the disk except for comparing two sources that claim one
//! path. Faults are collected; a tree with errors is never written.

mod accepted;
mod component;
mod emit;
mod hooks;
mod loss;
mod manifest;
mod paths;
mod trace;

use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;
use std::sync::Arc;

use cvg_hooks::{Host, ToolClass};
use rayon::prelude::*;

pub use component::{Environment, Output, entry_place};
pub use emit::{Entries, Lines, json_lines, quote};
pub use loss::Count;
pub use manifest::{manifest_entries, manifest_own, push_plugins};
pub use trace::Trace;

use super::hosts::{self, HostFormat};
use super::lint::rules::source as rules;
use super::source::{Asset, AssetContent, Component, Plugin, Skill, Source};
use super::template::{Input, Templates};
use super::tree::{Content, Text, Tree, TreeFile};
use crate::diagnostic::{Diagnostic, Place, Sink};

/// What to render.
#[derive(Debug, Clone, Default)]
pub struct Options {
    /// Only these hosts; empty: every host.
    pub hosts: Vec<Host>,
    /// Losses are errors.
    pub deny_loss: bool,
}

/// A plugin's tree on one host.
#[derive(Debug)]
pub struct PluginTree {
    /// Index of the plugin in the source.
    pub plugin: usize,
    /// The host.
    pub host: Host,
    /// Its folder below the root.
    pub folder: String,
    /// What the host cannot express.
    pub losses: Count,
}

/// Everything that a run rendered.
#[derive(Debug, Default)]
pub struct Rendition {
    /// The files.
    pub tree: Tree,
    /// The plugins' trees.
    pub trees: Vec<PluginTree>,
    /// Partials that nothing includes.
    pub unused_partials: Vec<Arc<crate::diagnostic::SourceFile>>,
    /// Partials that something includes.
    used_partials: BTreeSet<PathBuf>,
}

/// Renders everything.
pub fn render(source: &Source, options: &Options, sink: &mut Sink) -> Rendition {
    let mut rendition = Rendition::default();
    for (index, plugin) in source.plugins.iter().enumerate() {
        render_plugin(source, index, plugin, options, &mut rendition, sink);
    }
    for host in wanted(options) {
        let trees: Vec<(&Plugin, String)> = source
            .plugins
            .iter()
            .filter(|plugin| plugin.words.contains_key(&host))
            .map(|plugin| (plugin, folder(source, plugin, host)))
            .collect();
        if trees.is_empty() {
            continue;
        }
        let format = hosts::format(host);
        if let Some(entries) = format.marketplace(source, &trees)
            && let Some(config) = &source.marketplace
        {
            let file = json_file(&entries, &config.file);
            paths::insert(&mut rendition.tree, format.marketplace_path(), file, sink);
        }
    }
    paths::check(&rendition.tree, sink);
    // A shared partial is unused only if no plugin includes it.
    let Rendition { unused_partials, used_partials, .. } = &mut rendition;
    unused_partials.retain(|partial| !used_partials.contains(&partial.path));
    rendition
}

/// The hosts that a run is about.
fn wanted(options: &Options) -> impl Iterator<Item = Host> + '_ {
    Host::ALL.into_iter().filter(|&host| hosts::is_wanted(&options.hosts, host))
}

/// Where a plugin's tree for a host goes.
pub fn folder(source: &Source, plugin: &Plugin, host: Host) -> String {
    super::source::out::folder(&source.out, host, &plugin.config.value.name)
}

fn render_plugin(
    source: &Source,
    index: usize,
    plugin: &Plugin,
    options: &Options,
    rendition: &mut Rendition,
    sink: &mut Sink,
) {
    if !paths::check_folder(plugin, sink) {
        return;
    }
    let templates = Templates::compile(&plugin.partials, inputs(plugin), sink);
    let files = Arc::new(templates.files().to_vec());
    let mut losses = Vec::new();
    let hosts: Vec<Host> = wanted(options).filter(|host| plugin.words.contains_key(host)).collect();
    for &host in &hosts {
        let environment = match Environment::new(plugin, host, &templates, &files) {
            Ok(environment) => environment,
            Err(error) => {
                let place = Place::file(&plugin.config.file);
                sink.push(Diagnostic::new(&rules::template_syntax::RULE, place, error.to_string()));
                continue;
            }
        };
        let output = render_host(&environment);
        let folder = folder(source, plugin, host);
        sink.extend(output.sink);
        // What was not meant needs no further faults: nothing will be written.
        if plugin.config.broken {
            continue;
        }
        losses.extend(output.losses);
        for (path, file) in output.files {
            paths::insert(&mut rendition.tree, &format!("{folder}/{path}"), file, sink);
        }
        rendition.trees.push(PluginTree { plugin: index, host, folder, losses: Count::default() });
    }
    if plugin.config.broken {
        return;
    }
    let counts: BTreeMap<Host, Count> =
        loss::settle(plugin, losses, &hosts, options.deny_loss, sink);
    for tree in rendition.trees.iter_mut().filter(|tree| tree.plugin == index) {
        tree.losses = counts.get(&tree.host).copied().unwrap_or_default();
    }
    // A partial may be meant for a host that was not asked for.
    if options.hosts.is_empty() {
        let (used, unused) = templates.partials_by_use();
        rendition.unused_partials.extend(unused);
        rendition.used_partials.extend(used.into_iter().map(|file| file.path.clone()));
    }
}

/// Every text of a plugin that is a template and holds a tag.
fn inputs(plugin: &Plugin) -> Vec<Input> {
    let mut inputs: Vec<Input> = plugin.skills.iter().flat_map(skill_inputs).collect();
    for component in
        plugin.agents.iter().chain(&plugin.commands).filter(|component| component.template)
    {
        let document = &component.document;
        let start = document.body_start();
        if document.file.text[start..].contains("{{") {
            inputs.push(Input { file: Arc::clone(&document.file), start });
        }
    }
    inputs.extend(template_assets(&plugin.assets));
    inputs
}

fn render_host(environment: &Environment<'_>) -> Output {
    let plugin = environment.plugin;
    let host = environment.host;
    let format = hosts::format(host);
    let mut output = Output::default();

    let manifest = json_file(&format.manifest(plugin), &plugin.config.file);
    output.files.push((format.manifest_path().to_owned(), manifest));

    let skills: Vec<Output> = plugin
        .skills
        .par_iter()
        .filter_map(|skill| {
            skill.main.contains_key(&host).then(|| {
                let mut output = Output::default();
                render_skill(environment, format, skill, &mut output);
                output
            })
        })
        .collect();
    for skill in skills {
        output.append(skill);
    }
    for agent in plugin.agents.iter().filter(|agent| agent.hosts.contains(&host)) {
        format.agent(environment, agent, &mut output);
    }
    for command in plugin.commands.iter().filter(|command| command.hosts.contains(&host)) {
        format.command(environment, command, &mut output);
    }
    hooks::render(environment, &mut output);
    assets(environment, &plugin.assets, "", &mut output);
    output
}

/// A skill with all of its files, if the host gets it.
pub fn render_skill(
    environment: &Environment<'_>,
    format: &dyn HostFormat,
    skill: &Skill,
    output: &mut Output,
) {
    let Some(main) = skill.main.get(&environment.host) else { return };
    format.skill(environment, skill, main, output);
    assets(environment, &skill.assets, &format!("skills/{}/", skill.name), output);
}

/// The texts of one skill that are templates.
pub fn skill_inputs(skill: &Skill) -> Vec<Input> {
    let mut inputs: Vec<Input> = Vec::new();
    for main in skill.main.values().filter(|main| main.template) {
        let document = &main.document;
        let start = document.body_start();
        let known = inputs.iter().any(|input| Arc::ptr_eq(&input.file, &document.file));
        if !known && document.file.text[start..].contains("{{") {
            inputs.push(Input { file: Arc::clone(&document.file), start });
        }
    }
    inputs.extend(template_assets(&skill.assets));
    inputs
}

fn template_assets(assets: &[Asset]) -> impl Iterator<Item = Input> + '_ {
    assets
        .iter()
        .filter(|asset| matches!(asset.content, AssetContent::Template))
        .map(|asset| Input { file: Arc::clone(&asset.file), start: 0 })
}

/// The files of a skill or a plugin: those for this host replace common ones.
fn assets(environment: &Environment<'_>, assets: &[Asset], prefix: &str, output: &mut Output) {
    let host = environment.host;
    for asset in assets {
        let here = match asset.host {
            Some(only) => only == host,
            None => !assets.iter().any(|other| other.host == Some(host) && other.rel == asset.rel),
        };
        if !here {
            continue;
        }
        let content = match &asset.content {
            AssetContent::Copy(path) => Content::Copy(path.clone()),
            AssetContent::Script(script) => Content::Loaded(Arc::clone(script)),
            AssetContent::Template if asset.file.text.contains("{{") => {
                let body = environment.rendered(&asset.file, &mut output.sink);
                Content::Text(Box::new(Text {
                    head: String::new(),
                    head_origins: Vec::new(),
                    body,
                    tail: String::new(),
                    front: None,
                }))
            }
            AssetContent::Template | AssetContent::Text => Content::Loaded(Arc::clone(&asset.file)),
        };
        let file =
            TreeFile { content, executable: asset.executable, source: Arc::clone(&asset.file) };
        output.files.push((format!("{prefix}{}", asset.rel), file));
    }
}

/// A JSON file that we write whole.
fn json_file(entries: &Entries, source: &Arc<crate::diagnostic::SourceFile>) -> TreeFile {
    let lines = json_lines(entries);
    TreeFile {
        content: Content::Text(Box::new(Text::generated(lines.text, lines.origins))),
        executable: false,
        source: Arc::clone(source),
    }
}

/// The tool classes that an agent lists, and where; unknown ones are reported.
pub fn agent_tools(agent: &Component, output: &mut Output) -> Option<(Vec<ToolClass>, Place)> {
    let entry = agent.document.mapping()?.entry("tools")?;
    let mut classes = Vec::new();
    for item in entry.value.items() {
        match item.as_str().unwrap_or_default().parse::<ToolClass>() {
            Ok(class) => classes.push(class),
            Err(unknown) => {
                let place = agent.document.place(item.span.clone());
                let known: Vec<&str> = ToolClass::ALL.iter().map(|class| class.id()).collect();
                let fault =
                    Diagnostic::new(&rules::unknown_tool_class::RULE, place, unknown.to_string());
                output.sink.push(
                    match super::lint::suggest::closest(&unknown.0, known.iter().copied()) {
                        Some(close) => fault.help(format!("did you mean `{close}`?")),
                        None => fault.help(format!("known: {}", known.join(", "))),
                    },
                );
            }
        }
    }
    Some((classes, entry_place(&agent.document, entry)))
}

/// The model that an agent's tier stands for on this host, and where it says so.
pub fn agent_model(
    environment: &Environment<'_>,
    agent: &Component,
    output: &mut Output,
) -> Option<(Option<String>, Place)> {
    let entry = agent.document.mapping()?.entry("model")?;
    let tier = entry.value.as_str()?;
    let place = entry_place(&agent.document, entry);
    let models = &environment.plugin.words.get(&environment.host)?.models;
    if let Some(model) = models.get(tier) {
        Some((model.clone(), place))
    } else {
        output.sink.push(unknown_tier(environment, agent, tier, place));
        None
    }
}

/// The fault of a tier that a host lacks: the same words for each host that lacks it.
fn unknown_tier(
    environment: &Environment<'_>,
    agent: &Component,
    tier: &str,
    place: Place,
) -> Diagnostic {
    let words = &environment.plugin.words;
    let lacking: Vec<String> = words
        .iter()
        .filter(|(host, words)| agent.hosts.contains(host) && !words.models.contains_key(tier))
        .map(|(host, _)| format!("hosts/{host}.yaml"))
        .collect();
    let lacking = lacking.join(" and ");
    let known: BTreeSet<&str> =
        words.values().flat_map(|words| words.models.keys().map(String::as_str)).collect();
    let text = format!("no model tier `{tier}` in {lacking}");
    let help = match super::lint::suggest::did_you_mean(tier, known.iter().copied()) {
        Some(help) if !known.contains(tier) => help,
        _ => format!("add `{tier}:` to `models` there"),
    };
    Diagnostic::new(&rules::unknown_model_tier::RULE, place, text).help(help).host(environment.host)
}
