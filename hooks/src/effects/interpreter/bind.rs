//! What the names in a program stand for: assignments, loops over lists, and the
//! parameters of functions that are called with literals.

use super::lex::{Language, Token};
use super::values::{Source, listing};

/// Functions whose calls are followed.
const MOST_FUNCTIONS: usize = 100;

/// First pass: what names stand for.
pub(super) fn names(source: &mut Source) {
    let mut functions: Vec<(&str, usize, Vec<&str>)> = Vec::new();
    for at in 0..source.tokens.len() {
        let Some(name) = source.name(at) else { continue };
        match name {
            "for" | "foreach" => iteration(source, at),
            "def" | "function" => {
                if let (Some(own), Some('(')) = (source.name(at + 1), source.mark(at + 2))
                    && functions.len() < MOST_FUNCTIONS
                {
                    let (args, _) = source.arguments(at + 3, &[]);
                    let names = args.iter().filter_map(|arg| source.name(arg.start));
                    functions.push((own, at + 2, names.collect()));
                }
            }
            _ => value(source, at, name),
        }
        let defined = at > 0 && matches!(source.name(at - 1), Some("def" | "function"));
        if source.mark(at + 1) == Some('(') && !defined {
            let function = functions.iter().rev().find(|(own, ..)| *own == name);
            if let Some((_, from, parameters)) = function.cloned() {
                let (args, _) = source.arguments(at + 2, &[]);
                for (parameter, arg) in parameters.iter().zip(args) {
                    source.bind(parameter, from, arg);
                }
            }
        }
    }
}

/// `name = value`
fn value<'a>(source: &mut Source<'a>, at: usize, name: &'a str) {
    let mut equals = at + 1;
    if source.language == Language::JavaScript && source.mark(equals) == Some(':') {
        return;
    }
    // `p: Path = …`
    if source.mark(equals) == Some(':') && source.name(equals + 1).is_some() {
        equals += 2;
    }
    let next = source.mark(equals + 1);
    if source.mark(equals) != Some('=') || matches!(next, Some('=' | '>' | '~')) {
        return;
    }
    // A keyword argument gives no name a value.
    let before = at.checked_sub(1).and_then(|before| source.mark(before));
    // JavaScript has none: `const a = 1, b = 2`.
    let list = source.language == Language::JavaScript;
    if matches!(before, Some('(' | '.')) || before == Some(',') && !list {
        return;
    }
    let ends: &[char] = if list { &['\n', ';', ','] } else { &['\n', ';'] };
    let end = source.until(equals + 1, ends);
    source.bind(name, equals, equals + 1..end);
}

/// Tokens between `for` and `in` that are looked at.
const LONGEST_TARGET: usize = 32;

/// `for name in [values]`, `for (const name of values)`
fn iteration(source: &mut Source, at: usize) {
    let mut names = Vec::new();
    let mut start = at + 1;
    loop {
        match source.tokens.get(start) {
            Some(Token::Name("in" | "of")) => break,
            Some(
                Token::Name("const" | "let" | "var" | "my")
                | Token::Mark('(' | ',' | '[' | ']' | ')'),
            ) => {}
            Some(Token::Name(name)) => names.push(*name),
            _ => return,
        }
        start += 1;
        if start - at > LONGEST_TARGET {
            return;
        }
    }
    start += 1;
    if !matches!(source.mark(start), Some('[' | '(')) {
        let end = source.until(start, &[':', '\n', ';']);
        for value in source.value(start..end) {
            for name in &names {
                source.bind_to(name, start, listing(&value), true);
            }
        }
        return;
    }
    let (elements, _) = source.arguments(start + 1, &[]);
    for element in elements {
        if names.len() < 2 {
            if let Some(name) = names.first() {
                source.bind(name, start, element);
            }
        } else if matches!(source.mark(element.start), Some('[' | '(')) {
            let (parts, _) = source.arguments(element.start + 1, &[]);
            for (name, part) in names.iter().zip(parts) {
                source.bind(name, start, part);
            }
        }
    }
}
