//! Puts a word together from its pieces: quotes, tilde, braces, splitting, globs.

use super::Word;
use super::raw::is_name;
use super::state::{Shell, place_word};
use super::word::UNKNOWN;

/// What a word is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    /// The program of a command.
    Program,
    /// An argument, or the file of a redirection.
    Argument,
    /// The value of a variable: neither split nor expanded to files.
    Assignment,
}

/// A piece of a word.
#[derive(Debug)]
pub(super) enum Piece {
    /// Text of the line, with its quotes.
    Literal(String),
    /// Text that nothing more happens to.
    Quoted(String),
    /// What a variable or a substitution yields, with a NUL for what is not known.
    Value(String),
    /// The same of an argument of a function.
    Argument(String),
    /// Several words: `"$@"`.
    Words(Vec<Word>),
    /// `{a,b}`: the texts, with their quotes.
    Braces(Vec<String>),
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Quote {
    None,
    Single,
    Double,
}

/// One word that is being put together.
#[derive(Debug, Clone)]
struct Field {
    text: String,
    /// Is it a word even if it is empty, as `""` is?
    began: bool,
    /// Where in the text a glob has a special character.
    globs: Vec<usize>,
    quote: Quote,
}

/// The most words that braces may make of one.
const MOST: usize = 64;
/// Braces in one word that are expanded; each is a level of recursion.
const BRACES: usize = 8;
/// Longer words go on unknown: Linux takes no more than 128 KiB in one argument.
const LONGEST: usize = 256 << 10;
/// More words do not come from one word of the line.
const WORDS: usize = 20_000;

/// Assembles the words of one word of the line.
pub(super) struct Fields<'a> {
    kind: Kind,
    shell: &'a Shell,
    words: Vec<Word>,
    /// How many braces are being expanded.
    braces: usize,
}

impl<'a> Fields<'a> {
    pub(super) fn new(kind: Kind, shell: &'a Shell) -> Self {
        Self { kind, shell, words: Vec::new(), braces: 0 }
    }

    pub(super) fn assemble(mut self, pieces: &[Piece]) -> Vec<Word> {
        let field =
            Field { text: String::new(), began: false, globs: Vec::new(), quote: Quote::None };
        self.from(pieces, true, field);
        self.words
    }

    fn from(&mut self, pieces: &[Piece], first: bool, mut field: Field) {
        for (at, piece) in pieces.iter().enumerate() {
            let start = first && at == 0;
            let last = at + 1 == pieces.len();
            match piece {
                Piece::Literal(text) => self.literal(text, start, last, &mut field),
                Piece::Quoted(text) => {
                    field.push(text);
                    field.began = true;
                }
                Piece::Value(text) | Piece::Argument(text) => self.value(text, &mut field),
                Piece::Words(words) => {
                    for (n, word) in words.iter().enumerate() {
                        if n > 0 {
                            self.finish(&mut field);
                        }
                        field.push(word.skeleton());
                        field.began = true;
                    }
                }
                Piece::Braces(texts)
                    if self.braces < BRACES && self.words.len() + texts.len() <= MOST =>
                {
                    self.braces += 1;
                    for text in texts {
                        let mut one = field.clone();
                        self.literal(text, start, last, &mut one);
                        self.from(&pieces[at + 1..], false, one);
                    }
                    self.braces -= 1;
                    return;
                }
                Piece::Braces(_) => field.text.push(UNKNOWN),
            }
        }
        self.finish(&mut field);
    }

    /// Text with quotes.
    fn literal(&mut self, text: &str, start: bool, last: bool, field: &mut Field) {
        let mut rest = text;
        if start && let Some(used) = self.tilde(rest, last, field) {
            rest = &rest[used..];
        }
        while let Some(character) = rest.chars().next() {
            let mut used = character.len_utf8();
            match (field.quote, character) {
                (Quote::None, '\'') => (field.quote, field.began) = (Quote::Single, true),
                (Quote::None, '"') => (field.quote, field.began) = (Quote::Double, true),
                (Quote::Single, '\'') | (Quote::Double, '"') => field.quote = Quote::None,
                (Quote::None, '\\') => used += quoted_character(&rest[1..], field),
                (Quote::Double, '\\') => match rest[1..].chars().next() {
                    Some('\n') => used += 1,
                    Some('$' | '`' | '"' | '\\') => used += quoted_character(&rest[1..], field),
                    _ => field.text.push('\\'),
                },
                // The parser left an expansion in it: what it yields is not known.
                (Quote::None | Quote::Double, '`') => field.text.push(UNKNOWN),
                (Quote::None | Quote::Double, '$') if expands(&rest[1..]) => {
                    field.text.push(UNKNOWN);
                }
                (Quote::None, '*' | '?' | '[' | '(') => field.glob(character),
                (Quote::None, '=') => {
                    field.text.push('=');
                    let names = is_name(&field.text[..field.text.len() - 1]);
                    if names && let Some(more) = self.tilde(&rest[1..], last, field) {
                        used += more;
                    }
                }
                _ => field.text.push(character),
            }
            rest = &rest[used..];
        }
        field.began |= !field.text.is_empty();
    }

    /// A `~` at the start of a word; returns how many bytes it takes.
    fn tilde(&self, text: &str, last: bool, field: &mut Field) -> Option<usize> {
        let user = text.strip_prefix('~')?;
        let end = user.find('/').unwrap_or(user.len());
        if end == user.len() && !last || user[..end].contains(['\'', '"', '\\', '$', '`']) {
            return None;
        }
        let home = match &user[..end] {
            "" => self.shell.variable("HOME"),
            "+" => place_word(&self.shell.cwd),
            "-" => place_word(&self.shell.previous),
            _ => Word::unknown(),
        };
        field.text.push_str(home.skeleton());
        field.began = true;
        Some(1 + end)
    }

    /// What a variable or substitution yields is split into words, unless it is quoted.
    fn value(&mut self, text: &str, field: &mut Field) {
        if field.quote == Quote::Double || self.kind == Kind::Assignment {
            field.push(text);
            field.began = true;
            return;
        }
        if field.text.len() + text.len() > LONGEST {
            return field.push(text);
        }
        let mut words = text.split([' ', '\t', '\n']);
        let mut next = words.next();
        while let Some(word) = next {
            for character in word.chars() {
                match character {
                    '*' | '?' | '[' => field.glob(character),
                    other => field.text.push(other),
                }
            }
            field.began |= !word.is_empty();
            next = words.next();
            if next.is_some() {
                self.finish(field);
            }
        }
    }

    /// Ends a word and begins the next one.
    fn finish(&mut self, field: &mut Field) {
        let mut text = std::mem::take(&mut field.text);
        let globs = std::mem::take(&mut field.globs);
        if !std::mem::take(&mut field.began) && text.is_empty() {
            return;
        }
        // No file is called like an option or an address: a glob that matches nothing
        // stays as it is.
        let files = self.kind != Kind::Assignment && !text.starts_with('-');
        if files && !text.contains("://") {
            let open = globs.into_iter().find(|at| is_glob(&text[*at..]));
            if let Some(at) = open {
                // The files of a bare `*` are in the working directory.
                let here = if at == 0 { "./\0" } else { "\0" };
                let rest = text.split_off(at);
                text.push_str(here);
                text.push_str(&rest[1..]);
            }
        }
        if self.words.len() < WORDS {
            self.words.push(Word::known(text));
        } else if self.words.len() == WORDS {
            self.words.push(Word::unknown());
        }
    }
}

impl Field {
    fn push(&mut self, text: &str) {
        if self.text.len() + text.len() <= LONGEST {
            self.text.push_str(text);
        } else {
            self.text.push(UNKNOWN);
        }
    }

    fn glob(&mut self, character: char) {
        self.globs.push(self.text.len());
        self.text.push(character);
    }
}

/// The first character of `text` as it is; returns its length.
fn quoted_character(text: &str, field: &mut Field) -> usize {
    field.began = true;
    match text.chars().next() {
        Some('\n') => 1,
        Some(character) => {
            field.text.push(character);
            character.len_utf8()
        }
        None => 0,
    }
}

fn expands(text: &str) -> bool {
    text.starts_with(|next: char| next.is_ascii_alphanumeric() || "_({@*#?".contains(next))
}

/// A `[` alone, as in the command `[`, is no glob; neither is `(` but after `?*+@!`,
/// where the parser lets it into a word at all.
fn is_glob(text: &str) -> bool {
    !text.starts_with('[') || text[1..].contains(']')
}
