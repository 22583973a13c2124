//! A name cannot exist on Windows.
//!
//! `CON`, `NUL`, `AUX`, `PRN`, `COM1` to `COM9` and `LPT1` to `LPT9` are devices,
//! with any extension. A name may not end in a dot or a space, and may not hold
//! `< > : " | ? * \` or a control character. Git cannot check such a file out, and
//! both hosts fail to install the plugin.
//!
//! ## Instead
//!
//! Rename it.

use std::collections::HashSet;

use crate::diagnostic::{Diagnostic, Place, Rule, Severity, Sink};
use crate::generate::lint::{HostTree, Mode};

/// The rule.
pub(super) static RULE: Rule = Rule {
    code: "CVG072",
    name: "windows-name",
    severity: Severity::Error,
    source: include_str!("windows_name.rs"),
};

/// Looks at every component of every path.
pub(super) fn check(tree: &HostTree, _: Mode, sink: &mut Sink) {
    let mut told = HashSet::new();
    for (path, entry) in &tree.entries {
        let mut start = 0;
        for name in path.split('/') {
            let end = start + name.len();
            if let Some(fault) = fault(name)
                && told.insert(&path[..end])
            {
                let shown = name.escape_debug();
                let message = format!("`{shown}` {fault}");
                sink.push(
                    Diagnostic::new(&RULE, Place::file(&entry.file), message)
                        .help("rename it: Windows users cannot install the plugin"),
                );
            }
            start = end + 1;
        }
    }
}

/// Why Windows refuses the name.
fn fault(name: &str) -> Option<String> {
    if let Some(bad) = name.chars().find(|c| c.is_control() || "<>:\"|?*\\".contains(*c)) {
        return Some(format!("holds `{}`, which Windows refuses", bad.escape_debug()));
    }
    if name.ends_with(['.', ' ']) && !matches!(name, "." | "..") {
        return Some("ends in a dot or a space, which Windows drops".to_owned());
    }
    let stem = name.split('.').next().unwrap_or_default().trim_end().to_ascii_uppercase();
    let digit = |rest: &str| {
        let mut digits = rest.chars();
        matches!(digits.next(), Some('1'..='9' | '¹' | '²' | '³')) && digits.next().is_none()
    };
    let reserved = matches!(stem.as_str(), "CON" | "PRN" | "AUX" | "NUL" | "CONIN$" | "CONOUT$")
        || stem.strip_prefix("COM").or_else(|| stem.strip_prefix("LPT")).is_some_and(digit);
    reserved.then(|| format!("is the device `{stem}` on Windows"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_that_windows_refuses() {
        for name in
            ["con", "NUL.md", "aux.tar.gz", "Com1", "lpt9.txt", "a.", "a ", "a:b", "a\\b", "x\u{7}"]
        {
            assert!(fault(name).is_some(), "{name:?}");
        }
        for name in ["console", "com0", "com10", "lpt", "nul-x", ".gitignore", "a.b", "co n", "é"]
        {
            assert_eq!(fault(name), None, "{name:?}");
        }
    }
}
