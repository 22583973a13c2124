//! The manifest holds a key that Claude Code does not know.
//!
//! The key is ignored, and `claude plugin validate` warns of it; `--strict` fails.
//! `category` and `tags` belong to the marketplace's entry, `themes` and `monitors`
//! under `experimental`. Codex ignores unknown keys without a word.
//!
//! ## Instead
//!
//! Remove the key, or move it where it belongs.

use cvg_hooks::Host;

use super::manifest_type;
use crate::diagnostic::{Diagnostic, Rule, Severity, Sink};
use crate::generate::lint::rules::support::manifest;
use crate::generate::lint::suggest;
use crate::generate::lint::{HostTree, Mode};

/// The rule.
pub(super) static RULE: Rule = Rule {
    code: "CVG097",
    name: "manifest-unknown-key",
    severity: Severity::Warning,
    source: include_str!("manifest_unknown_key.rs"),
};

/// Compares every key with those that the host knows.
pub(super) fn check(tree: &HostTree, _: Mode, sink: &mut Sink) {
    if tree.host != Host::Claude {
        return;
    }
    let Some(manifest) = manifest::read(tree) else { return };
    for entry in manifest.root.entries() {
        let Some(key) = entry.key.as_str() else { continue };
        if manifest_type::CLAUDE.iter().any(|(known, _)| *known == key) {
            continue;
        }
        let help = match key {
            "category" | "tags" => {
                "it belongs to the plugin's entry in the marketplace file".to_owned()
            }
            "themes" | "monitors" => format!("write it as `experimental.{key}`"),
            "interface" | "apps" => {
                "it is a key of Codex: put it into `.codex-plugin/plugin.json`".to_owned()
            }
            _ => suggest::did_you_mean(key, manifest_type::CLAUDE.iter().map(|(known, _)| *known))
                .unwrap_or_else(|| "remove it: it has no effect".to_owned()),
        };
        sink.push(
            Diagnostic::new(
                &RULE,
                manifest.place(&entry.key),
                format!("Claude Code does not know the manifest key `{key}`"),
            )
            .help(help)
            .host(Host::Claude),
        );
    }
}
