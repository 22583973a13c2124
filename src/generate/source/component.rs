//! Reads skills, agents and commands.

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Arc;

use cvg_hooks::Host;

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
    let before = sink.items().len();
    check_document(&document, context, sink);
    let faults = sink.items()[before..].iter();
    let broken = faults.clone().any(|fault| fault.severity == crate::diagnostic::Severity::Error);
    if let Some(root) = document.mapping()
        && !broken
    {
        match kind {
            Kind::Skill => check_schema::<SkillFront>(root, &document.file, sink),
            Kind::Agent => check_schema::<AgentFront>(root, &document.file, sink),
            Kind::Command => check_schema::<CommandFront>(root, &document.file, sink),
            Kind::Reference => {}
        }
    }
    document.mapping()?;
    if document.fault.is_some() {
        return None;
    }
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

/// Loads a skill's folder with its overlays.
pub(super) fn load_skill(
    borders: &Borders,
    item: &Item,
    hosts: &[Host],
    sink: &mut Sink,
) -> Option<Skill> {
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
    let main = load_mains(borders, item, &mains, hosts, sink)?;
    Some(Skill { name: item.name.clone(), main, assets })
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
    load_skill(&borders, &item, hosts, sink)
}

fn is_main(rel: &str) -> bool {
    matches!(rel, "SKILL.md" | "SKILL.md.hbs")
}

/// SKILL.md for each host: its overlay's, or the common one.
fn load_mains(
    borders: &Borders,
    item: &Item,
    mains: &[(Option<Host>, Found)],
    hosts: &[Host],
    sink: &mut Sink,
) -> Option<BTreeMap<Host, Arc<Component>>> {
    let mut common: Option<Arc<Component>> = None;
    let mut special = BTreeMap::new();
    for (index, (host, found)) in mains.iter().enumerate() {
        if mains[..index].iter().any(|(other, _)| other == host) {
            missing(borders, item, "both SKILL.md and SKILL.md.hbs: only one can be meant", sink);
            return None;
        }
        let loaded =
            read_component(borders, found, &item.name, Kind::Skill, hosts, sink).map(Arc::new);
        match (host, loaded) {
            (Some(host), Some(component)) => {
                special.insert(*host, component);
            }
            (None, loaded) => common = loaded,
            (Some(_), None) => {}
        }
    }
    if mains.is_empty() {
        missing(borders, item, "a skill's folder without SKILL.md", sink);
        return None;
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
    Some(main)
}

fn missing(borders: &Borders, item: &Item, message: &str, sink: &mut Sink) {
    sink.push(
        Diagnostic::new(
            &rules::source_without_main_file::RULE,
            Place::file(&borders.opaque(&item.path)),
            message,
        )
        .help("a skill is a folder with one SKILL.md or SKILL.md.hbs"),
    );
}
