//! A manifest is not strict JSON.
//!
//! Both hosts read manifests with a strict parser. A trailing comma, a comment or
//! a byte-order mark drops the whole plugin: Claude Code starts the session
//! without it, Codex refuses to install it. A key that stands twice is the last
//! one's to Claude Code and an error to Codex.
//!
//! The plugin's manifest, the marketplace file, `.mcp.json`, `.lsp.json` and
//! `settings.json` are read. Hooks files have their own rule, CVG100.
//!
//! ## Instead
//!
//! Write plain JSON as UTF-8 without a byte-order mark; notes belong elsewhere.

use cvg_hooks::Host;

use crate::diagnostic::{Diagnostic, Place, Rule, Severity, Sink};
use crate::generate::lint::rules::support::manifest;
use crate::generate::lint::{HostTree, Mode};
use crate::generate::source::json;

/// The rule.
pub(super) static RULE: Rule = Rule {
    code: "CVG090",
    name: "manifest-syntax",
    severity: Severity::Error,
    source: include_str!("manifest_syntax.rs"),
};

/// Reads every JSON file that the host reads at the start.
pub(super) fn check(tree: &HostTree, _: Mode, sink: &mut Sink) {
    let servers: &[&str] = match tree.host {
        Host::Claude => &[".mcp.json", ".lsp.json", "settings.json"],
        Host::Codex => &[".mcp.json"],
    };
    let manifests = [manifest::path(tree), manifest::marketplace_path(tree)];
    for path in manifests.into_iter().flatten().chain(servers.iter().copied()) {
        let Some(file) = tree.file(path) else { continue };
        match json::parse(&file.text) {
            Err(fault) => sink.push(
                Diagnostic::new(&RULE, Place::new(file, fault.range), fault.message)
                    .help("write strict JSON: UTF-8, no byte-order mark, no comments")
                    .host(tree.host),
            ),
            Ok(root) => {
                for key in json::duplicates(&root) {
                    let name = key.as_str().unwrap_or_default();
                    let severity = match tree.host {
                        Host::Claude => Severity::Warning,
                        Host::Codex => Severity::Error,
                    };
                    sink.push(
                        Diagnostic::new(
                            &RULE,
                            Place::new(file, key.span.clone()),
                            format!("the key `{name}` stands here twice"),
                        )
                        .severity(severity)
                        .help("keep one of them")
                        .host(tree.host),
                    );
                }
            }
        }
    }
}
