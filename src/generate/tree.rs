//! The rendered tree: safe relative paths to bytes and run bit, in order.

use std::borrow::Cow;
use std::collections::btree_map::Entry;
use std::collections::{BTreeMap, HashMap};
use std::fmt;
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::read;
use super::source::yaml;
use super::template::Rendered;
use crate::diagnostic::{Place, SourceFile};

/// A path below the repository's root: relative, with `/`, without `.` and `..`.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct RelPath(String);

impl RelPath {
    /// Checks a path; `None` if it could leave the root or names no file.
    pub fn new(path: impl Into<String>) -> Option<Self> {
        let path = path.into();
        let safe = !path.is_empty()
            && !path.contains(['\0', '\\', '\n', '\r'])
            && path.split('/').all(|part| !matches!(part, "" | "." | ".."));
        // A drive letter would make it absolute on Windows.
        let drive = path.as_bytes().get(1) == Some(&b':');
        (safe && !drive).then_some(Self(path))
    }

    /// The path as text.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// Is it below this folder?
    pub fn is_below(&self, folder: &str) -> bool {
        self.0.strip_prefix(folder).is_some_and(|rest| rest.starts_with('/'))
    }
}

impl fmt::Display for RelPath {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// A text that we put together: a head that we wrote, a body that is an
/// author's, and a tail that we wrote.
#[derive(Debug, Clone)]
pub struct Text {
    /// Frontmatter or a whole generated file.
    pub head: String,
    /// Where each line of the head came from.
    pub head_origins: Vec<Option<Place>>,
    /// The author's text.
    pub body: Body,
    /// What closes the body.
    pub tail: String,
    /// Frontmatter in the head, with its bytes, as it was parsed again before it may be
    /// written: the rules that look at rendered files need not parse it once more.
    pub front: Option<(Range<usize>, Arc<yaml::Document>)>,
}

/// An author's text in the output.
#[derive(Debug, Clone)]
pub enum Body {
    /// None.
    Empty,
    /// A part of a source file, as it stands.
    Shared {
        /// The file.
        file: Arc<SourceFile>,
        /// The first byte.
        start: usize,
    },
    /// What a template rendered to.
    Rendered {
        /// Text and line origins.
        rendered: Rendered,
        /// The files that the origins name.
        files: Arc<Vec<Arc<SourceFile>>>,
    },
}

impl Body {
    /// The text.
    pub fn as_str(&self) -> &str {
        match self {
            Self::Empty => "",
            Self::Shared { file, start } => &file.text[*start..],
            Self::Rendered { rendered, .. } => &rendered.text,
        }
    }

    /// Where a line of the body came from; lines count from 1.
    fn origin(&self, line: usize) -> Option<Place> {
        match self {
            Self::Empty => None,
            // What comes behind the body is a tail that we wrote.
            Self::Shared { .. } if line > self.as_str().lines().count() => None,
            Self::Shared { file, start } => {
                let before = file.text[..*start].bytes().filter(|&byte| byte == b'\n').count();
                Some(Place::line(file, before + line))
            }
            Self::Rendered { rendered, files } => {
                let origin = rendered.lines.get(line.checked_sub(1)?)?;
                Some(Place::line(files.get(origin.file as usize)?, origin.line as usize))
            }
        }
    }
}

impl Text {
    /// A text that we wrote whole.
    pub fn generated(head: String, head_origins: Vec<Option<Place>>) -> Self {
        Self { head, head_origins, body: Body::Empty, tail: String::new(), front: None }
    }

    /// The parts, in order.
    pub fn chunks(&self) -> [&[u8]; 3] {
        [self.head.as_bytes(), self.body.as_str().as_bytes(), self.tail.as_bytes()]
    }

    /// Where a line came from; lines count from 1.
    pub fn origin(&self, line: usize) -> Option<Place> {
        let head_lines = self.head.bytes().filter(|&byte| byte == b'\n').count();
        if line <= head_lines {
            return self.head_origins.get(line.checked_sub(1)?)?.clone();
        }
        self.body.origin(line - head_lines)
    }
}

/// The bytes of a file of the tree.
#[derive(Debug, Clone)]
pub enum Content {
    /// Put together by us.
    Text(Box<Text>),
    /// A source file that is in memory.
    Loaded(Arc<SourceFile>),
    /// A source file on disk, read when it is needed.
    Copy(PathBuf),
}

/// A file of the tree.
#[derive(Debug, Clone)]
pub struct TreeFile {
    /// Its bytes.
    pub content: Content,
    /// Its run bit.
    pub executable: bool,
    /// The source that it mostly comes from.
    pub source: Arc<SourceFile>,
}

impl TreeFile {
    /// The bytes; a file on disk is read.
    ///
    /// # Errors
    /// The source file cannot be read.
    pub fn bytes(&self) -> std::io::Result<Cow<'_, [u8]>> {
        match &self.content {
            Content::Text(text) => Ok(Cow::Owned(text.chunks().concat())),
            Content::Loaded(file) => Ok(Cow::Borrowed(file.text.as_bytes())),
            Content::Copy(path) => {
                let mut bytes = Vec::new();
                read::any(path, &mut bytes)?;
                Ok(Cow::Owned(bytes))
            }
        }
    }

    /// The text that is in memory; empty for a file on disk.
    pub fn text(&self) -> String {
        match &self.content {
            Content::Text(text) => [&text.head, text.body.as_str(), &text.tail].concat(),
            Content::Loaded(file) => file.text.clone(),
            Content::Copy(_) => String::new(),
        }
    }

    /// Does it show any of these lines of a source file? Lines count from 1.
    pub fn shows(&self, file: &Path, lines: &Range<usize>) -> bool {
        match &self.content {
            Content::Copy(_) | Content::Loaded(_) => self.source.path == file,
            Content::Text(text) => match &text.body {
                Body::Empty => false,
                Body::Shared { file: source, .. } => source.path == file,
                Body::Rendered { rendered, files } => rendered.lines.iter().any(|origin| {
                    lines.contains(&(origin.line as usize))
                        && files.get(origin.file as usize).is_some_and(|source| source.path == file)
                }),
            },
        }
    }

    /// Where a line came from; lines count from 1.
    pub fn origin(&self, line: usize) -> Option<Place> {
        match &self.content {
            Content::Text(text) => text.origin(line),
            Content::Loaded(file) => Some(Place::line(file, line)),
            Content::Copy(_) => None,
        }
    }
}

/// Everything that a run renders, by path.
#[derive(Debug, Default)]
pub struct Tree {
    /// The files.
    pub files: BTreeMap<RelPath, TreeFile>,
}

/// Brings files together that come from the same source, in order: hosts nearly always get the
/// same bytes of one, and then work can be shared.
pub fn by_source<'a, T>(
    files: impl IntoIterator<Item = (&'a TreeFile, T)>,
) -> Vec<Vec<(&'a TreeFile, T)>> {
    let mut known: HashMap<*const SourceFile, usize> = HashMap::new();
    let mut groups: Vec<Vec<(&TreeFile, T)>> = Vec::new();
    for file in files {
        let index = *known.entry(Arc::as_ptr(&file.0.source)).or_insert_with(|| {
            groups.push(Vec::new());
            groups.len() - 1
        });
        groups[index].push(file);
    }
    groups
}

/// Two sources that claim one path with different bytes.
#[derive(Debug)]
pub struct Collision {
    /// The path.
    pub path: RelPath,
    /// The source that came first.
    pub first: Arc<SourceFile>,
    /// The source that came second.
    pub second: Arc<SourceFile>,
}

impl Tree {
    /// Adds a file; a second claim to its path must agree in bytes and run bit.
    ///
    /// # Errors
    /// The collision, if they do not agree.
    pub fn insert(&mut self, path: RelPath, file: TreeFile) -> Result<(), Collision> {
        match self.files.entry(path) {
            Entry::Vacant(vacant) => {
                vacant.insert(file);
                Ok(())
            }
            Entry::Occupied(occupied) => {
                let other = occupied.get();
                let same = other.executable == file.executable
                    && matches!((other.bytes(), file.bytes()), (Ok(a), Ok(b)) if a == b);
                if same {
                    return Ok(());
                }
                Err(Collision {
                    path: occupied.key().clone(),
                    first: Arc::clone(&other.source),
                    second: file.source,
                })
            }
        }
    }

    /// The files below a folder.
    pub fn below<'a>(&'a self, folder: &str) -> impl Iterator<Item = (&'a str, &'a TreeFile)> {
        let prefix = format!("{folder}/");
        let start = RelPath(prefix.clone());
        self.files
            .range(start..)
            .take_while({
                let prefix = prefix.clone();
                move |(path, _)| path.as_str().starts_with(&prefix)
            })
            .map(move |(path, file)| (&path.as_str()[prefix.len()..], file))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_safe_paths_are_paths() {
        for path in ["a", "plugins/claude/.claude-plugin/plugin.json", "a b/ü"] {
            assert!(RelPath::new(path).is_some(), "{path}");
        }
        for path in ["", "/a", "a//b", "../a", "a/../b", "a/.", "C:/x", "a\\b", "a/"] {
            assert!(RelPath::new(path).is_none(), "{path}");
        }
    }
}
