//! What runs: the layers of every stack that is found, and those of the configuration.

mod configured;
mod environment;
mod go;
mod python;
mod rust;
mod typescript;

use std::ffi::{OsStr, OsString};
use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::time::Duration;

use serde::Serialize;

use super::stack::{Files, Stack, Unit, units};
use crate::show::quoted;
use crate::{Environment, config};

pub(super) use environment::job;

/// One check that must pass.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Layer {
    /// What it is called, also in the configuration.
    pub name: String,
    /// The stack that it is of; none if the configuration adds it.
    pub stack: Option<Stack>,
    /// The folder of its unit, relative to the root. The layers of a stack in one folder run
    /// in order, and the first that fails is the last of them.
    pub unit: PathBuf,
    /// The folder that it runs in.
    pub folder: PathBuf,
    /// What is run.
    pub run: Run,
    /// How long it may take.
    pub timeout: Option<Duration>,
    /// Variables besides those that are inherited.
    pub env: Vec<(OsString, OsString)>,
    /// Does it run?
    pub need: Need,
}

/// What is run.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Run {
    /// A program with its arguments.
    Program(Vec<OsString>),
    /// A line for `sh -c`.
    Shell(String),
}

/// Does a layer run?
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Need {
    /// It runs. If a tool is missing all the same, it has failed.
    Always,
    /// It runs. If its tool is missing, it is skipped.
    IfFound,
    /// It is skipped.
    Never(Skip),
}

/// Why a layer is skipped.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Skip {
    /// The kind of reason.
    pub why: Why,
    /// The reason, and what to do about it.
    pub text: String,
}

/// The kind of reason that a layer is skipped for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Why {
    /// The configuration says so.
    Configured,
    /// There is nothing for it to check.
    Idle,
    /// A tool that nobody has to have is not installed.
    Optional,
    /// A tool that the stack cannot do without is not installed.
    Missing,
}

impl Skip {
    fn because(why: Why, text: impl Into<String>) -> Need {
        Need::Never(Self { why, text: text.into() })
    }
}

impl Layer {
    /// The command as a person would type it in the layer's folder.
    pub fn command(&self) -> String {
        let mut line = String::new();
        for (name, value) in &self.env {
            // Writing to a string cannot fail.
            let _ =
                write!(line, "{}={} ", name.to_string_lossy(), quoted(&value.to_string_lossy()));
        }
        match &self.run {
            Run::Shell(shell) if line.is_empty() => line.push_str(shell),
            Run::Shell(shell) => {
                let _ = write!(line, "sh -c {}", quoted(shell));
            }
            Run::Program(words) => {
                let words: Vec<String> =
                    words.iter().map(|word| quoted(&word.to_string_lossy())).collect();
                line.push_str(&words.join(" "));
            }
        }
        line
    }

    /// The same from anywhere.
    pub fn by_hand(&self) -> String {
        format!("cd {} && {}", quoted(&self.folder.to_string_lossy()), self.command())
    }

    /// The name with the folder of the unit, if that is not the root.
    pub fn title(&self) -> String {
        if self.unit.as_os_str().is_empty() {
            return self.name.clone();
        }
        format!("{} in {}", self.name, self.unit.display())
    }

    /// Do both run as parts of one stack in one folder?
    pub(super) fn is_beside(&self, other: &Self) -> bool {
        self.stack == other.stack && (self.stack.is_none() || self.unit == other.unit)
    }
}

/// The layers of a root, in their order: those of its stacks, then those that the
/// configuration adds. `places` are folders below the root that milestones are about.
pub fn plan(
    root: &Path,
    places: &[PathBuf],
    gate: &config::Gate,
    environment: &Environment,
) -> Vec<Layer> {
    let files = Files::of(root, environment);
    let units = units(&files, places);
    let planner = Planner { files: &files, environment, units: &units };
    let mut layers = Vec::new();
    for unit in &units {
        layers.extend(match unit.stack {
            Stack::Go => go::layers(&planner, unit),
            Stack::TypeScript => typescript::layers(&planner, unit),
            Stack::Rust => rust::layers(&planner, unit),
            Stack::Python => python::layers(&planner, unit),
        });
    }
    configured::apply(&files, gate, &mut layers);
    layers
}

/// What the stacks' own functions look at.
struct Planner<'a> {
    files: &'a Files,
    environment: &'a Environment,
    units: &'a [Unit],
}

impl Planner<'_> {
    fn folder(&self, unit: &Unit) -> PathBuf {
        if unit.folder.as_os_str().is_empty() {
            return self.files.root().to_path_buf();
        }
        self.files.root().join(&unit.folder)
    }

    /// The text of a file in the unit's folder.
    fn text(&self, unit: &Unit, name: &str) -> Option<String> {
        super::stack::text(&self.folder(unit).join(name))
    }

    fn has(&self, unit: &Unit, name: &str) -> bool {
        self.folder(unit).join(name).is_file()
    }

    /// The unit's folder and those above it, up to the root.
    fn up_to_root(&self, unit: &Unit) -> Vec<PathBuf> {
        let root = self.files.root();
        let folder = self.folder(unit);
        folder.ancestors().take_while(|it| it.starts_with(root)).map(Path::to_path_buf).collect()
    }

    fn layer<W: AsRef<OsStr>>(&self, unit: &Unit, name: &str, words: &[W], need: Need) -> Layer {
        Layer {
            name: name.to_owned(),
            stack: Some(unit.stack),
            unit: unit.folder.clone(),
            folder: self.folder(unit),
            run: Run::Program(words.iter().map(|word| word.as_ref().to_owned()).collect()),
            timeout: None,
            env: Vec::new(),
            need,
        }
    }

    /// A layer runs if the program is found. Otherwise `hint` says how to get it.
    fn need(&self, program: &str, otherwise: Why, hint: &str) -> Need {
        if self.environment.runnable(program).is_some() {
            return Need::Always;
        }
        Skip::because(otherwise, format!("`{program}` is not installed: {hint}"))
    }
}

/// The unit's folder as the list of files has it.
fn name(unit: &Unit) -> &str {
    unit.folder.to_str().unwrap_or_default()
}

#[cfg(test)]
mod tests;
