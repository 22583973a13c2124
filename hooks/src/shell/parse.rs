//! From text to a syntax tree, within the limits.
//!
//! Everything that knows the parser's interface beyond its node types is here.

use rable::Node;

use super::Reading;
use super::limits::Budget;

/// How often a shorter piece is tried after the whole text was refused.
const MAX_TRIES: usize = 48;

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

/// Parses a command line. Where it has a syntax error, its longest run of leading lines
/// that has none is taken: bash runs each complete command before it meets the error.
/// `None` if the limits forbid it.
pub(super) fn parse(source: &str, budget: &mut Budget) -> Option<Parsed> {
    match attempt(source, budget) {
        Attempt::Read(nodes) => return Some(Parsed { nodes, reading: Reading::Whole }),
        Attempt::Forbidden => return None,
        Attempt::Broken => {}
    }
    let ends: Vec<usize> = source.match_indices('\n').map(|(at, _)| at).collect();
    let mut lines = ends.len();
    // One line less at a time near the end; further off in ever longer steps.
    for attempt_number in 0..MAX_TRIES {
        let step = if attempt_number < 24 { 1 } else { (lines / 8).max(1) };
        let Some(end) = lines.checked_sub(1).and_then(|last| ends.get(last)) else { break };
        match attempt(&source[..*end], budget) {
            Attempt::Read(nodes) => {
                return Some(Parsed { nodes, reading: Reading::Leading { lines } });
            }
            Attempt::Forbidden => return None,
            Attempt::Broken => lines = lines.saturating_sub(step),
        }
    }
    Some(Parsed { nodes: Vec::new(), reading: Reading::Refused })
}

/// The inside of a substitution that begins at the start of `text`: where it ends, before
/// which closing bracket, and its nodes. Brackets in quotes and in here-documents do not
/// end it, so each is tried until what lies before it is whole.
pub(super) fn substitution(text: &str, budget: &mut Budget) -> Option<(usize, Vec<Node>)> {
    for (end, _) in text.match_indices(')').take(32) {
        match attempt(&text[..end], budget) {
            Attempt::Read(nodes) if !nodes.iter().any(ends_in_heredoc) => {
                return Some((end, nodes));
            }
            Attempt::Forbidden => return None,
            _ => {}
        }
    }
    None
}

fn attempt(source: &str, budget: &mut Budget) -> Attempt {
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

/// Does the text stop inside a here-document?
fn ends_in_heredoc(node: &Node) -> bool {
    use rable::NodeKind as Kind;
    match &node.kind {
        Kind::Command { redirects, .. }
        | Kind::Subshell { redirects, .. }
        | Kind::BraceGroup { redirects, .. } => redirects
            .iter()
            .any(|redirect| matches!(redirect.kind, Kind::HereDoc { complete: false, .. })),
        Kind::Pipeline { commands, .. } => commands.iter().any(ends_in_heredoc),
        Kind::List { items } => items.iter().any(|item| ends_in_heredoc(&item.command)),
        _ => false,
    }
}
