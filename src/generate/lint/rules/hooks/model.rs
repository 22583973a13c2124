//! Which hooks a host reads from a tree, with the place of everything.

use std::sync::Arc;

use cvg_hooks::Host;

use crate::diagnostic::{Place, SourceFile};
use crate::generate::lint::HostTree;
use crate::generate::lint::rules::support::manifest;
use crate::generate::lint::rules::support::paths::{self, Target};
use crate::generate::source::json::{self, Fault};
use crate::generate::source::yaml::Node;

const DEFAULT: &str = "hooks/hooks.json";

/// A hooks file, or hooks that stand in the manifest itself.
pub(super) struct Source {
    /// The file that holds them.
    pub(super) file: Arc<SourceFile>,
    /// What was read; for inline hooks the manifest's value.
    pub(super) root: Result<Node, Fault>,
    /// Do they stand in the manifest?
    pub(super) inline: bool,
}

/// A matcher with its handlers.
pub(super) struct Group<'a> {
    /// The event's name.
    pub(super) event: &'a str,
    /// The group's mapping.
    pub(super) node: &'a Node,
}

/// One handler of an event.
pub(super) struct Handler<'a> {
    /// The event's name.
    pub(super) event: &'a str,
    /// The handler's mapping.
    pub(super) node: &'a Node,
}

impl Source {
    /// A place in the file.
    pub(super) fn place(&self, node: &Node) -> Place {
        Place::new(&self.file, node.span.clone())
    }

    /// The first character of a node that may span many lines.
    pub(super) fn start(&self, node: &Node) -> Place {
        Place::new(&self.file, node.span.start..node.span.start + 1)
    }

    /// The mapping of events, where this host looks for it.
    pub(super) fn events(&self, host: Host) -> Option<&Node> {
        let root = self.root.as_ref().ok()?;
        // Claude Code wants inline hooks without the wrapper, Codex with it.
        let bare = self.inline && host == Host::Claude;
        let events = if bare { root } else { root.get("hooks")? };
        (events.type_name() == "mapping").then_some(events)
    }

    /// Every group that is an object, of events whose value is a list.
    pub(super) fn groups(&self, host: Host) -> Vec<Group<'_>> {
        let mut groups = Vec::new();
        for entry in self.events(host).map_or(&[][..], Node::entries) {
            let Some(event) = entry.key.as_str() else { continue };
            let nodes = entry.value.items().iter();
            groups.extend(
                nodes
                    .filter(|node| node.type_name() == "mapping")
                    .map(|node| Group { event, node }),
            );
        }
        groups
    }

    /// Every handler that is an object.
    pub(super) fn handlers(&self, host: Host) -> Vec<Handler<'_>> {
        let mut handlers = Vec::new();
        for group in self.groups(host) {
            let nodes = group.node.get("hooks").map_or(&[][..], Node::items).iter();
            handlers.extend(
                nodes
                    .filter(|node| node.type_name() == "mapping")
                    .map(|node| Handler { event: group.event, node }),
            );
        }
        handlers
    }
}

impl<'a> Handler<'a> {
    /// The command, if the handler runs one.
    pub(super) fn command(&self) -> Option<(&'a Node, &'a str)> {
        let kind = self.node.get("type").and_then(Node::as_str);
        let node = self.node.get("command").filter(|node| node.type_name() == "string")?;
        (kind == Some("command")).then(|| node.as_str().map(|text| (node, text))).flatten()
    }

    /// Does Claude Code run it without a shell?
    pub(super) fn is_exec_form(&self) -> bool {
        self.node.get("args").is_some_and(|args| args.type_name() == "list")
    }
}

/// Every source of hooks that the tree's host reads.
pub(super) fn sources(tree: &HostTree) -> Vec<Source> {
    let mut sources = Vec::new();
    let (mut replaced, mut names_default) = (false, false);
    if let Some(manifest) = manifest::read(tree)
        && let Some(value) = manifest.root.get("hooks")
    {
        for (_, path) in manifest::strings(value) {
            // Codex ignores such a path; Claude Code drops the plugin over it.
            if tree.host == Host::Codex && !path.starts_with("./") {
                continue;
            }
            let Target::Inside(path) = paths::follow("", path) else { continue };
            names_default |= path == DEFAULT;
            if path != DEFAULT
                && let Some(source) = read(tree, &path)
            {
                sources.push(source);
                replaced = true;
            }
        }
        let objects = std::iter::once(value).chain(value.items());
        for object in objects.filter(|node| node.type_name() == "mapping") {
            replaced |= object.entries().is_empty() || object.get("hooks").is_some();
            sources.push(Source {
                file: Arc::clone(&manifest.file),
                root: Ok(object.clone()),
                inline: true,
            });
        }
    }
    // Claude Code reads the default file besides whatever the manifest names.
    if tree.host == Host::Claude || !replaced || names_default {
        sources.extend(read(tree, DEFAULT));
    }
    sources
}

fn read(tree: &HostTree, path: &str) -> Option<Source> {
    let file = tree.file(path)?;
    Some(Source { file: Arc::clone(file), root: json::parse(&file.text), inline: false })
}
