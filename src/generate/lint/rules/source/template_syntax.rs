//! A template cannot be parsed.
//!
//! Files whose name ends in `.hbs` are Handlebars templates. The text between
//! `{{` and `}}` must be a helper, a name, a block or a partial.
//!
//! ## Instead
//!
//! Write `\{{` where two braces are meant as text. `${{` is never a tag, so
//! GitHub expressions can stay as they are. Or drop the `.hbs` from the name:
//! other files are copied to the byte.

use crate::diagnostic::{Rule, Severity};

/// The rule.
pub(crate) static RULE: Rule = Rule {
    code: "CVG050",
    name: "template-syntax",
    severity: Severity::Error,
    source: include_str!("template_syntax.rs"),
};
