//! Reads a canonical source. Every fault is reported; loading goes on past it.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use cvg_hooks::Host;
use rayon::prelude::*;
use serde_json::json;

use super::assets::load_assets;
use super::component::{Kinds, load_component, load_skill};
use super::config::{HookConfig, HooksConfig, HostConfig, MarketplaceConfig, PluginConfig};
use super::decode::{read_config, read_normalised, read_what_can_be};
use super::model::{Component, Config, Hook, Plugin, Skill, Source, Unread};
use super::walk::{Borders, Item};
use super::{out, unread};
use crate::diagnostic::{Diagnostic, Place, Severity, Sink, SourceFile};
use crate::generate::lint::rules::source as rules;

/// The folder that holds the source.
pub const CANONICAL: &str = "canonical";

/// Finds the root of the repository that `start` lies in: the nearest folder at
/// or above it with a `canonical/` that holds a plugin, a part of one, or a marketplace.
pub fn find_root(start: &Path) -> Option<PathBuf> {
    start.ancestors().find(|folder| is_root(folder)).map(Path::to_path_buf)
}

fn is_root(folder: &Path) -> bool {
    let canonical = folder.join(CANONICAL);
    if canonical.join("plugin.yaml").is_file() || canonical.join("marketplace.yaml").is_file() {
        return true;
    }
    if unread::holds_a_part(&canonical) {
        return true;
    }
    let Ok(entries) = std::fs::read_dir(&canonical) else { return false };
    entries.flatten().any(|entry| entry.path().join("plugin.yaml").is_file())
}

/// Loads the source below `root`.
pub fn load(root: &Path, sink: &mut Sink) -> Source {
    let canonical = root.join(CANONICAL);
    let real = std::fs::canonicalize(&canonical).unwrap_or_else(|_| canonical.clone());
    let borders = Borders { root: root.to_path_buf(), real };
    let items = borders.list(&canonical, sink);
    let single = items.iter().any(|item| item.name == "plugin.yaml");
    let marketplace: Option<Config<MarketplaceConfig>> = items
        .iter()
        .find(|item| item.name == "marketplace.yaml" && !item.folder)
        .and_then(|item| borders.found(item.name.clone(), item.path.clone(), sink))
        .and_then(|found| read_config(&borders, &found, sink));
    let shared = Shared::load(&borders, &items, sink);
    let mut plugins = Vec::new();
    if single {
        plugins.extend(load_plugin(&borders, &canonical, items, None, sink));
    } else if !unread::lacks_plugin(&borders, &items, sink) {
        for item in items {
            match item.name.as_str() {
                "marketplace.yaml" | "hosts" | "partials" => {}
                name if name.starts_with('.') => {}
                _ if item.folder => {
                    let inner = borders.list(&item.path, sink);
                    plugins.extend(load_plugin(&borders, &item.path, inner, Some(&shared), sink));
                }
                _ => unread::at_top(&borders, &item, sink),
            }
        }
    }
    tell_apart(&mut plugins, sink);
    let out = out::given(marketplace.as_ref(), single, sink);
    let out = out.unwrap_or_else(|| out::default(single).to_owned());
    Source { root: root.to_path_buf(), marketplace, plugins, out }
}

/// Reports a name that an earlier plugin has; nothing is to be rendered over that one.
fn tell_apart(plugins: &mut [Plugin], sink: &mut Sink) {
    for index in 1..plugins.len() {
        let (before, rest) = plugins.split_at_mut(index);
        let plugin = &mut rest[0];
        // A plugin whose name cannot be read has been told so.
        let Some(name) = given_name(plugin) else { continue };
        let Some(twin) = before.iter().find(|other| given_name(other) == Some(name)) else {
            continue;
        };
        let place = |plugin: &Plugin| {
            plugin.key_place("name").unwrap_or_else(|| Place::file(&plugin.config.file))
        };
        let text = format!("another plugin is named `{name}`");
        sink.push(
            Diagnostic::new(&rules::duplicate_plugin::RULE, place(plugin), text)
                .label(place(twin), "the other one")
                .help("give each plugin its own name"),
        );
        plugin.config.broken = true;
    }
}

/// The name that plugin.yaml gives, if it gives one that can be read.
fn given_name(plugin: &Plugin) -> Option<&str> {
    let name = plugin.config.node.get("name")?.as_str()?;
    (name == plugin.config.value.name).then_some(name)
}

/// What several plugins have in common.
struct Shared {
    partials: BTreeMap<String, Arc<SourceFile>>,
    words: BTreeMap<Host, HostConfig>,
}

impl Shared {
    fn load(borders: &Borders, items: &[Item], sink: &mut Sink) -> Self {
        if items.iter().any(|item| item.name == "plugin.yaml") {
            return Self { partials: BTreeMap::new(), words: BTreeMap::new() };
        }
        let folder = |name: &str| items.iter().find(|item| item.name == name && item.folder);
        Self {
            partials: folder("partials")
                .map(|item| load_partials(borders, &item.path, sink))
                .unwrap_or_default(),
            words: folder("hosts")
                .map(|item| load_words(borders, &item.path, sink))
                .unwrap_or_default(),
        }
    }
}

fn load_plugin(
    borders: &Borders,
    folder: &Path,
    items: Vec<Item>,
    shared: Option<&Shared>,
    sink: &mut Sink,
) -> Option<Plugin> {
    let Some(config) = items.iter().find(|item| item.name == "plugin.yaml") else {
        sink.push(
            Diagnostic::new(
                &rules::source_without_main_file::RULE,
                Place::file(&borders.opaque(folder)),
                "a plugin's folder without plugin.yaml",
            )
            .help("add plugin.yaml, or move the folder to where it belongs"),
        );
        return None;
    };
    let found = borders.found(config.name.clone(), config.path.clone(), sink)?;
    let base = json!({
        "name": "unnamed", "version": "0.0.0", "description": "-", "author": { "name": "-" },
        "hosts": ["claude", "codex"],
    });
    let config: Config<PluginConfig> = read_what_can_be(borders, &found, &base, sink)?;
    check_version(&config, sink);
    let mut hosts: Vec<Host> = config.value.hosts.iter().map(|&host| host.into()).collect();
    hosts.sort_unstable();
    hosts.dedup();

    let mut words = shared.map(|shared| shared.words.clone()).unwrap_or_default();
    let mut partials = shared.map(|shared| shared.partials.clone()).unwrap_or_default();
    let (mut skills, mut agents, mut commands) = (Vec::new(), Vec::new(), Vec::new());
    let (mut hooks, mut assets, mut unread) = (Vec::new(), Vec::new(), Unread::default());
    for item in items {
        match (item.name.as_str(), item.folder) {
            ("plugin.yaml" | "marketplace.yaml", false) => {}
            (name, _) if name.starts_with('.') => {}
            ("hosts", true) => {
                for (host, own) in load_words(borders, &item.path, sink) {
                    words.entry(host).or_default().merge(own);
                }
            }
            ("partials", true) => partials.extend(load_partials(borders, &item.path, sink)),
            ("skills", true) => skills = load_skills(borders, &item.path, &hosts, sink),
            ("agents", true) => {
                (agents, unread.agents) =
                    load_components(borders, &item.path, Kinds::Agent, &hosts, sink);
            }
            ("commands", true) => {
                (commands, unread.commands) =
                    load_components(borders, &item.path, Kinds::Command, &hosts, sink);
            }
            ("hooks.yaml", false) => hooks = load_hooks(borders, &item, &hosts, sink),
            ("files", true) => assets.extend(load_assets(borders, &item.path, "", &hosts, sink)),
            ("schemas", true) => {
                assets.extend(load_assets(borders, &item.path, "schemas/", &hosts, sink));
            }
            _ => unread::at_top(borders, &item, sink),
        }
    }
    words.retain(|host, _| hosts.contains(host));
    for &host in &hosts {
        words.entry(host).or_default();
    }
    let shown = folder.strip_prefix(&borders.root).unwrap_or(folder);
    let folder = crate::diagnostic::display_path(shown);
    Some(Plugin {
        folder,
        config,
        words,
        partials,
        skills,
        agents,
        commands,
        hooks,
        assets,
        unread,
    })
}

/// Codex refuses other characters, and both hosts name the cache folder by it.
fn check_version(config: &Config<PluginConfig>, sink: &mut Sink) {
    let version = &config.value.version;
    let core = version.split(['-', '+']).next().unwrap_or_default();
    let numbers = core.split('.').count() == 3
        && core.split('.').all(|part| !part.is_empty() && part.bytes().all(|b| b.is_ascii_digit()));
    let allowed = version.bytes().all(|b| b.is_ascii_alphanumeric() || b".+-".contains(&b));
    if numbers && allowed {
        return;
    }
    let span = config.node.get("version").map_or(0..0, |node| node.span.clone());
    sink.push(
        Diagnostic::new(
            &rules::version_not_semver::RULE,
            Place::new(&config.file, span),
            format!("`{version}` is not a semantic version"),
        )
        .help("write it as `1.2.3`, in quotes if it has only two parts"),
    );
}

impl HostConfig {
    /// Lays a plugin's own words over the shared ones.
    fn merge(&mut self, own: Self) {
        self.vocab.extend(own.vocab);
        self.models.extend(own.models);
        self.tools.extend(own.tools);
    }
}

fn load_words(borders: &Borders, folder: &Path, sink: &mut Sink) -> BTreeMap<Host, HostConfig> {
    let mut words = BTreeMap::new();
    for item in borders.list(folder, sink) {
        let host = item.name.strip_suffix(".yaml").and_then(|stem| stem.parse::<Host>().ok());
        match host {
            Some(host) if !item.folder => {
                let config = borders.found(item.name, item.path, sink).and_then(|found| {
                    read_what_can_be::<HostConfig>(borders, &found, &json!({}), sink)
                });
                if let Some(config) = config {
                    words.insert(host, config.value);
                }
            }
            _ => unread::among_hosts(borders, &item, sink),
        }
    }
    words
}

fn load_partials(
    borders: &Borders,
    folder: &Path,
    sink: &mut Sink,
) -> BTreeMap<String, Arc<SourceFile>> {
    let mut partials = BTreeMap::new();
    for found in borders.walk(folder, sink) {
        let Some(name) = found.rel.strip_suffix(".md.hbs").or(found.rel.strip_suffix(".hbs"))
        else {
            unread::among_partials(borders, &found.path, &found.rel, sink);
            continue;
        };
        let name = name.to_owned();
        if let Some(file) = read_normalised(borders, &found, sink) {
            partials.insert(name, file);
        }
    }
    partials
}

fn load_skills(borders: &Borders, folder: &Path, hosts: &[Host], sink: &mut Sink) -> Vec<Skill> {
    let items = borders.list(folder, sink);
    let loaded: Vec<(Option<Skill>, Sink)> = items
        .par_iter()
        .map(|item| {
            let mut sink = Sink::new();
            let skill = if item.folder {
                Some(load_skill(borders, item, hosts, &mut sink))
            } else {
                unread::among_skills(borders, item, &mut sink);
                None
            };
            (skill, sink)
        })
        .collect();
    let mut skills = Vec::with_capacity(loaded.len());
    for (skill, faults) in loaded {
        sink.extend(faults);
        skills.extend(skill);
    }
    skills
}

fn load_components(
    borders: &Borders,
    folder: &Path,
    kinds: Kinds,
    hosts: &[Host],
    sink: &mut Sink,
) -> (Vec<Component>, Vec<String>) {
    let (mut components, mut unread) = (Vec::new(), Vec::new());
    for item in borders.list(folder, sink) {
        let stem = item.name.strip_suffix(".hbs").unwrap_or(&item.name).strip_suffix(".md");
        match stem {
            Some(stem) if !item.folder => {
                let stem = stem.to_owned();
                let before = sink.items().len();
                let found = borders.found(item.name, item.path, sink);
                let component = found
                    .and_then(|found| load_component(borders, &found, &stem, kinds, hosts, sink));
                let is_page =
                    sink.items()[before..].iter().all(|fault| fault.severity < Severity::Error);
                match component {
                    Some(component) => components.push(component),
                    None if is_page => {}
                    None => unread.push(stem),
                }
            }
            _ => {
                let folder = if kinds == Kinds::Agent { "agents" } else { "commands" };
                unread::among_components(borders, &item, folder, sink);
            }
        }
    }
    (components, unread)
}

fn load_hooks(borders: &Borders, item: &Item, hosts: &[Host], sink: &mut Sink) -> Vec<Hook> {
    let config = borders
        .found(item.name.clone(), item.path.clone(), sink)
        .and_then(|found| read_what_can_be::<HooksConfig>(borders, &found, &json!({}), sink));
    let Some(config) = config else { return Vec::new() };
    let mut nodes = config.node.get("hooks").map(|node| node.items().to_vec()).unwrap_or_default();
    nodes.retain(|node| serde_json::from_value::<HookConfig>(node.to_json()).is_ok());
    let mut hooks = Vec::new();
    for (hook, node) in config.value.hooks.into_iter().zip(nodes) {
        let named = super::component::restrict(hosts, hook.hosts.as_deref());
        if let (Some(wanted), true) = (&hook.hosts, named.is_empty()) {
            let span = node.get("hosts").map_or(0..0, |node| node.span.clone());
            let wanted: Vec<Host> = wanted.iter().map(|&host| host.into()).collect();
            sink.push(super::component::serves_nobody(Place::new(&config.file, span), &wanted));
        }
        hooks.push(Hook { config: hook, hosts: named, file: Arc::clone(&config.file), node });
    }
    hooks
}
