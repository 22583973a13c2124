//! Bash's own way through a text that holds backquotes.

use super::super::limits::Budget;
use super::super::parse;

/// What ends a stretch of text.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum End {
    OfWord,
    /// The end of a term of `[[ … ]]`, where a pattern may stand without quotes.
    OfTerm,
    /// The end of the whole text, which may have blanks.
    OfText,
    DoubleQuote,
    /// `}` of a `${`.
    Brace,
    /// The bracket after arithmetic, an array or a pattern, or one inside of it.
    Bracket,
}

impl End {
    /// Is this the end of the text itself?
    fn is_last(self) -> bool {
        matches!(self, End::OfWord | End::OfTerm | End::OfText)
    }

    /// Does a bracket open something here? In a word, the array that it assigns or a pattern.
    fn opens_after(self, before: Option<char>) -> bool {
        match self {
            End::OfWord => matches!(before, Some('=' | '?' | '*' | '+' | '@' | '!')),
            End::OfTerm | End::OfText | End::Bracket => true,
            End::DoubleQuote | End::Brace => false,
        }
    }

    /// Would the stretch be over for bash, where this stands without quotes?
    fn is_past(self, next: char) -> bool {
        match self {
            End::OfWord => matches!(next, '|' | '(' | '<' | '>') || End::OfTerm.is_past(next),
            End::OfTerm => matches!(next, ' ' | '\t' | '\n' | ';' | '&' | ')'),
            End::OfText => next == ')',
            End::DoubleQuote | End::Brace | End::Bracket => false,
        }
    }
}

/// How many substitutions a text holds, those inside of others and of `${…}` not counted.
/// `None` if bash would not read it as one that ends at `end`.
pub(super) fn substitutions(text: &str, end: End, budget: &mut Budget) -> Option<usize> {
    let mut scan = Scan { rest: text, count: 0, hidden: 0 };
    scan.until(end, budget)?;
    Some(scan.count)
}

#[derive(Clone)]
struct Scan<'a> {
    rest: &'a str,
    /// Substitutions of the text itself.
    count: usize,
    /// How many `${`, `$((` and `$"` are open: what is inside belongs to them.
    hidden: usize,
}

impl Scan<'_> {
    /// Goes on after `end`; `None` if bash would not find it there.
    fn until(&mut self, end: End, budget: &mut Budget) -> Option<()> {
        let quoted = end == End::DoubleQuote;
        let mut before = None;
        loop {
            let mut characters = self.rest.chars();
            let next = characters.next();
            self.rest = characters.as_str();
            match next {
                None => return end.is_last().then_some(()),
                Some('\\') => self.skip_one(),
                Some('"') if quoted => return Some(()),
                Some('}') if end == End::Brace => return Some(()),
                Some(')') if end == End::Bracket => return Some(()),
                Some('"') => self.until(End::DoubleQuote, budget)?,
                Some('\'') if !quoted => self.past('\'', false)?,
                Some('`') => {
                    self.past('`', true)?;
                    self.one_more();
                }
                Some('$') if self.rest.starts_with('\'') && !quoted => {
                    self.skip(1);
                    self.past('\'', true)?;
                }
                Some('$') if self.rest.starts_with('"') && !quoted => {
                    self.inside(End::DoubleQuote, 1, budget)?;
                }
                Some('$') if self.rest.starts_with("((") && self.arithmetic(budget) => {}
                Some('$') if self.rest.starts_with('(') => {
                    self.substitution(budget)?;
                    self.one_more();
                }
                Some('<' | '>') if self.rest.starts_with('(') && !quoted => {
                    self.substitution(budget)?;
                }
                Some('$') if self.rest.starts_with('{') => self.inside(End::Brace, 1, budget)?,
                Some('(') if end.opens_after(before) => self.until(End::Bracket, budget)?,
                Some(next) if end.is_past(next) => return None,
                Some(_) => {}
            }
            before = next;
        }
    }

    /// One substitution more, if it is one of the text itself.
    fn one_more(&mut self) {
        self.count += usize::from(self.hidden == 0);
    }

    /// What `bytes` bytes open, up to its `end`.
    fn inside(&mut self, end: End, bytes: usize, budget: &mut Budget) -> Option<()> {
        self.skip(bytes);
        self.hidden += 1;
        self.until(end, budget)?;
        self.hidden -= 1;
        Some(())
    }

    /// `((…))` after a `$`, if it is that: `$((a) | b)` is a substitution after all.
    fn arithmetic(&mut self, budget: &mut Budget) -> bool {
        let mut scan = self.clone();
        let ends = scan.inside(End::Bracket, 2, budget).is_some() && scan.rest.starts_with(')');
        if ends {
            *self = scan;
            self.skip(1);
        }
        ends
    }

    /// `(…)` after a `$`. What the parser finds in it, it finds again as words of its own.
    fn substitution(&mut self, budget: &mut Budget) -> Option<()> {
        self.skip(1);
        let length = parse::end_of_substitution(self.rest, budget)?;
        self.skip(length + 1);
        Some(())
    }

    /// Goes on after the next `end`. May a backslash protect one?
    fn past(&mut self, end: char, escapes: bool) -> Option<()> {
        loop {
            let at = self.rest.find(|next| next == end || escapes && next == '\\');
            let at = at?;
            let ends = self.rest[at..].starts_with(end);
            self.skip(at + 1);
            if ends {
                return Some(());
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
            ("a", Some(0)),
            ("`ls`", Some(1)),
            ("a`b`c`d e`f", Some(2)),
            (r#""a `b 'c'` d `e`""#, Some(2)),
            (r"`echo \`pwd\``", Some(1)),
            ("`'`;rm`'`", None),
            ("`'`", Some(1)),
            ("\"can`'t` or `won't`\"", Some(2)),
            ("'`'\"`a`\"", Some(1)),
            ("$(echo `a` ')')`b`", Some(2)),
            ("${x:-`a`}`b`", Some(1)),
            ("$((1 + `a` * (2)))`b`", Some(1)),
            ("$((a) | b)`c`", Some(2)),
            ("$'it\\'s `'`b`", Some(1)),
            ("a=(a `b` c)`d`", Some(2)),
            ("a(a `b`)`d`", None),
            ("<(a `b`)`c`", Some(1)),
            ("`a", None),
            ("`a` b", None),
        ] {
            assert_eq!(substitutions(word, End::OfWord, &mut Budget::new()), expected, "{word}");
        }
    }
}
