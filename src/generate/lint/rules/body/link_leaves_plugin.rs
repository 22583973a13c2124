//! A link leads out of the plugin, where nothing is after an installation.
//!
//! Both hosts install the plugin's folder and nothing around it. A link such as
//! `../../../docs/guide.md` works in the author's checkout and is dead for every
//! user. The same holds for a path such as `${CLAUDE_PLUGIN_ROOT}/../shared/x.md`.
//!
//! ## Instead
//!
//! Keep the file in the plugin and link it there, or use its public URL.

use super::{links, markdown, mentions};
use crate::diagnostic::{Diagnostic, Place, Rule, Severity, Sink};
use crate::generate::lint::rules::support::paths::{self, Target};
use crate::generate::lint::{Context, Document};

/// The rule.
pub(super) static RULE: Rule = Rule {
    code: "CVG041",
    name: "link-leaves-plugin",
    severity: Severity::Error,
    source: include_str!("link_leaves_plugin.rs"),
};

/// Looks for targets beyond the plugin's root.
pub(super) fn check(document: &Document, context: Context<'_>, sink: &mut Sink) {
    let body = document.body();
    // Few texts go up at all; the rest need no parser.
    let goes_up = body.contains("../") || body.contains("..%2") || body.contains("(..)");
    if context.tree.is_none() || !goes_up || !markdown::is_read_by_agent(document) {
        return;
    }
    let parts = document.parts();
    for link in &parts.links {
        let Some(path) = links::relative_path(&link.target) else { continue };
        if paths::follow(paths::folder(&document.path), &path) == Target::Leaves {
            sink.push(leaves(document.body_place(link.range.clone()), &path));
        }
    }
    for mention in mentions::find(document, context, parts) {
        let leads_out = |folder: &String| paths::follow(folder, &mention.path) == Target::Leaves;
        if mention.rooted && mention.folders.iter().all(leads_out) {
            sink.push(leaves(document.place(mention.range.clone()), &mention.path));
        }
    }
}

fn leaves(place: Place, path: &str) -> Diagnostic {
    Diagnostic::new(&RULE, place, format!("`{path}` leads out of the plugin"))
        .note("an installed plugin has nothing there")
        .help("move the file into the plugin, or link to its public URL")
}
