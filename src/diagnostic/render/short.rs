//! One line for each diagnostic: `path:line:column: severity[CODE]: message`.

use super::{Options, one_line};
use crate::diagnostic::{Diagnostic, Severity};

/// Shows every diagnostic on a line of its own.
pub(super) fn render(diagnostics: &[Diagnostic], options: &Options) -> String {
    diagnostics.iter().map(|item| line(item, options.color)).collect()
}

fn line(item: &Diagnostic, color: bool) -> String {
    let position = item.place.position();
    let mut severity = format!("{}[{}]", item.severity.word(), item.rule.code);
    if color {
        let style = match item.severity {
            Severity::Error => anstyle::AnsiColor::BrightRed,
            Severity::Warning => anstyle::AnsiColor::Yellow,
            Severity::Info => anstyle::AnsiColor::BrightBlue,
        };
        let style = style.on_default().bold();
        severity = format!("{style}{severity}{style:#}");
    }
    format!(
        "{}:{}:{}: {severity}: {}\n",
        item.place.file.display(),
        position.line,
        position.column,
        one_line(&item.message),
    )
}

#[cfg(test)]
mod tests {
    use super::super::testing::diagnostics;
    use super::*;

    #[test]
    fn one_line_each() {
        insta::assert_snapshot!(render(&diagnostics(), &Options::default()), @r"
        canonical/skills/review/SKILL.md:3:23: error[CVG021]: unknown tool `Bsh`
        canonical/skills/review/SKILL.md:4:24: warning[CVG006]: the value is cut at ` #`: the rest is a YAML comment
        canonical/an odd:name, 100%.yaml:2:7: warning[CVG021]: 100% wrong: a, b
        plugins/claude/logo.png:1:1: info[CVG021]: not a text
        ");
    }

    #[test]
    fn colours_only_the_severity() {
        let options = Options { color: true, ..Options::default() };
        let shown = render(&diagnostics()[..1], &options);
        assert!(shown.contains("\u{1b}[1m\u{1b}[91merror[CVG021]\u{1b}[0m: unknown"), "{shown:?}");
    }
}
