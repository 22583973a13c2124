//! A link or a path names a file that the plugin does not have.
//!
//! An agent that follows it finds nothing, and goes on without the text that the
//! author wanted it to read. Neither host checks links, nor does
//! `claude plugin validate`. Relative links and images count in skills, agents,
//! commands and the files beside them, from the folder of the file that holds
//! them. Code is left out, and so are URLs, anchors, absolute paths and
//! placeholders such as `<path>` or `{name}`.
//!
//! A bare path whose first folder is `references/`, `scripts/`, `assets/` or
//! `schemas/`, in prose or inline code, may also be meant from the skill's or the
//! plugin's root. If it is in none of them, that is a warning, since a text may
//! speak of a file in the user's project.
//!
//! ## Instead
//!
//! Write the path from the file that holds the link (`references/key.md` in
//! `skills/map/SKILL.md`), or add the file.

use std::collections::BTreeSet;

use super::markdown::{self, Parts};
use super::{links, mentions};
use crate::diagnostic::{Diagnostic, Rule, Severity, Sink};
use crate::generate::lint::rules::support::paths::{self, Target};
use crate::generate::lint::{Context, Document, HostTree};

/// The rule.
pub(super) static RULE: Rule = Rule {
    code: "CVG040",
    name: "broken-link",
    severity: Severity::Error,
    source: include_str!("broken_link.rs"),
};

/// Looks for links and mentions that lead nowhere.
pub(super) fn check(document: &Document, context: Context<'_>, sink: &mut Sink) {
    let Some(tree) = context.tree else { return };
    let body = document.body();
    let has_links = body.contains("](") || body.contains("]:");
    let has_mentions = mentions::any(body);
    if !(has_links || has_mentions) || !markdown::is_read_by_agent(document) {
        return;
    }
    let parts = document.parts();
    let missing = check_links(document, tree, parts, sink);
    if has_mentions {
        check_mentions(document, context, parts, missing, sink);
    }
}

/// Reports broken links, and returns the paths that are missing.
fn check_links(
    document: &Document,
    tree: &HostTree,
    parts: &Parts,
    sink: &mut Sink,
) -> BTreeSet<String> {
    let folder = paths::folder(&document.path);
    let mut missing = BTreeSet::new();
    for link in &parts.links {
        let Some(path) = links::relative_path(&link.target) else { continue };
        let Target::Inside(resolved) = paths::follow(folder, &path) else { continue };
        if paths::exists(tree, &resolved) {
            continue;
        }
        let diagnostic = Diagnostic::new(
            &RULE,
            document.body_place(link.range.clone()),
            format!("the link leads to `{path}`, which does not exist"),
        );
        // A search through the whole tree, once for each target.
        let told = missing.contains(&resolved);
        let help = if told { None } else { Some(advice(tree, folder, &path, &resolved)) };
        sink.push(help.into_iter().fold(diagnostic, Diagnostic::help));
        missing.insert(resolved);
    }
    missing
}

/// What may have been meant.
fn advice(tree: &HostTree, folder: &str, path: &str, resolved: &str) -> String {
    if let Some(known) = paths::other_case(tree, resolved) {
        return format!("there is `{known}`: hosts compare case");
    }
    if let Target::Inside(from_root) = paths::follow("", path)
        && paths::exists(tree, &from_root)
    {
        return format!("from this file it is `{}`", paths::relative(folder, &from_root));
    }
    if let Some(known) = paths::meant(tree, resolved) {
        return format!("did you mean `{}`?", paths::relative(folder, known));
    }
    format!("add `{}`, or write the path from this file's folder", tree.home(resolved))
}

fn check_mentions(
    document: &Document,
    context: Context<'_>,
    parts: &Parts,
    mut missing: BTreeSet<String>,
    sink: &mut Sink,
) {
    let Some(tree) = context.tree else { return };
    for mention in mentions::find(document, context, parts) {
        let resolved: Vec<String> = mention
            .folders
            .iter()
            .filter_map(|folder| match paths::follow(folder, &mention.path) {
                Target::Inside(path) => Some(path),
                Target::Leaves => None,
            })
            .collect();
        let Some(first) = resolved.first() else { continue };
        // The same missing file is told once in a document.
        if resolved.iter().any(|path| paths::exists(tree, path)) || !missing.insert(first.clone()) {
            continue;
        }
        let home = tree.home(first);
        let help = match paths::meant(tree, first) {
            Some(known) => format!("did you mean `{known}`?"),
            None if mention.rooted => format!("add `{home}`, or correct the path"),
            None => {
                format!(
                    "add `{home}`; if it is a file of the user's project, name its folder first"
                )
            }
        };
        sink.push(
            Diagnostic::new(
                &RULE,
                document.place(mention.range),
                format!("the text names `{}`, which the plugin does not have", mention.path),
            )
            .severity(Severity::Warning)
            .help(help),
        );
    }
}
