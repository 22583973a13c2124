//! The `interface` of a Codex manifest holds what Codex or its directory drops.
//!
//! `defaultPrompt` keeps three entries of at most 128 characters. `shortDescription`
//! has room for 30 characters in the plugin directory. Icons and screenshots are
//! paths that start with `./`; others are dropped, and whether the file exists is
//! not checked at all.
//!
//! ## Instead
//!
//! Shorten the texts, and write `"logo": "./assets/logo.png"` with the file there.

use cvg_hooks::Host;

use crate::diagnostic::{Diagnostic, Rule, Severity, Sink};
use crate::generate::hosts::facts;
use crate::generate::lint::rules::support::manifest::{self, Manifest};
use crate::generate::lint::rules::support::paths::{self, Target};
use crate::generate::lint::{HostTree, Mode};
use crate::generate::source::yaml::Node;

/// The rule.
pub(super) static RULE: Rule = Rule {
    code: "CVG099",
    name: "codex-interface",
    severity: Severity::Error,
    source: include_str!("codex_interface.rs"),
};

const ASSETS: [&str; 4] = ["composerIcon", "logo", "logoDark", "screenshots"];

/// Looks at the texts and paths of `interface`.
pub(super) fn check(tree: &HostTree, _: Mode, sink: &mut Sink) {
    if tree.host != Host::Codex {
        return;
    }
    let Some(manifest) = manifest::read(tree) else { return };
    let Some(interface) = manifest.root.get("interface") else { return };
    if let Some(prompts) = interface.get("defaultPrompt") {
        check_prompts(&manifest, prompts, sink);
    }
    let limit = facts::limit("interface.short_description.max");
    if let Some(node) = interface.get("shortDescription")
        && let Some(text) = node.as_str()
        && text.chars().count() > limit
    {
        let message =
            format!("`shortDescription` has {} characters of {limit}", text.chars().count());
        let help = "shorten it; `longDescription` has room";
        push(&manifest, node, Severity::Warning, message, help, sink);
    }
    for key in ASSETS {
        let Some(value) = interface.get(key) else { continue };
        for (node, path) in manifest::strings(value) {
            check_asset(tree, &manifest, key, (node, path), sink);
        }
    }
}

fn check_prompts(manifest: &Manifest, prompts: &Node, sink: &mut Sink) {
    let count = facts::limit("interface.default_prompt.count");
    let length = facts::limit("interface.default_prompt.max");
    let strings = manifest::strings(prompts);
    if let Some((node, _)) = strings.get(count) {
        let message = format!("`defaultPrompt` has {} entries: Codex keeps {count}", strings.len());
        push(manifest, node, Severity::Error, message, "keep the best three", sink);
    }
    for (node, text) in strings {
        let found = text.chars().count();
        if found > length {
            let message = format!("an entry of `defaultPrompt` has {found} characters of {length}");
            push(manifest, node, Severity::Error, message, "shorten it: Codex ignores it", sink);
        }
    }
}

fn check_asset(
    tree: &HostTree,
    manifest: &Manifest,
    key: &str,
    (node, path): (&Node, &str),
    sink: &mut Sink,
) {
    if !path.starts_with("./") {
        let message = format!("`{key}` does not start with `./`: Codex drops `{path}`");
        return push(
            manifest,
            node,
            Severity::Warning,
            message,
            "write a path that starts with `./`",
            sink,
        );
    }
    let missing = match paths::follow("", path) {
        Target::Leaves => true,
        Target::Inside(resolved) => !paths::exists(tree, &resolved),
    };
    if missing {
        let message = format!("`{key}` names `{path}`, which the plugin does not have");
        push(
            manifest,
            node,
            Severity::Warning,
            message,
            "add the file, or leave the key out",
            sink,
        );
    }
}

fn push(
    manifest: &Manifest,
    node: &Node,
    severity: Severity,
    message: String,
    help: &str,
    sink: &mut Sink,
) {
    sink.push(
        Diagnostic::new(&RULE, manifest.place(node), message)
            .severity(severity)
            .help(help)
            .host(Host::Codex),
    );
}
