//! A path in the manifest leads to nothing that the host can use.
//!
//! Paths start with `./`, stay inside the plugin and name something that exists.
//! Claude Code drops the plugin over one bad path, and takes only `.md` files in
//! `agents`. Codex ignores a path that does not start with `./` or that holds `..`
//! and goes on with its default; a missing folder leaves the plugin without skills,
//! and nobody is told.
//!
//! ## Instead
//!
//! Leave the key out where the default folder will do; else write `./folder/`.

use cvg_hooks::Host;

use crate::diagnostic::{Diagnostic, Rule, Severity, Sink};
use crate::generate::lint::rules::support::manifest::{self, Manifest};
use crate::generate::lint::rules::support::paths::{self, Target};
use crate::generate::lint::{HostTree, Mode};
use crate::generate::source::yaml::Node;

/// The rule.
pub(super) static RULE: Rule = Rule {
    code: "CVG093",
    name: "manifest-path",
    severity: Severity::Error,
    source: include_str!("manifest_path.rs"),
};

/// What a path must lead to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Wanted {
    Folder,
    File,
    Markdown,
    Any,
}

const CLAUDE: &[(&str, Wanted)] = &[
    ("skills", Wanted::Folder),
    ("commands", Wanted::Any),
    ("agents", Wanted::Markdown),
    ("workflows", Wanted::Any),
    ("outputStyles", Wanted::Any),
    ("hooks", Wanted::File),
    ("mcpServers", Wanted::File),
    ("lspServers", Wanted::File),
];
const CODEX: &[(&str, Wanted)] = &[
    ("skills", Wanted::Folder),
    ("hooks", Wanted::File),
    ("mcpServers", Wanted::File),
    ("apps", Wanted::File),
];

/// Looks at every path of the manifest.
pub(super) fn check(tree: &HostTree, _: Mode, sink: &mut Sink) {
    let Some(manifest) = manifest::read(tree) else { return };
    let table = match tree.host {
        Host::Claude => CLAUDE,
        Host::Codex => CODEX,
    };
    for (key, wanted) in table {
        let Some(value) = manifest.root.get(key) else { continue };
        for (node, path) in manifest::strings(value) {
            judge(tree, &manifest, key, *wanted, (node, path), sink);
        }
        // Claude Code: `commands` may be an object of names with a `source`.
        if *key == "commands" {
            for entry in value.entries() {
                if let Some(node) = entry.value.get("source")
                    && let Some(path) = node.as_str()
                {
                    judge(tree, &manifest, key, Wanted::Markdown, (node, path), sink);
                }
            }
        }
    }
}

fn judge(
    tree: &HostTree,
    manifest: &Manifest,
    key: &str,
    wanted: Wanted,
    (node, path): (&Node, &str),
    sink: &mut Sink,
) {
    // Bundled servers may be named by a URL.
    if key == "mcpServers" && path.contains("://") {
        return;
    }
    let Some((message, help)) = fault(tree, key, wanted, path) else { return };
    let consequence = match tree.host {
        Host::Claude => "Claude Code drops the whole plugin",
        Host::Codex => "Codex ignores this path",
    };
    sink.push(
        Diagnostic::new(&RULE, manifest.place(node), message)
            .note(consequence)
            .help(help)
            .host(tree.host),
    );
}

/// What is wrong with the path, and what to do.
fn fault(tree: &HostTree, key: &str, wanted: Wanted, path: &str) -> Option<(String, String)> {
    let start = || format!("write `./{}`", path.trim_start_matches("../").trim_start_matches('/'));
    if path.split(['/', '\\']).any(|part| part == "..") {
        let message = format!("`{key}` leads out with `..`: `{path}`");
        return Some((message, "keep the files inside the plugin".to_owned()));
    }
    if path != "." && !path.starts_with("./") {
        return Some((format!("`{key}` does not start with `./`: `{path}`"), start()));
    }
    let Target::Inside(resolved) = paths::follow("", path) else { return None };
    let is_folder = paths::is_folder(tree, &resolved);
    // Claude Code says nothing of what an agents folder holds: it wants no folder at all.
    if wanted == Wanted::Markdown && (path.ends_with('/') || is_folder || !path.ends_with(".md")) {
        let message = format!("`{key}` takes `.md` files only, not `{path}`");
        return Some((
            message,
            format!("list the files, as in `[\"{}/x.md\"]`", path.trim_end_matches('/')),
        ));
    }
    if !paths::exists(tree, &resolved) {
        let message = format!("`{key}` names `{path}`, which does not exist");
        let help = match (paths::meant(tree, &resolved), &tree.source) {
            (Some(known), _) => format!("did you mean `./{known}`?"),
            (None, Some(_)) => format!("add `{}`, or leave `{key}` out", tree.home(&resolved)),
            (None, None) => format!("add it, or leave `{key}` out"),
        };
        return Some((message, help));
    }
    match wanted {
        Wanted::Folder if !is_folder && !is_link(tree, &resolved) => Some((
            format!("`{key}` names the file `{path}`, and must name a folder"),
            "name its folder".to_owned(),
        )),
        Wanted::File if is_folder => Some((
            format!("`{key}` names the folder `{path}`, and must name a file"),
            "name the file in it".to_owned(),
        )),
        _ => None,
    }
}

fn is_link(tree: &HostTree, path: &str) -> bool {
    tree.entries
        .get(path)
        .is_some_and(|entry| matches!(entry.kind, crate::generate::lint::EntryKind::Symlink(_)))
}
