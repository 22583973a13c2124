//! A canonical source in memory.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::Arc;

use cvg_hooks::Host;

use super::config::{HookConfig, HostConfig, MarketplaceConfig, PluginConfig};
use super::yaml::Node;
use crate::diagnostic::{Place, SourceFile};
use crate::generate::lint::Document;
use crate::generate::script::Shebang;

/// A whole source: every plugin of a repository.
#[derive(Debug)]
pub struct Source {
    /// The repository's root.
    pub root: PathBuf,
    /// The catalogue, if the repository is one.
    pub marketplace: Option<Config<MarketplaceConfig>>,
    /// The plugins, by folder.
    pub plugins: Vec<Plugin>,
    /// Where a tree goes: `plugins/{host}` or `plugins/{host}/{plugin}`.
    pub out: String,
}

/// A configuration file: its values, its tree and its text.
#[derive(Debug)]
pub struct Config<T> {
    /// The values.
    pub value: T,
    /// The tree, for spans.
    pub node: Node,
    /// The text.
    pub file: Arc<SourceFile>,
    /// Has it faults? Then the values are only a part of what its author meant, or
    /// another plugin has them, and nothing is rendered from it.
    pub broken: bool,
}

impl<T> Config<T> {
    /// The place of a top-level key and its value's first line.
    pub fn key_place(&self, key: &str) -> Option<Place> {
        let entry = self.node.entry(key)?;
        let start = entry.key.span.start;
        let end = entry.value.span.end.max(entry.key.span.end);
        let line = self.file.text[start..end].find('\n').unwrap_or(end - start);
        Some(Place::new(&self.file, start..start + line))
    }
}

/// One plugin.
#[derive(Debug)]
pub struct Plugin {
    /// Its folder, relative to the root: `canonical` or `canonical/<plugin>`.
    pub folder: String,
    /// `plugin.yaml`.
    pub config: Config<PluginConfig>,
    /// Words of each host that it is rendered for.
    pub words: BTreeMap<Host, HostConfig>,
    /// Partials by name.
    pub partials: BTreeMap<String, Arc<SourceFile>>,
    /// Skills by name.
    pub skills: Vec<Skill>,
    /// Agents by name.
    pub agents: Vec<Component>,
    /// Commands by name.
    pub commands: Vec<Component>,
    /// Hooks, in order.
    pub hooks: Vec<Hook>,
    /// Files for the plugin's root, schemas included.
    pub assets: Vec<Asset>,
    /// What is there, but could not be read.
    pub unread: Unread,
}

/// Names of components that could not be read. Others may name them all the same.
#[derive(Debug, Default)]
pub struct Unread {
    /// Agents.
    pub agents: Vec<String>,
    /// Commands.
    pub commands: Vec<String>,
}

impl Plugin {
    /// The hosts that it is rendered for, in order.
    pub fn hosts(&self) -> impl Iterator<Item = Host> + '_ {
        self.words.keys().copied()
    }

    /// The place of a key of plugin.yaml.
    pub fn key_place(&self, key: &str) -> Option<Place> {
        self.config.key_place(key)
    }
}

/// A Markdown component: the main file of a skill, an agent or a command.
#[derive(Debug)]
pub struct Component {
    /// The text and its frontmatter.
    pub document: Document,
    /// Is it a template?
    pub template: bool,
    /// The hosts that it is rendered for.
    pub hosts: Vec<Host>,
}

/// A skill.
#[derive(Debug)]
pub struct Skill {
    /// Its folder's name.
    pub name: String,
    /// SKILL.md for each host that gets the skill; hosts may share one.
    pub main: BTreeMap<Host, Arc<Component>>,
    /// Its other files.
    pub assets: Vec<Asset>,
    /// Is there a SKILL.md that could not be read? Its host may get the skill all the same.
    pub broken: bool,
}

/// A hook with its place.
#[derive(Debug)]
pub struct Hook {
    /// What hooks.yaml says.
    pub config: HookConfig,
    /// The hosts that it is meant for.
    pub hosts: Vec<Host>,
    /// The file.
    pub file: Arc<SourceFile>,
    /// The entry.
    pub node: Node,
}

/// A file that is not a component.
#[derive(Debug)]
pub struct Asset {
    /// Path below its owner in the output, with `/`, without `.hbs`.
    pub rel: String,
    /// The only host that gets it; `None`: every host that gets its owner.
    pub host: Option<Host>,
    /// May it be run?
    pub executable: bool,
    /// Its first line, if that names an interpreter.
    pub shebang: Option<Shebang>,
    /// Its content.
    pub content: AssetContent,
    /// Where it comes from; has text only where `content` has.
    pub file: Arc<SourceFile>,
}

/// What an asset holds.
#[derive(Debug, Clone)]
pub enum AssetContent {
    /// A template, normalised.
    Template,
    /// A Markdown text, in memory since rules read it; copied to the byte.
    Text,
    /// A script, in memory since its first line was looked at; copied to the byte.
    Script(Arc<SourceFile>),
    /// Any other file, copied to the byte from disk when it is needed.
    Copy(PathBuf),
}
