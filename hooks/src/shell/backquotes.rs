//! Where the parser and bash differ: in bash a backquote ends the substitution that one before
//! it began, whatever quotes stand between them. `` `'` ; rm x; `'` `` runs `rm`. The parser
//! reads what is between as a program does, and lets a quote hide the second backquote.

use rable::{Node, NodeKind};

use super::limits::Budget;
use super::parse;

/// Does bash see other substitutions in a word than the parser does?
pub(super) fn differ(word: &str, parts: &[Node], budget: &mut Budget) -> bool {
    let mut seen = 0;
    for part in parts {
        match &part.kind {
            NodeKind::CommandSubstitution { .. } => seen += 1,
            NodeKind::WordLiteral { value } if unread(value).is_some() => seen += 1,
            // These hold their substitutions as text, which is read as bash does.
            NodeKind::BraceExpansion { .. } | NodeKind::LocaleString { .. } => return false,
            _ => {}
        }
    }
    let mut scan = Scan { rest: word, count: 0, hidden: 0 };
    match scan.until(End::OfWord, budget) {
        Ok(()) => scan.count != seen,
        Err(stop) => stop == Stop::NoWord,
    }
}

/// The text of a substitution that the parser could not read: it gives it back as `$(…)`, and
/// no piece of a word begins so otherwise.
pub(super) fn unread(piece: &str) -> Option<&str> {
    piece.strip_prefix("$(")?.strip_suffix(')')
}

/// What ends a stretch of text.
#[derive(Clone, Copy, PartialEq, Eq)]
enum End {
    OfWord,
    DoubleQuote,
    /// `}` of a `${`.
    Brace,
    /// The two brackets after arithmetic, or one inside of it.
    Bracket,
}

/// Why a scan ends early.
#[derive(Debug, PartialEq, Eq)]
enum Stop {
    /// To bash, this is not one word.
    NoWord,
    /// It is a word of another kind: an array, a pattern with brackets.
    Unsure,
}

struct Scan<'a> {
    rest: &'a str,
    /// Substitutions of the word itself.
    count: usize,
    /// How many `${` and `$((` are open: what is inside belongs to them.
    hidden: usize,
}

impl Scan<'_> {
    fn until(&mut self, end: End, budget: &mut Budget) -> Result<(), Stop> {
        let quoted = end == End::DoubleQuote;
        loop {
            let mut characters = self.rest.chars();
            let next = characters.next();
            self.rest = characters.as_str();
            match next {
                None if end == End::OfWord => return Ok(()),
                None => return Err(Stop::NoWord),
                Some('\\') => self.skip_one(),
                Some('"') if quoted => return Ok(()),
                Some('}') if end == End::Brace => return Ok(()),
                Some(')') if end == End::Bracket => return Ok(()),
                Some('"') => self.until(End::DoubleQuote, budget)?,
                Some('\'') if !quoted => self.past('\'', false)?,
                Some('`') => {
                    self.past('`', true)?;
                    self.count += usize::from(self.hidden == 0);
                }
                Some('$') if self.rest.starts_with('\'') && !quoted => {
                    self.skip(1);
                    self.past('\'', true)?;
                }
                Some('$') if self.rest.starts_with("((") => {
                    self.skip(2);
                    self.inside(End::Bracket, budget)?;
                    // `$((a) | b)` is a substitution after all.
                    if !self.rest.starts_with(')') {
                        return Err(Stop::Unsure);
                    }
                    self.skip(1);
                }
                Some('$') if self.rest.starts_with('(') => {
                    self.substitution(budget)?;
                    self.count += usize::from(self.hidden == 0);
                }
                Some('<' | '>') if self.rest.starts_with('(') && !quoted => {
                    self.substitution(budget)?;
                }
                Some('$') if self.rest.starts_with('{') => {
                    self.skip(1);
                    self.inside(End::Brace, budget)?;
                }
                Some('(') if end == End::Bracket => self.until(End::Bracket, budget)?,
                Some('(') if end == End::OfWord => return Err(Stop::Unsure),
                Some(' ' | '\t' | '\n' | ';' | '&' | '|' | ')' | '<' | '>')
                    if end == End::OfWord =>
                {
                    return Err(Stop::NoWord);
                }
                Some(_) => {}
            }
        }
    }

    fn inside(&mut self, end: End, budget: &mut Budget) -> Result<(), Stop> {
        self.hidden += 1;
        self.until(end, budget)?;
        self.hidden -= 1;
        Ok(())
    }

    /// `(…)` after a `$`. What the parser finds in it, it finds again as words of its own.
    fn substitution(&mut self, budget: &mut Budget) -> Result<(), Stop> {
        self.skip(1);
        let (length, _) = parse::substitution(self.rest, budget).ok_or(Stop::Unsure)?;
        self.skip(length + 1);
        Ok(())
    }

    /// Goes on after the next `end`. May a backslash protect one?
    fn past(&mut self, end: char, escapes: bool) -> Result<(), Stop> {
        loop {
            let at = self.rest.find(|next| next == end || escapes && next == '\\');
            let Some(at) = at else { return Err(Stop::NoWord) };
            let ends = self.rest[at..].starts_with(end);
            self.skip(at + 1);
            if ends {
                return Ok(());
            }
            self.skip_one();
        }
    }

    fn skip_one(&mut self) {
        self.skip(self.rest.chars().next().map_or(0, char::len_utf8));
    }

    fn skip(&mut self, bytes: usize) {
        self.rest = self.rest.get(bytes..).unwrap_or_default();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_backquote_ends_what_a_backquote_began() {
        for (word, expected) in [
            ("a", Ok(0)),
            ("`ls`", Ok(1)),
            ("a`b`c`d e`f", Ok(2)),
            (r#""a `b 'c'` d `e`""#, Ok(2)),
            (r"`echo \`pwd\``", Ok(1)),
            ("`'`;rm`'`", Err(Stop::NoWord)),
            ("`'`", Ok(1)),
            ("\"can`'t` or `won't`\"", Ok(2)),
            ("'`'\"`a`\"", Ok(1)),
            ("$(echo `a` ')')`b`", Ok(2)),
            ("${x:-`a`}`b`", Ok(1)),
            ("$((1 + `a` * (2)))`b`", Ok(1)),
            ("$((a) | b)`c`", Err(Stop::Unsure)),
            ("$'it\\'s `'`b`", Ok(1)),
            ("a=(a `b` c)`d`", Err(Stop::Unsure)),
            ("<(a `b`)`c`", Ok(1)),
            ("`a", Err(Stop::NoWord)),
            ("`a` b", Err(Stop::NoWord)),
        ] {
            let mut scan = Scan { rest: word, count: 0, hidden: 0 };
            let end = scan.until(End::OfWord, &mut Budget::new());
            assert_eq!(end.map(|()| scan.count), expected, "{word}");
        }
    }
}
