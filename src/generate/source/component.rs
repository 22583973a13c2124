//! Reads skills, agents and commands.

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Arc;

use cvg_hooks::Host;

use super::agree::agree;
use super::assets::{Overlay, load_asset, overlay};
use super::config::{AgentFront, CommandFront, HostName, SkillFront};
use super::decode::{check_schema, read_normalised};
use super::model::{Component, Skill};
use super::walk::{Borders, Found, Item};
use crate::diagnostic::{Diagnostic, Place, Sink};
use crate::generate::lint::rules::source as rules;
use crate::generate::lint::{Context, Document, Kind, Mode, check_document};

/// Components that are one file each.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kinds {
    /// `agents/<name>.md`.
    Agent,
    /// `commands/<name>.md`.
    Command,
}

/// The hosts of a plugin, or those that a component names among them.
pub(super) fn restrict(all: &[Host], named: Option<&[HostName]>) -> Vec<Host> {
    let Some(named) = named else { return all.to_vec() };
    all.iter().copied().filter(|&host| named.iter().any(|&name| Host::from(name) == host)).collect()
}

/// The fault of a part that is meant for hosts which plugin.yaml does not list.
pub(super) fn serves_nobody(place: Place, named: &[Host]) -> Diagnostic {
    let named: Vec<&str> = named.iter().map(|host| host.id()).collect();
    let named = named.join(" and ");
    let text = format!("nothing renders this: the plugin is not for {named}");
    Diagnostic::new(&rules::unread_source::RULE, place, text)
        .help(format!("add {named} to `hosts` in plugin.yaml, or delete it"))
}

/// Loads an agent or a command.
pub(super) fn load_component(
    borders: &Borders,
    found: &Found,
    stem: &str,
    kinds: Kinds,
    hosts: &[Host],
    sink: &mut Sink,
) -> Option<Component> {
    let kind = match kinds {
        Kinds::Agent => Kind::Agent,
        Kinds::Command => Kind::Command,
    };
    read_component(borders, found, stem, kind, hosts, sink)
}

fn read_component(
    borders: &Borders,
    found: &Found,
    name: &str,
    kind: Kind,
    hosts: &[Host],
    sink: &mut Sink,
) -> Option<Component> {
    let file = read_normalised(borders, found, sink)?;
    let path = file.display();
    let document = Document::parse(kind, name, path, file);
    let context = Context { mode: Mode::Source, host: None, tree: None };
    let mut faults = Sink::new();
    check_document(&document, context, &mut faults);
    let Some(root) = document.mapping().filter(|_| document.fault.is_none()) else {
        if faults.items().is_empty() {
            faults.push(page(&document));
        }
        sink.extend(faults);
        return None;
    };
    let mut of_schema = Sink::new();
    match kind {
        Kind::Skill => check_schema::<SkillFront>(root, &document.file, &mut of_schema),
        Kind::Agent => check_schema::<AgentFront>(root, &document.file, &mut of_schema),
        Kind::Command => check_schema::<CommandFront>(root, &document.file, &mut of_schema),
        Kind::Reference => {}
    }
    sink.extend(agree(root, faults, of_schema));
    let hosts: Vec<Host> = match document.get("hosts") {
        None => hosts.to_vec(),
        Some(node) => {
            let named = node.items().iter().filter_map(|item| item.as_str()?.parse().ok());
            let named: Vec<Host> = named.collect();
            let served: Vec<Host> =
                hosts.iter().copied().filter(|host| named.contains(host)).collect();
            if served.is_empty() && !named.is_empty() {
                sink.push(serves_nobody(document.place(node.span.clone()), &named));
            }
            served
        }
    };
    Some(Component {
        template: found.path.extension().is_some_and(|e| e == "hbs"),
        document,
        hosts,
    })
}

/// The remark on a page without frontmatter, such as a README, among components.
fn page(document: &Document) -> Diagnostic {
    let folder = if document.kind == Kind::Agent { "agents" } else { "commands" };
    let name = document.file.path.file_name().unwrap_or_default().to_string_lossy();
    let text = format!("this page is not rendered: `{folder}/` is for components");
    Diagnostic::new(&rules::unread_source::RULE, Place::file(&document.file), text)
        .help(format!("move it to `files/{name}` if the plugin should carry it, or delete it"))
}

/// Loads a skill's folder with its overlays.
pub(super) fn load_skill(borders: &Borders, item: &Item, hosts: &[Host], sink: &mut Sink) -> Skill {
    let mut assets = Vec::new();
    let mut mains: Vec<(Option<Host>, Found)> = Vec::new();
    for inner in borders.list(&item.path, sink) {
        match overlay(borders, &inner, hosts, sink) {
            Overlay::Unknown => {}
            Overlay::Host(host) => {
                for found in borders.walk(&inner.path, sink) {
                    if is_main(&found.rel) {
                        mains.push((Some(host), found));
                    } else {
                        let rel = found.rel.clone();
                        assets.extend(load_asset(borders, found, rel, Some(host), sink));
                    }
                }
            }
            Overlay::None if inner.folder => {
                for found in borders.walk(&inner.path, sink) {
                    let rel = format!("{}/{}", inner.name, found.rel);
                    assets.extend(load_asset(borders, found, rel, None, sink));
                }
            }
            Overlay::None => {
                let Some(found) = borders.found(inner.name.clone(), inner.path, sink) else {
                    continue;
                };
                if is_main(&found.rel) {
                    mains.push((None, found));
                } else {
                    assets.extend(load_asset(borders, found, inner.name, None, sink));
                }
            }
        }
    }
    let (main, broken) = load_mains(borders, item, &mains, hosts, sink);
    Skill { name: item.name.clone(), main, assets, broken }
}

/// Loads one skill again, after a change. Nothing if it is not there any more.
pub fn reload_skill(
    root: &Path,
    path: &Path,
    name: &str,
    hosts: &[Host],
    sink: &mut Sink,
) -> Option<Skill> {
    let canonical = root.join(super::CANONICAL);
    let real = std::fs::canonicalize(&canonical).ok()?;
    let borders = Borders { root: root.to_path_buf(), real };
    path.is_dir().then_some(())?;
    let item = Item { name: name.to_owned(), path: path.to_path_buf(), folder: true, target: None };
    Some(load_skill(&borders, &item, hosts, sink))
}

fn is_main(rel: &str) -> bool {
    matches!(rel, "SKILL.md" | "SKILL.md.hbs")
}

/// SKILL.md for each host: its overlay's, or the common one. Could one not be read?
fn load_mains(
    borders: &Borders,
    item: &Item,
    mains: &[(Option<Host>, Found)],
    hosts: &[Host],
    sink: &mut Sink,
) -> (BTreeMap<Host, Arc<Component>>, bool) {
    let mut common: Option<Arc<Component>> = None;
    let mut special = BTreeMap::new();
    let mut broken = false;
    for (index, (host, found)) in mains.iter().enumerate() {
        if mains[..index].iter().any(|(other, _)| other == host) {
            let text = "both SKILL.md and SKILL.md.hbs: only one can be meant";
            missing(borders, item, text, "delete one of them", sink);
            return (BTreeMap::new(), true);
        }
        let loaded =
            read_component(borders, found, &item.name, Kind::Skill, hosts, sink).map(Arc::new);
        broken |= loaded.is_none();
        match (host, loaded) {
            (Some(host), Some(component)) => {
                special.insert(*host, component);
            }
            (None, loaded) => common = loaded,
            (Some(_), None) => {}
        }
    }
    if mains.is_empty() {
        missing(borders, item, "a skill's folder without SKILL.md", &misnamed(item), sink);
        return (BTreeMap::new(), true);
    }
    let mut main = BTreeMap::new();
    for &host in hosts {
        if let Some(component) = special.remove(&host) {
            main.insert(host, component);
        } else if let Some(component) = &common
            && component.hosts.contains(&host)
        {
            main.insert(host, Arc::clone(component));
        }
    }
    (main, broken)
}

/// What to do about a skill's folder without SKILL.md.
fn misnamed(item: &Item) -> String {
    let names = std::fs::read_dir(&item.path).into_iter().flatten().flatten();
    let names = names.filter_map(|entry| entry.file_name().into_string().ok());
    let meant = |name: &String| {
        let lower = name.to_ascii_lowercase();
        ["skill.md", "skills.md", "skill.md.hbs", "skill.hbs"].contains(&lower.as_str())
    };
    match names.filter(meant).min() {
        Some(name) => {
            let right = if name.ends_with(".hbs") { "SKILL.md.hbs" } else { "SKILL.md" };
            format!("rename `{name}` to `{right}`: hosts read no other name")
        }
        None => "a skill is a folder with one SKILL.md or SKILL.md.hbs".to_owned(),
    }
}

fn missing(borders: &Borders, item: &Item, message: &str, help: &str, sink: &mut Sink) {
    sink.push(
        Diagnostic::new(
            &rules::source_without_main_file::RULE,
            Place::file(&borders.opaque(&item.path)),
            message,
        )
        .help(help),
    );
}
