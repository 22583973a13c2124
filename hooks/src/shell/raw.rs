//! Text that the parser hands over unread: here-documents, the arguments of `${…}`,
//! arithmetic, tests. Only `$`, backquote and backslash are special in it.

use super::parse;
use super::state::Shell;
use super::walk::{Context, Walker};
use super::word::UNKNOWN;

impl Walker {
    /// Expands a text: its command substitutions are walked, known variables are put in,
    /// and each piece that nobody knows becomes a NUL.
    pub(super) fn text(&mut self, text: &str, shell: &Shell, context: &Context) -> String {
        let mut out = String::with_capacity(text.len());
        let mut rest = text;
        // Inside `${…}` that is more than a name: walked, and no part of the text.
        let mut hidden = 0_usize;
        while let Some(at) = rest.find(['$', '`', '\\', '}']) {
            let (plain, special) = rest.split_at(at);
            let mut piece = String::new();
            let used = match special.as_bytes()[0] {
                b'\\' => escaped(special, &mut piece),
                b'`' => {
                    piece.push(UNKNOWN);
                    1 + self.backquoted(&special[1..], shell, context)
                }
                b'}' => {
                    if hidden == 0 {
                        piece.push('}');
                    }
                    1
                }
                _ => match name(&special[1..]) {
                    Some((name, length)) => {
                        piece.push_str(shell.variable(name).skeleton());
                        1 + length
                    }
                    None => self.dollar(special, shell, context, &mut piece),
                },
            };
            if hidden == 0 {
                out.push_str(plain);
                out.push_str(&piece);
            }
            if special.starts_with("${") && used == 2 {
                hidden += 1;
            } else if special.starts_with('}') {
                hidden = hidden.saturating_sub(1);
            }
            rest = special.get(used..).unwrap_or_default();
        }
        if hidden == 0 {
            out.push_str(rest);
        }
        out
    }

    /// What a `$` begins that is no simple name; returns how many bytes it takes.
    fn dollar(
        &mut self,
        text: &str,
        shell: &Shell,
        context: &Context,
        piece: &mut String,
    ) -> usize {
        // `$((` is arithmetic, and a substitution may be inside it.
        if text.starts_with("$((") {
            piece.push(UNKNOWN);
            return 3;
        }
        if let Some(inside) = text.strip_prefix("$(") {
            piece.push(UNKNOWN);
            let Some((end, nodes)) = parse::substitution(inside, self.budget()) else {
                return 2;
            };
            self.nodes(&nodes, &mut shell.clone(), context);
            return end + 3;
        }
        if text.starts_with("${") || text.starts_with("$[") {
            piece.push(UNKNOWN);
            return 2;
        }
        if text.as_bytes().get(1).is_some_and(|next| b"@*#?$!-".contains(next)) {
            piece.push(UNKNOWN);
            return 2;
        }
        piece.push('$');
        1
    }

    /// Walks what stands before the next backquote; returns how far it reaches.
    fn backquoted(&mut self, text: &str, shell: &Shell, context: &Context) -> usize {
        let mut inside = String::new();
        let mut characters = text.char_indices();
        while let Some((at, character)) = characters.next() {
            match character {
                '`' => {
                    self.source(&inside, &mut shell.clone(), context);
                    return at + 1;
                }
                '\\' => match characters.next() {
                    Some((_, next @ ('`' | '\\' | '$'))) => inside.push(next),
                    Some((_, next)) => inside.extend(['\\', next]),
                    None => break,
                },
                other => inside.push(other),
            }
        }
        text.len()
    }
}

/// A backslash and what follows; returns how many bytes that are.
fn escaped(text: &str, piece: &mut String) -> usize {
    match text[1..].chars().next() {
        Some('\n') => 2,
        Some(next @ ('$' | '`' | '\\')) => {
            piece.push(next);
            2
        }
        _ => {
            piece.push('\\');
            1
        }
    }
}

/// The variable that a text right after a `$` names, and how many bytes that takes.
fn name(text: &str) -> Option<(&str, usize)> {
    if let Some(inside) = text.strip_prefix('{') {
        let (inside, _) = inside.split_once('}')?;
        return is_name(inside).then_some((inside, inside.len() + 2));
    }
    if text.starts_with(|first: char| first.is_ascii_digit()) {
        return Some((&text[..1], 1));
    }
    let end = text
        .find(|letter: char| !(letter.is_ascii_alphanumeric() || letter == '_'))
        .unwrap_or(text.len());
    (end > 0).then_some((&text[..end], end))
}

/// Is this the name of a variable or a positional parameter?
pub(super) fn is_name(text: &str) -> bool {
    let letters = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'_';
    !text.is_empty()
        && text.bytes().all(letters)
        && (!text.starts_with(|first: char| first.is_ascii_digit())
            || text.bytes().all(|byte| byte.is_ascii_digit()))
}

/// Is this the name of a variable that the line may set?
pub(super) fn is_variable(name: &str) -> bool {
    is_name(name) && !name.starts_with(|first: char| first.is_ascii_digit())
}
