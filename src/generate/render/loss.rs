//! What a host cannot express: counted, warned about, or accepted with a reason.

use std::collections::BTreeMap;

use cvg_hooks::Host;
use globset::Glob;

use crate::diagnostic::{Diagnostic, Place, Rule, Severity, Sink};
use crate::generate::lint::rules::source as rules;
use crate::generate::source::Plugin;

/// One thing that one host cannot express.
#[derive(Debug)]
pub struct Loss {
    /// The kind of loss.
    pub rule: &'static Rule,
    /// The host.
    pub host: Host,
    /// The key, event or tool that is lost.
    pub key: String,
    /// Where the author asked for it.
    pub place: Place,
    /// What is lost, one line.
    pub message: String,
}

/// Losses of one host.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Count {
    /// Losses that are not accepted.
    pub open: usize,
    /// Losses that plugin.yaml accepts.
    pub accepted: usize,
}

/// Turns losses into warnings, or errors where the user denies them; accepted
/// ones are only counted, and an acceptance that met nothing is reported. Only
/// acceptances for `hosts` can be judged, since other hosts were not rendered.
pub(super) fn settle(
    plugin: &Plugin,
    losses: Vec<Loss>,
    hosts: &[Host],
    deny: bool,
    sink: &mut Sink,
) -> BTreeMap<Host, Count> {
    let accepted = &plugin.config.value.accepted_losses;
    let nodes = plugin
        .config
        .node
        .get("accepted_losses")
        .map(super::super::source::yaml::Node::items)
        .unwrap_or_default();
    let place = |index: usize| {
        let span = nodes.get(index).map_or(0..0, |node| node.span.clone());
        Place::new(&plugin.config.file, span)
    };
    let mut globs = Vec::new();
    for (index, loss) in accepted.iter().enumerate() {
        let glob =
            loss.file.as_ref().map(|pattern| Glob::new(pattern).map(|glob| glob.compile_matcher()));
        globs.push(match glob {
            None => None,
            Some(Ok(matcher)) => Some(matcher),
            Some(Err(error)) => {
                let text = format!("not a glob: {}", error.kind());
                sink.push(Diagnostic::new(&rules::bad_pattern::RULE, place(index), text));
                None
            }
        });
    }
    let mut used = vec![false; accepted.len()];
    let mut counts: BTreeMap<Host, Count> = BTreeMap::new();
    for loss in losses {
        let path = loss.place.file.display();
        let path = path.strip_prefix(&format!("{}/", plugin.folder)).unwrap_or(&path);
        let met = accepted.iter().enumerate().position(|(index, entry)| {
            entry.code == loss.rule.code
                && Host::from(entry.host) == loss.host
                && entry.key.as_ref().is_none_or(|key| *key == loss.key)
                && (entry.file.is_none()
                    || globs[index].as_ref().is_some_and(|glob| glob.is_match(path)))
        });
        let count = counts.entry(loss.host).or_default();
        if let Some(index) = met {
            used[index] = true;
            count.accepted += 1;
            continue;
        }
        count.open += 1;
        let severity = if deny { Severity::Error } else { Severity::Warning };
        sink.push(
            Diagnostic::new(loss.rule, loss.place, loss.message)
                .severity(severity)
                .host(loss.host)
                .help(format!(
                    "if that is acceptable, add to accepted_losses in plugin.yaml: {{ code: {}, host: {}, key: {}, reason: \"…\" }}",
                    loss.rule.code, loss.host, loss.key
                )),
        );
    }
    for (index, entry) in accepted.iter().enumerate() {
        let host = Host::from(entry.host);
        if !used[index] && (hosts.contains(&host) || !plugin.words.contains_key(&host)) {
            let text =
                format!("the accepted loss {} on {} does not happen", entry.code, host.title());
            sink.push(
                Diagnostic::new(&rules::unused_accepted_loss::RULE, place(index), text)
                    .help("delete the entry"),
            );
        }
    }
    counts
}
