//! A script cannot be run as a program.
//!
//! A file below `scripts/` or `bin/` that begins with `#!` is meant to be started by
//! its path. Without its run bit that fails with "permission denied", on both hosts,
//! and the agent has to guess the interpreter.
//!
//! The rule looks at a canonical source, whose run bits are those of the rendered
//! tree. A hook's program is another rule's matter (CVG105). Windows keeps no run
//! bits, so nothing is looked at there.
//!
//! ## Instead
//!
//! `chmod +x` the file, or `git update-index --chmod=+x` it where the disk keeps no
//! run bits. Remove the `#!` line of a file that is only ever read.

use std::collections::BTreeSet;

use crate::diagnostic::{Diagnostic, Place, Rule, Severity, Sink};
use crate::generate::source::{Asset, Plugin};

/// The rule.
pub(super) static RULE: Rule = Rule {
    code: "CVG083",
    name: "script-without-run-bit",
    severity: Severity::Warning,
    source: include_str!("script_without_run_bit.rs"),
};

/// Looks at the files of a plugin and of its skills.
pub(crate) fn check(plugin: &Plugin, sink: &mut Sink) {
    if !cfg!(unix) {
        return;
    }
    let hooks: BTreeSet<&str> = plugin.hooks.iter().map(|hook| hook.config.run.as_str()).collect();
    for asset in plugin.assets.iter().filter(|asset| !hooks.contains(asset.rel.as_str())) {
        check_asset(asset, sink);
    }
    plugin.skills.iter().flat_map(|skill| &skill.assets).for_each(|asset| check_asset(asset, sink));
}

fn check_asset(asset: &Asset, sink: &mut Sink) {
    let mut folders = asset.rel.split('/').rev().skip(1);
    let program = folders.any(|folder| matches!(folder, "scripts" | "bin"));
    if asset.shebang.is_none() || asset.executable || !program {
        return;
    }
    let name = asset.rel.rsplit('/').next().unwrap_or(&asset.rel);
    let message = format!("`{name}` begins with `#!` and lacks the run bit");
    sink.push(
        Diagnostic::new(&RULE, Place::file(&asset.file), message)
            .help(format!("`chmod +x {}`", asset.file.display())),
    );
}
