//! Source text of script languages as names, literals and marks: just enough to find
//! calls with literal arguments, and to pass over comments and strings that mention
//! such calls.

use crate::shell::Word;
use crate::table::one_of;

/// What differs between the languages.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Language {
    Python,
    JavaScript,
    Ruby,
    Perl,
    Php,
    Lua,
    Awk,
}

impl Language {
    fn comment(self, rest: &str) -> bool {
        match self {
            Self::Python | Self::Ruby | Self::Perl | Self::Awk => rest.starts_with('#'),
            Self::JavaScript => rest.starts_with("//"),
            Self::Php => rest.starts_with("//") || rest.starts_with('#'),
            Self::Lua => rest.starts_with("--"),
        }
    }

    /// Can a call go without parentheses?
    pub(super) fn bare_calls(self) -> bool {
        matches!(self, Self::Ruby | Self::Perl)
    }

    fn has_sigils(self) -> bool {
        matches!(self, Self::Perl | Self::Php)
    }

    /// Does `/` begin a pattern after something that is no value?
    fn has_patterns(self) -> bool {
        matches!(self, Self::JavaScript | Self::Ruby | Self::Perl | Self::Awk)
    }

    /// Does an expression begin here, inside a literal with this quote?
    fn interpolates(self, quote: char, formatted: bool, rest: &str) -> bool {
        let variable = |sigils: &[char]| {
            rest.strip_prefix(sigils).is_some_and(|name| {
                name.starts_with(|next: char| next.is_alphanumeric() || "_{".contains(next))
            })
        };
        match self {
            Self::Python => formatted && rest.starts_with('{') && !rest.starts_with("{{"),
            Self::JavaScript => quote == '`' && rest.starts_with("${"),
            Self::Ruby => quote != '\'' && rest.starts_with("#{"),
            Self::Perl => quote != '\'' && variable(&['$', '@']),
            Self::Php => quote != '\'' && (variable(&['$']) || rest.starts_with("{$")),
            Self::Lua | Self::Awk => false,
        }
    }
}

/// One piece of source text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Token<'a> {
    /// A name or a number, with its sigil.
    Name(&'a str),
    /// A literal; open from its first interpolation on.
    Text(Word),
    /// A literal that is run by a shell.
    Command(Word),
    /// Any other character; a line's end, too.
    Mark(char),
}

/// The tokens of `source`.
pub(super) fn tokens(source: &str, language: Language) -> Vec<Token<'_>> {
    let mut lexer = Lexer { rest: source, language, tokens: Vec::new() };
    while lexer.next() {}
    lexer.tokens
}

struct Lexer<'a> {
    rest: &'a str,
    language: Language,
    tokens: Vec<Token<'a>>,
}

impl<'a> Lexer<'a> {
    fn next(&mut self) -> bool {
        let rest = self.rest;
        let Some(first) = rest.chars().next() else { return false };
        if self.language.comment(rest) {
            self.rest = &rest[rest.find('\n').unwrap_or(rest.len())..];
        } else if rest.starts_with("/*") && !matches!(self.language, Language::Python) {
            self.rest = rest.find("*/").map_or("", |end| &rest[end + 2..]);
        } else if first == '\n' || !first.is_whitespace() {
            self.token(first);
        } else {
            self.rest = &rest[first.len_utf8()..];
        }
        true
    }

    fn token(&mut self, first: char) {
        let rest = self.rest;
        let named = |letter: char| letter.is_alphanumeric() || letter == '_';
        let sigil = first == '$' && self.language != Language::Awk
            || self.language.has_sigils()
                && matches!(first, '@' | '%')
                && rest[1..].starts_with(|next: char| next.is_alphabetic() || next == '_');
        if named(first) || sigil {
            let body = first.len_utf8();
            let end = rest[body..].find(|letter| !named(letter)).map_or(rest.len(), |at| body + at);
            let name = &rest[..end];
            self.rest = &rest[end..];
            self.name(name);
        } else if matches!(first, '\'' | '"' | '`') {
            self.literal(first, false, false);
        } else if first == '/' && self.language.has_patterns() && self.expects_value() {
            self.skip_delimited('/');
            self.tokens.push(Token::Name("/pattern/"));
        } else {
            self.rest = &rest[first.len_utf8()..];
            self.tokens.push(Token::Mark(first));
        }
    }

    /// Is the last token one after which a value comes, so that `/` divides nothing?
    fn expects_value(&self) -> bool {
        match self.tokens.last() {
            None => true,
            Some(Token::Mark(mark)) => !matches!(mark, ')' | ']' | '}'),
            Some(Token::Name(name)) => one_of(name, "return if unless and or"),
            Some(_) => false,
        }
    }

    fn name(&mut self, name: &'a str) {
        let quote = self.rest.chars().next().filter(|next| matches!(next, '\'' | '"'));
        let lower = name.to_ascii_lowercase();
        if let (Language::Python, Some(quote)) = (self.language, quote)
            && lower.len() <= 2
            && lower.bytes().all(|letter| b"rbuft".contains(&letter))
        {
            return self.literal(quote, lower.contains('r'), lower.contains('f'));
        }
        let delimiter = self.rest.chars().next().filter(|next| {
            next.is_ascii_punctuation() && !matches!(next, ',' | ';' | '=' | ')' | '-' | '.' | '_')
        });
        if let (Language::Perl, Some(delimiter)) = (self.language, delimiter) {
            match name {
                _ if one_of(name, "m qr qw") => return self.quote_like(delimiter, 1),
                _ if one_of(name, "s y tr") => return self.quote_like(delimiter, 2),
                _ if one_of(name, "q qq qx") => {
                    let text = self.skip_delimited(delimiter);
                    let open = name != "q" && text.contains('$');
                    let text = text.split('$').next().filter(|_| open).unwrap_or(text);
                    let word = if open { Word::beginning(text) } else { Word::known(text) };
                    let command = name == "qx";
                    self.tokens.push(if command {
                        Token::Command(word)
                    } else {
                        Token::Text(word)
                    });
                    return;
                }
                _ => {}
            }
        }
        self.tokens.push(Token::Name(name));
    }

    /// Passes over `s{…}{…}` and the like, which is a value of its own.
    fn quote_like(&mut self, delimiter: char, parts: usize) {
        self.skip_delimited(delimiter);
        for _ in 1..parts {
            if closing(delimiter) == delimiter {
                // The delimiter in the middle is shared.
                self.skip_to(delimiter);
            } else {
                self.rest = self.rest.trim_start();
                // The second part may have a delimiter of its own, as in `s{a}/b/`.
                if let Some(delimiter) = self.rest.chars().next() {
                    self.skip_delimited(delimiter);
                }
            }
        }
        self.tokens.push(Token::Name("/pattern/"));
    }

    /// Passes over a delimited text that begins here, and yields what is inside.
    fn skip_delimited(&mut self, open: char) -> &'a str {
        self.rest = &self.rest[open.len_utf8()..];
        self.skip_to(closing(open))
    }

    fn skip_to(&mut self, close: char) -> &'a str {
        let inside = self.rest;
        let mut letters = inside.char_indices();
        while let Some((at, letter)) = letters.next() {
            if letter == '\\' {
                letters.next();
            } else if letter == close {
                self.rest = &inside[at + letter.len_utf8()..];
                return &inside[..at];
            }
        }
        self.rest = "";
        inside
    }

    fn literal(&mut self, quote: char, raw: bool, formatted: bool) {
        let mut triple = String::new();
        triple.extend([quote; 3]);
        let end = if self.language == Language::Python && self.rest.starts_with(&triple) {
            &triple[..]
        } else {
            &triple[..1]
        };
        let command = quote == '`' && self.language != Language::JavaScript;
        let mut rest = &self.rest[end.len()..];
        let mut text = String::new();
        let mut open = false;
        while let Some(letter) = rest.chars().next() {
            if rest.starts_with(end) {
                rest = &rest[end.len()..];
                break;
            }
            if !open && self.language.interpolates(quote, formatted, rest) {
                // `f"{root}/x"` is `"" + root + "/x"`.
                if let Some((name, after)) = interpolated(rest).filter(|_| !command) {
                    self.tokens.push(Token::Text(Word::known(std::mem::take(&mut text))));
                    self.tokens.extend([Token::Mark('+'), Token::Name(name), Token::Mark('+')]);
                    rest = after;
                    continue;
                }
                open = true;
            }
            if open && (rest.starts_with("${") || rest.starts_with("#{")) {
                rest = after_braces(rest);
                continue;
            }
            rest = &rest[letter.len_utf8()..];
            let mut letter = letter;
            if letter == '\\'
                && let Some(next) = rest.chars().next()
            {
                rest = &rest[next.len_utf8()..];
                if raw && !open {
                    text.push('\\');
                }
                letter = if raw { next } else { unescaped(next) };
            }
            if !open {
                text.push(letter);
            }
        }
        self.rest = rest;
        let word = if open { Word::beginning(text) } else { Word::known(text) };
        self.tokens.push(if command { Token::Command(word) } else { Token::Text(word) });
    }
}

fn closing(open: char) -> char {
    match open {
        '{' => '}',
        '(' => ')',
        '[' => ']',
        '<' => '>',
        other => other,
    }
}

fn unescaped(letter: char) -> char {
    match letter {
        'n' => '\n',
        't' => '\t',
        other => other,
    }
}

/// A single name that a literal takes in here, and what follows it.
fn interpolated(rest: &str) -> Option<(&str, &str)> {
    let (inner, closed) = match rest.strip_prefix(['#', '$']).unwrap_or(rest).strip_prefix('{') {
        Some(inner) => (inner, true),
        None => (rest, false),
    };
    let sigil = usize::from(inner.starts_with('$'));
    let named = |letter: char| letter.is_alphanumeric() || letter == '_';
    let end = inner[sigil..].find(|letter| !named(letter)).map_or(inner.len(), |at| at + sigil);
    let after = &inner[end..];
    let after = if closed { after.strip_prefix('}')? } else { after };
    // `$x[0]`, `$x->y` and `$x::y` are other things.
    let more = !closed && after.starts_with(['[', '{', '-', ':']);
    (end > sigil && !more).then_some((&inner[..end], after))
}

/// What follows `${…}`, with braces in it.
fn after_braces(rest: &str) -> &str {
    let mut depth = 0_usize;
    for (at, letter) in rest.char_indices() {
        match letter {
            '{' => depth += 1,
            '}' if depth <= 1 => return &rest[at + 1..],
            '}' => depth -= 1,
            _ => {}
        }
    }
    ""
}
