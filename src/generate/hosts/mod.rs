//! One file per host: how its plugin tree is written.

mod claude;
mod codex;
pub mod facts;

use cvg_hooks::Host;

use super::render::{Entries, Environment, Output};
use super::source::{Component, Plugin, Skill, Source};

/// How a host wants its plugin tree.
pub trait HostFormat: Sync {
    /// Path of the manifest in the plugin's tree.
    fn manifest_path(&self) -> &'static str;

    /// Path of the marketplace file below the repository's root.
    fn marketplace_path(&self) -> &'static str;

    /// The manifest's content.
    fn manifest(&self, plugin: &Plugin) -> Entries;

    /// SKILL.md and what belongs to it, without the skill's other files.
    fn skill(
        &self,
        environment: &Environment<'_>,
        skill: &Skill,
        main: &Component,
        output: &mut Output,
    );

    /// An agent.
    fn agent(&self, environment: &Environment<'_>, agent: &Component, output: &mut Output);

    /// A command.
    fn command(&self, environment: &Environment<'_>, command: &Component, output: &mut Output);

    /// The command line of one hook: the keys of its handler.
    fn hook_handler(&self, run: &str, args: &[String], timeout: Option<u32>) -> serde_json::Value;

    /// The marketplace file's content. `trees` are the folders of the plugins' trees.
    fn marketplace(&self, source: &Source, trees: &[(&Plugin, String)]) -> Option<Entries>;
}

/// The format of a host.
pub fn format(host: Host) -> &'static dyn HostFormat {
    match host {
        Host::Claude => &claude::Claude,
        Host::Codex => &codex::Codex,
    }
}

/// Is a run about this host? One that names none is about all.
pub fn is_wanted(asked: &[Host], host: Host) -> bool {
    asked.is_empty() || asked.contains(&host)
}
