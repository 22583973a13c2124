//! A SKILL.md has more than 500 lines.
//!
//! The whole file enters the context each time the skill starts, on both hosts,
//! and crowds out the work that it is to guide. The open skill format asks for
//! fewer than 500 lines.
//!
//! ## Instead
//!
//! Keep the steps in SKILL.md and move detail into `references/`, one file a
//! topic, each named where the agent needs it.

use crate::diagnostic::{Diagnostic, Rule, Severity, Sink};
use crate::generate::hosts::facts;
use crate::generate::lint::{Context, Document, Kind};

/// The rule.
pub(super) static RULE: Rule = Rule {
    code: "CVG047",
    name: "body-too-long",
    severity: Severity::Warning,
    source: include_str!("body_too_long.rs"),
};

/// Counts the lines of a skill.
pub(super) fn check(document: &Document, _: Context<'_>, sink: &mut Sink) {
    if document.kind != Kind::Skill {
        return;
    }
    let limit = facts::limit("skill.lines.max");
    let text = document.file.text.as_str();
    // As `lines` counts; in portions that a byte can count, which is many times as fast.
    let ends_in = |part: &[u8]| part.iter().map(|&byte| u8::from(byte == b'\n')).sum::<u8>();
    let ends: usize = text.as_bytes().chunks(255).map(|part| usize::from(ends_in(part))).sum();
    let lines = ends + usize::from(!text.is_empty() && !text.ends_with('\n'));
    if lines > limit {
        sink.push(
            Diagnostic::new(
                &RULE,
                document.line(limit + 1),
                format!("the skill has {} lines of {limit}", facts::thousands(lines)),
            )
            .note("from here on it is too long")
            .help("move detail into `references/` and name each file where it is needed"),
        );
    }
}
