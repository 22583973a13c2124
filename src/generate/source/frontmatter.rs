//! The YAML block that heads a Markdown component.

use std::ops::Range;

/// Where a document's frontmatter and body are, or why it has none.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Split {
    /// A block between `---` lines.
    Block {
        /// The YAML between the fences, with its last line end.
        yaml: Range<usize>,
        /// The first byte after the closing fence's line.
        body: usize,
    },
    /// The first line is not `---`, and no later line starts such a block at once.
    Missing,
    /// A block starts, but other text (a comment, a blank line) stands before it.
    NotFirst {
        /// The first byte of the opening `---`.
        fence: usize,
    },
    /// The block never ends.
    Unclosed,
}

/// U+FEFF as UTF-8; both hosts take a file that starts with it for one without frontmatter.
pub const BYTE_ORDER_MARK: &str = "\u{feff}";

/// Finds the frontmatter of a Markdown text. A byte-order mark is stepped over.
///
/// Both hosts want `---` alone on the first line (trailing spaces do no harm)
/// and close at the next line that is `---` alone.
pub fn split(text: &str) -> Split {
    let start = if text.starts_with(BYTE_ORDER_MARK) { BYTE_ORDER_MARK.len() } else { 0 };
    let Some(after_fence) = fence_end(text, start) else {
        return misplaced(text, start);
    };
    let mut line = after_fence;
    while line < text.len() {
        if let Some(body) = fence_end(text, line) {
            return Split::Block { yaml: after_fence..line, body };
        }
        line = next_line(text, line);
    }
    Split::Unclosed
}

/// The byte after the line at `start`, if that line is a fence.
fn fence_end(text: &str, start: usize) -> Option<usize> {
    let end = next_line(text, start);
    let line = &text[start..end];
    (line.trim_end() == "---" && line.starts_with("---")).then_some(end)
}

fn next_line(text: &str, start: usize) -> usize {
    text[start..].find('\n').map_or(text.len(), |index| start + index + 1)
}

/// How many lines a banner above the frontmatter may have.
const BANNER_LINES: usize = 12;

/// Tells text before a frontmatter block from a document that never had one: a
/// closed block was meant as frontmatter if only blank lines and HTML comments
/// stand above it, or a short banner and its first line is a name or description.
fn misplaced(text: &str, start: usize) -> Split {
    let mut line = start;
    let mut only_comments = true;
    for _ in 0..BANNER_LINES {
        if line >= text.len() {
            break;
        }
        if line > start
            && let Some(after) = fence_end(text, line)
        {
            let block = &text[after..];
            let named = block.starts_with("name:") || block.starts_with("description:");
            let meant = (only_comments || named) && is_closed(text, after);
            return if meant { Split::NotFirst { fence: line } } else { Split::Missing };
        }
        let content = text[line..next_line(text, line)].trim();
        if content.starts_with("```") || content.starts_with("~~~") {
            break; // an example of frontmatter, not the document's own
        }
        if content.starts_with("<!--") {
            let Some(end) = text[line..].find("-->") else { break };
            line += end;
            only_comments &= text[line + "-->".len()..next_line(text, line)].trim().is_empty();
        } else {
            only_comments &= content.is_empty();
        }
        line = next_line(text, line);
    }
    Split::Missing
}

/// Does a fence follow?
fn is_closed(text: &str, mut line: usize) -> bool {
    while line < text.len() {
        if fence_end(text, line).is_some() {
            return true;
        }
        line = next_line(text, line);
    }
    false
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn finds_the_block_and_the_body() {
        let text = "---\nname: x\n---  \nBody\n---\n";
        let Split::Block { yaml, body } = split(text) else { panic!("no block") };
        assert_eq!(&text[yaml], "name: x\n");
        assert_eq!(&text[body..], "Body\n---\n");
    }

    #[test]
    fn says_what_is_wrong() {
        assert_eq!(split("# Page\n\n---\n"), Split::Missing);
        assert_eq!(split("---\nname: x\nBody\n"), Split::Unclosed);
        assert_eq!(split("<!-- x -->\n---\nname: x\n---\n"), Split::NotFirst { fence: 11 });
        assert_eq!(split("\n---\nname: x\n---\n"), Split::NotFirst { fence: 1 });
        assert_eq!(split("<!-- x\ny -->\n\n---\nname: x\n---\n"), Split::NotFirst { fence: 14 });
        assert_eq!(split("# Built\n---\nname: x\n---\n"), Split::NotFirst { fence: 8 });
        assert_eq!(split("# Page\n---\nPart two\n---\n"), Split::Missing, "two rules");
        assert_eq!(split("Write:\n```\n---\nname: x\n---\n```\n"), Split::Missing);
        assert_eq!(split("----\nname: x\n----\n"), Split::Missing);
        assert!(matches!(split("\u{feff}---\na: b\n---\n"), Split::Block { .. }));
        assert!(matches!(split("---\r\na: b\r\n---\r\nBody\r\n"), Split::Block { .. }));
        assert!(matches!(split("---\na: b\n---"), Split::Block { .. }), "no final line end");
    }
}
