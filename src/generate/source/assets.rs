//! Reads the files that are no components, and the overlays `@host/` of one host.

use std::path::Path;

use cvg_hooks::Host;

use super::component::serves_nobody;
use super::decode::read_normalised;
use super::model::{Asset, AssetContent};
use super::walk::{Borders, Found, Item, MAX_TEXT};
use crate::diagnostic::{Diagnostic, Place, Sink, SourceFile};
use crate::generate::lint::rules::source as rules;
use crate::generate::read;

/// Loads a folder of files for a plugin's root; `@host/` at its top is for that host.
pub(super) fn load_assets(
    borders: &Borders,
    folder: &Path,
    prefix: &str,
    hosts: &[Host],
    sink: &mut Sink,
) -> Vec<Asset> {
    let mut assets = Vec::new();
    for item in borders.list(folder, sink) {
        match overlay(borders, &item, hosts, sink) {
            Overlay::None if item.folder => {
                for found in borders.walk(&item.path, sink) {
                    let rel = format!("{prefix}{}/{}", item.name, found.rel);
                    assets.extend(load_asset(borders, found, rel, None, sink));
                }
            }
            Overlay::None => {
                if let Some(found) = borders.found(item.name.clone(), item.path, sink) {
                    let rel = format!("{prefix}{}", item.name);
                    assets.extend(load_asset(borders, found, rel, None, sink));
                }
            }
            Overlay::Host(host) => {
                for found in borders.walk(&item.path, sink) {
                    let rel = format!("{prefix}{}", found.rel);
                    assets.extend(load_asset(borders, found, rel, Some(host), sink));
                }
            }
            Overlay::Unknown => {}
        }
    }
    assets
}

/// What a name that starts with `@` means.
pub(super) enum Overlay {
    /// It does not start with `@`.
    None,
    /// Files for that host.
    Host(Host),
    /// A host that we do not know, or that the plugin does not serve; reported.
    Unknown,
}

/// Reads a name as an overlay.
pub(super) fn overlay(borders: &Borders, item: &Item, hosts: &[Host], sink: &mut Sink) -> Overlay {
    let Some(name) = item.name.strip_prefix('@') else { return Overlay::None };
    match name.parse() {
        Ok(host) if item.folder && hosts.contains(&host) => Overlay::Host(host),
        Ok(host) if item.folder => {
            let place = Place::file(&borders.opaque(&item.path));
            sink.push(serves_nobody(place, &[host]));
            Overlay::Unknown
        }
        _ => {
            sink.push(
                Diagnostic::new(
                    &rules::unknown_overlay::RULE,
                    Place::file(&borders.opaque(&item.path)),
                    format!("`{}` is not a folder for a host", item.name),
                )
                .help("the folders are `@claude` and `@codex`"),
            );
            Overlay::Unknown
        }
    }
}

/// Loads one file that is not a component.
pub(super) fn load_asset(
    borders: &Borders,
    found: Found,
    rel: String,
    host: Option<Host>,
    sink: &mut Sink,
) -> Option<Asset> {
    let executable = found.executable;
    if let Some(stem) = rel.strip_suffix(".hbs") {
        let rel = stem.to_owned();
        let file = read_normalised(borders, &found, sink)?;
        return Some(Asset { rel, host, executable, content: AssetContent::Template, file });
    }
    let shown = found.path.strip_prefix(&borders.root).unwrap_or(&found.path);
    // Markdown is read by rules, so it may as well stay in memory until it is written.
    if rel.ends_with(".md") && found.len <= MAX_TEXT {
        match read::whole(&found.path, found.len).map(String::from_utf8) {
            Ok(Ok(text)) => {
                let file = SourceFile::new(shown, text);
                return Some(Asset { rel, host, executable, content: AssetContent::Text, file });
            }
            Ok(Err(_)) => {}
            Err(error) => {
                borders.unreadable(&found.path, &error, sink);
                return None;
            }
        }
    }
    let file = borders.opaque(&found.path);
    Some(Asset { rel, host, executable, content: AssetContent::Copy(found.path), file })
}
