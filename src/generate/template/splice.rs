//! From an edit of rendered text to an edit of its source.

use std::sync::Arc;

use similar::{DiffTag, TextDiff};

use crate::diagnostic::{Place, SourceFile};
use crate::generate::tree::TreeFile;

/// A replacement of whole lines of a source file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Splice {
    /// The file, as it was rendered from.
    pub file: Arc<SourceFile>,
    /// First line that is replaced, from 1.
    pub first: usize,
    /// The lines that are replaced, without their ends; none for an insertion before `first`.
    pub old: Vec<String>,
    /// The lines that stand there afterwards.
    pub new: Vec<String>,
}

impl Splice {
    /// Applies it to a text whose lines up to the replaced ones are as they were
    /// rendered: splices are applied from the last line to the first. `None` if
    /// the lines to replace are not there.
    pub fn apply(&self, text: &str) -> Option<String> {
        let ends = text.ends_with('\n');
        let mut lines: Vec<&str> = text.lines().collect();
        let range = self.first - 1..self.first - 1 + self.old.len();
        if lines.get(range.clone())? != self.old.as_slice() {
            return None;
        }
        lines.splice(range, self.new.iter().map(String::as_str));
        let mut out = lines.join("\n");
        if ends && !out.is_empty() {
            out.push('\n');
        }
        Some(out)
    }
}

/// The reason for a line that is put together from values and words.
const COMPUTED: &str = "the line is computed, so its text is not in the source";

/// Why an edit cannot be carried back.
#[derive(Debug)]
pub struct Refusal {
    /// Line of the edited file, from 1.
    pub line: usize,
    /// Why.
    pub reason: &'static str,
    /// What to edit instead.
    pub place: Option<Place>,
}

/// The replacements that turn the source of `rendered` into that of `edited`,
/// from the last line to the first.
///
/// # Errors
/// An edited line did not come to the letter from one place.
pub fn splices(file: &TreeFile, rendered: &str, edited: &str) -> Result<Vec<Splice>, Refusal> {
    let old: Vec<&str> = rendered.lines().collect();
    let new: Vec<&str> = edited.lines().collect();
    if rendered.ends_with('\n') != edited.ends_with('\n') && !edited.is_empty() {
        let line = new.len().max(1);
        return Err(Refusal {
            line,
            reason: "only the line end at the end of the file differs",
            place: None,
        });
    }
    let diff = TextDiff::from_slices(&old, &new);
    let mut splices = Vec::new();
    for op in diff.ops().iter().filter(|op| op.tag() != DiffTag::Equal).rev() {
        splices.push(splice(file, &old, &new, op.old_range(), op.new_range())?);
    }
    Ok(splices)
}

fn splice(
    file: &TreeFile,
    old: &[&str],
    new: &[&str],
    replaced: std::ops::Range<usize>,
    by: std::ops::Range<usize>,
) -> Result<Splice, Refusal> {
    let refuse = |index: usize, reason| Refusal {
        line: by.start + 1,
        reason,
        place: file.origin(index + 1),
    };
    let (source, first, indent) = if replaced.is_empty() {
        insertion(file, old, replaced.start).ok_or_else(|| {
            let index = replaced.start.saturating_sub(1);
            refuse(index, "the new lines stand between texts of different places")
        })?
    } else {
        let (source, first, indent) =
            verbatim(file, old, replaced.start).ok_or_else(|| refuse(replaced.start, COMPUTED))?;
        for (step, index) in replaced.clone().enumerate() {
            let here = verbatim(file, old, index).ok_or_else(|| refuse(index, COMPUTED))?;
            if !Arc::ptr_eq(&here.0, &source) || here.1 != first + step || here.2 != indent {
                return Err(refuse(index, "the lines came from different places"));
            }
        }
        (source, first, indent)
    };
    let template = source.path.extension().is_some_and(|extension| extension == "hbs");
    let mut lines = Vec::new();
    for index in by.clone() {
        let line = new[index];
        let bare = if line.is_empty() { Some(line) } else { line.strip_prefix(indent.as_str()) };
        let Some(bare) = bare else {
            return Err(refuse(
                replaced.start,
                "the new line lacks the indentation that its partial has here",
            ));
        };
        lines.push(if template { escape(bare) } else { bare.to_owned() });
    }
    let all: Vec<&str> = source.text.lines().collect();
    let gone =
        all.iter().skip(first - 1).take(replaced.len()).map(|line| (*line).to_owned()).collect();
    Ok(Splice { file: source, first, old: gone, new: lines })
}

/// Literal braces in a template.
fn escape(line: &str) -> String {
    let mut out = String::with_capacity(line.len());
    let mut rest = line;
    while let Some(found) = rest.find("{{") {
        out.push_str(&rest[..found]);
        // `${{` is never a tag.
        if !out.ends_with('$') {
            out.push('\\');
        }
        out.push_str("{{");
        rest = &rest[found + 2..];
    }
    out.push_str(rest);
    out
}

/// The source file and line of an output line that is a source line to the
/// letter, and the indentation that a partial was given.
fn verbatim(
    file: &TreeFile,
    old: &[&str],
    index: usize,
) -> Option<(Arc<SourceFile>, usize, String)> {
    let text = old.get(index)?;
    let origin = file.origin(index + 1)?;
    let source_line = origin.file.text.get(origin.range.clone())?;
    // A part of a line, such as one value among several, is not the line.
    if origin.file.line_range(origin.position().line)? != origin.range {
        return None;
    }
    let template = origin.file.path.extension().is_some_and(|extension| extension == "hbs");
    let source_text =
        if template { source_line.replace("\\{{", "{{") } else { source_line.to_owned() };
    // A tag that happens to print its own text is no verbatim line.
    if template && source_line.replace("\\{{", "").replace("${{", "").contains("{{") {
        return None;
    }
    let indent = text.strip_suffix(source_text.as_str())?;
    let line = origin.position().line;
    indent.chars().all(|c| c == ' ' || c == '\t').then(|| (origin.file, line, indent.to_owned()))
}

/// Where lines go that are inserted before an output line: between two lines
/// that follow each other in one source, or at the end of one.
fn insertion(
    file: &TreeFile,
    old: &[&str],
    index: usize,
) -> Option<(Arc<SourceFile>, usize, String)> {
    let before = index.checked_sub(1).and_then(|index| verbatim(file, old, index));
    let after = verbatim(file, old, index);
    match (before, after) {
        (Some(before), Some(after)) => {
            let adjacent = Arc::ptr_eq(&before.0, &after.0) && before.1 + 1 == after.1;
            adjacent.then_some((before.0, before.1 + 1, before.2))
        }
        // At the very end, the last line of the same file.
        (Some((source, line, indent)), None) if index == old.len() => {
            (source.text.lines().count() == line).then_some((source, line + 1, indent))
        }
        _ => None,
    }
}
