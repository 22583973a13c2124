//! The members of workspaces, as the files at a root declare them.

use std::collections::BTreeSet;

use super::{Files, join};
use crate::json;

/// Folders that hold projects for the sake of something else.
const FOREIGN: [&str; 10] = [
    "bench",
    "benches",
    "benchmarks",
    "example",
    "examples",
    "fixtures",
    "samples",
    "test",
    "testdata",
    "tests",
];

/// The folders of all members, sorted.
pub(super) fn members(files: &Files) -> Vec<String> {
    let mut patterns = Vec::new();
    if let Some(text) = files.text("package.json") {
        patterns.extend(of_package_json(&text));
    }
    if let Some(text) = files.text("pnpm-workspace.yaml") {
        patterns.extend(of_pnpm(&text));
    }
    let mut members = folders_with(files, "package.json");
    members.retain(|folder| {
        // The last pattern that speaks of a folder decides.
        let mut is_member = false;
        for pattern in &patterns {
            let (pattern, counts) = match pattern.strip_prefix('!') {
                Some(rest) => (rest, false),
                None => (pattern.as_str(), true),
            };
            if matches(pattern, folder) {
                is_member = counts;
            }
        }
        is_member
    });
    if let Some(text) = files.text("go.work") {
        members.extend(of_go_work(&text));
    }
    members.remove("");
    members.into_iter().collect()
}

/// Folders with a Python project of their own. Those of uv's workspace are members; without a
/// project at the root, so are those one and two levels below it.
pub(super) fn python_folders(files: &Files, is_at_root: bool) -> Vec<String> {
    let has_workspace = || {
        let text = files.text("pyproject.toml").unwrap_or_default();
        text.lines().any(|line| line.trim() == "[tool.uv.workspace]")
    };
    if is_at_root && !has_workspace() {
        return Vec::new();
    }
    let mut folders = folders_with(files, "pyproject.toml");
    folders.retain(|folder| {
        let names: Vec<&str> = folder.split('/').collect();
        !folder.is_empty() && names.len() <= 2 && !names.iter().any(|name| FOREIGN.contains(name))
    });
    folders.into_iter().collect()
}

/// The folders that have a file of that name.
fn folders_with(files: &Files, name: &str) -> BTreeSet<String> {
    let folder = |path: &str| match path.rsplit_once('/') {
        Some((folder, last)) => (last == name).then(|| folder.to_owned()),
        None => (path == name).then(String::new),
    };
    files.paths().filter_map(folder).filter(|folder| files.has(&join(folder, name))).collect()
}

/// `workspaces`, as npm, yarn and bun read it.
fn of_package_json(text: &str) -> Vec<String> {
    let Some(value) = json::field(text, "workspaces") else { return Vec::new() };
    let list = if value.starts_with('[') { Some(value) } else { json::field(value, "packages") };
    let mut patterns = Vec::new();
    // What is no list names no member.
    let _ = json::each_element(list.unwrap_or("[]"), &mut |element| {
        patterns.extend(json::text(element).map(|pattern| tidy(&pattern)));
    });
    patterns
}

/// `packages:` of pnpm-workspace.yaml: a list of plain or quoted strings, one a line or in
/// brackets.
fn of_pnpm(text: &str) -> Vec<String> {
    let mut patterns = Vec::new();
    let mut inside = false;
    for line in text.lines() {
        let line = line.split(" #").next().unwrap_or_default();
        let trimmed = line.trim();
        if trimmed.is_empty() || trimmed.starts_with('#') {
            continue;
        }
        if let Some(rest) = line.strip_prefix("packages:") {
            inside = true;
            let flow = rest.trim().trim_start_matches('[').trim_end_matches(']');
            patterns.extend(flow.split(',').map(tidy).filter(|pattern| !pattern.is_empty()));
        } else if let Some(item) = trimmed.strip_prefix("- ").filter(|_| inside) {
            patterns.push(tidy(item));
        } else {
            inside = false;
        }
    }
    patterns
}

/// The folders of `use`, one or a list in brackets.
fn of_go_work(text: &str) -> Vec<String> {
    let mut folders = Vec::new();
    let mut inside = false;
    for line in text.lines() {
        let line = line.split("//").next().unwrap_or_default().trim();
        if inside {
            match line {
                ")" => inside = false,
                "" => {}
                folder => folders.push(tidy(folder)),
            }
        } else if let Some(rest) =
            line.strip_prefix("use").filter(|rest| rest.starts_with([' ', '\t', '(']))
        {
            match rest.trim() {
                "(" => inside = true,
                folder => folders.push(tidy(folder.trim_matches(['(', ')']))),
            }
        }
    }
    folders
}

/// A path or pattern without quotes, `./` before it and `/` after it. The root is empty.
fn tidy(text: &str) -> String {
    let text = text.trim().trim_matches(['"', '\'']).trim();
    let (sign, text) = match text.strip_prefix('!') {
        Some(rest) => ("!", rest),
        None => ("", text),
    };
    let text = text.strip_prefix("./").unwrap_or(text).trim_end_matches('/');
    format!("{sign}{}", if text == "." { "" } else { text })
}

/// Does a pattern of folders match? `*` stands for any part of one name, `**` for any folders.
fn matches(pattern: &str, folder: &str) -> bool {
    let pattern: Vec<&str> = pattern.split('/').collect();
    let folder: Vec<&str> = folder.split('/').collect();
    matches_names(&pattern, &folder)
}

fn matches_names(pattern: &[&str], names: &[&str]) -> bool {
    match (pattern.split_first(), names.split_first()) {
        (None, None) => true,
        (Some((&"**", rest)), _) => {
            matches_names(rest, names)
                || names.split_first().is_some_and(|(_, others)| matches_names(pattern, others))
        }
        (Some((own, rest)), Some((name, others))) => {
            matches_name(own, name) && matches_names(rest, others)
        }
        _ => false,
    }
}

fn matches_name(pattern: &str, name: &str) -> bool {
    let mut parts = pattern.split('*');
    let Some(mut rest) = name.strip_prefix(parts.next().unwrap_or_default()) else { return false };
    let parts: Vec<&str> = parts.collect();
    let Some((last, middle)) = parts.split_last() else { return rest.is_empty() };
    for part in middle {
        match rest.find(part) {
            Some(at) => rest = &rest[at + part.len()..],
            None => return false,
        }
    }
    rest.ends_with(last)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn patterns_match_whole_names() {
        for (pattern, folder, expected) in [
            ("packages/*", "packages/a", true),
            ("packages/*", "packages/a/b", false),
            ("packages/*", "packages", false),
            ("packages/**", "packages/a/b", true),
            ("**/web", "a/b/web", true),
            ("**/web", "web", true),
            ("a*c/d", "abbc/d", true),
            ("a*b*c", "axxbyc", true),
            ("a*b*c", "acb", false),
            ("app", "app", true),
            ("app", "apps", false),
        ] {
            assert_eq!(matches(pattern, folder), expected, "{pattern} {folder}");
        }
    }

    #[test]
    fn every_way_to_list_members_is_read() {
        for text in [
            r#"{"workspaces": ["packages/*", "./app/"]}"#,
            r#"{"workspaces": {"packages": ["packages/*", "app"]}}"#,
        ] {
            assert_eq!(of_package_json(text), ["packages/*", "app"], "{text}");
        }
        assert!(
            of_package_json("[]").is_empty() && of_package_json("{\"workspaces\": 1}").is_empty()
        );
        let yaml = "# c\npackages:\n  # why\n  - 'packages/*' # all\n  - \"app\"\n- '!packages/x'\n\ncatalog:\n  - no\n";
        assert_eq!(of_pnpm(yaml), ["packages/*", "app", "!packages/x"]);
        assert_eq!(of_pnpm("packages: [\"a/*\", b]\n"), ["a/*", "b"]);
        let work = "go 1.24\n\nuse (\n\t./a // first\n\t./b/c\n)\nuse ./d\nuse .\nuseless ./e\n";
        assert_eq!(of_go_work(work), ["a", "b/c", "d", ""]);
    }
}
