//! Faults and remarks, without any look.
//!
//! A [`Diagnostic`] says which [`Rule`] was broken, where, and what mends it.
//! How it is shown belongs to the renderers beside this file.

mod place;
pub mod render;
mod rule;
mod sink;

pub use place::{Origin, Place, Position, SourceFile, display_path};
pub use rule::{Rule, Severity};
pub use sink::Sink;

/// A replacement of a part of a source file that mends a fault.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fix {
    /// What it does, as an imperative: `quote the value`.
    pub title: String,
    /// Bytes of the source file to replace.
    pub range: std::ops::Range<usize>,
    /// What stands there afterwards.
    pub replacement: String,
    /// May `--fix` apply it? Only where the mended text must be what the author meant.
    pub mechanical: bool,
}

/// A second place that explains the first.
#[derive(Debug, Clone)]
pub struct Label {
    /// Where.
    pub place: Place,
    /// What to see there.
    pub text: String,
}

/// One fault or remark.
#[derive(Debug, Clone)]
pub struct Diagnostic {
    /// The rule that was broken.
    pub rule: &'static Rule,
    /// How bad it is here; usually the rule's own severity.
    pub severity: Severity,
    /// What is wrong, one line, without a trailing period.
    pub message: String,
    /// Where it is.
    pub place: Place,
    /// A few words under the underlined text.
    pub note: Option<String>,
    /// Further places.
    pub labels: Vec<Label>,
    /// What to do, one line each.
    pub help: Vec<String>,
    /// A replacement that mends it.
    pub fix: Option<Fix>,
    /// The hosts it concerns; empty: all.
    pub hosts: Vec<cvg_hooks::Host>,
}

impl Diagnostic {
    /// A diagnostic with the rule's own severity and nothing but the message.
    pub fn new(rule: &'static Rule, place: Place, message: impl Into<String>) -> Self {
        Self {
            rule,
            severity: rule.severity,
            message: message.into(),
            place,
            note: None,
            labels: Vec::new(),
            help: Vec::new(),
            fix: None,
            hosts: Vec::new(),
        }
    }

    /// Adds a line of help.
    #[must_use]
    pub fn help(mut self, text: impl Into<String>) -> Self {
        self.help.push(text.into());
        self
    }

    /// Sets the words under the underlined text.
    #[must_use]
    pub fn note(mut self, text: impl Into<String>) -> Self {
        self.note = Some(text.into());
        self
    }

    /// Adds a second place.
    #[must_use]
    pub fn label(mut self, place: Place, text: impl Into<String>) -> Self {
        self.labels.push(Label { place, text: text.into() });
        self
    }

    /// Sets the replacement that mends it.
    #[must_use]
    pub fn fix(mut self, fix: Fix) -> Self {
        self.fix = Some(fix);
        self
    }

    /// Overrides the severity.
    #[must_use]
    pub fn severity(mut self, severity: Severity) -> Self {
        self.severity = severity;
        self
    }

    /// Names a host that it concerns.
    #[must_use]
    pub fn host(mut self, host: cvg_hooks::Host) -> Self {
        if !self.hosts.contains(&host) {
            self.hosts.push(host);
            self.hosts.sort_unstable();
        }
        self
    }
}
