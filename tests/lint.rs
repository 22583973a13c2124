//! Every rule against its Markdown file: `tests/lint/<rule>.md` shows, in prose
//! and code blocks, what the rule finds and what it leaves alone.
//!
//! Under each heading stand files and what is expected of them:
//!
//! - ```` ```file PATH [crlf|cr|bom|exec|escaped|no-newline|symlink=TARGET] ```` holds a file.
//!   `escaped` turns `\u{…}`, `\xNN`, `\r` and `\t` into what they stand for.
//! - ```` ```expect as=claude|codex|source|canonical ```` lists every finding of the
//!   rule's family, and only those of others that it names, one a line
//!   (`canonical` is a repository that is loaded and rendered whole):
//!   `severity[CODE] path:line:column how the message starts`.
//! - ```` ```fixed PATH ```` (optional) is the file with every fix of these findings.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use convergo::diagnostic::{Diagnostic, Sink, SourceFile};
use convergo::generate::lint::rules::{self, body, frontmatter, hooks, manifest, source, tree};
use convergo::generate::lint::{
    Check, Context, Document, Entry, Mode, check_document, classify, lint_foreign, rendered, whole,
};
use convergo::generate::render::{Options, render};
use convergo::generate::source::load;
use cvg_hooks::Host;
use pulldown_cmark::{CodeBlockKind, Event, Parser, Tag, TagEnd};

const FOLDER: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/lint");

#[derive(Debug, Default)]
struct Scenario {
    title: String,
    files: Vec<(String, Vec<String>, String)>,
    expectations: Vec<(String, Vec<String>)>,
    fixed: Vec<(String, String)>,
}

fn scenarios(markdown: &str) -> Vec<Scenario> {
    let mut all = vec![Scenario::default()];
    let mut block: Option<(String, String)> = None;
    let mut heading = false;
    for event in Parser::new(markdown) {
        match event {
            Event::Start(Tag::Heading { .. }) => {
                heading = true;
                all.push(Scenario::default());
            }
            Event::End(TagEnd::Heading(_)) => heading = false,
            Event::Start(Tag::CodeBlock(CodeBlockKind::Fenced(info))) => {
                block = Some((info.to_string(), String::new()));
            }
            Event::Text(text) | Event::Code(text) => match &mut block {
                Some((_, content)) => content.push_str(&text),
                None if heading => all.last_mut().expect("one").title.push_str(&text),
                None => {}
            },
            Event::End(TagEnd::CodeBlock) => {
                let (info, content) = block.take().expect("a block ends");
                add_block(all.last_mut().expect("one"), &info, content);
            }
            _ => {}
        }
    }
    all.retain(|scenario| !scenario.expectations.is_empty());
    all
}

fn add_block(scenario: &mut Scenario, info: &str, content: String) {
    let mut words = info.split_whitespace().map(str::to_owned);
    match words.next().as_deref() {
        Some("file") => {
            let path = words.next().expect("a file block names its path");
            scenario.files.push((path, words.collect(), content));
        }
        Some("fixed") => {
            scenario.fixed.push((words.next().expect("a fixed block names its path"), content));
        }
        Some("expect") => {
            let who = words.next().expect("as=HOST follows expect");
            let who = who.strip_prefix("as=").expect("as=HOST follows expect").to_owned();
            let lines = content.lines().map(str::to_owned).filter(|line| !line.is_empty());
            scenario.expectations.push((who, lines.collect()));
        }
        _ => {}
    }
}

fn write_files(scenario: &Scenario, root: &Path) {
    for (path, attributes, content) in &scenario.files {
        let place = root.join(path);
        fs::create_dir_all(place.parent().expect("inside the root")).expect("a folder");
        let has = |name: &str| attributes.iter().any(|attribute| attribute == name);
        if let Some(target) =
            attributes.iter().find_map(|attribute| attribute.strip_prefix("symlink="))
        {
            #[cfg(unix)]
            std::os::unix::fs::symlink(target, &place).expect("a link");
            continue;
        }
        let mut bytes = content.clone().into_bytes();
        if has("no-newline") {
            bytes.pop();
        }
        if has("escaped") {
            bytes = unescape(content);
        }
        let text = |bytes: Vec<u8>| String::from_utf8(bytes).expect("text");
        if has("crlf") {
            bytes = text(bytes).replace('\n', "\r\n").into_bytes();
        } else if has("cr") {
            bytes = text(bytes).replace('\n', "\r").into_bytes();
        }
        if has("bom") {
            bytes.splice(0..0, "\u{feff}".bytes());
        }
        fs::write(&place, bytes).expect("a file");
        #[cfg(unix)]
        if has("exec") {
            use std::os::unix::fs::PermissionsExt;
            fs::set_permissions(&place, fs::Permissions::from_mode(0o755)).expect("a mode");
        }
    }
}

/// `\u{…}`, `\xNN`, `\r` and `\t`; any other backslash is only itself.
fn unescape(text: &str) -> Vec<u8> {
    let mut out = Vec::new();
    let mut rest = text;
    while let Some(at) = rest.find('\\') {
        out.extend_from_slice(&rest.as_bytes()[..at]);
        rest = &rest[at..];
        if let Some(code) = rest.strip_prefix("\\u{") {
            let (digits, after) = code.split_once('}').expect("`}` ends a character's number");
            let code = u32::from_str_radix(digits, 16).expect("a number");
            out.extend(char::from_u32(code).expect("a character").to_string().bytes());
            rest = after;
        } else if let Some(code) = rest.strip_prefix("\\x") {
            out.push(u8::from_str_radix(&code[..2], 16).expect("two digits"));
            rest = &code[2..];
        } else if let Some(after) = rest.strip_prefix("\\r") {
            out.push(b'\r');
            rest = after;
        } else if let Some(after) = rest.strip_prefix("\\t") {
            out.push(b'\t');
            rest = after;
        } else {
            out.push(b'\\');
            rest = &rest[1..];
        }
    }
    out.extend_from_slice(rest.as_bytes());
    out
}

fn lint(who: &str, scenario: &Scenario, root: &Path) -> Vec<Diagnostic> {
    if let Ok(host) = who.parse::<Host>() {
        return lint_foreign(host, root).expect("a readable tree");
    }
    let mut sink = Sink::new();
    if who == "canonical" {
        let options = Options::default();
        let source = load(root, &mut sink);
        let rendition = render(&source, &options, &mut sink);
        rendered::check(&source, &rendition, &mut sink);
        whole::check(&source, &rendition, &options, &mut sink);
        return sink.finish();
    }
    assert_eq!(who, "source", "as= is claude, codex, source or canonical");
    let context = Context { mode: Mode::Source, host: None, tree: None };
    // The layout of `canonical/` is that of a plugin tree, as far as documents go.
    for (path, ..) in &scenario.files {
        if path.ends_with(".md") || path.ends_with(".md.hbs") {
            let text = fs::read_to_string(root.join(path)).expect("UTF-8");
            let (kind, name) = classify(path);
            let file = SourceFile::new(path, text);
            check_document(&Document::parse(kind, name, path, file), context, &mut sink);
        }
    }
    sink.finish()
}

fn line(diagnostic: &Diagnostic) -> String {
    let position = diagnostic.place.position();
    format!(
        "{}[{}] {}:{}:{} {}",
        diagnostic.severity.word(),
        diagnostic.rule.code,
        diagnostic.place.file.display(),
        position.line,
        position.column,
        diagnostic.message
    )
}

/// The family that a rule belongs to.
fn family(code: &str) -> &'static [Entry] {
    let families: [&'static [Entry]; 6] = [
        frontmatter::ENTRIES,
        body::ENTRIES,
        tree::ENTRIES,
        manifest::ENTRIES,
        hooks::ENTRIES,
        source::ENTRIES,
    ];
    families
        .into_iter()
        .find(|entries| entries.iter().any(|entry| entry.rule.code == code))
        .unwrap_or_default()
}

/// The text with every fix made whose bytes no earlier one has touched.
fn fixed(root: &Path, path: &str, diagnostics: &[&Diagnostic]) -> String {
    let text = fs::read_to_string(root.join(path)).expect("a file");
    let mut fixes: Vec<_> = diagnostics
        .iter()
        .filter(|diagnostic| diagnostic.place.file.display() == path)
        .filter_map(|diagnostic| diagnostic.fix.as_ref())
        .collect();
    fixes.sort_by_key(|fix| fix.range.start);
    let (mut out, mut done) = (String::new(), 0);
    for fix in fixes {
        if fix.range.start >= done {
            out.push_str(&text[done..fix.range.start]);
            out.push_str(&fix.replacement);
            done = fix.range.end;
        }
    }
    out.push_str(&text[done..]);
    out
}

/// Checks one scenario, and tells for each expectation whether the rule found something.
fn check(scenario: &Scenario, entry: &Entry, complaints: &mut Vec<String>) -> Vec<bool> {
    let root = tempfile::tempdir().expect("a temporary folder");
    write_files(scenario, root.path());
    let own = family(entry.rule.code);
    let mut hits = Vec::new();
    for (who, expected) in &scenario.expectations {
        let found = lint(who, scenario, root.path());
        let relevant: Vec<&Diagnostic> = found
            .iter()
            .filter(|diagnostic| {
                let code = diagnostic.rule.code;
                own.iter().any(|entry| entry.rule.code == code)
                    || expected.iter().any(|line| line.contains(&format!("[{code}]")))
            })
            .collect();
        let lines: Vec<String> = relevant.iter().map(|diagnostic| line(diagnostic)).collect();
        let matches = lines.len() == expected.len()
            && lines.iter().zip(expected).all(|(line, start)| line.starts_with(start.as_str()));
        if !matches {
            complaints.push(format!(
                "{} / {} as={who}\n  expected:\n    {}\n  found:\n    {}",
                entry.rule.name,
                scenario.title,
                expected.join("\n    "),
                lines.join("\n    ")
            ));
        }
        for (path, wanted) in &scenario.fixed {
            let got = fixed(root.path(), path, &relevant);
            if got != *wanted {
                complaints.push(format!(
                    "{} / {} as={who}: {path} after its fixes\n{got}",
                    entry.rule.name, scenario.title
                ));
            }
        }
        hits.push(relevant.iter().any(|diagnostic| diagnostic.rule == entry.rule));
    }
    hits
}

#[test]
fn every_rule_finds_what_its_file_shows() {
    let mut pages = BTreeMap::new();
    for file in fs::read_dir(FOLDER).expect("tests/lint") {
        let path = file.expect("an entry").path();
        let name = path.file_stem().expect("a name").to_string_lossy().into_owned();
        pages.insert(name, fs::read_to_string(&path).expect("a Markdown file"));
    }
    let mut complaints = Vec::new();
    for (name, markdown) in &pages {
        let Some(entry) = rules::all().find(|entry| entry.rule.name == name) else {
            complaints.push(format!("tests/lint/{name}.md: there is no such rule"));
            continue;
        };
        let mut hits = Vec::new();
        for scenario in scenarios(markdown) {
            hits.extend(check(&scenario, entry, &mut complaints));
        }
        if !hits.contains(&true) {
            complaints.push(format!("tests/lint/{name}.md: no scenario breaks the rule"));
        }
        if !hits.contains(&false) {
            complaints.push(format!("tests/lint/{name}.md: no scenario keeps the rule"));
        }
    }
    for entry in rules::all() {
        if !matches!(entry.check, Check::Elsewhere) && !pages.contains_key(entry.rule.name) {
            complaints.push(format!("tests/lint/{}.md is missing", entry.rule.name));
        }
    }
    assert!(complaints.is_empty(), "\n{}", complaints.join("\n\n"));
}

#[test]
fn rules_have_their_own_codes_names_and_pages() {
    let mut codes = BTreeMap::new();
    let mut names = BTreeMap::new();
    for entry in rules::all() {
        let rule = entry.rule;
        assert_eq!(codes.insert(rule.code, rule.name), None, "{} stands twice", rule.code);
        assert_eq!(names.insert(rule.name, rule.code), None, "{} stands twice", rule.name);
        let page = rule.page();
        assert!(rule.summary().ends_with('.'), "{}: {}", rule.code, rule.summary());
        assert!(page.contains("\n## Instead\n"), "{} says what to do instead", rule.code);
    }
}
