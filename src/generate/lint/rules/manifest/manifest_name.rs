//! The plugin's name cannot be used.
//!
//! The name is part of every invocation (`/name:skill`, `$name:skill`). Claude Code
//! refuses a plugin whose name holds a space and warns of anything but kebab-case.
//! Codex installs a plugin without a name under its version (`1.0.0:skill`) and
//! cannot select one whose name holds a space or a colon.
//!
//! ## Instead
//!
//! Lower-case letters, digits and single hyphens: `yard-tools`.

use cvg_hooks::Host;

use crate::diagnostic::{Diagnostic, Rule, Severity, Sink};
use crate::generate::lint::rules::support::manifest;
use crate::generate::lint::{HostTree, Mode};
use crate::generate::name::kebab;

/// The rule.
pub(super) static RULE: Rule = Rule {
    code: "CVG092",
    name: "manifest-name",
    severity: Severity::Error,
    source: include_str!("manifest_name.rs"),
};

/// Looks at the name in the manifest.
pub(super) fn check(tree: &HostTree, _: Mode, sink: &mut Sink) {
    let Some(manifest) = manifest::read(tree) else { return };
    let Some(node) = manifest.root.get("name") else {
        let message = "the manifest has no `name`";
        return sink.push(
            Diagnostic::new(&RULE, manifest.start(), message)
                .help("add `\"name\": \"…\"`, in kebab-case")
                .host(tree.host),
        );
    };
    if node.type_name() != "string" {
        return; // manifest-type
    }
    let name = node.as_str().unwrap_or_default();
    let Some((severity, message)) = fault(name, tree.host) else { return };
    let mut diagnostic =
        Diagnostic::new(&RULE, manifest.place(node), message).severity(severity).host(tree.host);
    let better = kebab(name);
    if !better.is_empty() {
        diagnostic = diagnostic.help(format!("call it `{better}`"));
    }
    sink.push(diagnostic);
}

/// How bad the name is on that host, and why.
pub(super) fn fault(name: &str, host: Host) -> Option<(Severity, String)> {
    if name.trim().is_empty() {
        return Some((Severity::Error, "the plugin's name is empty".to_owned()));
    }
    for (bad, word) in [(' ', "a space"), (':', "a colon"), ('/', "a slash"), ('@', "an `@`")] {
        if name.contains(bad) || (bad == ' ' && name.contains(char::is_whitespace)) {
            return Some((Severity::Error, format!("the plugin's name `{name}` holds {word}")));
        }
    }
    let kebab_case = name.split('-').all(|part| {
        !part.is_empty() && part.chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit())
    });
    if host == Host::Claude && !kebab_case {
        return Some((Severity::Warning, format!("the plugin's name `{name}` is not kebab-case")));
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_judged_per_host() {
        let severity = |name, host| fault(name, host).map(|(severity, _)| severity);
        assert_eq!(severity("yard-tools", Host::Claude), None);
        assert_eq!(severity("Yard Tools", Host::Claude), Some(Severity::Error));
        assert_eq!(severity("a:b", Host::Codex), Some(Severity::Error));
        for name in ["Yard", "yard_tools", "yard.tools", "-yard", "a--b"] {
            assert_eq!(severity(name, Host::Claude), Some(Severity::Warning), "{name}");
            assert_eq!(severity(name, Host::Codex), None, "{name}");
        }
        assert_eq!(severity("", Host::Codex), Some(Severity::Error));
        assert_eq!(kebab("Yard  Tools_2!"), "yard-tools-2");
    }
}
