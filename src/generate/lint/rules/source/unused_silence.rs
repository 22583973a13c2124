//! A silence has nothing left to silence.
//!
//! The fault was mended, moved to another line, or belongs to a rule that
//! cannot be silenced. A silence that stays behind would hide the next fault.
//!
//! A silence comment covers the next line that has text and is no silence
//! itself; where it stands behind other text, it covers its own line only.
//! `cvg-allow-file` covers the whole file. Rules about silences (CVG140 to
//! CVG142) and about output (CVG150 and above) cannot be silenced.
//!
//! ## Instead
//!
//! Remove it (`cvg-gen lint --fix` does), or move it to the line it is meant for.

use crate::diagnostic::{Rule, Severity};

/// The rule; silences report it.
pub(crate) static RULE: Rule = Rule {
    code: "CVG141",
    name: "unused-silence",
    severity: Severity::Warning,
    source: include_str!("unused_silence.rs"),
};
