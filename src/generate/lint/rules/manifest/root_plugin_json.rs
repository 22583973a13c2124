//! A `plugin.json` at the root changes how Codex reads the plugin.
//!
//! With the `$schema` of agent-plugins it wins over `.codex-plugin/plugin.json`:
//! bundled hooks are not loaded, and only the first 8,000 bytes of each SKILL.md
//! reach the model. Without that `$schema` Codex does not look at it, and two
//! manifests drift apart.
//!
//! ## Instead
//!
//! Keep `.codex-plugin/plugin.json` only.

use cvg_hooks::Host;

use crate::diagnostic::{Diagnostic, Place, Rule, Severity, Sink};
use crate::generate::hosts::facts;
use crate::generate::lint::rules::support::manifest::{self, Manifest};
use crate::generate::lint::{HostTree, Mode};
use crate::generate::source::yaml::Node;

/// The rule.
pub(super) static RULE: Rule = Rule {
    code: "CVG095",
    name: "root-plugin-json",
    severity: Severity::Error,
    source: include_str!("root_plugin_json.rs"),
};

/// Looks for the file at the root of a Codex tree.
pub(super) fn check(tree: &HostTree, _: Mode, sink: &mut Sink) {
    if tree.host != Host::Codex {
        return;
    }
    let Some(file) = tree.file("plugin.json") else { return };
    let root = manifest::object(tree, "plugin.json");
    let portable = root.as_ref().and_then(portable_schema);
    let own = manifest::path(tree);
    let has_hooks = tree.entries.contains_key("hooks/hooks.json");
    let limit = facts::thousands(facts::limit("manifest.portable.skill.max"));
    let diagnostic = if let Some(node) = portable {
        let lost = if has_hooks { "loads no hooks and reads only" } else { "reads only" };
        let message = format!("with this `$schema` Codex {lost} {limit} bytes of each skill");
        Diagnostic::new(&RULE, Place::new(file, node.span.clone()), message)
    } else {
        let message = "Codex does not read this `plugin.json`";
        Diagnostic::new(&RULE, Place::file(file), message).severity(Severity::Warning)
    };
    let help = match own {
        Some(path) => format!("remove it: `{path}` is the manifest"),
        None => "move it to `.codex-plugin/plugin.json`, without `$schema`".to_owned(),
    };
    sink.push(diagnostic.help(help).host(Host::Codex));
}

/// The `$schema` that makes Codex read the file.
fn portable_schema(manifest: &Manifest) -> Option<&Node> {
    manifest.root.get("$schema").filter(|node| {
        node.as_str().is_some_and(|text| {
            // Any version of the schema: Codex may learn the next one.
            let known = facts::words(Host::Codex, "manifest.portable.schema");
            known.iter().any(|known| known == text) || text.contains("://agent-plugins.org/")
        })
    })
}

/// Does the tree have a `plugin.json` at its root that Codex takes for a manifest?
pub(super) fn is_portable(tree: &HostTree) -> bool {
    manifest::object(tree, "plugin.json").is_some_and(|root| portable_schema(&root).is_some())
}
