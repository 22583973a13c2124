//! Tests of silences: what they find, what they cover, and their account.

use super::*;
use crate::diagnostic::Severity;

/// `[line of the code, scope]` of each silence.
fn found(path: &str, text: &str) -> Vec<(String, Scope)> {
    find(&SourceFile::new(path, text))
        .into_iter()
        .map(|comment| {
            for (code, range) in &comment.codes {
                assert_eq!(&text[range.clone()], code);
            }
            let codes: Vec<&str> = comment.codes.iter().map(|(code, _)| code.as_str()).collect();
            (format!("{}={}", codes.join("+"), comment.reason), comment.scope)
        })
        .collect()
}

fn one_line(line: usize) -> Scope {
    Scope::Lines(line..line + 1)
}

#[test]
fn covers_the_next_line_or_its_own() {
    let text = "<!-- cvg-allow CVG006: above -->\n<!-- cvg-allow CVG140, CVG141: both -->\n\n\
                target\nother <!-- cvg-allow CVG006: beside --> text\n\
                <!-- cvg-allow-file CVG142: all of it -->\n";
    assert_eq!(
        found("a.md", text),
        [
            ("CVG006=above".to_owned(), one_line(4)),
            ("CVG140+CVG141=both".to_owned(), one_line(4)),
            ("CVG006=beside".to_owned(), one_line(5)),
            ("CVG142=all of it".to_owned(), Scope::File),
        ]
    );
}

#[test]
fn inside_markdown_code_it_is_text() {
    let text = "```md\n<!-- cvg-allow CVG006: x -->\n```\n\n    <!-- cvg-allow CVG006: x -->\n\n\
                `<!-- cvg-allow CVG006: x -->`\n\n~~~\n<!-- cvg-allow CVG006: x -->\n";
    assert_eq!(found("a.md", text), []);
}

#[test]
fn templates_have_comments_of_their_own() {
    let text = "{{!-- cvg-allow CVG006: long --}}\nx\n{{! cvg-allow CVG006: short }}\ny\n\
                {{~!-- cvg-allow CVG006: trimmed --~}}\nz\n\\{{! cvg-allow CVG006: text }}\n\
                ${{! cvg-allow CVG006: text }}\n```\n{{! cvg-allow CVG006: in code }}\nw\n```\n";
    let expected = [("long", 2), ("short", 4), ("trimmed", 6), ("in code", 11)]
        .map(|(reason, line)| (format!("CVG006={reason}"), one_line(line)));
    assert_eq!(found("a.md.hbs", text), expected);
    assert_eq!(found("a.md", text), [], "a file without .hbs is no template");
}

#[test]
fn yaml_comments_count_and_strings_do_not() {
    let text = "---\n# cvg-allow CVG006: next\nname: x\nd: \"# cvg-allow CVG006: string\"\n\
                e: y # cvg-allow CVG006: here\n---\n# cvg-allow CVG006: a heading\n";
    let expected =
        [("CVG006=next".to_owned(), one_line(3)), ("CVG006=here".to_owned(), one_line(5))];
    assert_eq!(found("skills/x/SKILL.md", text), expected);
    assert_eq!(
        found("hooks.yaml", "a: [\n# cvg-allow CVG006: broken\nb: c\n"),
        [("CVG006=broken".to_owned(), one_line(3))],
        "what is not YAML is read line by line"
    );
    let script = "#!/bin/sh\n# cvg-allow CVG006: why\r\necho a#b\r\n";
    assert_eq!(found("bin/x", script), [("CVG006=why".to_owned(), one_line(3))]);
    assert_eq!(found("a.json", "{\"a\": \"# cvg-allow CVG006: x\"}"), []);
}

#[test]
fn odd_comments_are_read_as_far_as_they_go() {
    assert_eq!(found("a.md", "<!-- cvg-allowed CVG006: x -->\n"), []);
    assert_eq!(
        found("a.md", "<!-- cvg-allow CVG006 -->\n"),
        [("CVG006=".to_owned(), Scope::Lines(1..1))]
    );
    assert_eq!(found("a.md", "<!-- cvg-allow -->\nx\n"), [("=".to_owned(), one_line(2))]);
    assert_eq!(
        found("a.md", "<!-- cvg-allow CVG006:\n  two lines -->\nx\n"),
        [("CVG006=two lines".to_owned(), one_line(3))]
    );
    assert_eq!(found("a.md", "<!-- cvg-allow CVG006: never ends\nx\n"), []);
}

static SILENCEABLE: &str = "CVG006";

fn fault(file: &Arc<SourceFile>, line: usize) -> Diagnostic {
    let rule = rules::find(SILENCEABLE).expect("registered").rule;
    Diagnostic::new(rule, Place::line(file, line), format!("fault in line {line}"))
}

fn shown(diagnostics: &[Diagnostic]) -> Vec<String> {
    diagnostics
        .iter()
        .map(|item| {
            let line = item.place.position().line;
            let help = item.help.first().map(|help| format!(" ({help})")).unwrap_or_default();
            format!("{line}: {} {}{help}", item.rule.code, item.message)
        })
        .collect()
}

#[test]
fn silences_what_it_covers_and_nothing_else() {
    let file = SourceFile::new("a.md", "<!-- cvg-allow CVG006: why -->\none\ntwo\n");
    let left = Silences::new().apply(vec![fault(&file, 2), fault(&file, 3)]);
    assert_eq!(shown(&left), ["3: CVG006 fault in line 3"]);
}

#[test]
fn a_silence_may_end_in_a_wide_character() {
    let file = SourceFile::new("a.yaml", "# cvg-allow CVG006: why\u{feff}");
    assert_eq!(find(&file).len(), 1);
}

#[test]
fn keeps_account() {
    let file = SourceFile::new(
        "a.md",
        "<!-- cvg-allow CVG006 -->\none\n<!-- cvg-allow CVG565, CVG141: why -->\ntwo\n\
         <!-- cvg-allow: why -->\n",
    );
    let mut silences = Silences::new();
    silences.add_file(&file);
    let left = silences.apply(vec![fault(&file, 2)]);
    assert_eq!(
        shown(&left),
        [
            "1: CVG140 a silence does not say why (add the reason: `cvg-allow CVG047: reason`, \
             or `reason:` in plugin.yaml)",
            "3: CVG142 no rule has the code `CVG565` (`cvg-gen explain` lists every code)",
            "3: CVG141 `CVG141` cannot be silenced (mend the fault, and remove this silence)",
            "5: CVG142 a silence names no rule (name the code that the diagnostic shows: \
             `cvg-allow CVG047: reason`)",
        ]
    );
    assert_eq!(left[0].severity, Severity::Error);
}

#[test]
fn an_unused_silence_can_be_removed() {
    for (text, after) in [
        ("a\n  <!-- cvg-allow CVG006: why -->\r\nb\n", "a\nb\n"),
        ("a <!-- cvg-allow CVG006: why --> b\n", "a b\n"),
        ("a\n<!-- cvg-allow CVG006: why -->", "a\n"),
    ] {
        let file = SourceFile::new("a.md", text);
        let mut silences = Silences::new();
        silences.add_file(&file);
        let left = silences.apply(Vec::new());
        assert_eq!(left.len(), 1);
        assert_eq!(left[0].rule.code, "CVG141");
        let fix = left[0].fix.as_ref().expect("it is a single rule");
        let mut mended = text.to_owned();
        mended.replace_range(fix.range.clone(), &fix.replacement);
        assert_eq!(mended, after);
    }
}

#[test]
fn a_partial_run_does_not_call_a_silence_unused() {
    let file = SourceFile::new("a.md", "<!-- cvg-allow CVG006: why -->\nx\n");
    let mut silences = Silences::new();
    silences.add_file(&file);
    silences.partial_run();
    assert_eq!(shown(&silences.apply(Vec::new())), Vec::<String>::new());
}

fn allowance(plugin: &Arc<SourceFile>, code: &str, file: Option<&str>, reason: &str) -> Allowance {
    Allowance {
        code: code.to_owned(),
        file: file.map(str::to_owned),
        reason: reason.to_owned(),
        place: Place::line(plugin, 2),
        code_place: Place::line(plugin, 2),
        file_place: Place::line(plugin, 2),
    }
}

#[test]
fn plugin_yaml_can_silence_files_that_carry_no_comment() {
    let plugin = SourceFile::new("canonical/plugin.yaml", "allow:\n  - {}\n");
    let here = SourceFile::new("canonical/skills/x/data.json", "{}\n");
    let there = SourceFile::new("canonical/skills/x/deep/data.json", "{}\n");
    let mut silences = Silences::new();
    silences.add_allowance(allowance(&plugin, "CVG006", Some("skills/*/data.json"), "vendored"));
    let left = silences.apply(vec![fault(&here, 1), fault(&there, 1)]);
    assert_eq!(left.len(), 1, "a single star stays in its folder");
    assert_eq!(left[0].place.file.path, there.path);

    let mut silences = Silences::new();
    silences.add_allowance(allowance(&plugin, "CVG006", Some("skills/[x"), "why"));
    silences.add_allowance(allowance(&plugin, "CVG006", Some("skills/y/**"), ""));
    assert_eq!(
        shown(&silences.apply(Vec::new())),
        [
            "2: CVG140 a silence does not say why (add the reason: `cvg-allow CVG047: reason`, \
             or `reason:` in plugin.yaml)",
            "2: CVG141 nothing here breaks `CVG006`: the silence is unused (remove it, or move \
             it to the line it is meant for)",
            "2: CVG149 `file` is not a glob: unclosed character class; missing ']' (close the \
             bracket or brace, or write `\\` in front of one that is meant)",
        ]
    );
}

mod robust {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn no_text_makes_it_panic_or_leave_the_text(
            pieces in prop::collection::vec(
                prop_oneof![
                    Just("cvg-allow"), Just("cvg-allow-file "), Just(" CVG006"), Just(", "),
                    Just(": é"), Just("<!-- "), Just(" -->"), Just("{{!--"), Just("--}}"),
                    Just("{{! "), Just("}}"), Just("# "), Just("#é"), Just("\n"), Just("\r\n"),
                    Just("```\n"), Just("---\n"), Just("a: "), Just("\""), Just("\u{feff}"),
                    Just("> "), Just("- "), Just("漢"),
                ],
                0..24,
            ),
            path in prop_oneof![
                Just("a.md"), Just("a.md.hbs"), Just("a.yaml"), Just("a.toml.hbs"), Just("a"),
            ],
        ) {
            let file = SourceFile::new(path, pieces.concat());
            for comment in find(&file) {
                prop_assert!(file.text[comment.range.clone()].contains("cvg-allow"));
                for (code, range) in &comment.codes {
                    prop_assert_eq!(&file.text[range.clone()], code);
                }
            }
            let mut silences = Silences::new();
            silences.add_file(&file);
            for item in silences.apply(Vec::new()) {
                if let Some(fix) = &item.fix {
                    let mut mended = file.text.clone();
                    mended.replace_range(fix.range.clone(), &fix.replacement);
                    prop_assert!(find(&SourceFile::new(path, mended)).len() <= find(&file).len());
                }
            }
        }
    }
}
