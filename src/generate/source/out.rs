//! Where trees go: the pattern `out` of marketplace.yaml, such as `plugins/{host}/{plugin}`.
//!
//! The pattern also tells which recorded paths were once ours, so that a plugin or
//! a host that is gone takes its tree along, and nothing else.

use cvg_hooks::Host;

use super::CANONICAL;
use super::config::MarketplaceConfig;
use super::model::Config;
use crate::diagnostic::{Diagnostic, Place, Sink};
use crate::generate::lint::rules::source as rules;
use crate::generate::output::SCRATCH;
use crate::generate::tree::RelPath;

const HOST: &str = "{host}";
const PLUGIN: &str = "{plugin}";

/// The pattern of a source without one.
pub(super) fn default(single: bool) -> &'static str {
    if single { "plugins/{host}" } else { "plugins/{host}/{plugin}" }
}

/// The pattern that marketplace.yaml gives, if it is one that may be written to.
pub(super) fn given(
    config: Option<&Config<MarketplaceConfig>>,
    single: bool,
    sink: &mut Sink,
) -> Option<String> {
    let config = config?;
    let out = config.value.out.clone()?;
    let Some((problem, help)) = problem(&out, single) else { return Some(out) };
    let span = config.node.get("out").map_or(0..0, |node| node.span.clone());
    let text = format!("field `out`: `{out}` {problem}");
    sink.push(
        Diagnostic::new(&rules::invalid_value::RULE, Place::new(&config.file, span), text)
            .help(help),
    );
    None
}

fn problem(out: &str, single: bool) -> Option<(&'static str, &'static str)> {
    if !out.contains(HOST) {
        return Some(("does not name the host", "write `{host}` where the host's name belongs"));
    }
    if !single && !out.contains(PLUGIN) {
        return Some((
            "would put several plugins into one folder",
            "write `{plugin}` where the plugin's name belongs",
        ));
    }
    let filled = out.replace(HOST, "h").replace(PLUGIN, "p");
    if filled.contains(['{', '}']) {
        return Some((
            "holds braces that stand for nothing",
            "only `{host}` and `{plugin}` are replaced",
        ));
    }
    if RelPath::new(filled.as_str()).is_none() {
        return Some((
            "is no path below the repository's root",
            "paths are relative, with `/`, and without `..`",
        ));
    }
    let is = |part: &str, name: &str| part.eq_ignore_ascii_case(name);
    let mut parts = filled.split('/');
    if parts.clone().next().is_some_and(|first| is(first, CANONICAL)) {
        return Some(("lies in the source itself", "choose a folder beside `canonical`"));
    }
    if parts.any(|part| is(part, ".git") || part.starts_with(SCRATCH)) {
        return Some(("is not a folder for output", "choose another, such as `plugins/{host}`"));
    }
    None
}

/// Where the tree of a plugin for a host goes.
pub fn folder(out: &str, host: Host, plugin: &str) -> String {
    out.replace(HOST, host.id()).replace(PLUGIN, plugin)
}

/// How a path lies to the trees of one host.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Belongs {
    /// In the tree in this folder.
    Tree(String),
    /// On the way to the trees, left from an older pattern.
    Beside,
}

/// How a path that an earlier build recorded lies to the trees of this host;
/// `None`: it has nothing to do with them.
pub fn belongs(out: &str, host: Host, path: &str) -> Option<Belongs> {
    let out = out.replace(HOST, host.id());
    let patterns: Vec<&str> = out.split('/').collect();
    let parts: Vec<&str> = path.split('/').collect();
    let depth = patterns.len().min(parts.len() - 1);
    let meets = |pattern: &&str, part: &&str| match pattern.split_once(PLUGIN) {
        None => pattern == part,
        Some((before, after)) => {
            part.len() > before.len() + after.len()
                && part.starts_with(before)
                && part.ends_with(after)
        }
    };
    if !patterns[..depth].iter().zip(&parts).all(|(pattern, part)| meets(pattern, part)) {
        return None;
    }
    if depth == patterns.len() {
        return Some(Belongs::Tree(parts[..depth].join("/")));
    }
    // The part of the pattern that the path shares must name the host: what is above
    // the hosts belongs to none of them.
    let named = patterns[..depth].iter().any(|pattern| *pattern == host.id());
    named.then_some(Belongs::Beside)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn patterns_that_could_do_harm_are_refused() {
        for out in [
            "plugins",
            "../{host}",
            "/{host}",
            "canonical/{host}",
            "Canonical/{host}",
            ".git/{host}",
            "a/{host}/.cvg-gen-x",
            "{host}/{other}",
            "{host}//x",
        ] {
            assert!(problem(out, true).is_some(), "{out}");
        }
        assert!(problem("plugins/{host}", false).is_some(), "several plugins");
        for out in ["plugins/{host}/{plugin}", "{host}", "dist/{plugin}-{host}"] {
            assert_eq!(problem(out, true), None, "{out}");
        }
    }

    #[test]
    fn a_recorded_path_belongs_to_the_host_that_its_pattern_names() {
        let tree = |folder: &str| Some(Belongs::Tree(folder.to_owned()));
        let of = |out, path| belongs(out, Host::Claude, path);
        assert_eq!(of("plugins/{host}", "plugins/claude/a/b"), tree("plugins/claude"));
        assert_eq!(of("plugins/{host}", "plugins/codex/a"), None);
        assert_eq!(of("plugins/{host}", "src/main.rs"), None);
        assert_eq!(of("p/{plugin}/{host}", "p/x/claude/a"), tree("p/x/claude"));
        assert_eq!(of("p/{plugin}/{host}", "p/x/codex/a"), None);
        assert_eq!(of("p/{plugin}/{host}", "p/x/README"), None, "above the hosts");
        assert_eq!(of("p/{host}/{plugin}", "p/claude/README"), Some(Belongs::Beside));
        assert_eq!(of("{plugin}-{host}", "x-claude/a"), tree("x-claude"));
        assert_eq!(of("{plugin}-{host}", "x-codex/a"), None);
        assert_eq!(of("{host}", "README.md"), None);
    }
}
