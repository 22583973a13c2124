//! A field of a canonical file holds the wrong kind of value.
//!
//! ```yaml
//! name: [convergo]    # CVG147: expected a string, found a list
//! version: 1.10       # CVG147: expected a string, found a number
//! ```
//!
//! Text that looks like a number or a boolean is one, unless it is quoted: an
//! unquoted `1.10` reads as 1.1 in most YAML readers. Aliases (`*name`) are not
//! followed, so no value may be one.
//!
//! ## Instead
//!
//! Write the kind of value that the message names; quote text that looks like a
//! number: `version: "1.10"`.

use crate::diagnostic::{Rule, Severity};

/// The rule; the schema check reports it.
pub(crate) static RULE: Rule = Rule {
    code: "CVG147",
    name: "wrong-field-type",
    severity: Severity::Error,
    source: include_str!("wrong_field_type.rs"),
};
