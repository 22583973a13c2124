//! Rules, and what they look at.
//!
//! A rule is one file under [`rules`]: its module comment is its page, its
//! `RULE` its identity, and its function looks at a [`Document`] or at a
//! [`HostTree`]. The same functions serve a canonical source, a rendered tree
//! and a stranger's plugin tree; [`Mode`] says which one it is.

mod document;
pub mod echoes;
pub mod fix;
pub mod foreign;
mod host_tree;
pub mod rendered;
pub mod rules;
pub mod silence;
pub mod suggest;
pub mod whole;

use cvg_hooks::Host;

use crate::diagnostic::{Rule, Sink};

pub use document::{Document, Kind};
pub use foreign::{Foreign, LoadError, classify, lint_foreign, load_foreign};
pub use host_tree::{Component, EntryKind, HostTree, TreeEntry};

/// What is being looked at.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Mode {
    /// A file of `canonical/`, before rendering.
    Source,
    /// What we are about to write for a host.
    Rendered,
    /// A plugin tree on disk that may be anybody's.
    Foreign,
}

/// What surrounds a document.
#[derive(Debug, Clone, Copy)]
pub struct Context<'a> {
    /// What is being looked at.
    pub mode: Mode,
    /// The host whose tree it is; `None` for a canonical source.
    pub host: Option<Host>,
    /// The tree that the document lies in; `None` for a canonical source.
    pub tree: Option<&'a HostTree>,
}

/// How a rule looks.
#[derive(Clone, Copy)]
pub enum Check {
    /// At each document, in these modes.
    Document(&'static [Mode], fn(&Document, Context<'_>, &mut Sink)),
    /// At each host's tree as a whole, in these modes.
    Tree(&'static [Mode], fn(&HostTree, Mode, &mut Sink)),
    /// Reported by the code that meets the fault: loading, rendering, writing.
    Elsewhere,
}

/// A rule with the function that finds its faults.
#[derive(Clone, Copy)]
pub struct Entry {
    /// Who it is.
    pub rule: &'static Rule,
    /// How it looks.
    pub check: Check,
}

/// Every mode.
pub const EVERYWHERE: &[Mode] = &[Mode::Source, Mode::Rendered, Mode::Foreign];
/// Texts as their author wrote them.
pub const AUTHORED: &[Mode] = &[Mode::Source, Mode::Foreign];
/// Texts as a host reads them.
pub const AS_HOST: &[Mode] = &[Mode::Rendered, Mode::Foreign];
/// A stranger's tree only.
pub const FOREIGN: &[Mode] = &[Mode::Foreign];
/// Our source, and what comes of it.
pub const OURS: &[Mode] = &[Mode::Source, Mode::Rendered];
/// Our source only.
pub const SOURCE: &[Mode] = &[Mode::Source];

/// Runs every document rule of this mode.
pub fn check_document(document: &Document, context: Context<'_>, sink: &mut Sink) {
    for entry in rules::all() {
        if let Check::Document(modes, check) = entry.check
            && modes.contains(&context.mode)
        {
            check(document, context, sink);
        }
    }
}

/// Runs every tree rule of this mode.
pub fn check_tree(tree: &HostTree, mode: Mode, sink: &mut Sink) {
    for entry in rules::all() {
        if let Check::Tree(modes, check) = entry.check
            && modes.contains(&mode)
        {
            check(tree, mode, sink);
        }
    }
}
