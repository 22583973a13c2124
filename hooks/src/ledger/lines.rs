//! The lines of the ledger, and what Markdown makes of each.

use std::ops::Range;

/// A line, in bytes of the text.
#[derive(Debug, Clone, Copy)]
pub(super) struct Line {
    pub(super) start: usize,
    /// Where its text ends.
    pub(super) end: usize,
    /// Where the next line begins.
    pub(super) next: usize,
    /// Is it in a block of code or in a comment of several lines, where nothing counts?
    pub(super) is_quoted: bool,
}

/// All lines of a text.
pub(super) fn of(bytes: &[u8]) -> Vec<Line> {
    let mut lines = Vec::new();
    let mut start = 0;
    for whole in bytes.split_inclusive(|byte| *byte == b'\n') {
        let next = start + whole.len();
        let text = whole.strip_suffix(b"\n").unwrap_or(whole);
        let text = text.strip_suffix(b"\r").unwrap_or(text);
        lines.push(Line { start, end: start + text.len(), next, is_quoted: false });
        start = next;
    }
    quote(bytes, &mut lines);
    lines
}

/// The text of a line; empty if it is quoted or not UTF-8, and so none of ours.
pub(super) fn text<'t>(bytes: &'t [u8], line: &Line) -> &'t str {
    if line.is_quoted { "" } else { raw(bytes, line) }
}

fn raw<'t>(bytes: &'t [u8], line: &Line) -> &'t str {
    let text = std::str::from_utf8(&bytes[line.start..line.end]).unwrap_or_default();
    if line.start == 0 { text.trim_start_matches('\u{feff}') } else { text }
}

/// What opens a block in which nothing counts.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Opener {
    /// So many backticks or tildes.
    Fence(u8, usize),
    /// `<!--` without its end in the same line.
    Comment,
}

/// Marks the lines of code blocks and of comments. A block that nobody closes is none:
/// else what is appended behind it would not count either.
fn quote(bytes: &[u8], lines: &mut [Line]) {
    // Openers that nothing closes up to the end: looking again would take quadratic time.
    let mut hopeless: Vec<Opener> = Vec::new();
    let mut at = 0;
    while at < lines.len() {
        let opener = opener(raw(bytes, &lines[at]));
        let closed = opener.filter(|opener| !hopeless.contains(opener)).and_then(|opener| {
            let last = (at + 1..lines.len()).find(|&it| closes(raw(bytes, &lines[it]), opener));
            if last.is_none() {
                hopeless.push(opener);
            }
            last
        });
        if let Some(last) = closed {
            for line in &mut lines[at..=last] {
                line.is_quoted = true;
            }
            at = last;
        }
        at += 1;
    }
}

fn opener(line: &str) -> Option<Opener> {
    let text = unindented(line)?;
    if let Some(rest) = text.strip_prefix("<!--") {
        return (!rest.contains("-->")).then_some(Opener::Comment);
    }
    let (mark, length) = fence(text)?;
    // Backticks after backticks are code in a line.
    let is_block = mark != b'`' || !text[length..].contains('`');
    // Nobody writes longer ones, and each length is looked for once.
    is_block.then_some(Opener::Fence(mark, length.min(32)))
}

fn closes(line: &str, opener: Opener) -> bool {
    match opener {
        // A comment of one line ends itself and no other: ours must not end one above it.
        Opener::Comment => line.contains("-->") && !line.contains("<!--"),
        Opener::Fence(mark, least) => unindented(line).is_some_and(|text| {
            fence(text).is_some_and(|(own, length)| {
                own == mark && length >= least && text[length..].trim().is_empty()
            })
        }),
    }
}

fn fence(text: &str) -> Option<(u8, usize)> {
    let mark = *text.as_bytes().first().filter(|mark| matches!(mark, b'`' | b'~'))?;
    let length = text.bytes().take_while(|byte| *byte == mark).count();
    (length >= 3).then_some((mark, length))
}

/// The text after the blanks at its beginning: with four of them it would be code.
fn unindented(line: &str) -> Option<&str> {
    let text = line.trim_start_matches(' ');
    (line.len() - text.len() < 4).then_some(text)
}

/// The level and the title of a heading.
pub(super) fn heading(line: &str) -> Option<(usize, &str)> {
    let text = unindented(line)?;
    let title = text.trim_start_matches('#');
    let level = text.len() - title.len();
    (level > 0 && title.starts_with([' ', '\t'])).then(|| (level, title.trim()))
}

/// What a line of a list says, and whether it is below another line.
pub(super) fn bullet(line: &str) -> Option<(bool, &str)> {
    let text = line.trim_start();
    let rest = text.strip_prefix(['-', '*', '+'])?;
    let indent = &line[..line.len() - text.len()];
    rest.starts_with([' ', '\t']).then(|| (indent.len() > 1 || indent == "\t", rest.trim()))
}

/// The name and the value of `name: value`.
pub(super) fn field(text: &str) -> Option<(&str, &str)> {
    let (name, value) = text.split_once(':')?;
    let name = name.trim();
    (!name.is_empty()).then(|| (name, value.trim()))
}

/// Where `part`, a slice of the text, is in it.
pub(super) fn range_of(bytes: &[u8], part: &str) -> Range<usize> {
    let start = part.as_ptr().addr() - bytes.as_ptr().addr();
    start..start + part.len()
}

/// `text` as one line that ends nothing of ours: line breaks become blanks.
pub(super) fn one_line(text: &str) -> String {
    text.split(|c: char| c.is_whitespace() || c.is_control())
        .filter(|word| !word.is_empty())
        .collect::<Vec<_>>()
        .join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn counting(text: &str) -> Vec<&str> {
        let lines = of(text.as_bytes());
        lines.iter().map(|line| super::text(text.as_bytes(), line)).collect()
    }

    #[test]
    fn code_and_comments_do_not_count() {
        assert_eq!(counting("# a\r\n```md\n# b\n```\n# c"), ["# a", "", "", "", "# c"]);
        assert_eq!(counting("~~~~\n~~~\n~~~~~ \nx"), ["", "", "", "x"]);
        assert_eq!(counting("<!-- a\n# b\n--> c\n# d"), ["", "", "", "# d"]);
        assert_eq!(counting("<!-- counted: 1 -->\n# d"), ["<!-- counted: 1 -->", "# d"]);
        assert_eq!(counting("```a`b\n# c\n```\n"), ["```a`b", "# c", "```"]);
    }

    #[test]
    fn what_nobody_closes_is_no_block() {
        assert_eq!(counting("```\n# a\n<!--\n# b"), ["```", "# a", "<!--", "# b"]);
        assert_eq!(counting("<!--\n# a\n<!-- b -->"), ["<!--", "# a", "<!-- b -->"]);
        assert_eq!(counting("````\n```\n# a\n```\n# b"), ["````", "", "", "", "# b"]);
        let many = "```\u{20}x\n<!--\n".repeat(50_000);
        assert_eq!(counting(&many).len(), 100_000);
    }

    #[test]
    fn headings_and_fields() {
        assert_eq!(heading("## 2026"), Some((2, "2026")));
        assert_eq!(heading("   # /a b "), Some((1, "/a b")));
        assert_eq!(heading("    # a"), None);
        assert_eq!(heading("#a"), None);
        assert_eq!(bullet("- a"), Some((false, "a")));
        assert_eq!(bullet("  * a: b"), Some((true, "a: b")));
        assert_eq!(bullet("\t- a"), Some((true, "a")));
        assert_eq!(bullet("-a"), None);
        assert_eq!(field("Note:  a: b "), Some(("Note", "a: b")));
        assert_eq!(one_line(" a\r\n# b\u{0} c "), "a # b c");
    }
}
