//! Claude Code cuts what it lists of this component to the model.
//!
//! It lists `description - when_to_use` and ends both at 1,536 characters (setting
//! `skillListingMaxDescChars`), so the model never reads the rest.
//!
//! ## Instead
//!
//! Shorten `when_to_use`, or say it in the description once.

use super::subject::value_range;
use crate::diagnostic::{Diagnostic, Rule, Severity, Sink};
use crate::generate::hosts::facts::limit;
use crate::generate::lint::{Context, Document, Kind, Mode};
use crate::generate::source::yaml::Node;
use cvg_hooks::Host;

/// The rule.
pub(super) static RULE: Rule = Rule {
    code: "CVG029",
    name: "listing-too-long",
    severity: Severity::Warning,
    source: include_str!("listing_too_long.rs"),
};

/// Stands between the two texts.
const JOINT: &str = " - ";

/// Adds up both texts.
pub(super) fn check(document: &Document, context: Context<'_>, sink: &mut Sink) {
    let max = limit("skill.listing.max");
    if !matches!(document.kind, Kind::Skill | Kind::Command) {
        return;
    }
    let Some(root) = document.mapping() else { return };
    let description = root.entry("description");
    let section = if context.mode == Mode::Source { root.get("claude") } else { Some(root) };
    let when = section.and_then(|section| section.entry("when_to_use"));
    let texts: Vec<&str> = [description, when]
        .into_iter()
        .flatten()
        .filter_map(|entry| entry.value.as_str())
        .collect();
    let joints = texts.len().saturating_sub(1) * JOINT.chars().count();
    let count = texts.iter().map(|text| text.trim().chars().count()).sum::<usize>() + joints;
    let template = context.mode == Mode::Source && texts.iter().any(|text| text.contains("{{"));
    let Some(entry) = when.filter(|entry| Node::as_str(&entry.value).is_some()).or(description)
    else {
        return;
    };
    if count > max && !template {
        sink.push(
            Diagnostic::new(
                &RULE,
                document.place(value_range(document, entry)),
                format!(
                    "description and `when_to_use` have {count} characters; the list ends at {max}"
                ),
            )
            .help("shorten them, the most telling words first")
            .host(Host::Claude),
        );
    }
}
