//! A hook's timeout is not what its author meant.
//!
//! `timeout` counts seconds on both hosts: 10000 is nearly three hours, in which a
//! hook that hangs holds up the session. A `SessionEnd` hook is stopped after about
//! 1.5 seconds on Claude Code and after 3 on Codex, whatever its timeout says.
//!
//! ## Instead
//!
//! Write seconds. Let a `SessionEnd` hook only start what must go on.

use cvg_hooks::Host;

use super::model;
use crate::diagnostic::{Diagnostic, Rule, Severity, Sink};
use crate::generate::hosts::facts;
use crate::generate::lint::{HostTree, Mode};

/// The rule.
pub(super) static RULE: Rule = Rule {
    code: "CVG104",
    name: "hooks-timeout",
    severity: Severity::Warning,
    source: include_str!("hooks_timeout.rs"),
};

/// Looks at every timeout that is a number.
pub(super) fn check(tree: &HostTree, _: Mode, sink: &mut Sink) {
    let suspicious = seconds(facts::limit("hooks.timeout.suspicious") * 1000);
    let end = match tree.host {
        Host::Claude => facts::limit("hooks.timeout.session_end.claude"),
        Host::Codex => facts::limit("hooks.timeout.session_end.codex"),
    };
    for source in model::sources(tree) {
        for handler in source.handlers(tree.host) {
            let Some(node) = handler.node.get("timeout") else { continue };
            let text = node.as_str().filter(|_| node.type_name() == "number");
            let Some(value) = text.and_then(|text| text.parse::<f64>().ok()) else { continue };
            let (message, help) = if value >= suspicious {
                let message = format!("`timeout` counts seconds: {value} is {}", long(value));
                (message, format!("milliseconds were meant? Write `{}`", value / 1000.0))
            } else if handler.event == "SessionEnd" && value > seconds(end) {
                let message = format!(
                    "{} stops SessionEnd hooks after {} seconds",
                    tree.host.title(),
                    seconds(end)
                );
                (message, "leave `timeout` out, and detach what takes longer".to_owned())
            } else {
                continue;
            };
            sink.push(
                Diagnostic::new(&RULE, source.place(node), message).help(help).host(tree.host),
            );
        }
    }
}

/// Milliseconds of the table as seconds.
fn seconds(milliseconds: usize) -> f64 {
    u32::try_from(milliseconds).map_or(f64::INFINITY, |ms| f64::from(ms) / 1000.0)
}

/// A number of seconds as a person feels it.
fn long(seconds: f64) -> String {
    if seconds >= 7200.0 {
        format!("{:.1} hours", seconds / 3600.0)
    } else {
        format!("{:.0} minutes", seconds / 60.0)
    }
}
