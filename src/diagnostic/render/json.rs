//! One JSON object a line, for programs that read us.
//!
//! The shape is a promise: fields are added, never renamed or removed.

use serde::Serialize;

use super::Options;
use super::span::{Unit, range_span, span};
use crate::diagnostic::{Diagnostic, Label, Severity, display_path};

/// The JSON Schema of one line.
///
/// ```json
#[doc = include_str!("line.schema.json")]
/// ```
pub const SCHEMA: &str = include_str!("line.schema.json");

#[derive(Serialize)]
struct Line<'a> {
    code: &'static str,
    name: &'static str,
    severity: Severity,
    file: String,
    #[serde(flatten)]
    region: Region,
    message: &'a str,
    note: Option<&'a str>,
    help: Option<String>,
    hosts: Vec<&'static str>,
    labels: Vec<LabelLine<'a>>,
    fix: Option<FixLine<'a>>,
    via: Option<Via<'a>>,
}

#[derive(Serialize)]
struct Region {
    line: usize,
    column: usize,
    end_line: usize,
    end_column: usize,
}

#[derive(Serialize)]
struct LabelLine<'a> {
    file: String,
    #[serde(flatten)]
    region: Region,
    text: &'a str,
}

#[derive(Serialize)]
struct FixLine<'a> {
    title: &'a str,
    replacement: &'a str,
    #[serde(flatten)]
    region: Region,
    mechanical: bool,
}

#[derive(Serialize)]
struct Via<'a> {
    file: &'a str,
    line: usize,
}

impl From<super::span::Span> for Region {
    fn from(span: super::span::Span) -> Self {
        Self {
            line: span.start.line,
            column: span.start.column,
            end_line: span.end.line,
            end_column: span.end.column,
        }
    }
}

/// Shows every diagnostic as one JSON object on one line.
pub(super) fn render(diagnostics: &[Diagnostic], _: &Options) -> String {
    let mut out = String::new();
    for item in diagnostics {
        // A struct of strings and numbers always serialises.
        out.push_str(&serde_json::to_string(&line(item)).unwrap_or_default());
        out.push('\n');
    }
    out
}

fn line(item: &Diagnostic) -> Line<'_> {
    Line {
        code: item.rule.code,
        name: item.rule.name,
        severity: item.severity,
        file: display_path(&item.place.file.path),
        region: span(&item.place, Unit::Characters).into(),
        message: &item.message,
        note: item.note.as_deref(),
        help: (!item.help.is_empty()).then(|| item.help.join("\n")),
        hosts: item.hosts.iter().map(|host| host.id()).collect(),
        labels: item.labels.iter().map(label).collect(),
        fix: item.fix.as_ref().map(|fix| FixLine {
            title: &fix.title,
            replacement: &fix.replacement,
            region: range_span(&item.place.file.text, &fix.range, Unit::Characters).into(),
            mechanical: fix.mechanical,
        }),
        via: item.place.via.as_ref().map(|via| Via { file: &via.path, line: via.line }),
    }
}

fn label(label: &Label) -> LabelLine<'_> {
    LabelLine {
        file: display_path(&label.place.file.path),
        region: span(&label.place, Unit::Characters).into(),
        text: &label.text,
    }
}

#[cfg(test)]
mod tests {
    use super::super::testing::diagnostics;
    use super::*;

    #[test]
    fn one_object_a_line() {
        insta::assert_snapshot!(render(&diagnostics(), &Options::default()), @r#"
        {"code":"CVG021","name":"unknown-tool","severity":"error","file":"canonical/skills/review/SKILL.md","line":3,"column":23,"end_line":3,"end_column":26,"message":"unknown tool `Bsh`","note":"not a tool of Claude Code","help":"a tool with a similar name exists: `Bash`","hosts":[],"labels":[{"file":"canonical/skills/review/SKILL.md","line":3,"column":1,"end_line":3,"end_column":14,"text":"in this key"}],"fix":null,"via":null}
        {"code":"CVG006","name":"yaml-comment-truncates","severity":"warning","file":"canonical/skills/review/SKILL.md","line":4,"column":24,"end_line":4,"end_column":38,"message":"the value is cut at ` #`: the rest is a YAML comment","note":"this text is lost","help":"quote the value\nor move the comment to a line of its own","hosts":["codex"],"labels":[],"fix":{"title":"quote the value","replacement":"\"Fix issue #12 and review\"","line":4,"column":14,"end_line":4,"end_column":38,"mechanical":false},"via":{"file":"plugins/codex/skills/review/SKILL.md","line":4}}
        {"code":"CVG021","name":"unknown-tool","severity":"warning","file":"canonical/an odd:name, 100%.yaml","line":2,"column":7,"end_line":2,"end_column":10,"message":"100% wrong: a,\nb","note":null,"help":null,"hosts":[],"labels":[],"fix":null,"via":null}
        {"code":"CVG021","name":"unknown-tool","severity":"info","file":"plugins/claude/logo.png","line":1,"column":1,"end_line":1,"end_column":1,"message":"not a text","note":null,"help":null,"hosts":[],"labels":[],"fix":null,"via":null}
        "#);
    }

    #[test]
    fn every_line_is_as_the_schema_says() {
        let schema: serde_json::Value = serde_json::from_str(SCHEMA).expect("the schema is JSON");
        let validator = jsonschema::validator_for(&schema).expect("the schema is a schema");
        let shown = render(&diagnostics(), &Options::default());
        assert_eq!(shown.lines().count(), 4);
        for line in shown.lines() {
            let value = serde_json::from_str(line).expect("a line is JSON");
            let faults: Vec<String> =
                validator.iter_errors(&value).map(|error| error.to_string()).collect();
            assert_eq!(faults, Vec::<String>::new(), "{line}");
        }
    }
}
