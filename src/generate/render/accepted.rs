//! `accepted_losses` of plugin.yaml: which entries meet a loss, and what is wrong with them.

use cvg_hooks::Host;
use globset::{Glob, GlobMatcher};

use super::loss::Loss;
use crate::diagnostic::{Diagnostic, Place, Rule, Sink};
use crate::generate::lint::rules::source as rules;
use crate::generate::lint::{silence, suggest};
use crate::generate::source::Plugin;
use crate::generate::source::yaml::Node;

/// The rules about losses.
const LOSSES: [&Rule; 5] = [
    &rules::loss_frontmatter::RULE,
    &rules::loss_hook_event::RULE,
    &rules::loss_agents::RULE,
    &rules::loss_agent_tools::RULE,
    &rules::loss_hook_tools::RULE,
];

/// The entries of a plugin.
pub(super) struct Accepted<'a> {
    plugin: &'a Plugin,
    nodes: &'a [Node],
    globs: Vec<Option<GlobMatcher>>,
    used: Vec<bool>,
}

impl<'a> Accepted<'a> {
    /// Reads them; a code or a pattern that can meet nothing is reported.
    pub(super) fn new(plugin: &'a Plugin, sink: &mut Sink) -> Self {
        let nodes = plugin.config.node.get("accepted_losses").map(Node::items).unwrap_or_default();
        let mut all = Self { plugin, nodes, globs: Vec::new(), used: Vec::new() };
        for (index, entry) in plugin.config.value.accepted_losses.iter().enumerate() {
            let known = check_code(&entry.code, &all.place(index, "code"), sink);
            let place = all.place(index, "file");
            let glob = entry.file.as_ref().map(|file| matcher(plugin, file, &place, sink));
            // What is wrong in itself needs no word about its use.
            all.used.push(!known || matches!(glob, Some(None)));
            all.globs.push(glob.flatten());
        }
        all
    }

    /// Where a key of an entry stands; the entry itself where it has no such key.
    fn place(&self, index: usize, key: &str) -> Place {
        let node = self.nodes.get(index);
        let node = node.and_then(|node| node.get(key)).or(node);
        let span = node.map_or(0..0, |node| node.span.clone());
        Place::new(&self.plugin.config.file, span)
    }

    /// Is the loss accepted?
    pub(super) fn meets(&mut self, loss: &Loss) -> bool {
        let path = loss.place.file.display();
        let path = path.strip_prefix(&format!("{}/", self.plugin.folder)).unwrap_or(&path);
        let entries = &self.plugin.config.value.accepted_losses;
        let met = entries.iter().enumerate().position(|(index, entry)| {
            entry.code.eq_ignore_ascii_case(loss.rule.code)
                && Host::from(entry.host) == loss.host
                && entry.key.as_ref().is_none_or(|key| *key == loss.key)
                && (entry.file.is_none()
                    || self.globs[index].as_ref().is_some_and(|glob| glob.is_match(path)))
        });
        if let Some(index) = met {
            self.used[index] = true;
        }
        met.is_some()
    }

    /// Reports the entries for these hosts that met nothing.
    pub(super) fn report_unused(&self, hosts: &[Host], sink: &mut Sink) {
        for (index, entry) in self.plugin.config.value.accepted_losses.iter().enumerate() {
            let host = Host::from(entry.host);
            let judged = hosts.contains(&host) || !self.plugin.words.contains_key(&host);
            if self.used[index] || !judged {
                continue;
            }
            let text =
                format!("the accepted loss {} on {} does not happen", entry.code, host.title());
            let place = self.place(index, "");
            sink.push(
                Diagnostic::new(&rules::unused_accepted_loss::RULE, place, text)
                    .help("delete the entry"),
            );
        }
    }
}

/// Is it the code of a loss? Reports one that is not.
fn check_code(code: &str, place: &Place, sink: &mut Sink) -> bool {
    if LOSSES.iter().any(|rule| rule.code.eq_ignore_ascii_case(code)) {
        return true;
    }
    if let Some(rule) = silence::known_rule(code, place, sink) {
        let text = format!("`{}` is no loss, so it cannot be accepted as one", rule.code);
        let known = suggest::listed(LOSSES.iter().map(|rule| rule.code));
        sink.push(
            Diagnostic::new(&rules::unknown_code::RULE, place.clone(), text)
                .help(format!("`allow:` silences a rule; losses are {known}")),
        );
    }
    false
}

/// The files that a pattern means; reports one that is no glob, or can meet nothing.
fn matcher(plugin: &Plugin, pattern: &str, place: &Place, sink: &mut Sink) -> Option<GlobMatcher> {
    let fault = |text: String, help: String| {
        Diagnostic::new(&rules::bad_pattern::RULE, place.clone(), text).help(help)
    };
    if let Some(inner) = pattern.strip_prefix(&format!("{}/", plugin.folder)) {
        let text = format!("`file` counts from `{}`, so this meets nothing", plugin.folder);
        sink.push(fault(text, format!("write `{inner}`")));
        return None;
    }
    match Glob::new(pattern) {
        Ok(glob) => Some(glob.compile_matcher()),
        Err(error) => {
            sink.push(silence::not_a_glob(&error, place));
            None
        }
    }
}
