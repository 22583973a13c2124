//! One entry of a marketplace file, for the rule in [`super::marketplace`].

use cvg_hooks::Host;

use super::manifest_type::{self, Type};
use super::marketplace::Faults;
use crate::generate::lint::rules::support::manifest;
use crate::generate::lint::rules::support::paths::{self, Target};
use crate::generate::lint::suggest;
use crate::generate::lint::{HostTree, Mode};
use crate::generate::source::yaml::Node;

/// Keys of an entry beside those of a manifest.
const KEYS: &[&str] = &["source", "category", "tags", "strict", "themes", "monitors", "relevance"];

/// Kinds of sources, the keys that each needs, and whether Codex knows it.
const KINDS: &[(&str, &[&str], &[Host])] = &[
    ("github", &["repo"], &[Host::Claude]),
    ("url", &["url"], &[Host::Claude, Host::Codex]),
    ("git-subdir", &["url", "path"], &[Host::Claude, Host::Codex]),
    ("npm", &["package"], &[Host::Claude, Host::Codex]),
    ("local", &["path"], &[Host::Codex]),
];

/// Words of a policy, and the words that each may be.
const POLICY: &[(&str, &[&str])] = &[
    ("installation", &["AVAILABLE", "NOT_AVAILABLE", "INSTALLED_BY_DEFAULT"]),
    ("authentication", &["ON_INSTALL", "ON_USE"]),
    ("products", &["CODEX", "CHATGPT", "ATLAS"]),
];

/// Looks at one entry that is an object.
pub(super) fn check(tree: &HostTree, mode: Mode, entry: &Node, faults: &mut Faults<'_>) {
    faults.name(entry, "the plugin");
    match entry.get("source") {
        None => faults.missing(entry, "source", "add `\"source\": \"./…\"`"),
        Some(source) => check_source(tree, mode, entry, source, faults),
    }
    match tree.host {
        Host::Claude => check_keys(entry, faults),
        Host::Codex => check_policy(entry, faults),
    }
}

fn check_source(tree: &HostTree, mode: Mode, entry: &Node, source: &Node, faults: &mut Faults<'_>) {
    let local = match source.type_name() {
        "string" => source.as_str().map(|path| (source, path)),
        "mapping" => {
            check_kind(source, faults);
            let is_local = source.get("source").and_then(Node::as_str) == Some("local");
            let path = source.get("path").filter(|_| is_local && tree.host == Host::Codex);
            path.and_then(|node| node.as_str().map(|path| (node, path)))
        }
        found => {
            let message = format!("`source` is a {found}, and must be a path or an object");
            return faults.error(source, message, "write `\"./plugins/name\"`");
        }
    };
    let Some((node, path)) = local else { return };
    if path.split('/').any(|part| part == "..") {
        let message = format!("the source leads out with `..`: `{path}`");
        return faults.error(node, message, "keep the plugin below the marketplace's root");
    }
    let is_root = path == "." && tree.host == Host::Claude;
    if !path.starts_with("./") && !is_root {
        let message = format!("the source does not start with `./`: `{path}`");
        return faults.error(node, message, &format!("write `./{}`", path.trim_start_matches('/')));
    }
    let Target::Inside(folder) = paths::follow("", path) else { return };
    // What we render is checked plugin by plugin: the other trees are not at hand.
    if mode == Mode::Foreign && !paths::exists(tree, &folder) {
        let message = format!("the source `{path}` does not exist");
        return faults.error(node, message, "add the folder, or remove the entry");
    }
    compare_with_manifest(tree, entry, &folder, faults);
}

/// The entry's name and version against those of the plugin itself.
fn compare_with_manifest(tree: &HostTree, entry: &Node, folder: &str, faults: &mut Faults<'_>) {
    let candidates: &[&str] = match tree.host {
        Host::Claude => &[".claude-plugin/plugin.json"],
        Host::Codex => &[".codex-plugin/plugin.json", ".claude-plugin/plugin.json"],
    };
    let join = |path: &&str| {
        if folder.is_empty() { (*path).to_owned() } else { format!("{folder}/{path}") }
    };
    let Some(own) = candidates.iter().find_map(|path| manifest::object(tree, &join(path))) else {
        return;
    };
    let text = |root: &Node, key: &str| root.get(key).and_then(Node::as_str).map(str::to_owned);
    if let (Some(node), Some(theirs)) = (entry.get("name"), text(&own.root, "name"))
        && let Some(name) = node.as_str().filter(|name| *name != theirs)
    {
        let message = format!("the entry is called `{name}`, the plugin's manifest `{theirs}`");
        let help = format!("call both `{theirs}`");
        match tree.host {
            Host::Claude => faults.warning(node, message, &help),
            Host::Codex => faults.error(node, message, &help),
        }
    }
    if let (Some(node), Some(theirs)) = (entry.get("version"), text(&own.root, "version"))
        && tree.host == Host::Claude
        && let Some(version) = node.as_str().filter(|version| *version != theirs)
    {
        let message =
            format!("the entry says version `{version}`, the plugin's manifest `{theirs}`");
        faults.warning(node, message, "leave it out of the entry: the manifest's wins");
    }
}

fn check_kind(source: &Node, faults: &mut Faults<'_>) {
    let Some(node) = source.get("source") else {
        return faults.missing(
            source,
            "source",
            "name the kind: `github`, `url`, `git-subdir` or `npm`",
        );
    };
    let kind = node.as_str().unwrap_or_default();
    let Some((_, needs, hosts)) = KINDS.iter().find(|(known, ..)| *known == kind) else {
        let known = KINDS.iter().map(|(known, ..)| *known);
        let help = suggest::did_you_mean(kind, known)
            .unwrap_or_else(|| "use `github`, `url`, `git-subdir` or `npm`".to_owned());
        return faults.error(node, format!("there is no source kind `{kind}`"), &help);
    };
    if !hosts.contains(&faults.host) {
        let message = format!("{} does not know the source kind `{kind}`", faults.host.title());
        return match faults.host {
            Host::Claude => faults.error(node, message, "write the path as a string"),
            Host::Codex => faults.warning(node, message, "use `url` with the repository's address"),
        };
    }
    for need in *needs {
        match source.get(need) {
            None => faults.missing(source, need, &format!("a source of kind `{kind}` needs it")),
            Some(value) if value.type_name() != "string" => {
                faults.error(value, format!("`{need}` must be a string"), "put it into quotes");
            }
            Some(_) => {}
        }
    }
    if let Some(sha) = source.get("sha") {
        let text = sha.as_str().unwrap_or_default();
        if text.len() != 40 || !text.bytes().all(|byte| byte.is_ascii_hexdigit()) {
            faults.error(
                sha,
                "`sha` must be a full commit of 40 hex digits".to_owned(),
                "write the whole commit",
            );
        }
    }
}

/// Types and names of an entry's keys; Codex reads none of them.
fn check_keys(entry: &Node, faults: &mut Faults<'_>) {
    for pair in entry.entries() {
        let Some(key) = pair.key.as_str().filter(|key| *key != "name") else { continue };
        let known = manifest_type::CLAUDE.iter().find(|(known, _)| *known == key);
        let wanted = match key {
            "category" => Some(Type::Text),
            "tags" => Some(Type::Texts),
            "strict" => Some(Type::Flag),
            _ => known.map(|(_, wanted)| *wanted),
        };
        if let Some(wanted) = wanted {
            if let Some((wrong, message, help)) = manifest_type::mismatch(&pair.value, wanted) {
                faults.error(wrong, format!("`{key}` {message}"), help);
            }
        } else if !KEYS.contains(&key) {
            let all = manifest_type::CLAUDE.iter().map(|(known, _)| *known);
            let help = suggest::did_you_mean(key, all.chain(KEYS.iter().copied()))
                .unwrap_or_else(|| "remove it: it has no effect".to_owned());
            let message = format!("Claude Code does not know the key `{key}` of an entry");
            faults.warning(&pair.key, message, &help);
        }
    }
}

fn check_policy(entry: &Node, faults: &mut Faults<'_>) {
    let Some(policy) = entry.get("policy") else { return };
    if policy.type_name() != "mapping" {
        let help = "write `{ \"installation\": \"AVAILABLE\" }`";
        return faults.error(policy, "`policy` must be an object".to_owned(), help);
    }
    for (key, allowed) in POLICY {
        let Some(value) = policy.get(key) else { continue };
        let is_list = *key == "products";
        if is_list != (value.type_name() == "list") || (!is_list && value.type_name() != "string") {
            let noun = if is_list { "a list" } else { "a string" };
            faults.error(
                value,
                format!("`policy.{key}` must be {noun}"),
                "Codex refuses the whole file",
            );
            continue;
        }
        for (node, word) in manifest::strings(value) {
            if !allowed.contains(&word) {
                let message =
                    format!("`policy.{key}` cannot be `{word}`: Codex refuses the whole file");
                faults.error(node, message, &format!("it is one of `{}`", allowed.join("`, `")));
            }
        }
        let products = manifest::strings(value);
        if is_list && !products.iter().any(|(_, word)| *word == "CODEX") {
            let message = "`policy.products` lacks `CODEX`: Codex hides the plugin".to_owned();
            faults.warning(value, message, "add `\"CODEX\"`, or leave `products` out");
        }
    }
}
