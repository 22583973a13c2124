//! The marketplace file has a fault that keeps plugins from being found.
//!
//! Claude Code wants `name`, an `owner` that is an object, and `plugins`; each entry
//! needs a `name` and a `source`, and no two share a name. A local source starts
//! with `./`. Codex wants a `name` of letters, digits, `_` and `-`, skips the
//! source kind `github`, and refuses the whole file over one wrong word in a
//! `policy`. `claude plugin validate` checks neither that a folder exists nor that
//! the names agree; Codex refuses a plugin whose manifest has another name.
//!
//! ## Instead
//!
//! Follow the message at each line. In a canonical source the file is rendered
//! from `marketplace.yaml`.

use cvg_hooks::Host;

use super::marketplace_entry;
use crate::diagnostic::{Diagnostic, Rule, Severity, Sink};
use crate::generate::lint::rules::support::manifest::{self, Manifest};
use crate::generate::lint::suggest;
use crate::generate::lint::{HostTree, Mode};
use crate::generate::source::yaml::Node;

/// The rule.
pub(super) static RULE: Rule = Rule {
    code: "CVG098",
    name: "marketplace",
    severity: Severity::Error,
    source: include_str!("marketplace.rs"),
};

/// Keys of Claude Code's marketplace file.
const KEYS: &[&str] = &[
    "$schema",
    "name",
    "owner",
    "description",
    "version",
    "metadata",
    "plugins",
    "forceRemoveDeletedPlugins",
    "renames",
    "allowCrossMarketplaceDependenciesOn",
];

/// Looks at the file and at each entry.
pub(super) fn check(tree: &HostTree, mode: Mode, sink: &mut Sink) {
    let Some(path) = manifest::marketplace_path(tree) else { return };
    let Some(file) = manifest::object(tree, path) else { return };
    let mut faults = Faults { manifest: &file, host: tree.host, sink };
    faults.name(&file.root, "the marketplace");
    if tree.host == Host::Claude {
        claude_head(&file, &mut faults);
    }
    let Some(plugins) = file.root.get("plugins") else {
        return faults.missing(&file.root, "plugins", "add `\"plugins\": [ … ]`");
    };
    if plugins.type_name() != "list" {
        return faults.error(
            plugins,
            "`plugins` must be a list".to_owned(),
            "put the entries into `[ ]`",
        );
    }
    let mut names: Vec<&str> = Vec::new();
    for entry in plugins.items() {
        if entry.type_name() != "mapping" {
            faults.error(
                entry,
                "an entry of `plugins` must be an object".to_owned(),
                "write `{ \"name\": …, \"source\": … }`",
            );
            continue;
        }
        if let Some(node) = entry.get("name")
            && let Some(name) = node.as_str()
        {
            if names.contains(&name) {
                faults.error(
                    node,
                    format!("two entries are called `{name}`"),
                    "rename one of them",
                );
            }
            names.push(name);
        }
        marketplace_entry::check(tree, mode, entry, &mut faults);
    }
}

/// The keys beside `plugins` that only Claude Code reads.
fn claude_head(file: &Manifest, faults: &mut Faults<'_>) {
    let root = &file.root;
    match root.get("owner") {
        None => faults.missing(root, "owner", "add `\"owner\": { \"name\": \"…\" }`"),
        Some(owner) if owner.type_name() != "mapping" => {
            faults.error(
                owner,
                "`owner` must be an object".to_owned(),
                "write `{ \"name\": \"…\" }`",
            );
        }
        Some(owner) => {
            if owner.get("name").and_then(Node::as_str).is_none_or(str::is_empty) {
                faults.error(owner, "`owner` has no `name`".to_owned(), "add `\"name\": \"…\"`");
            }
        }
    }
    let metadata = root.get("metadata");
    let described = root.get("description").or_else(|| metadata?.get("description"));
    if described.and_then(Node::as_str).is_none_or(|text| text.trim().is_empty()) {
        let place = described.unwrap_or(root);
        faults.warning(
            place,
            "the marketplace has no `description`".to_owned(),
            "add one sentence",
        );
    }
    if let Some(entry) = metadata.and_then(|metadata| metadata.entry("pluginRoot")) {
        let message = "`metadata.pluginRoot` has no effect before version 2.1.239".to_owned();
        faults.warning(&entry.key, message, "write the whole path in each `source`");
    }
    for entry in root.entries() {
        let Some(key) = entry.key.as_str().filter(|key| !KEYS.contains(key)) else { continue };
        let help = suggest::did_you_mean(key, KEYS.iter().copied())
            .unwrap_or_else(|| "remove it: it has no effect".to_owned());
        let message = format!("Claude Code does not know the marketplace key `{key}`");
        faults.warning(&entry.key, message, &help);
    }
}

/// Where faults of a marketplace file go.
pub(super) struct Faults<'a> {
    pub(super) manifest: &'a Manifest,
    pub(super) host: Host,
    pub(super) sink: &'a mut Sink,
}

impl Faults<'_> {
    pub(super) fn error(&mut self, node: &Node, message: String, help: &str) {
        self.push(node, Severity::Error, message, help);
    }

    pub(super) fn warning(&mut self, node: &Node, message: String, help: &str) {
        self.push(node, Severity::Warning, message, help);
    }

    /// A key that is not there: told at the start of the object that lacks it.
    pub(super) fn missing(&mut self, object: &Node, key: &str, help: &str) {
        self.error(object, format!("`{key}` is missing"), help);
    }

    fn push(&mut self, node: &Node, severity: Severity, message: String, help: &str) {
        let mut place = self.manifest.place(node);
        if node.type_name() == "mapping" {
            place.range.end = place.range.start + 1;
        }
        self.sink.push(
            Diagnostic::new(&RULE, place, message).severity(severity).help(help).host(self.host),
        );
    }

    /// The name of a marketplace or an entry.
    pub(super) fn name(&mut self, object: &Node, what: &str) {
        let Some(node) = object.get("name") else {
            return self.missing(object, "name", "add `\"name\": \"…\"`, in kebab-case");
        };
        if node.type_name() != "string" {
            return self.error(node, "`name` must be a string".to_owned(), "put it into quotes");
        }
        let name = node.as_str().unwrap_or_default();
        let good = |c: char| c.is_ascii_alphanumeric() || c == '_' || c == '-';
        if name.is_empty() {
            self.error(node, format!("the name of {what} is empty"), "name it in kebab-case");
        } else if name.contains(char::is_whitespace) {
            self.error(node, format!("the name of {what} holds a space: `{name}`"), "use hyphens");
        } else if self.host == Host::Codex && !name.chars().all(|c| good(c) || c == '.') {
            let help = "use letters, digits, `_` and `-`";
            self.error(node, format!("Codex cannot select {what} by the name `{name}`"), help);
        }
    }
}
