//! Workflow commands of GitHub Actions, which show a diagnostic at its line.
//!
//! `::error file=…,line=…,col=…,endLine=…,endColumn=…,title=…::message`, with
//! the escapes that the runner undoes: `%`, CR and LF everywhere, `:` and `,`
//! in properties too. GitHub takes columns only where a place is on one line.

use super::Options;
use super::span::{Span, Unit, span};
use crate::diagnostic::{Diagnostic, Severity};

/// Shows every diagnostic as one command; its help follows the message.
pub(super) fn render(diagnostics: &[Diagnostic], _: &Options) -> String {
    diagnostics.iter().map(command).collect()
}

fn command(item: &Diagnostic) -> String {
    let command = match item.severity {
        Severity::Error => "error",
        Severity::Warning => "warning",
        Severity::Info => "notice",
    };
    let Span { start, end } = span(&item.place, Unit::Characters);
    let columns = if start.line == end.line {
        format!(",col={},endLine={},endColumn={}", start.column, end.line, end.column)
    } else {
        format!(",endLine={}", end.line)
    };
    let message: Vec<&str> =
        std::iter::once(&item.message).chain(&item.help).map(String::as_str).collect();
    format!(
        "::{command} file={},line={}{columns},title={}::{}\n",
        escape_property(&item.place.file.display()),
        start.line,
        escape_property(&format!("{} {}", item.rule.code, item.rule.name)),
        escape_data(&message.join("\n")),
    )
}

fn escape_data(text: &str) -> String {
    text.replace('%', "%25").replace('\r', "%0D").replace('\n', "%0A")
}

fn escape_property(text: &str) -> String {
    escape_data(text).replace(':', "%3A").replace(',', "%2C")
}

#[cfg(test)]
mod tests {
    use super::super::testing::{diagnostics, file, point};
    use super::*;

    #[test]
    fn commands_are_escaped() {
        insta::assert_snapshot!(render(&diagnostics(), &Options::default()), @r"
        ::error file=canonical/skills/review/SKILL.md,line=3,col=23,endLine=3,endColumn=26,title=CVG021 unknown-tool::unknown tool `Bsh`%0Aa tool with a similar name exists: `Bash`
        ::warning file=canonical/skills/review/SKILL.md,line=4,col=24,endLine=4,endColumn=38,title=CVG006 yaml-comment-truncates::the value is cut at ` #`: the rest is a YAML comment%0Aquote the value%0Aor move the comment to a line of its own
        ::warning file=canonical/an odd%3Aname%2C 100%25.yaml,line=2,col=7,endLine=2,endColumn=10,title=CVG021 unknown-tool::100%25 wrong: a,%0Ab
        ::notice file=plugins/claude/logo.png,line=1,col=1,endLine=1,endColumn=1,title=CVG021 unknown-tool::not a text
        ");
    }

    #[test]
    fn a_place_over_lines_has_no_columns() {
        let item = point(&file("a.md", "one\ntwo\n"), 1..6, "wrong");
        assert_eq!(
            render(&[item], &Options::default()),
            "::error file=a.md,line=1,endLine=2,title=CVG021 unknown-tool::wrong\n"
        );
    }
}
