//! A Markdown component with its frontmatter taken apart.

use std::ops::Range;
use std::sync::{Arc, OnceLock};

use super::rules::body::markdown::{self, Parts};
use crate::diagnostic::{Place, SourceFile};
use crate::generate::source::frontmatter::{Split, split};
use crate::generate::source::repair::{self, Fault};
use crate::generate::source::yaml::{self, Node, SyntaxError};

/// What a Markdown file is to a host.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Kind {
    /// `skills/<name>/SKILL.md`.
    Skill,
    /// `agents/<name>.md`.
    Agent,
    /// `commands/<name>.md`.
    Command,
    /// Any other Markdown file of a skill or plugin, read on demand.
    Reference,
}

/// A Markdown file, its frontmatter and its body.
#[derive(Debug)]
pub struct Document {
    /// What it is to a host.
    pub kind: Kind,
    /// The folder of a skill, the file stem of anything else.
    pub name: String,
    /// Path inside the plugin tree (or inside `canonical/`), with `/`.
    pub path: String,
    /// The file that diagnostics point into.
    pub file: Arc<SourceFile>,
    /// Where frontmatter and body are.
    pub split: Split,
    /// The frontmatter, if there is one and it is YAML, or could be mended so
    /// that the other rules see its values; then [`Self::fault`] says that it was
    /// not, and nothing may be rendered from it.
    pub front: Option<Arc<yaml::Document>>,
    /// Why the frontmatter is not YAML.
    pub fault: Option<SyntaxError>,
    /// The same fault, and those behind it, where their author slipped.
    pub faults: Vec<Fault>,
    /// What [`Self::parts`] found, once somebody asked.
    parts: Arc<OnceLock<Parts>>,
}

impl Document {
    /// Takes a text apart. A reference has no frontmatter that a host would read.
    pub fn parse(
        kind: Kind,
        name: impl Into<String>,
        path: impl Into<String>,
        file: Arc<SourceFile>,
    ) -> Self {
        let (mut front, mut fault, mut faults) = (None, None, Vec::new());
        let split = if kind == Kind::Reference { Split::Missing } else { split(&file.text) };
        if let Split::Block { yaml, .. } = &split {
            match yaml::parse(&file.text[yaml.clone()], yaml.start) {
                Ok(document) => front = Some(Arc::new(document)),
                Err(error) => {
                    let recovery = repair::recover(&file.text[yaml.clone()], yaml.start);
                    fault = Some(error);
                    front = recovery.document.map(Arc::new);
                    faults = recovery.faults;
                }
            }
        }
        Self {
            kind,
            name: name.into(),
            path: path.into(),
            file,
            split,
            front,
            fault,
            faults,
            parts: Arc::default(),
        }
    }

    /// Takes a text apart whose frontmatter has been parsed already, as [`yaml::parse`]
    /// read it at those bytes.
    pub fn with_front(
        kind: Kind,
        name: impl Into<String>,
        path: impl Into<String>,
        file: Arc<SourceFile>,
        (yaml, front): (Range<usize>, &Arc<yaml::Document>),
    ) -> Self {
        let split = split(&file.text);
        // What was parsed must be what a host would find.
        if !matches!(&split, Split::Block { yaml: found, .. } if *found == yaml) {
            return Self::parse(kind, name, path, file);
        }
        let front = Some(Arc::clone(front));
        let (name, path, faults) = (name.into(), path.into(), Vec::new());
        Self { kind, name, path, file, split, front, fault: None, faults, parts: Arc::default() }
    }

    /// Takes a text that is YAML as a whole, such as plugin.yaml, for frontmatter
    /// without a body.
    pub fn yaml(file: Arc<SourceFile>) -> Self {
        let split = Split::Block { yaml: 0..file.text.len(), body: file.text.len() };
        let (front, fault, faults) = match yaml::parse(&file.text, 0) {
            Ok(document) => (Some(Arc::new(document)), None, Vec::new()),
            Err(error) => {
                let recovery = repair::recover(&file.text, 0);
                let comma = repair::missing_comma(&file.text, &error);
                let faults = comma.map_or(recovery.faults, |fault| vec![fault]);
                (recovery.document.map(Arc::new), Some(error), faults)
            }
        };
        let path = file.display();
        Self {
            kind: Kind::Skill,
            name: String::new(),
            path,
            file,
            split,
            front,
            fault,
            faults,
            parts: Arc::default(),
        }
    }

    /// Is the text YAML as a whole?
    pub fn is_yaml_file(&self) -> bool {
        matches!(&self.split, Split::Block { yaml, .. } if *yaml == (0..self.file.text.len()))
    }

    /// The root mapping of the frontmatter.
    pub fn mapping(&self) -> Option<&Node> {
        let root = self.front.as_ref()?.root.as_ref()?;
        matches!(root.kind, yaml::Kind::Mapping(_)).then_some(root)
    }

    /// The value of a top-level key.
    pub fn get(&self, key: &str) -> Option<&Node> {
        self.mapping()?.get(key)
    }

    /// The bytes between the fences; empty without frontmatter.
    pub fn yaml_range(&self) -> Range<usize> {
        match &self.split {
            Split::Block { yaml, .. } => yaml.clone(),
            _ => 0..0,
        }
    }

    /// The first byte of the body.
    pub fn body_start(&self) -> usize {
        match &self.split {
            Split::Block { body, .. } => *body,
            _ => 0,
        }
    }

    /// The text after the frontmatter.
    pub fn body(&self) -> &str {
        &self.file.text[self.body_start()..]
    }

    /// Links and code of the body.
    pub(in crate::generate::lint) fn parts(&self) -> &Parts {
        self.parts.get_or_init(|| markdown::parts(self.body()))
    }

    /// If the other document has the same body, as that of the next host nearly always has, its
    /// parts are found only once.
    pub(in crate::generate::lint) fn share_parts(&mut self, other: &Self) {
        if self.body() == other.body() {
            self.parts = Arc::clone(&other.parts);
        }
    }

    /// A place in the body; the range counts from its start.
    pub(in crate::generate::lint) fn body_place(&self, range: Range<usize>) -> Place {
        let start = self.body_start();
        self.place(start + range.start..start + range.end)
    }

    /// A place in the file.
    pub fn place(&self, range: Range<usize>) -> Place {
        Place::new(&self.file, range)
    }

    /// The line `number`, from 1.
    pub fn line(&self, number: usize) -> Place {
        Place::line(&self.file, number)
    }
}
