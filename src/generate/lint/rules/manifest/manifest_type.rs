//! A value in the manifest has a type that the host refuses.
//!
//! Claude Code checks every key it knows: an `author` that is a string, a
//! `repository` that is an object or a `homepage` that is no URL drops the whole
//! plugin, skills and all. Codex checks fewer keys; a wrong `version`, `keywords`
//! or `interface` makes the installation fail, other keys are ignored.
//!
//! ## Instead
//!
//! `"author": { "name": "…" }`, `"repository": "https://…"`, `"keywords": ["…"]`,
//! `"version": "1.0.0"`.

use cvg_hooks::Host;

use crate::diagnostic::{Diagnostic, Place, Rule, Severity, Sink};
use crate::generate::lint::rules::support::manifest::{self, Manifest};
use crate::generate::lint::{HostTree, Mode};
use crate::generate::source::json;
use crate::generate::source::yaml::Node;

/// The rule.
pub(super) static RULE: Rule = Rule {
    code: "CVG091",
    name: "manifest-type",
    severity: Severity::Error,
    source: include_str!("manifest_type.rs"),
};

/// A type that a host accepts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Type {
    Text,
    Url,
    Flag,
    Object,
    /// A list of strings.
    Texts,
    /// A list of anything.
    List,
    /// A string or a list of strings.
    Paths,
    /// A string, a list or an object.
    Component,
}

/// Keys of Claude Code's manifest.
pub(super) const CLAUDE: &[(&str, Type)] = &[
    ("$schema", Type::Text),
    ("name", Type::Text),
    ("displayName", Type::Text),
    ("version", Type::Text),
    ("description", Type::Text),
    ("author", Type::Object),
    ("homepage", Type::Url),
    ("repository", Type::Text),
    ("license", Type::Text),
    ("keywords", Type::Texts),
    ("defaultEnabled", Type::Flag),
    ("dependencies", Type::List),
    ("skills", Type::Paths),
    ("commands", Type::Component),
    ("agents", Type::Paths),
    ("workflows", Type::Paths),
    ("outputStyles", Type::Paths),
    ("hooks", Type::Component),
    ("mcpServers", Type::Component),
    ("lspServers", Type::Component),
    ("userConfig", Type::Object),
    ("channels", Type::List),
    ("settings", Type::Object),
    ("experimental", Type::Object),
];

/// Keys that Codex reads; it ignores all others.
const CODEX: &[(&str, Type)] = &[
    ("name", Type::Text),
    ("version", Type::Text),
    ("description", Type::Text),
    ("keywords", Type::Texts),
    ("skills", Type::Paths),
    ("hooks", Type::Component),
    ("mcpServers", Type::Component),
    ("apps", Type::Component),
    ("interface", Type::Object),
];

/// Keys of Codex's `interface`.
const INTERFACE: &[(&str, Type)] = &[
    ("displayName", Type::Text),
    ("shortDescription", Type::Text),
    ("longDescription", Type::Text),
    ("developerName", Type::Text),
    ("category", Type::Text),
    ("capabilities", Type::Texts),
    ("websiteURL", Type::Text),
    ("privacyPolicyURL", Type::Text),
    ("termsOfServiceURL", Type::Text),
    ("defaultPrompt", Type::Paths),
    ("brandColor", Type::Text),
    ("composerIcon", Type::Text),
    ("logo", Type::Text),
    ("logoDark", Type::Text),
    ("screenshots", Type::Texts),
];

/// Keys of an author.
const PERSON: &[(&str, Type)] = &[("name", Type::Text), ("email", Type::Text), ("url", Type::Text)];

/// Compares every known key with its type.
pub(super) fn check(tree: &HostTree, _: Mode, sink: &mut Sink) {
    let Some(path) = manifest::path(tree) else { return };
    let Some(file) = tree.file(path) else { return };
    let Ok(root) = json::parse(&file.text) else { return };
    if root.type_name() != "mapping" {
        let place = Place::new(file, root.span.clone());
        let message = format!("the manifest is a {}, and must be an object", root.type_name());
        return sink.push(Diagnostic::new(&RULE, place, message).host(tree.host));
    }
    let manifest = Manifest { file: file.clone(), root };
    let mut faults = Faults { manifest: &manifest, host: tree.host, sink };
    match tree.host {
        Host::Claude => {
            faults.table("", &manifest.root, CLAUDE);
            if let Some(author) = manifest.root.get("author")
                && author.type_name() == "mapping"
            {
                faults.table("author.", author, PERSON);
                if author.get("name").is_none() {
                    faults.push(author, "`author` has no `name`", "name a person or a team");
                }
            }
        }
        Host::Codex => {
            faults.table("", &manifest.root, CODEX);
            if let Some(interface) = manifest.root.get("interface") {
                faults.table("interface.", interface, INTERFACE);
            }
            if let Some(version) = manifest.root.get("version")
                && version.type_name() == "string"
                && let Some(text) = version.as_str()
            {
                let good = |c: char| c.is_ascii_alphanumeric() || ".+_-".contains(c);
                if text.is_empty() || !text.chars().all(good) {
                    let message = format!("Codex refuses the version `{text}`");
                    let help = "letters, digits and `. + _ -` are allowed";
                    faults.push(version, &message, help);
                }
            }
        }
    }
}

struct Faults<'a> {
    manifest: &'a Manifest,
    host: Host,
    sink: &'a mut Sink,
}

impl Faults<'_> {
    fn table(&mut self, prefix: &str, node: &Node, table: &[(&str, Type)]) {
        for entry in node.entries() {
            let Some(key) = entry.key.as_str() else { continue };
            let Some((_, wanted)) = table.iter().find(|(name, _)| *name == key) else { continue };
            if let Some((wrong, message, help)) = mismatch(&entry.value, *wanted) {
                self.push(wrong, &format!("`{prefix}{key}` {message}"), help);
            }
        }
    }

    fn push(&mut self, node: &Node, message: &str, help: &str) {
        let consequence = match self.host {
            Host::Claude => "Claude Code drops the whole plugin",
            Host::Codex => "Codex refuses to install the plugin",
        };
        self.sink.push(
            Diagnostic::new(&RULE, self.manifest.place(node), message)
                .note(consequence)
                .help(help)
                .host(self.host),
        );
    }
}

/// The node at fault, what is wrong with it and what to write instead.
pub(super) fn mismatch(node: &Node, wanted: Type) -> Option<(&Node, String, &'static str)> {
    let found = node.type_name();
    let strings_only = |node: &Node| node.items().iter().all(|item| item.type_name() == "string");
    let (right, noun, help) = match wanted {
        Type::Text => (found == "string", "a string", "put it into quotes"),
        Type::Url => {
            let text = node.as_str().unwrap_or_default();
            if found == "string" && !is_url(text) {
                let message = format!("is `{text}`, which is no URL");
                return Some((node, message, "write the whole URL, with `https://`"));
            }
            (found == "string", "a URL", "write the URL as a string")
        }
        Type::Flag => (found == "boolean", "true or false", "write true or false without quotes"),
        Type::Object => {
            (found == "mapping", "an object", "write an object, as in `{ \"name\": \"…\" }`")
        }
        Type::List => (found == "list", "a list", "put it into `[ ]`"),
        Type::Texts => {
            if found == "list" && !strings_only(node) {
                return odd_item(node);
            }
            (found == "list", "a list of strings", "put the strings into `[ ]`")
        }
        Type::Paths => {
            if found == "list" && !strings_only(node) {
                return odd_item(node);
            }
            let right = found == "string" || found == "list";
            (right, "a string or a list of strings", "write a path or a list of paths")
        }
        Type::Component => {
            let right = matches!(found, "string" | "list" | "mapping");
            (right, "a path, a list or an object", "write a path such as `./x.json`")
        }
    };
    let found = match found {
        "mapping" => "an object",
        "list" => "a list",
        "string" => "a string",
        "number" => "a number",
        "boolean" => "a boolean",
        _ => "null",
    };
    (!right).then(|| (node, format!("is {found}, and must be {noun}"), help))
}

fn odd_item(node: &Node) -> Option<(&Node, String, &'static str)> {
    let item = node.items().iter().find(|item| item.type_name() != "string")?;
    Some((
        item,
        format!("holds a {}, and must hold strings only", item.type_name()),
        "put it into quotes",
    ))
}

/// `https://host…`: a scheme, a host, no spaces.
fn is_url(text: &str) -> bool {
    text.split_once("://").is_some_and(|(scheme, rest)| {
        !scheme.is_empty()
            && scheme.chars().all(|c| c.is_ascii_alphanumeric() || "+-.".contains(c))
            && !rest.is_empty()
            && !rest.contains(char::is_whitespace)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tables_name_each_key_once() {
        for table in [CLAUDE, CODEX, INTERFACE] {
            for (index, (key, _)) in table.iter().enumerate() {
                assert!(table[..index].iter().all(|(other, _)| other != key), "{key}");
            }
        }
    }

    #[test]
    fn types_are_compared() {
        let wrong = |text: &str, wanted| {
            let root = json::parse(text).expect("valid");
            mismatch(&root, wanted).map(|(_, message, _)| message)
        };
        assert_eq!(wrong("1", Type::Text).as_deref(), Some("is a number, and must be a string"));
        assert_eq!(wrong("\"x\"", Type::Url).as_deref(), Some("is `x`, which is no URL"));
        assert_eq!(wrong("\"https://x.y\"", Type::Url), None);
        assert_eq!(
            wrong("\"a, b\"", Type::Texts).as_deref(),
            Some("is a string, and must be a list of strings")
        );
        assert_eq!(
            wrong("[1]", Type::Texts).as_deref(),
            Some("holds a number, and must hold strings only")
        );
        assert_eq!(wrong("[\"./a\"]", Type::Paths), None);
        assert_eq!(wrong("{}", Type::Component), None);
        assert_eq!(wrong("null", Type::Object).as_deref(), Some("is null, and must be an object"));
    }
}
