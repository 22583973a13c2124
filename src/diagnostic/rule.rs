//! The identity of a rule: its code, its name and its page.

use serde::Serialize;

/// How bad a fault is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Severity {
    /// Worth knowing; nothing is wrong.
    Info,
    /// Works, but not as the author would expect somewhere.
    Warning,
    /// Refused or lost on at least one host.
    Error,
}

impl Severity {
    /// The word that people and machines read.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Info => "info",
            Self::Warning => "warning",
            Self::Error => "error",
        }
    }
}

/// A rule that a source or a plugin tree can break.
#[derive(Debug)]
pub struct Rule {
    /// `CVG` and three digits; never reused.
    pub code: &'static str,
    /// Names the bad thing in kebab-case: `unknown-helper`.
    pub name: &'static str,
    /// Its usual severity.
    pub severity: Severity,
    /// The source of its module, whose `//!` lines are its page.
    pub source: &'static str,
}

impl Rule {
    /// The rule's page as Markdown: the doc comment that heads its module.
    ///
    /// The first line is a heading, `# CVG041 link-leaves-plugin`.
    pub fn page(&self) -> String {
        let mut page =
            format!("# {} {}\n\nSeverity: {}\n\n", self.code, self.name, self.severity.word());
        for line in self.source.lines() {
            let Some(text) = line.strip_prefix("//!") else { break };
            page.push_str(text.strip_prefix(' ').unwrap_or(text));
            page.push('\n');
        }
        page
    }

    /// The first sentence of the page.
    pub fn summary(&self) -> &'static str {
        let line = self.source.lines().next().unwrap_or_default();
        line.strip_prefix("//!").unwrap_or(line).trim()
    }
}

impl PartialEq for Rule {
    fn eq(&self, other: &Self) -> bool {
        self.code == other.code
    }
}

impl Eq for Rule {}
