//! Plugins as they are found in public, against what the two hosts did with them.
//!
//! Each folder of `tests/shapes` has an `input` tree and an `expect.json`: the
//! verdict, and the file and line where the fault must be named. The folders have
//! code words of their own; [`CODES`] says which of our rules each one means.

use std::fs;
use std::path::Path;

use convergo::diagnostic::{Diagnostic, Severity};
use convergo::generate::lint::lint_foreign;
use cvg_hooks::Host;
use serde_json::Value;

const FOLDER: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/shapes");

/// The rule that each code word of a fault means.
const CODES: &[(&str, &str)] = &[
    ("body/broken-link", "CVG040"),
    ("body/host-only-variable", "CVG042"),
    ("body/positional-in-code", "CVG044"),
    ("description/too-long", "CVG024"),
    ("enc/bom", "CVG004"),
    ("fm-delim/missing", "CVG001"),
    ("fm-delim/not-first", "CVG003"),
    ("fm-delim/unclosed", "CVG002"),
    ("fm-required/description", "CVG023"),
    ("fm-type/list-for-string", "CVG020"),
    ("fm-type/string-for-map", "CVG021"),
    ("fm-yaml/alias", "CVG015"),
    ("fm-yaml/block-header", "CVG009"),
    ("fm-yaml/colon-line-end", "CVG007"),
    ("fm-yaml/colon-space", "CVG007"),
    ("fm-yaml/comment-truncates", "CVG006"),
    ("fm-yaml/duplicate-key", "CVG013"),
    ("fm-yaml/flow-map", "CVG017"),
    ("fm-yaml/inline-sequence", "CVG016"),
    ("fm-yaml/reserved-indicator", "CVG008"),
    ("fm-yaml/tab", "CVG011"),
    ("fm-yaml/text-after-flow", "CVG010"),
    ("fm-yaml/unbalanced-quote", "CVG012"),
    ("hooks/timeout-unit", "CVG104"),
    ("hooks/unquoted-root", "CVG103"),
    ("manifest/name", "CVG092"),
    ("manifest/path-type", "CVG093"),
    ("manifest/type", "CVG091"),
    ("name/directory-mismatch", "CVG028"),
    ("name/invalid-chars", "CVG026"),
    ("tree/doc-in-component-dir", "CVG080"),
    ("tree/nested-skill", "CVG079"),
];

/// Words for shapes without a fault.
const HARMLESS: &[&str] = &["body/literal-template", "body/rule", "tools/string-form"];

struct Shape {
    id: String,
    code: String,
    verdict: String,
    file: String,
    line: Option<u64>,
}

fn shapes(words: &[&str]) -> Vec<Shape> {
    let mut all = Vec::new();
    for folder in fs::read_dir(FOLDER).expect("tests/shapes") {
        let path = folder.expect("an entry").path().join("expect.json");
        let Ok(text) = fs::read_to_string(&path) else { continue };
        let expect: Value = serde_json::from_str(&text).expect("JSON");
        let text = |key: &str| expect[key].as_str().expect("a string").to_owned();
        let code = text("code");
        if words.iter().any(|word| code.starts_with(word)) {
            all.push(Shape {
                id: text("id"),
                code,
                verdict: text("expect"),
                file: text("file"),
                line: expect["line"].as_u64(),
            });
        }
    }
    all.sort_by(|a, b| a.id.cmp(&b.id));
    assert!(!all.is_empty(), "no shape has a code of {words:?}");
    all
}

/// What is wrong with our findings for a shape; `None` if they are as expected.
fn complaint(shape: &Shape) -> Option<String> {
    let root = Path::new(FOLDER).join(&shape.id).join("input");
    let found = lint_foreign(Host::Claude, &root).expect("a readable tree");
    let worst = found.iter().map(|diagnostic| diagnostic.severity).max();
    let wanted = match shape.verdict.as_str() {
        "error" => Some(Severity::Error),
        "warning" => Some(Severity::Warning),
        _ => None,
    };
    let lines: Vec<String> = found.iter().map(line).collect();
    let report = |why: &str| Some(format!("{}: {why}\n    {}", shape.id, lines.join("\n    ")));
    let Some(wanted) = wanted else {
        return if worst > Some(Severity::Info) { report("should be fine") } else { None };
    };
    let code = CODES.iter().find(|(word, _)| *word == shape.code).map(|(_, code)| *code);
    let Some(code) = code else { return report("its code word is not in the table") };
    if worst != Some(wanted) {
        return report(&format!("the worst should be {}", shape.verdict));
    }
    let stands = found.iter().any(|diagnostic| {
        diagnostic.rule.code == code
            && diagnostic.severity == wanted
            && diagnostic.place.file.display() == shape.file
            && shape.line == Some(diagnostic.place.position().line as u64)
    });
    let place = format!("{code} should stand at {}:{:?}", shape.file, shape.line);
    if stands { None } else { report(&place) }
}

fn line(diagnostic: &Diagnostic) -> String {
    let position = diagnostic.place.position();
    let (file, severity) = (diagnostic.place.file.display(), diagnostic.severity.word());
    format!(
        "{severity}[{}] {file}:{}:{} {}",
        diagnostic.rule.code, position.line, position.column, diagnostic.message
    )
}

fn assert_shapes(words: &[&str]) {
    let complaints: Vec<String> = shapes(words).iter().filter_map(complaint).collect();
    assert!(complaints.is_empty(), "\n{}", complaints.join("\n"));
}

#[test]
fn frontmatter() {
    assert_shapes(&["fm-", "enc/", "name/", "description/", "tools/"]);
}

#[test]
fn bodies() {
    assert_shapes(&["body/"]);
}

#[test]
fn trees() {
    assert_shapes(&["tree/"]);
}

#[test]
fn manifests() {
    assert_shapes(&["manifest/"]);
}

#[test]
fn hook_files() {
    assert_shapes(&["hooks/"]);
}

#[test]
fn every_code_word_is_known() {
    for shape in shapes(&[""]) {
        let known = CODES.iter().any(|(word, _)| *word == shape.code);
        let harmless = HARMLESS.contains(&shape.code.as_str());
        assert!(known != harmless, "{}: {}", shape.id, shape.code);
    }
}
