//! A pass: that these layers have passed for exactly this content, so that they need not run
//! again.
//!
//! It is kept under a fingerprint: a hash over the tree of the checkout with every change that
//! git does not ignore, the layers, and the tools. Of a tool its place, size and time of
//! change count, since asking each for its version would take longer than some layers.

mod content;
mod recorder;
mod store;
mod tools;

use std::fmt::Write;
use std::path::Path;

use super::git;
use super::layer::Layer;
use crate::Environment;

pub use content::{Content, Dirt};
pub(super) use recorder::Recorder;
pub(super) use store::Store;
pub use store::{Kept, LIFE};

/// Under what a pass is kept.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fingerprint(String);

impl Fingerprint {
    /// Of a content with these layers. git does the hashing, as it has the trees.
    pub(super) fn of(
        content: &Content,
        layers: &[Layer],
        root: &Path,
        environment: &Environment,
    ) -> Result<Self, String> {
        let mut text = format!("convergo gate 1\n{}", content.text());
        for layer in layers {
            let stack = layer.stack.map_or("none", |stack| stack.id());
            let unit = layer.unit.display();
            let command = layer.command();
            // Writing to a string cannot fail.
            let _ = writeln!(text, "layer {stack} {unit:?} {:?} {command:?}", layer.name);
            let _ = writeln!(text, "need {:?}", layer.need);
        }
        for tool in tools::of(layers, root, environment) {
            let _ = writeln!(text, "tool {tool}");
        }
        git::hash(environment, root, text.as_bytes()).map(Self)
    }

    /// The hash.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

#[cfg(test)]
mod tests;
