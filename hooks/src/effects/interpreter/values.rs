//! What an expression stands for, as far as literals tell: texts, paths put together
//! from them, and names that were given such a value before.

use crate::shell::Word;
use crate::table::one_of;

use super::lex::{Language, Token};

/// The tokens of a program, and what its names stand for.
pub(super) struct Source<'a> {
    pub tokens: Vec<Token<'a>>,
    pub language: Language,
    /// What `sys.argv` holds.
    pub argv: Vec<Word>,
    bindings: Vec<Binding<'a>>,
    /// Steps left: text that is made to be slow to read is given up.
    pub budget: usize,
}

/// One thing that a name stands for, from a place in the text on.
struct Binding<'a> {
    name: &'a str,
    from: usize,
    value: Word,
    is_path: bool,
}

/// A range of tokens.
pub(super) type Span = std::ops::Range<usize>;

/// Expressions in expressions that are followed.
const DEEPEST: usize = 12;

/// Values of one expression that are kept: a loop over a list gives one for each.
const MOST_VALUES: usize = 64;

/// Functions that yield the path that they are given, or put one together.
const PATHS: &str = "Path PurePath PosixPath PurePosixPath Pathname";
const SAME: &str = "str String fspath abspath realpath resolve expanduser absolute normpath as_posix \
                    joinpath join expand_path to_s normalize";
const BESIDE: &str = "with_name with_suffix with_stem sub_ext parent";
const LISTS: &str = "glob iglob rglob globSync walk listdir scandir iterdir readdirSync readdir sync \
                     fdir children entries";

impl<'a> Source<'a> {
    pub(super) fn new(tokens: Vec<Token<'a>>, language: Language) -> Self {
        let budget = 50_000 + 8 * tokens.len();
        Self { tokens, language, argv: Vec::new(), bindings: Vec::new(), budget }
    }

    // Called in many places.
    #[inline(never)]
    pub(super) fn name(&self, at: usize) -> Option<&'a str> {
        match self.tokens.get(at) {
            Some(Token::Name(name)) => Some(name),
            _ => None,
        }
    }

    #[inline(never)]
    pub(super) fn mark(&self, at: usize) -> Option<char> {
        match self.tokens.get(at) {
            Some(Token::Mark(mark)) => Some(*mark),
            _ => None,
        }
    }

    /// From `start` to the end of the bracket that is open there, to a stop mark, or to
    /// the end of the text. Brackets inside are passed over.
    pub(super) fn until(&mut self, start: usize, stops: &[char]) -> usize {
        let mut depth = 0_usize;
        let mut at = start;
        while at < self.tokens.len() && self.budget > 0 {
            self.budget -= 1;
            match self.mark(at) {
                Some('(' | '[' | '{') => depth += 1,
                Some(')' | ']' | '}') if depth == 0 => break,
                Some(')' | ']' | '}') => depth -= 1,
                Some(mark) if depth == 0 && stops.contains(&mark) => break,
                _ => {}
            }
            at += 1;
        }
        at
    }

    /// The arguments from `start` on, and where they end.
    pub(super) fn arguments(&mut self, start: usize, stops: &[char]) -> (Vec<Span>, usize) {
        let mut all = Vec::new();
        let mut at = start;
        let mut with_comma = stops.to_vec();
        with_comma.push(',');
        loop {
            let end = self.until(at, &with_comma);
            let span = self.trimmed(at..end);
            if !span.is_empty() {
                all.push(span);
            }
            if self.mark(end) == Some(',') {
                at = end + 1;
            } else {
                return (all, end);
            }
        }
    }

    fn trimmed(&self, mut span: Span) -> Span {
        while !span.is_empty() && self.mark(span.start) == Some('\n') {
            span.start += 1;
        }
        while !span.is_empty() && self.mark(span.end - 1) == Some('\n') {
            span.end -= 1;
        }
        span
    }

    /// From here on `name` stands for what `span` does.
    pub(super) fn bind(&mut self, name: &'a str, from: usize, span: Span) {
        let is_path = self.is_path(&span);
        for value in self.value(span) {
            self.bind_to(name, from, value, is_path);
        }
    }

    pub(super) fn bind_to(&mut self, name: &'a str, from: usize, value: Word, is_path: bool) {
        if self.budget == 0 {
            return;
        }
        self.bindings.push(Binding { name, from, value, is_path });
    }

    /// Counts the work of looking a name up.
    fn charge(&mut self) {
        self.budget = self.budget.saturating_sub(1 + self.bindings.len() / 8);
    }

    fn bound(&self, name: &str, at: usize) -> impl Iterator<Item = &Binding<'a>> {
        let all = || self.bindings.iter().filter(|binding| binding.name == name);
        let starts = || all().map(|binding| binding.from);
        // A comprehension uses its names before it says what they stand for.
        let from = starts().filter(|from| *from <= at).max().or_else(|| starts().min());
        let same: Vec<&Binding<'a>> = self
            .bindings
            .iter()
            .filter(|binding| Some(binding.from) == from && binding.name == name)
            .take(MOST_VALUES)
            .collect();
        same.into_iter()
    }

    /// Is this surely a path object, on which `replace` and `rename` move files?
    pub(super) fn is_path(&mut self, span: &Span) -> bool {
        self.charge();
        let Some(first) = span.clone().find(|at| self.mark(*at) != Some('(')) else { return false };
        let Some(name) = self.name(first) else { return false };
        let begins = one_of(name, PATHS)
            || name == "path" && self.language == Language::Perl
            || name == "pathlib"
            || self.bound(name, first).any(|binding| binding.is_path);
        // `p.read_text()` is no path any more.
        let mut depth = 0_usize;
        let mut stays = true;
        for at in first..span.end {
            match self.mark(at) {
                Some('(' | '[' | '{') => depth += 1,
                Some(')' | ']' | '}') => depth = depth.saturating_sub(1),
                Some('.') if depth == 0 => {
                    stays &= self.name(at + 1).is_some_and(|name| {
                        one_of(name, PATHS) || one_of(name, SAME) || one_of(name, BESIDE)
                    });
                }
                _ => {}
            }
        }
        begins && stays
    }

    /// What an expression stands for: one word for each that it may be.
    pub(super) fn value(&mut self, span: Span) -> Vec<Word> {
        self.deep_value(span, 0)
    }

    fn deep_value(&mut self, span: Span, depth: usize) -> Vec<Word> {
        let span = self.trimmed(span);
        if depth > DEEPEST || span.is_empty() || self.budget < span.len() {
            return vec![Word::unknown()];
        }
        self.budget -= span.len();
        self.charge();
        let (values, next) = self.first_term(&span, depth);
        self.rest_of(values, next..span.end, depth)
    }

    /// The first term of an expression and where it ends.
    fn first_term(&mut self, span: &Span, depth: usize) -> (Vec<Word>, usize) {
        let start = span.start;
        match self.tokens.get(start).cloned() {
            Some(Token::Text(mut text)) => {
                let mut at = start + 1;
                // Literals side by side are one.
                while let Some(Token::Text(next)) = self.tokens.get(at)
                    && at < span.end
                    && text.is_known()
                {
                    text = glued(&text, next);
                    at += 1;
                }
                (vec![text], at)
            }
            Some(Token::Mark('(')) => {
                let end = self.until(start + 1, &[]);
                (self.deep_value(start + 1..end, depth + 1), end + 1)
            }
            Some(Token::Name(mut name)) => {
                let mut at = start + 1;
                if self.bound(name, start).next().is_some() && self.mark(at) != Some('(') {
                    return (self.named(name, start), at);
                }
                let mut chain = false;
                while matches!(self.mark(at), Some('.' | ':')) && at < span.end {
                    at += 1;
                    if let Some(next) = self.name(at) {
                        name = next;
                        chain = true;
                        at += 1;
                    }
                }
                if self.mark(at) == Some('(') && at < span.end {
                    let (args, end) = self.arguments(at + 1, &[]);
                    (self.called(name, &args, depth), end + 1)
                } else if name == "argv" && self.mark(at) == Some('[') {
                    let end = self.until(at + 1, &[]);
                    (self.argument(at + 1..end), end + 1)
                } else if chain {
                    (vec![Word::unknown()], span.end)
                } else {
                    (self.named(name, start), at)
                }
            }
            _ => (vec![Word::unknown()], span.end),
        }
    }

    /// `argv[1]`, `argv[1:]`
    fn argument(&self, index: Span) -> Vec<Word> {
        let first = self.name(index.start).and_then(|number| number.parse::<usize>().ok());
        let known = first.and_then(|first| self.argv.get(first..)).unwrap_or_default();
        let many = self.mark(index.start + 1) == Some(':') && index.len() == 2;
        let known = if many { known } else { known.get(..1).unwrap_or_default() };
        let only = many || index.len() == 1;
        if known.is_empty() || !only { vec![Word::unknown()] } else { known.to_vec() }
    }

    fn named(&self, name: &str, at: usize) -> Vec<Word> {
        if name == "__dirname" {
            return vec![Word::known(".")];
        }
        let values: Vec<Word> = self.bound(name, at).map(|binding| binding.value.clone()).collect();
        if values.is_empty() { vec![Word::unknown()] } else { values }
    }

    /// What a call yields.
    fn called(&mut self, name: &str, args: &[Span], depth: usize) -> Vec<Word> {
        if one_of(name, "getcwd cwd pwd") && args.is_empty() {
            return vec![Word::known(".")];
        }
        let lists = one_of(name, LISTS);
        if !(lists || one_of(name, PATHS) || one_of(name, SAME) || name == "path") {
            return vec![Word::unknown()];
        }
        let mut values: Option<Vec<Word>> = None;
        for arg in args {
            let next = self.deep_value(arg.clone(), depth + 1);
            values = Some(match values {
                Some(values) if !lists => combined(&values, &next, joined),
                Some(values) => values,
                None => next,
            });
        }
        let values = values.unwrap_or_else(|| vec![Word::known(".")]);
        if lists { values.iter().map(listing).collect() } else { values }
    }

    /// What is added to a term: `+`, `/`, methods.
    fn rest_of(&mut self, values: Vec<Word>, rest: Span, depth: usize) -> Vec<Word> {
        let rest = self.trimmed(rest);
        if rest.is_empty() {
            return values;
        }
        let method = match self.mark(rest.start) {
            Some('.') => self.name(rest.start + 1).map(|name| (name, rest.start + 2)),
            Some('-') if self.mark(rest.start + 1) == Some('>') => {
                self.name(rest.start + 2).map(|name| (name, rest.start + 3))
            }
            Some('+') => {
                let right = self.deep_value(rest.start + 1..rest.end, depth + 1);
                return combined(&values, &right, glued);
            }
            Some('/') if self.language == Language::Python => {
                // Binds to the left: only the next term belongs to it.
                let span = rest.start + 1..rest.end;
                if span.is_empty() || depth > DEEPEST {
                    return vec![Word::unknown()];
                }
                let (right, next) = self.first_term(&span, depth + 1);
                return self.rest_of(combined(&values, &right, joined), next..rest.end, depth + 1);
            }
            _ => None,
        };
        if self.language == Language::Awk {
            // Texts side by side are one.
            return values.iter().map(|value| Word::beginning(value.prefix())).collect();
        }
        let literal = self.tokens.get(rest.start.saturating_sub(1));
        let formats = matches!(literal, Some(Token::Text(_)));
        match method {
            // Perl and PHP glue with a dot.
            _ if self.mark(rest.start) == Some('.')
                && matches!(self.language, Language::Perl | Language::Php) =>
            {
                let right = self.deep_value(rest.start + 1..rest.end, depth + 1);
                combined(&values, &right, glued)
            }
            Some((name, at)) if one_of(name, SAME) && depth < DEEPEST => {
                if self.mark(at) != Some('(') {
                    return self.rest_of(values, at..rest.end, depth + 1);
                }
                let (args, end) = self.arguments(at + 1, &[]);
                let mut values = values;
                for arg in args {
                    let right = self.deep_value(arg, depth + 1);
                    values = combined(&values, &right, joined);
                }
                self.rest_of(values, end + 1..rest.end, depth + 1)
            }
            Some((name, _)) if one_of(name, LISTS) => {
                values.iter().map(|value| listing(&glued(value, &Word::known("/")))).collect()
            }
            Some((name, _)) if one_of(name, BESIDE) => values.iter().map(beside).collect(),
            // `'src/{}.rs'.format(x)`, `'src/%s' % x`
            _ if formats => values.iter().map(template).collect(),
            _ => vec![Word::unknown()],
        }
    }
}

fn combined(left: &[Word], right: &[Word], with: fn(&Word, &Word) -> Word) -> Vec<Word> {
    let pairs = left.iter().flat_map(|left| right.iter().map(move |right| with(left, right)));
    pairs.take(MOST_VALUES).collect()
}

/// One text after the other.
fn glued(left: &Word, right: &Word) -> Word {
    if !left.is_known() {
        return left.clone();
    }
    let text = format!("{}{}", left.prefix(), right.prefix());
    if right.is_known() { Word::known(text) } else { Word::beginning(text) }
}

/// One path below the other.
fn joined(left: &Word, right: &Word) -> Word {
    if right.prefix().starts_with('/') {
        return right.clone();
    }
    if left.is_known() && !left.prefix().is_empty() {
        glued(&Word::known(format!("{}/", left.prefix().trim_end_matches('/'))), right)
    } else {
        glued(left, right)
    }
}

/// The part of a pattern before its first wildcard.
pub(super) fn listing(pattern: &Word) -> Word {
    let text = pattern.prefix();
    match text.find(['*', '?', '[', '{']) {
        Some(at) => Word::beginning(&text[..at]),
        None if pattern.is_known() && !text.is_empty() => {
            Word::beginning(format!("{}/", text.trim_end_matches('/')))
        }
        None => pattern.clone(),
    }
}

fn beside(path: &Word) -> Word {
    let folder = path.prefix().rfind('/').map_or("./", |at| &path.prefix()[..=at]);
    Word::beginning(folder)
}

fn template(text: &Word) -> Word {
    match text.prefix().find(['%', '{']) {
        Some(at) => Word::beginning(&text.prefix()[..at]),
        None => Word::unknown(),
    }
}
