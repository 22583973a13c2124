//! What plugin.yaml says in the manifests and catalogues of all hosts, and where.

use cvg_hooks::Host;
use serde_json::Value;

use super::{Entries, Trace};
use crate::diagnostic::Place;
use crate::generate::source::config::{MarketplaceConfig, PluginConfig};
use crate::generate::source::{Config, Plugin};

/// Where a key of plugin.yaml stands, and the parts of its value.
fn plugin_trace(plugin: &Plugin, key: &str) -> Trace {
    let entry = plugin.config.node.entry(key);
    entry.map_or_else(Trace::default, |entry| Trace::entry(&plugin.config.file, entry))
}

/// Where a plugin's entry of a catalogue came from: its own plugin.yaml, and for these
/// keys the lines that say the same there.
fn catalogue_trace(plugin: &Plugin, keys: &[&str], category: Option<Place>) -> Trace {
    let name = Trace::from(plugin.key_place("name")).with("category", category);
    keys.iter().fold(name, |trace, key| trace.with(key, plugin_trace(plugin, key)))
}

/// Lists the plugins in a catalogue: what `entry` makes of each and the folder of its tree.
pub fn push_plugins(
    entries: &mut Entries,
    config: &Config<MarketplaceConfig>,
    trees: &[(&Plugin, String)],
    keys: &[&str],
    entry: impl Fn(&PluginConfig, &str) -> Value,
) {
    let plugins: Vec<Value> =
        trees.iter().map(|(plugin, folder)| entry(&plugin.config.value, folder)).collect();
    let traces = trees
        .iter()
        .map(|(plugin, _)| catalogue_trace(plugin, keys, config.key_place("category")))
        .collect();
    entries.push("plugins", plugins, Trace::list(config.key_place("name"), traces));
}

/// Lays what stands under `claude:` or `codex:` of plugin.yaml over a manifest.
pub fn manifest_own(plugin: &Plugin, host: Host, entries: &mut Entries) {
    let config = &plugin.config;
    let own = match host {
        Host::Claude => &config.value.claude,
        Host::Codex => &config.value.codex,
    };
    let node = config.node.get(host.id());
    for (key, value) in own {
        let entry = node.and_then(|node| node.entry(key));
        let trace = entry.map(|entry| Trace::entry(&config.file, entry));
        entries.set(key, value.clone(), trace.unwrap_or_default());
    }
}

/// What the manifests of all hosts have in common.
pub fn manifest_entries(plugin: &Plugin) -> Entries {
    let config = &plugin.config.value;
    let mut entries = Entries::default();
    let mut text = |key: &str, value: Option<&String>| {
        if let Some(value) = value {
            entries.push(key, value.as_str(), plugin.key_place(key));
        }
    };
    text("name", Some(&config.name));
    text("version", Some(&config.version));
    text("description", Some(&config.description));
    let author = serde_json::to_value(&config.author).unwrap_or(Value::Null);
    entries.push("author", author, plugin_trace(plugin, "author"));
    let mut text = |key: &str, value: Option<&String>| {
        if let Some(value) = value {
            entries.push(key, value.as_str(), plugin.key_place(key));
        }
    };
    text("homepage", config.homepage.as_ref());
    text("repository", config.repository.as_ref());
    text("license", config.license.as_ref());
    if !config.keywords.is_empty() {
        entries.push("keywords", config.keywords.clone(), plugin_trace(plugin, "keywords"));
    }
    entries
}
