//! The book says what the code says, and no page of it is lost.
//!
//! `UPDATE_BOOK=1 cargo test --test book` writes the generated pages.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Once;

use convergo::generate::book;
use convergo::generate::source::yaml;

const DECISIONS_HEADING: &str = "- [Decisions](decisions/README.md)";

fn docs() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("docs")
}

#[expect(clippy::disallowed_methods, reason = "a switch of this test, not of a program")]
fn is_update() -> bool {
    std::env::var_os("UPDATE_BOOK").is_some()
}

fn read(path: &Path) -> String {
    fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// File names and titles of the decisions, in order.
fn decisions() -> Vec<(String, String)> {
    let mut out: Vec<_> = fs::read_dir(docs().join("decisions"))
        .expect("the decisions can be listed")
        .map(|entry| {
            let path = entry.expect("an entry can be read").path();
            let name = path.file_name().expect("it has a name").to_string_lossy().into_owned();
            let text = read(&path);
            let title = text.lines().next().and_then(|line| line.strip_prefix("# "));
            (name, title.expect("a decision begins with its title").to_owned())
        })
        .collect();
    out.sort();
    out
}

/// Every generated file below `docs/src`, with its text.
fn generated() -> BTreeMap<PathBuf, String> {
    let mut files: BTreeMap<PathBuf, String> = book::pages().into_iter().collect();
    let mut list = Vec::new();
    let mut summary = Vec::new();
    for (name, title) in decisions() {
        list.push(format!("- [{title}]({name})\n"));
        summary.push(format!("  - [{title}](decisions/{name})\n"));
        let include = format!("{{{{#include ../../decisions/{name}}}}}\n");
        files.insert(Path::new("decisions").join(name), include);
    }
    let intro =
        "# Decisions\n\nChoices that were measured, or that one would be tempted to undo.\n\n";
    files.insert(PathBuf::from("decisions/README.md"), format!("{intro}{}", list.concat()));
    let text = read(&docs().join("src/SUMMARY.md"));
    let text = replace_list(&text, book::RULES_HEADING, &book::summary_of_rules());
    let text = replace_list(&text, DECISIONS_HEADING, &summary.concat());
    files.insert(PathBuf::from("SUMMARY.md"), text);
    files
}

/// Puts `list` in the place of the indented lines below `heading`.
fn replace_list(text: &str, heading: &str, list: &str) -> String {
    let mut out = String::new();
    let mut inside = false;
    for line in text.lines() {
        if inside && line.starts_with("  ") {
            continue;
        }
        inside = line == heading;
        out.push_str(line);
        out.push('\n');
        if inside {
            out.push_str(list);
        }
    }
    assert!(text.contains(heading), "SUMMARY.md lacks `{heading}`");
    out
}

/// Every Markdown page below `docs/src`, relative to it.
fn pages_on_disk() -> BTreeSet<PathBuf> {
    let root = docs().join("src");
    let mut folders = vec![root.clone()];
    let mut pages = BTreeSet::new();
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(&folder).expect("a folder can be listed") {
            let path = entry.expect("an entry can be read").path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|extension| extension == "md") {
                pages.insert(path.strip_prefix(&root).expect("it is below").to_owned());
            }
        }
    }
    pages
}

/// The targets of a page's Markdown links, without anchors and without URLs.
fn links(text: &str) -> Vec<String> {
    let mut out = Vec::new();
    let mut in_code = false;
    for line in text.lines() {
        if line.trim_start().starts_with("```") {
            in_code = !in_code;
        }
        if in_code {
            continue;
        }
        for part in line.split("](").skip(1) {
            let target = part.split([')', '#']).next().unwrap_or_default();
            if !target.is_empty() && !target.contains("://") {
                out.push(target.to_owned());
            }
        }
    }
    out
}

/// Writes the generated files, once, if this run is to update the book.
fn update() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        if !is_update() {
            return;
        }
        let root = docs().join("src");
        let files = generated();
        for (path, text) in &files {
            let path = root.join(path);
            fs::create_dir_all(path.parent().expect("it has a folder")).expect("a folder is made");
            fs::write(&path, text).expect("a page is written");
        }
        let left_over = pages_on_disk().into_iter().filter(|page| {
            (page.starts_with("rules") || page.starts_with("decisions"))
                && !files.contains_key(page)
        });
        for page in left_over {
            fs::remove_file(root.join(page)).expect("a page is removed");
        }
    });
}

#[test]
fn generated_pages_are_up_to_date() {
    update();
    let root = docs().join("src");
    let stale: Vec<String> = generated()
        .iter()
        .filter(|(path, text)| fs::read_to_string(root.join(path)).ok().as_ref() != Some(*text))
        .map(|(path, _)| path.display().to_string())
        .collect();
    assert!(stale.is_empty(), "stale, mend with UPDATE_BOOK=1 cargo test --test book: {stale:?}");
}

#[test]
fn the_summary_names_every_page_once() {
    update();
    let named: Vec<PathBuf> =
        links(&read(&docs().join("src/SUMMARY.md"))).into_iter().map(PathBuf::from).collect();
    let unique: BTreeSet<PathBuf> = named.iter().cloned().collect();
    assert_eq!(unique.len(), named.len(), "a page is named twice");
    let mut on_disk = pages_on_disk();
    on_disk.remove(Path::new("SUMMARY.md"));
    assert_eq!(unique, on_disk);
}

#[test]
fn links_lead_somewhere() {
    update();
    let root = docs().join("src");
    let mut dead = Vec::new();
    for page in pages_on_disk() {
        let folder = root.join(&page).parent().expect("it has a folder").to_owned();
        for link in links(&read(&root.join(&page))) {
            if !folder.join(&link).exists() {
                dead.push(format!("{}: {link}", page.display()));
            }
        }
    }
    assert!(dead.is_empty(), "{dead:?}");
}

#[test]
fn yaml_in_the_book_is_yaml() {
    update();
    let mut examples = 0;
    for page in pages_on_disk() {
        let text = read(&docs().join("src").join(&page));
        for block in text.split("```yaml\n").skip(1) {
            let block = block.split("\n```").next().unwrap_or_default();
            if let Err(error) = yaml::parse(block, 0) {
                panic!("{}: {error:?} in\n{block}", page.display());
            }
            examples += 1;
        }
    }
    assert!(examples > 5, "only {examples} examples were found");
}
