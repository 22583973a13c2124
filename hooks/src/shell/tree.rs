//! The nodes of a syntax tree, one level at a time: the parser has no visitor of its own.

use rable::{Node, NodeKind as Kind};

/// Puts the nodes right below one into `below`: its commands, its words and their parts, its
/// redirections. A list is as deep as it is long, so whoever asks keeps a stack of its own.
pub(super) fn children<'n>(node: &'n Node, below: &mut Vec<&'n Node>) {
    let empty: &[Node] = &[];
    let one = std::slice::from_ref::<Node>;
    let lists = match &node.kind {
        Kind::List { items } => return below.extend(items.iter().map(|item| &item.command)),
        Kind::Case { word, patterns, redirects } => {
            for case in patterns {
                below.extend(&case.patterns);
                below.extend(&case.body);
            }
            [one(word), empty, redirects]
        }
        Kind::If { condition, then_body, else_body, redirects } => {
            below.extend(else_body.as_deref());
            [one(condition), one(then_body), redirects]
        }
        Kind::Command { assignments, words, redirects } => [&**assignments, words, redirects],
        Kind::While { condition, body, redirects } | Kind::Until { condition, body, redirects } => {
            [one(condition), one(body), redirects]
        }
        Kind::For { words, body, redirects, .. } | Kind::Select { words, body, redirects, .. } => {
            [words.as_deref().unwrap_or_default(), one(body), redirects]
        }
        Kind::ForArith { body, redirects, .. }
        | Kind::Subshell { body, redirects }
        | Kind::BraceGroup { body, redirects }
        | Kind::ConditionalExpr { body, redirects } => [one(body), empty, redirects],
        Kind::BinaryTest { left, right, .. }
        | Kind::CondAnd { left, right }
        | Kind::CondOr { left, right } => [one(left), one(right), empty],
        Kind::Word { parts: all, .. }
        | Kind::Pipeline { commands: all, .. }
        | Kind::ArithmeticCommand { redirects: all, .. }
        | Kind::Array { elements: all } => [&**all, empty, empty],
        Kind::Function { body: inner, .. }
        | Kind::Coproc { command: inner, .. }
        | Kind::Redirect { target: inner, .. }
        | Kind::CommandSubstitution { command: inner, .. }
        | Kind::ProcessSubstitution { command: inner, .. }
        | Kind::Negation { pipeline: inner }
        | Kind::Time { pipeline: inner, .. }
        | Kind::UnaryTest { operand: inner, .. }
        | Kind::CondNot { operand: inner }
        | Kind::CondParen { inner } => [one(inner), empty, empty],
        // What is left holds text, or the terms of arithmetic, whose text is kept beside them.
        _ => return,
    };
    for list in lists {
        below.extend(list);
    }
}
