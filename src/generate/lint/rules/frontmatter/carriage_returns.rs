//! Lines end in a carriage return.
//!
//! Lines that end in CR LF do no harm on either host, but tools that read
//! frontmatter line by line lose values over them; we render LF. Lines that end in
//! CR alone are no lines to a host: it sees no frontmatter at all.
//!
//! ## Instead
//!
//! Save the file with LF line ends, and say so in `.gitattributes`: `*.md text eol=lf`.

use super::subject::is_component;
use crate::diagnostic::{Diagnostic, Fix, Rule, Severity, Sink};
use crate::generate::lint::{Context, Document, Mode};
use crate::generate::source::frontmatter::{BYTE_ORDER_MARK, Split};

/// The rule.
pub(crate) static RULE: Rule = Rule {
    code: "CVG005",
    name: "carriage-returns",
    severity: Severity::Warning,
    source: include_str!("carriage_returns.rs"),
};

/// Looks for CR LF, and for CR alone in the frontmatter.
pub(super) fn check(document: &Document, context: Context<'_>, sink: &mut Sink) {
    if !is_component(document) {
        return;
    }
    let text = &document.file.text;
    let Some(first) = text.find('\r') else { return };
    let block = text.trim_start_matches(BYTE_ORDER_MARK);
    let unseen = document.split == Split::Missing
        && block.starts_with("---\r")
        && !block.starts_with("---\r\n");
    let yaml = document.yaml_range();
    let lone = text[yaml.clone()]
        .match_indices('\r')
        .map(|(index, _)| yaml.start + index)
        .find(|index| text.as_bytes().get(index + 1) != Some(&b'\n'));
    let (at, severity, message) = if unseen {
        let message = "lines end in a carriage return alone: hosts see no frontmatter";
        (0, Severity::Error, message)
    } else if let Some(lone) = lone {
        (lone, Severity::Warning, "a carriage return alone splits this line of the frontmatter")
    } else if text[first..].starts_with("\r\n") {
        let severity =
            if context.mode == Mode::Source { Severity::Warning } else { Severity::Info };
        (first, severity, "lines end in CR LF")
    } else {
        return; // a carriage return in the body is the author's own
    };
    let place = if unseen {
        document.place(0..block.find('\r').unwrap_or(0))
    } else {
        document.place(at..at + 1)
    };
    sink.push(
        Diagnostic::new(&RULE, place, message)
            .severity(severity)
            .help("save the file with LF line ends")
            .fix(Fix {
                title: "write LF line ends".to_owned(),
                range: 0..text.len(),
                replacement: text.replace("\r\n", "\n").replace('\r', "\n"),
                mechanical: context.mode == Mode::Source,
            }),
    );
}
