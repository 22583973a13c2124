//! A silence does not say why.
//!
//! A silence outlives the memory of whoever wrote it. With its reason the next
//! reader can tell whether it still holds; without one nobody dares to remove it.
//! The silence works all the same, so that this is the only fault to mend.
//!
//! ## Instead
//!
//! Put the reason behind a colon:
//!
//! ```markdown
//! <!-- cvg-allow CVG047: the vendor's own spelling -->
//! ```

use crate::diagnostic::{Rule, Severity};

/// The rule; silences report it.
pub(crate) static RULE: Rule = Rule {
    code: "CVG140",
    name: "silence-without-reason",
    severity: Severity::Error,
    source: include_str!("silence_without_reason.rs"),
};
