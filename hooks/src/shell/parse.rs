//! From text to a syntax tree, within the limits.
//!
//! Everything that knows the parser's interface beyond its node types is here.

use rable::Node;

use super::limits::Budget;
use super::{Reading, backquotes};

/// What could be read of a text.
pub(super) struct Parsed {
    pub(super) nodes: Vec<Node>,
    pub(super) reading: Reading,
}

/// What the parser makes of a text.
enum Attempt {
    Read(Vec<Node>),
    /// A syntax error.
    Broken,
    /// The limits forbid to try.
    Forbidden,
}

/// Parses a command line. Where it has a syntax error, its leading lines that have none
/// are taken: bash runs each complete command before it reads the next line. `None` if the
/// limits forbid it.
pub(super) fn parse(source: &str, budget: &mut Budget) -> Option<Parsed> {
    match attempt(source, budget) {
        Attempt::Read(nodes) => Some(Parsed { nodes, reading: Reading::Whole }),
        Attempt::Broken => leading_lines(source, budget),
        Attempt::Forbidden => None,
    }
}

/// The complete commands before a syntax error, found from the top as bash finds them.
fn leading_lines(source: &str, budget: &mut Budget) -> Option<Parsed> {
    let lines: Vec<&str> = source.split_inclusive('\n').collect();
    let (mut nodes, mut read, mut start) = (Vec::new(), 0, 0);
    // As many lines at a time as went well before, and then some more.
    let mut step = 1;
    // A single line is the text that was broken.
    while lines.len() > 1 && read < lines.len() {
        let count = step.min(lines.len() - read);
        let end = start + lines[read..read + count].iter().map(|line| line.len()).sum::<usize>();
        match complete(&source[start..end], budget) {
            Attempt::Read(more) => {
                nodes.extend(more);
                (read, start, step) = (read + count, end, step * 2);
            }
            Attempt::Forbidden => return None,
            Attempt::Broken if step > 1 => step = 1,
            Attempt::Broken => {
                // A command of several lines, or the one with the error.
                let Some((count, more)) = longer(&source[start..], budget)? else { break };
                nodes.extend(more);
                start += lines[read..read + count].iter().map(|line| line.len()).sum::<usize>();
                read += count;
            }
        }
    }
    if read < lines.len() && backquotes::obscure(&source[start..]) {
        budget.refuse_quoting();
        return None;
    }
    let reading = if read == 0 { Reading::Refused } else { Reading::Leading { lines: read } };
    Some(Parsed { nodes, reading })
}

/// The shortest run of two lines or more at the start of `text` that is complete. The
/// outer `None`: the limits forbid to look for it.
#[expect(clippy::option_option, reason = "none there, and not allowed to look, differ")]
fn longer(text: &str, budget: &mut Budget) -> Option<Option<(usize, Vec<Node>)>> {
    let ends = text.match_indices('\n').map(|(at, _)| at + 1).chain([text.len()]);
    for (line, end) in ends.enumerate().skip(1) {
        match complete(&text[..end], budget) {
            Attempt::Read(nodes) => return Some(Some((line + 1, nodes))),
            Attempt::Forbidden => return None,
            Attempt::Broken => {}
        }
    }
    Some(None)
}

/// Like [`attempt`], but what goes on in the next line is no complete command.
fn complete(text: &str, budget: &mut Budget) -> Attempt {
    let line = text.strip_suffix('\n').unwrap_or(text);
    let backslashes = line.len() - line.trim_end_matches('\\').len();
    if backslashes % 2 == 1 {
        return Attempt::Broken;
    }
    match attempt(text, budget) {
        Attempt::Read(nodes) if nodes.iter().any(|node| is_open(node, text)) => Attempt::Broken,
        other => other,
    }
}

/// The inside of a substitution that begins at the start of `text`: where it ends, before
/// which closing bracket, and its nodes. Brackets in quotes and in here-documents do not
/// end it, so each is tried until what lies before it is whole.
pub(super) fn substitution(text: &str, budget: &mut Budget) -> Option<(usize, Vec<Node>)> {
    inside(text, budget, attempt)
}

/// Where it ends, for one whose words are looked at elsewhere.
pub(super) fn end_of_substitution(text: &str, budget: &mut Budget) -> Option<usize> {
    inside(text, budget, read).map(|(end, _)| end)
}

fn inside(
    text: &str,
    budget: &mut Budget,
    attempt: fn(&str, &mut Budget) -> Attempt,
) -> Option<(usize, Vec<Node>)> {
    for (end, _) in text.match_indices(')').take(32) {
        match attempt(&text[..end], budget) {
            Attempt::Read(nodes) if !nodes.iter().any(|node| is_open(node, &text[..end])) => {
                return Some((end, nodes));
            }
            Attempt::Forbidden => return None,
            _ => {}
        }
    }
    None
}

/// Reads a text, and refuses the line if bash would read another.
fn attempt(source: &str, budget: &mut Budget) -> Attempt {
    match read(source, budget) {
        Attempt::Read(nodes)
            if backquotes::has_any(source) && backquotes::differ(&nodes, budget) =>
        {
            budget.refuse_quoting();
            Attempt::Forbidden
        }
        other => other,
    }
}

fn read(source: &str, budget: &mut Budget) -> Attempt {
    if !budget.grant_parse(source) {
        return Attempt::Forbidden;
    }
    if let Ok(nodes) = rable::parse(source, false) {
        return Attempt::Read(nodes);
    }
    // Extended globs are off in `bash -c`, but a session may have turned them on.
    let extended = ["?(", "*(", "+(", "@(", "!("].iter().any(|opening| source.contains(opening));
    if !extended {
        return Attempt::Broken;
    }
    if !budget.grant_parse(source) {
        return Attempt::Forbidden;
    }
    rable::parse(source, true).map_or(Attempt::Broken, Attempt::Read)
}

/// Does the text stop inside a here-document, or before the body of a function? The parser
/// takes one that nothing ends as whole, as bash does at the end of its input, and a name
/// alone for a function that does nothing.
fn is_open(node: &Node, text: &str) -> bool {
    use rable::NodeKind as Kind;
    let open = |redirect: &Node| match &redirect.kind {
        Kind::HereDoc { delimiter, strip_tabs, .. } => !text.lines().any(|line| {
            let line = if *strip_tabs { line.trim_start_matches('\t') } else { line };
            line == delimiter
        }),
        _ => false,
    };
    match &node.kind {
        Kind::Command { redirects, .. } => redirects.iter().any(open),
        // Its span is in characters.
        Kind::Function { body, .. } => {
            matches!(body.kind, Kind::Empty) && node.span.end >= text.trim_end().chars().count()
        }
        Kind::Subshell { body, redirects }
        | Kind::BraceGroup { body, redirects }
        | Kind::While { body, redirects, .. }
        | Kind::For { body, redirects, .. } => redirects.iter().any(open) || is_open(body, text),
        Kind::Pipeline { commands, .. } => commands.iter().any(|node| is_open(node, text)),
        Kind::List { items } => items.iter().any(|item| is_open(&item.command, text)),
        _ => false,
    }
}
