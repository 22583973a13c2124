//! Cases: what a hook is told in a described layout, and what it must answer.
//!
//! They name absolute paths such as `/repo/src/a.rs`. A test plays them in a temporary
//! place, so each of these is moved there, in texts and commands too, but only where a
//! path begins.

use std::collections::BTreeMap;

use serde_json::Value;

use super::Place;

/// The folders at the top of a layout.
const TOPS: [&str; 15] = [
    "/repo",
    "/REPO",
    "/other",
    "/outside",
    "/wt",
    "/hub",
    "/sep",
    "/gitdirs",
    "/link",
    "/plain",
    "/tmp",
    "/home/u",
    "/srv/www",
    "/subsrc",
    "/origin.git",
];

/// One case of a `.jsonl` file.
pub(crate) struct Case(Value);

impl Case {
    /// The cases of a file's text, one a line.
    pub(crate) fn all(text: &str) -> Vec<Case> {
        text.lines().map(|line| Case(serde_json::from_str(line).expect("a case"))).collect()
    }

    fn text(&self, pointer: &str) -> Option<&str> {
        self.0.pointer(pointer).and_then(Value::as_str)
    }

    pub(crate) fn id(&self) -> &str {
        self.text("/id").expect("a case has an id")
    }

    pub(crate) fn layout(&self) -> &str {
        self.text("/setup/layout").expect("a case has a layout")
    }

    pub(crate) fn platform(&self) -> Option<&str> {
        self.text("/setup/platform")
    }

    pub(crate) fn denies(&self) -> bool {
        match self.text("/expect") {
            Some("deny") => true,
            Some("allow") => false,
            other => panic!("{}: no expectation: {other:?}", self.id()),
        }
    }

    /// What the case expects, as it is written.
    pub(crate) fn expectation(&self) -> &str {
        self.text("/expect").expect("a case expects something")
    }

    /// The folder where the layers of milestone-gate must run, if the case says it.
    pub(crate) fn gate_dir(&self) -> Option<&str> {
        self.text("/gate_dir")
    }

    /// The working directory of the session, as the case names it.
    pub(crate) fn cwd(&self) -> &str {
        self.text("/setup/cwd").expect("a case has a cwd")
    }

    /// Is the working directory gone by the time the hook decides?
    pub(crate) fn deletes_cwd(&self) -> bool {
        self.0.pointer("/setup/extra/delete_cwd").is_some_and(|delete| delete == true)
    }

    /// The variables of the session in `place`.
    pub(crate) fn variables(&self, place: &Place) -> BTreeMap<String, String> {
        let mut variables = BTreeMap::from([
            ("HOME".to_owned(), moved("/home/u", place)),
            ("CLAUDE_PROJECT_DIR".to_owned(), moved("/repo", place)),
        ]);
        let set = self.0.pointer("/setup/env").and_then(Value::as_object);
        for (name, value) in set.into_iter().flatten() {
            match value.as_str() {
                Some(value) => variables.insert(name.clone(), moved(value, place)),
                None => variables.remove(name),
            };
        }
        variables
    }

    /// What the host writes to the hook.
    pub(crate) fn stdin(&self, place: &Place) -> String {
        let mut event = self.0["event"].clone();
        if event.is_null() {
            return moved(self.text("/stdin_raw").unwrap_or_default(), place);
        }
        move_all(&mut event, place);
        if let Some(length) = self.0.pointer("/setup/pad_content_bytes").and_then(Value::as_u64) {
            let length = usize::try_from(length).expect("it fits");
            event["tool_input"]["content"] = "x".repeat(length).into();
        }
        event.to_string()
    }

    /// The path that a refusal must name: what the case says, or the file of an edit.
    pub(crate) fn named<'a>(&'a self, targets: &BTreeMap<&str, &'a str>) -> &'a str {
        let input = |key: &str| self.text(&format!("/event/tool_input/{key}"));
        let listed = targets.get(self.id()).copied();
        listed
            .or_else(|| self.text("/names"))
            .or_else(|| input("file_path"))
            .or_else(|| input("path"))
            .unwrap_or_else(|| panic!("{}: which path must be named?", self.id()))
    }
}

/// The paths of `cases/targets.txt` by id.
pub(crate) fn targets(text: &str) -> BTreeMap<&str, &str> {
    text.lines()
        .filter(|line| !line.starts_with('#'))
        .filter_map(|line| line.split_once(' '))
        .collect()
}

fn move_all(value: &mut Value, place: &Place) {
    match value {
        Value::String(text) => *text = moved(text, place),
        Value::Array(entries) => entries.iter_mut().for_each(|entry| move_all(entry, place)),
        Value::Object(entries) => entries.values_mut().for_each(|entry| move_all(entry, place)),
        _ => {}
    }
}

/// The text with every path of a layout moved to the place.
pub(crate) fn moved(text: &str, place: &Place) -> String {
    let root = place.root().to_str().expect("temporary folders have plain names");
    let mut result = String::with_capacity(text.len());
    for (at, character) in text.char_indices() {
        if character == '/' && begins_path(&text[..at], &text[at..]) {
            result.push_str(root);
        }
        result.push(character);
    }
    result
}

fn begins_path(before: &str, rest: &str) -> bool {
    let in_word = |character: char| character.is_alphanumeric() || "/._-$}~*".contains(character);
    let goes_on = |character: char| character.is_alphanumeric() || "._-".contains(character);
    !before.ends_with(in_word)
        && TOPS
            .iter()
            .any(|top| rest.strip_prefix(top).is_some_and(|rest| !rest.starts_with(goes_on)))
}
