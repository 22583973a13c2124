//! What a host cannot express: counted, warned about, or accepted with a reason.

use std::collections::BTreeMap;
use std::path::PathBuf;

use cvg_hooks::Host;

use super::accepted::Accepted;
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
    let mut accepted = Accepted::new(plugin, sink);
    let mut counts: BTreeMap<Host, Count> = BTreeMap::new();
    let mut open: BTreeMap<Key, (Loss, Vec<Host>)> = BTreeMap::new();
    for loss in losses {
        let count = counts.entry(loss.host).or_default();
        if accepted.meets(&loss) {
            count.accepted += 1;
            continue;
        }
        count.open += 1;
        let (key, host) = (key(&loss), loss.host);
        open.entry(key).or_insert_with(|| (loss, Vec::new())).1.push(host);
    }
    let severity = if deny { Severity::Error } else { Severity::Warning };
    sink.extend(open.into_values().map(|(loss, hosts)| told(loss, &hosts).severity(severity)));
    accepted.report_unused(hosts, sink);
    counts
}

/// What makes two losses one.
type Key = (PathBuf, usize, &'static str, String, Option<(Host, String)>);

/// What two hosts lose alike is one loss, if it can be said of both in the same words.
fn key(loss: &Loss) -> Key {
    let shared = loss.rule == &rules::loss_frontmatter::RULE;
    let own = (!shared).then(|| (loss.host, loss.message.clone()));
    let place = &loss.place;
    (place.file.path.clone(), place.range.start, loss.rule.code, loss.key.clone(), own)
}

fn told(loss: Loss, hosts: &[Host]) -> Diagnostic {
    let text = match hosts {
        [one, other] => format!(
            "neither {} nor {} honours `{}`: it is left out",
            one.title(),
            other.title(),
            loss.key
        ),
        _ => loss.message,
    };
    let mut fault = Diagnostic::new(loss.rule, loss.place, text);
    for (index, &host) in hosts.iter().enumerate() {
        let start = if index == 0 {
            "if that is acceptable, add to accepted_losses in plugin.yaml:"
        } else {
            "and"
        };
        fault = fault.host(host).help(format!(
            "{start} {{ code: {}, host: {host}, key: {}, reason: \"…\" }}",
            loss.rule.code, loss.key
        ));
    }
    fault
}
