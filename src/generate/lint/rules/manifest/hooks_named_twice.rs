//! The manifest's `hooks` and `hooks/hooks.json` get in each other's way.
//!
//! Claude Code loads `hooks/hooks.json` by itself; naming it in the manifest is a
//! load error ("Duplicate hooks file"). On Codex a `hooks` key replaces that file:
//! what is in it never runs.
//!
//! ## Instead
//!
//! Leave `hooks` out of the manifest and keep everything in `hooks/hooks.json`.

use cvg_hooks::Host;

use crate::diagnostic::{Diagnostic, Rule, Severity, Sink};
use crate::generate::lint::rules::support::manifest;
use crate::generate::lint::rules::support::paths::{self, Target};
use crate::generate::lint::{HostTree, Mode};
use crate::generate::source::yaml::Node;

/// The rule.
pub(super) static RULE: Rule = Rule {
    code: "CVG096",
    name: "hooks-named-twice",
    severity: Severity::Error,
    source: include_str!("hooks_named_twice.rs"),
};

const DEFAULT: &str = "hooks/hooks.json";

/// Compares the manifest's `hooks` with the default file.
pub(super) fn check(tree: &HostTree, _: Mode, sink: &mut Sink) {
    let Some(manifest) = manifest::read(tree) else { return };
    let Some(entry) = manifest.root.entry("hooks") else { return };
    let value = &entry.value;
    let named = manifest::strings(value)
        .into_iter()
        .find(|(_, path)| paths::follow("", path) == Target::Inside(DEFAULT.to_owned()));
    match (tree.host, named) {
        (Host::Claude, Some((node, _))) => sink.push(
            Diagnostic::new(
                &RULE,
                manifest.place(node),
                format!("Claude Code loads `{DEFAULT}` by itself: named twice, it is an error"),
            )
            .help("leave `hooks` out of the manifest")
            .host(Host::Claude),
        ),
        (Host::Codex, None) if tree.entries.contains_key(DEFAULT) && replaces(value) => sink.push(
            Diagnostic::new(
                &RULE,
                manifest.place(&entry.key),
                format!("on Codex this key replaces `{DEFAULT}`, which never runs"),
            )
            .severity(Severity::Warning)
            .help(format!("leave `hooks` out of the manifest, or name `./{DEFAULT}` in it too"))
            .host(Host::Codex),
        ),
        _ => {}
    }
}

/// Does Codex take the value at all? A path without `./` and Claude Code's inline
/// form (events without the inner `hooks`) are ignored, and the default file stays.
fn replaces(value: &Node) -> bool {
    let of_paths = manifest::strings(value).iter().any(|(_, path)| path.starts_with("./"));
    let inline = |node: &Node| {
        node.type_name() == "mapping" && (node.entries().is_empty() || node.get("hooks").is_some())
    };
    of_paths || inline(value) || value.items().iter().any(inline)
}
