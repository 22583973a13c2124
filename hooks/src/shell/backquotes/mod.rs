//! Where the parser and bash differ: in bash a backquote ends the substitution that one before
//! it began, whatever quotes stand between them. `` `'` ; rm x; `'` `` runs `rm`. The parser
//! reads what is between as a program does, and lets a quote hide the second backquote.
//!
//! So every text of the tree that holds a backquote is read once more, by bash's rule: it must
//! end where the parser says that it ends, and hold as many substitutions. That a word is never
//! expanded does not excuse it: the body of a function that nobody calls may have swallowed the
//! command after it.

mod scan;

use rable::{Node, NodeKind as Kind};

use super::limits::Budget;
use super::tree;
use scan::{End, substitutions};

/// Does bash see other words or other substitutions in `nodes` than the parser does?
pub(super) fn differ(nodes: &[Node], budget: &mut Budget) -> bool {
    let mut todo: Vec<&Node> = nodes.iter().collect();
    while let Some(node) = todo.pop() {
        let mut ends =
            |text: &str, end| !has_any(text) || substitutions(text, end, budget).is_some();
        let same = match &node.kind {
            Kind::Word { value, parts, .. } if has_any(value) => {
                let found = substitutions(value, End::OfWord, budget);
                found.is_some() && found == seen(parts, budget)
            }
            Kind::CondTerm { value, .. } => ends(value, End::OfTerm),
            Kind::ArithmeticCommand { raw_content, .. } => ends(raw_content, End::OfText),
            Kind::ForArith { init, cond, incr, .. } => {
                [init, cond, incr].iter().all(|text| ends(text, End::OfText))
            }
            _ => true,
        };
        if !same {
            return true;
        }
        // Backquotes in backquotes are still escaped in the tree. Their text is read again.
        if !matches!(&node.kind, Kind::Word { value, .. } if value.contains("\\`")) {
            tree::children(node, &mut todo);
        }
    }
    false
}

/// Does a text hold a backquote?
pub(super) fn has_any(text: &str) -> bool {
    text.contains('`')
}

/// How many substitutions the parser has found in a word; `None` if bash would not agree.
fn seen(parts: &[Node], budget: &mut Budget) -> Option<usize> {
    let mut count = 0;
    for part in parts {
        count += match &part.kind {
            Kind::CommandSubstitution { .. } => 1,
            Kind::WordLiteral { value } => usize::from(unread(value).is_some()),
            Kind::BraceExpansion { content } => substitutions(content, End::OfWord, budget)?,
            _ => 0,
        };
    }
    Some(count)
}

/// The text of a substitution that the parser could not read: it gives it back as `$(…)`, and
/// no piece of a word begins so otherwise.
pub(super) fn unread(piece: &str) -> Option<&str> {
    piece.strip_prefix("$(")?.strip_suffix(')')
}

/// May a text with a syntax error be one that bash reads? Between two of its backquotes stands
/// what hides the second one from the parser, and from nobody else.
pub(super) fn obscure(text: &str) -> bool {
    let (Some(first), Some(last)) = (text.find('`'), text.rfind('`')) else { return false };
    let hides = |byte| matches!(byte, b'\'' | b'"' | b'#' | b'(' | b'{' | b'[' | b'<');
    text[first..last].bytes().any(hides)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn plain_words_between_backquotes_hide_nothing() {
        for (text, expected) in [
            ("it's `a` b", false),
            ("it's `a b; c` (d)", false),
            ("`'", false),
            ("`'`", true),
            ("`a` it's `b`", true),
            ("for i in `a #`; do b\necho `c`; done", true),
        ] {
            assert_eq!(obscure(text), expected, "{text}");
        }
    }
}
