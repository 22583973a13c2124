//! What the configuration changes: layers that it skips, replaces and adds.

use std::path::{Path, PathBuf};

use super::{Layer, Need, Run, Skip, Why};
use crate::config::{Case, Gate, GateLayer, PathPattern};
use crate::gate::stack::Files;

/// Applies `[gate]` to the layers of the stacks.
pub(super) fn apply(files: &Files, gate: &Gate, layers: &mut Vec<Layer>) {
    for own in &gate.layers {
        put(files, own, layers);
    }
    for layer in layers {
        layer.env.splice(..0, gate.env.iter().map(|(name, value)| (name.into(), value.into())));
        if gate.skip.iter().any(|skip| speaks_of(skip, layer)) {
            layer.need = Skip::because(Why::Configured, "the configuration skips it");
        }
    }
}

/// Puts a layer in the place of the built-in one of its name, or at the end. With `in`, it is
/// that folder's layer which it replaces; without, it stands for those of all folders.
fn put(files: &Files, own: &GateLayer, layers: &mut Vec<Layer>) {
    let is_meant = |layer: &Layer| {
        layer.stack.is_some()
            && layer.name == own.name
            && own.folder.as_ref().is_none_or(|folder| *folder == layer.unit)
    };
    let mut layer = layer(files, own);
    let Some(at) = layers.iter().position(is_meant) else { return layers.push(layer) };
    layer.stack = layers[at].stack;
    layers[at] = layer;
    let mut index = 0;
    layers.retain(|layer| {
        index += 1;
        index - 1 <= at || !is_meant(layer)
    });
}

fn layer(files: &Files, own: &GateLayer) -> Layer {
    let need = match &own.when {
        Some(when) if !is_there(files, when) => {
            Skip::because(Why::Idle, format!("there is no `{}`", when.as_str()))
        }
        _ if own.required => Need::Always,
        _ => Need::IfFound,
    };
    let unit = own.folder.clone().unwrap_or_default();
    let env = own.env.iter().map(|(name, value)| (name.into(), value.into()));
    Layer {
        name: own.name.clone(),
        stack: None,
        folder: folder(files, &unit),
        unit,
        run: Run::Shell(own.run.clone()),
        timeout: own.timeout,
        env: env.collect(),
        need,
    }
}

/// Is there such a file? One that git ignores counts if it is named in full.
fn is_there(files: &Files, when: &PathPattern) -> bool {
    files.root().join(when.as_str().trim_start_matches('/')).exists()
        || files.paths().any(|path| when.covers(path.as_ref(), Case::Sensitive))
}

fn folder(files: &Files, unit: &Path) -> PathBuf {
    if unit.as_os_str().is_empty() { files.root().to_path_buf() } else { files.root().join(unit) }
}

/// Is the layer called that, alone or after its stack or its folder?
fn speaks_of(skip: &str, layer: &Layer) -> bool {
    if skip == layer.name {
        return true;
    }
    let Some((before, name)) = skip.split_once(':') else { return false };
    let before = before.trim();
    name.trim() == layer.name
        && (layer.stack.is_some_and(|stack| before.eq_ignore_ascii_case(stack.id()))
            || layer.unit == Path::new(before))
}
