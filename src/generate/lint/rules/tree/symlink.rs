//! A symbolic link does not arrive at the user.
//!
//! Codex drops every symbolic link when it installs a plugin, links to folders
//! among them. Claude Code keeps a link that stays inside the plugin, and loses one
//! that is absolute or leads out of it. Git on Windows writes a link as a text file.
//!
//! ## Instead
//!
//! Put the file itself there. `cvg-gen` writes a file that two skills share into
//! both.

use std::path::Component;

use cvg_hooks::Host;

use crate::diagnostic::{Diagnostic, Place, Rule, Severity, Sink};
use crate::generate::lint::rules::support::paths::{self, Target};
use crate::generate::lint::{EntryKind, HostTree, Mode};

/// The rule.
pub(super) static RULE: Rule = Rule {
    code: "CVG082",
    name: "symlink",
    severity: Severity::Warning,
    source: include_str!("symlink.rs"),
};

/// Looks at every symbolic link.
pub(super) fn check(tree: &HostTree, _: Mode, sink: &mut Sink) {
    for (path, entry) in &tree.entries {
        let EntryKind::Symlink(target) = &entry.kind else { continue };
        let written = target.to_string_lossy().replace('\\', "/");
        let absolute = target
            .components()
            .next()
            .is_some_and(|first| matches!(first, Component::RootDir | Component::Prefix(_)));
        let resolved = paths::follow(paths::folder(path), &written);
        let message = match (tree.host, &resolved) {
            (Host::Codex, _) => "Codex drops symbolic links: this one is not installed".to_owned(),
            (Host::Claude, _) if absolute => {
                format!("the link to `{written}` is absolute: Claude Code drops it")
            }
            (Host::Claude, Target::Leaves) => {
                format!("the link to `{written}` leaves the plugin: it is dropped or dangles")
            }
            (Host::Claude, Target::Inside(inside)) if !paths::exists(tree, inside) => {
                format!("the link to `{written}` leads nowhere")
            }
            (Host::Claude, Target::Inside(_)) => continue,
        };
        sink.push(
            Diagnostic::new(&RULE, Place::file(&entry.file), message)
                .help("put a copy of the file there")
                .host(tree.host),
        );
    }
}
