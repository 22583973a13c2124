//! The settings of milestone-gate, as they count in the end.

use std::fmt;
use std::path::{Component, Path, PathBuf};
use std::time::Duration;

use super::PathPattern;
use super::fault::Fault;
use super::section::{self, Section};

/// `[gate]`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Gate {
    /// Does milestone-gate do anything?
    pub enabled: bool,
    /// How long all layers together may take inside the hook.
    pub timeout: Duration,
    /// Is `docker push` a milestone?
    pub docker_push: bool,
    /// More commands that are milestones.
    pub milestones: Vec<CommandPattern>,
    /// The names of layers that do not run.
    pub skip: Vec<String>,
    /// Variables for every layer.
    pub env: Vec<(String, String)>,
    /// `[[gate.layer]]`, in the order of the file; each name is there once.
    pub layers: Vec<GateLayer>,
}

/// `[[gate.layer]]`: a command that must succeed before a milestone. One with the name of a
/// built-in layer takes its place.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct GateLayer {
    /// What it is called.
    pub name: String,
    /// A line for `sh -c`.
    pub run: String,
    /// `in`: the folder that it runs in, relative to the root of the repository. Never
    /// outside of it; `None` is the root itself.
    pub folder: Option<PathBuf>,
    /// Something that must exist below the root, or else the layer is skipped.
    pub when: Option<PathPattern>,
    /// How long it may take.
    pub timeout: Option<Duration>,
    /// Variables for this layer, besides those for all.
    pub env: Vec<(String, String)>,
    /// Does a missing tool fail the layer, where it would skip it otherwise?
    pub required: bool,
}

/// The longest time for all layers in the hook, in seconds: it must answer before the host
/// gives up after 600, since a hook that the host stops lets the command run.
const LONGEST: u64 = 570;

impl Default for Gate {
    fn default() -> Self {
        Self {
            enabled: true,
            timeout: Duration::from_secs(LONGEST),
            docker_push: false,
            milestones: Vec::new(),
            skip: Vec::new(),
            env: Vec::new(),
            layers: Vec::new(),
        }
    }
}

/// The keys of one source.
#[derive(Debug, Default)]
struct Layer {
    enabled: Option<bool>,
    timeout: Option<Duration>,
    docker_push: Option<bool>,
    milestones: Option<Vec<CommandPattern>>,
    skip: Option<Vec<String>>,
    env: Option<Vec<(String, String)>>,
    layers: Option<Vec<GateLayer>>,
}

fn keys(section: &mut Section<'_, '_, '_, '_>) -> Layer {
    let mut names = Vec::new();
    Layer {
        enabled: section.flag("enabled"),
        timeout: seconds(section),
        docker_push: section.flag("docker-push"),
        milestones: section
            .texts("milestones", |text| CommandPattern::new(text).map_err(|bad| bad.to_string())),
        skip: section.texts("skip", words),
        env: section.pairs("env", variable),
        layers: section.sections("layer", "gate.layer", |section| {
            let layer = layer(section)?;
            if names.contains(&layer.name) {
                let problem = format!("there are two layers `{}`", layer.name);
                section.fault(problem, "give each a name of its own");
                return None;
            }
            names.push(layer.name.clone());
            Some(layer)
        }),
    }
}

fn layer(section: &mut Section<'_, '_, '_, '_>) -> Option<GateLayer> {
    for key in ["name", "run"] {
        if !section.has(key) {
            section.fault(format!("the layer has no `{key}`"), format!("add `{key} = \"…\"`"));
        }
    }
    let (name, run) = (section.text("name", words), section.text("run", words));
    let (folder, when) = (section.text("in", below), section.text("when", pattern));
    let timeout = seconds(section);
    let env = section.pairs("env", variable).unwrap_or_default();
    let required = section.flag("required").unwrap_or_default();
    Some(GateLayer { name: name?, run: run?, folder, when, timeout, env, required })
}

fn seconds(section: &mut Section<'_, '_, '_, '_>) -> Option<Duration> {
    section.number("timeout", 1..=LONGEST).map(|(seconds, _)| Duration::from_secs(seconds))
}

/// A text that says something.
fn words(text: &str) -> Result<String, String> {
    match text.trim() {
        "" => Err("the text is empty; write what is meant".into()),
        text if text.contains('\0') => Err("a NUL character ends a text; take it out".into()),
        text => Ok(text.to_owned()),
    }
}

/// A folder at or below the root.
fn below(text: &str) -> Result<PathBuf, String> {
    let path = Path::new(text);
    let mut components = path.components();
    if text.is_empty() {
        Err("the path is empty; leave `in` out for the root".into())
    } else if components.all(|it| matches!(it, Component::Normal(_) | Component::CurDir)) {
        Ok(path.components().filter(|it| *it != Component::CurDir).collect())
    } else {
        Err("the folder lies outside; write it relative to the root, without `..`".into())
    }
}

fn pattern(text: &str) -> Result<PathPattern, String> {
    PathPattern::new(text).map_err(|bad| bad.to_string())
}

/// The name of a variable.
fn variable(name: &str) -> Result<String, String> {
    if name.is_empty() || name.contains(['=', '\0']) {
        return Err(format!("no variable can be called `{name}`; give it another name"));
    }
    Ok(name.to_owned())
}

/// What these files say, the last one with the last word, and what is wrong with it.
pub(super) fn read<'f>(files: impl Iterator<Item = &'f Path>) -> (Gate, Vec<Fault>) {
    let mut gate = Gate::default();
    let mut all = Vec::new();
    for file in files {
        let (layer, faults) = section::read(file, "gate", keys);
        all.extend(faults);
        gate = Gate {
            enabled: layer.enabled.unwrap_or(gate.enabled),
            timeout: layer.timeout.unwrap_or(gate.timeout),
            docker_push: layer.docker_push.unwrap_or(gate.docker_push),
            milestones: layer.milestones.unwrap_or(gate.milestones),
            skip: layer.skip.unwrap_or(gate.skip),
            env: layer.env.unwrap_or(gate.env),
            layers: layer.layers.unwrap_or(gate.layers),
        };
    }
    (gate, all)
}

/// A pattern for commands, such as `./scripts/ship *`: words that are compared one by one.
/// A `*` at its end stands for any words, or none.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CommandPattern {
    words: Vec<String>,
    any_rest: bool,
}

/// Why a text is no [`CommandPattern`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum BadCommand {
    /// It names no program.
    NoProgram,
    /// It has a `*` that is not its last word.
    Star,
    /// It has a character that means something to a shell, and nothing here.
    Shell(char),
}

impl fmt::Display for BadCommand {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoProgram => f.write_str("it names no program; begin with one"),
            Self::Star => f.write_str("`*` stands for all words that follow; put it at the end"),
            Self::Shell(c) => write!(
                f,
                "words are compared as they are, and `{}` means nothing here; write plain words",
                c.escape_debug()
            ),
        }
    }
}

impl std::error::Error for BadCommand {}

impl CommandPattern {
    /// Reads a pattern.
    pub fn new(text: &str) -> Result<Self, BadCommand> {
        if let Some(c) = text.chars().find(|c| "'\"\\`$|&;<>(){}#\n".contains(*c)) {
            return Err(BadCommand::Shell(c));
        }
        let mut words: Vec<String> = text.split_whitespace().map(str::to_owned).collect();
        let any_rest = words.pop_if(|last| last == "*").is_some();
        if words.is_empty() {
            return Err(BadCommand::NoProgram);
        }
        if words.iter().any(|word| word.contains('*')) {
            return Err(BadCommand::Star);
        }
        Ok(Self { words, any_rest })
    }

    /// The words, without the `*`. There is one at least.
    pub fn words(&self) -> &[String] {
        &self.words
    }

    /// May more words follow?
    pub fn has_any_rest(&self) -> bool {
        self.any_rest
    }

    /// Does it match these words of a command?
    pub fn matches<W: AsRef<str>>(&self, words: &[W]) -> bool {
        (words.len() == self.words.len() || self.any_rest && words.len() > self.words.len())
            && self.words.iter().zip(words).all(|(own, word)| own == word.as_ref())
    }
}

impl fmt::Display for CommandPattern {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.words.join(" "))?;
        f.write_str(if self.any_rest { " *" } else { "" })
    }
}
