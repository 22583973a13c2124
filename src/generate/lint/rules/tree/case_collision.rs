//! Two paths differ in case only.
//!
//! On Windows and on most Macs they are one file: the second one overwrites the
//! first when the plugin is cloned or installed. Two folders become one folder.
//!
//! ## Instead
//!
//! Rename one of them.

use std::collections::HashMap;

use crate::diagnostic::{Diagnostic, Place, Rule, Severity, Sink};
use crate::generate::lint::{HostTree, Mode};

/// The rule.
pub(super) static RULE: Rule = Rule {
    code: "CVG071",
    name: "case-collision",
    severity: Severity::Error,
    source: include_str!("case_collision.rs"),
};

/// Compares every path and every folder with those before it.
pub(super) fn check(tree: &HostTree, _: Mode, sink: &mut Sink) {
    let mut seen: HashMap<String, &str> = HashMap::with_capacity(tree.entries.len() * 2);
    for (path, entry) in &tree.entries {
        // The outermost folder that collides is the fault; all below it follows.
        let ends = path.match_indices('/').map(|(at, _)| at).chain([path.len()]);
        for end in ends {
            let part = &path[..end];
            let first = *seen.entry(part.to_lowercase()).or_insert(part);
            if first == part {
                continue;
            }
            let told = format!("\u{0}{part}");
            if seen.insert(told, part).is_none() {
                let mut diagnostic = Diagnostic::new(
                    &RULE,
                    Place::file(&entry.file),
                    format!("`{part}` and `{first}` differ in case only"),
                )
                .help("rename one of them: on Windows and macOS they are the same");
                if let Some(other) = tree.file(first) {
                    diagnostic = diagnostic.label(Place::file(other), "the other one");
                }
                sink.push(diagnostic);
            }
            break;
        }
    }
}
