//! Reads the files that are no components, and the overlays `@host/` of one host.

use std::path::Path;
use std::sync::Arc;

use cvg_hooks::Host;

use super::component::serves_nobody;
use super::decode::read_normalised;
use super::model::{Asset, AssetContent};
use super::walk::{Borders, Found, Item, MAX_TEXT};
use crate::diagnostic::{Diagnostic, Place, Sink, SourceFile};
use crate::generate::lint::rules::body::carriage_return_in_script;
use crate::generate::lint::rules::source as rules;
use crate::generate::read;
use crate::generate::script::Shebang;

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
        let shebang = Shebang::of(file.text.as_bytes());
        return Some(Asset {
            rel,
            host,
            executable,
            shebang,
            content: AssetContent::Template,
            file,
        });
    }
    let shown = found.path.strip_prefix(&borders.root).unwrap_or(&found.path);
    // Markdown is read by rules, so it may as well stay in memory until it is written.
    if rel.ends_with(".md") && found.len <= MAX_TEXT {
        match read::whole(&found.path, found.len).map(String::from_utf8) {
            Ok(Ok(text)) => {
                let file = SourceFile::new(shown, text);
                let content = AssetContent::Text;
                return Some(Asset { rel, host, executable, shebang: None, content, file });
            }
            Ok(Err(_)) => {}
            Err(error) => {
                borders.unreadable(&found.path, &error, sink);
                return None;
            }
        }
    }
    let file = borders.opaque(&found.path);
    let (shebang, script) = look_for_script(&found, shown);
    if shebang == Some(Shebang::CarriageReturn) {
        sink.push(carriage_return_in_script::in_source(script.as_ref().unwrap_or(&file)));
    }
    let content = match script {
        Some(script) => AssetContent::Script(script),
        None => AssetContent::Copy(found.path),
    };
    Some(Asset { rel, host, executable, shebang, content, file })
}

/// Largest script that is kept in memory, in bytes. Of a larger one, and there is
/// hardly any, only the first line is looked at.
const MAX_SCRIPT: u64 = 256 * 1024;

/// Endings of files that nobody runs.
const DATA: [&str; 16] = [
    "css", "csv", "gif", "html", "ico", "jpeg", "jpg", "json", "pdf", "png", "svg", "toml", "txt",
    "webp", "yaml", "yml",
];

/// The first line of a file that may be a script, and the script. It would be read
/// for its sum anyway; once is enough. A file that cannot be read is reported by who
/// copies it.
fn look_for_script(found: &Found, shown: &Path) -> (Option<Shebang>, Option<Arc<SourceFile>>) {
    let ending = found.path.extension().and_then(|ending| ending.to_str()).unwrap_or_default();
    if !found.executable && DATA.contains(&ending) {
        return (None, None);
    }
    if found.len > MAX_SCRIPT {
        return (Shebang::sniff(&found.path).unwrap_or_default(), None);
    }
    let Ok(bytes) = read::whole(&found.path, found.len) else { return (None, None) };
    let shebang = Shebang::of(&bytes);
    let text = shebang.and_then(|_| String::from_utf8(bytes).ok());
    (shebang, text.map(|text| SourceFile::new(shown, text)))
}
