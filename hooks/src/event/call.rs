//! A tool call: which tool, and what it would touch.

use std::borrow::Cow;

use serde::Deserialize;

use super::{Arguments, text};
use crate::patch::{self, Patch};
use crate::{ToolClass, json};

/// A call of a tool.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ToolCall<'a> {
    name: Cow<'a, str>,
    class: Option<ToolClass>,
    input: &'a str,
    use_id: Option<Cow<'a, str>>,
}

impl<'a> ToolCall<'a> {
    pub(super) fn of(
        name: Option<&'a str>,
        input: Option<&'a str>,
        use_id: Option<&'a str>,
    ) -> Self {
        let name = text(name).unwrap_or_default();
        let class = ToolClass::of(&name);
        Self { name, class, input: input.unwrap_or("null"), use_id: text(use_id) }
    }

    /// The tool's name as the host wrote it; empty if it wrote none.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// What kind of tool it is, if it is one that we know.
    pub fn class(&self) -> Option<ToolClass> {
        self.class
    }

    /// The host's name for this very call. A permission request has none.
    pub fn use_id(&self) -> Option<&str> {
        self.use_id.as_deref()
    }

    /// The tool's arguments as JSON; `null` if the host sent none.
    pub fn input(&self) -> &'a str {
        self.input
    }

    /// Any argument as `T`; `None` if it is absent or something else.
    pub fn field<T: Deserialize<'a>>(&self, name: &str) -> Option<T> {
        serde_json::from_str(json::field(self.input, name)?).ok()
    }

    /// The command line of a shell tool. A list of words becomes the line that gives them.
    pub fn command(&self) -> Option<Cow<'a, str>> {
        if self.class != Some(ToolClass::Shell) {
            return None;
        }
        let [command, cmd] = json::fields(self.input, ["command", "cmd"]);
        let value = command.or(cmd)?;
        json::text(value).or_else(|| line_of_words(value).map(Cow::Owned))
    }

    /// The folder that a shell tool is told to work in, relative to the event's; `None` if
    /// it is told none.
    pub fn workdir(&self) -> Option<Cow<'a, str>> {
        if self.class != Some(ToolClass::Shell) {
            return None;
        }
        json::text(json::field(self.input, "workdir")?).filter(|folder| !folder.is_empty())
    }

    /// The text of a patch.
    pub fn patch_text(&self) -> Option<Cow<'a, str>> {
        if self.class != Some(ToolClass::Patch) {
            return None;
        }
        json::text(self.input).or_else(|| {
            let [command, input, patch] = json::fields(self.input, ["command", "input", "patch"]);
            let value = command.or(input).or(patch)?;
            json::text(value).or_else(|| {
                // As words of a command: `["apply_patch", "*** Begin Patch…"]`.
                let mut last = None;
                json::each_element(value, &mut |element| last = json::text(element)).ok()?;
                last
            })
        })
    }

    /// What a patch touches.
    pub fn patch(&self) -> Option<Patch<'a>> {
        Some(match self.patch_text()? {
            Cow::Borrowed(text) => patch::read(text),
            Cow::Owned(text) => patch::read(&text).into_owned(),
        })
    }

    /// The files that the call names, as it names them: those of a tool that reads or
    /// writes a file, or of a patch. For a shell, see [`ToolCall::command`]; for a tool of
    /// an MCP server, [`ToolCall::arguments`].
    pub fn paths(&self) -> Vec<Cow<'a, str>> {
        match self.class {
            Some(ToolClass::Patch) => {
                let files = self.patch().map(|patch| patch.files).unwrap_or_default();
                files.into_iter().map(|file| file.path).collect()
            }
            Some(ToolClass::Shell | ToolClass::Mcp) => Vec::new(),
            _ => {
                let [file, notebook, path] =
                    json::fields(self.input, ["file_path", "notebook_path", "path"]);
                let mut paths = Vec::new();
                paths.extend(text(file));
                paths.extend(text(notebook));
                if paths.is_empty() && self.class.is_some() {
                    paths.extend(text(path));
                }
                paths
            }
        }
    }

    /// Every string among the arguments, with the key that it stands under, however deep.
    pub fn arguments(&self) -> Arguments<'a> {
        Arguments::of(self.input)
    }
}

/// A list of words as a command line that gives exactly these words. A list with anything
/// else in it is none.
fn line_of_words(json: &str) -> Option<String> {
    let mut line = Some(String::new());
    json::each_element(json, &mut |element| match (json::text(element), &mut line) {
        (Some(word), Some(line)) => {
            if !line.is_empty() {
                line.push(' ');
            }
            push_quoted(line, &word);
        }
        _ => line = None,
    })
    .ok()?;
    line.filter(|line| !line.is_empty())
}

fn push_quoted(line: &mut String, word: &str) {
    let plain = |c: char| c.is_ascii_alphanumeric() || "-_./:=,+@%".contains(c);
    if !word.is_empty() && word.chars().all(plain) {
        line.push_str(word);
    } else {
        line.push('\'');
        line.push_str(&word.replace('\'', r"'\''"));
        line.push('\'');
    }
}
