//! A manifest is not strict JSON.
//!
//! Both hosts read manifests with a strict parser. A trailing comma, a comment or
//! a byte-order mark drops the whole plugin: Claude Code starts the session
//! without it, Codex refuses to install it. Of a key that stands twice only one
//! counts, and JSON does not say which.
//!
//! The plugin's manifest, the marketplace file, `.mcp.json`, `.lsp.json` and
//! `settings.json` are read. Hooks files have their own rule, CVG100.
//!
//! ## Instead
//!
//! Write plain JSON as UTF-8 without a byte-order mark; notes belong elsewhere.

use std::sync::Arc;

use cvg_hooks::Host;

use crate::diagnostic::{Diagnostic, Place, Rule, Severity, Sink, SourceFile};
use crate::generate::lint::rules::body::host_only_variable;
use crate::generate::lint::rules::support::manifest;
use crate::generate::lint::{HostTree, Kind, Mode};
use crate::generate::source::json;
use crate::generate::source::yaml::Node;

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
                if path == ".mcp.json" && tree.host == Host::Codex {
                    server_variables(file, &root, sink);
                }
                for key in json::duplicates(&root) {
                    let name = key.as_str().unwrap_or_default();
                    sink.push(
                        Diagnostic::new(
                            &RULE,
                            Place::new(file, key.span.clone()),
                            format!("the key `{name}` stands here twice"),
                        )
                        .severity(Severity::Warning)
                        .help("keep one of them")
                        .host(tree.host),
                    );
                }
            }
        }
    }
}

/// Codex replaces no variable in `.mcp.json`: a matter of host-only-variable.
fn server_variables(file: &Arc<SourceFile>, node: &Node, sink: &mut Sink) {
    if node.type_name() == "string" {
        let range = node.span.clone();
        host_only_variable::check_text(
            file,
            range,
            Host::Codex,
            Kind::Command,
            Mode::Foreign,
            sink,
        );
    }
    for entry in node.entries() {
        server_variables(file, &entry.value, sink);
    }
    for item in node.items() {
        server_variables(file, item, sink);
    }
}
