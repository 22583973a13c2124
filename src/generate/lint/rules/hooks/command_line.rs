//! The words of a hook's command line, and how each character is quoted.
//!
//! Enough of a POSIX shell to tell whether a variable is split at spaces and which
//! word is a program: quotes, separators, redirections, substitutions, and scripts
//! that are handed to another shell with `-c`.

/// How a character is quoted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Quoting {
    None,
    Single,
    Double,
}

/// A character of a word: its byte in the command, itself, its quoting.
pub(super) type Letter = (usize, char, Quoting);

/// What a word is to its command.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Role {
    /// `NAME=value` before the program.
    Assignment,
    /// The program.
    Program,
    /// Anything behind it.
    Argument,
    /// The file behind `>` or `<`.
    Redirection,
    /// A script for a nested shell: its words follow as their own.
    Script,
}

/// A word of the command line.
#[derive(Debug, Clone)]
pub(super) struct Word {
    pub(super) letters: Vec<Letter>,
    pub(super) role: Role,
    /// The program of the word's own command, as written.
    pub(super) program: String,
}

impl Word {
    /// The word after unquoting.
    pub(super) fn text(&self) -> String {
        self.letters.iter().map(|(_, character, _)| character).collect()
    }
}

const SHELLS: [&str; 5] = ["sh", "bash", "zsh", "dash", "ksh"];
/// Words before a program that leave the next word in its place.
const PREFIXES: [&str; 16] = [
    "if", "then", "else", "elif", "do", "while", "until", "!", "{", "time", "exec", "env",
    "command", "nohup", "sudo", "nice",
];
/// Deepest nesting of shells and substitutions that we follow.
const MAX_DEPTH: usize = 8;

/// The words of a command line, those of nested scripts and substitutions included.
pub(super) fn words(command: &str) -> Vec<Word> {
    let letters: Vec<(usize, char)> = command.char_indices().collect();
    let mut reader = Reader { words: Vec::new() };
    reader.script(&letters, 0);
    reader.words
}

struct Reader {
    words: Vec<Word>,
}

/// The command that is being read.
#[derive(Default)]
struct Command {
    word: Vec<Letter>,
    /// Did a word begin, if only with empty quotes?
    open: bool,
    program: Option<String>,
    previous: String,
    redirect: bool,
}

impl Reader {
    fn script(&mut self, letters: &[(usize, char)], depth: usize) {
        if depth > MAX_DEPTH {
            return;
        }
        let mut command = Command::default();
        let mut quoting = Quoting::None;
        let mut at = 0;
        while at < letters.len() {
            let (byte, character) = letters[at];
            let next = letters.get(at + 1).map(|(_, c)| *c);
            match (quoting, character) {
                (Quoting::Single, '\'') | (Quoting::Double, '"') => quoting = Quoting::None,
                (Quoting::Single, _) => command.push(byte, character, quoting),
                (Quoting::None, '\'') => (quoting, command.open) = (Quoting::Single, true),
                (Quoting::None, '"') => (quoting, command.open) = (Quoting::Double, true),
                (_, '\\') => {
                    let escapes =
                        quoting == Quoting::None || next.is_some_and(|c| "\"\\$`".contains(c));
                    if escapes && let Some(&(byte, character)) = letters.get(at + 1) {
                        // What is escaped is as good as in single quotes.
                        command.push(byte, character, Quoting::Single);
                        at += 1;
                    } else {
                        command.push(byte, character, quoting);
                    }
                }
                (_, '$') if next == Some('(') => {
                    let end = closing(letters, at + 2);
                    self.script(&letters[at + 2..end], depth + 1);
                    command.push(byte, '\u{0}', Quoting::Single);
                    at = end;
                }
                (_, '`') => {
                    let rest = letters[at + 1..].iter().position(|(_, c)| *c == '`');
                    let end = rest.map_or(letters.len(), |rest| at + 1 + rest);
                    self.script(&letters[at + 1..end], depth + 1);
                    command.push(byte, '\u{0}', Quoting::Single);
                    at = end;
                }
                (Quoting::None, '#') if !command.open => {
                    let rest = letters[at..].iter().position(|(_, c)| *c == '\n');
                    at = rest.map_or(letters.len(), |rest| at + rest);
                    continue;
                }
                (Quoting::None, '>' | '<') => {
                    // `2>` is a part of the redirection.
                    if !command.word.iter().all(|(_, c, _)| c.is_ascii_digit()) {
                        self.end_word(&mut command, depth);
                    }
                    command.word.clear();
                    (command.open, command.redirect) = (false, true);
                }
                (Quoting::None, '&') if command.redirect && !command.open => {}
                (Quoting::None, ';' | '&' | '|' | '(' | ')' | '\n') => {
                    self.end_word(&mut command, depth);
                    command = Command::default();
                }
                (Quoting::None, c) if c.is_whitespace() => self.end_word(&mut command, depth),
                _ => command.push(byte, character, quoting),
            }
            at += 1;
        }
        self.end_word(&mut command, depth);
    }

    fn end_word(&mut self, command: &mut Command, depth: usize) {
        if !command.open {
            return;
        }
        let letters = std::mem::take(&mut command.word);
        let text: String = letters.iter().map(|(_, character, _)| character).collect();
        let role = command.role(&text);
        if role == Role::Script {
            let script: Vec<(usize, char)> =
                letters.iter().map(|(byte, c, _)| (*byte, *c)).collect();
            self.script(&script, depth + 1);
        }
        let program = command.program.clone().unwrap_or_default();
        self.words.push(Word { letters, role, program });
        (command.open, command.redirect) = (false, false);
        command.previous = text;
    }
}

impl Command {
    fn push(&mut self, byte: usize, character: char, quoting: Quoting) {
        self.word.push((byte, character, quoting));
        self.open = true;
    }

    fn role(&mut self, text: &str) -> Role {
        if self.redirect {
            return Role::Redirection;
        }
        match &self.program {
            None if is_assignment(text) => Role::Assignment,
            None if PREFIXES.contains(&text) => Role::Argument,
            None => {
                self.program = Some(text.to_owned());
                Role::Program
            }
            Some(program) => {
                let name = program.rsplit('/').next().unwrap_or(program);
                let takes_script = self.previous.starts_with('-')
                    && !self.previous.starts_with("--")
                    && self.previous.ends_with('c');
                if SHELLS.contains(&name) && takes_script { Role::Script } else { Role::Argument }
            }
        }
    }
}

fn is_assignment(text: &str) -> bool {
    text.split_once('=').is_some_and(|(name, _)| {
        name.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_')
            && name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_')
    })
}

/// The index of the parenthesis that closes a substitution.
fn closing(letters: &[(usize, char)], from: usize) -> usize {
    let (mut depth, mut quote) = (1_usize, None);
    let mut at = from;
    while at < letters.len() {
        let character = letters[at].1;
        match (quote, character) {
            (Some(open), c) if open == c => quote = None,
            (None, '\'' | '"') => quote = Some(character),
            (Some('"') | None, '\\') => at += 1,
            (None, '(') => depth += 1,
            (None, ')') => {
                depth -= 1;
                if depth == 0 {
                    return at;
                }
            }
            _ => {}
        }
        at += 1;
    }
    letters.len()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(command: &str) -> Vec<(String, Role)> {
        words(command).into_iter().map(|word| (word.text(), word.role)).collect()
    }

    #[test]
    fn words_have_their_roles() {
        let word = |text: &str, role| (text.to_owned(), role);
        assert_eq!(
            shown("X=1 bash \"a b\"/c.sh 2>>log && exec ./run --x # note"),
            [
                word("X=1", Role::Assignment),
                word("bash", Role::Program),
                word("a b/c.sh", Role::Argument),
                word("log", Role::Redirection),
                word("exec", Role::Argument),
                word("./run", Role::Program),
                word("--x", Role::Argument),
            ]
        );
    }

    #[test]
    fn nested_scripts_are_read_too() {
        let word = |text: &str, role| (text.to_owned(), role);
        assert_eq!(
            shown("bash -lc 'node \"$R/x.js\"; echo'"),
            [
                word("bash", Role::Program),
                word("-lc", Role::Argument),
                word("node", Role::Program),
                word("$R/x.js", Role::Argument),
                word("echo", Role::Program),
                word("node \"$R/x.js\"; echo", Role::Script),
            ]
        );
        assert_eq!(shown("\"$(dirname \"$R\")/x\"").len(), 3, "dirname, $R and the word itself");
    }

    #[test]
    fn quoting_is_kept_for_each_letter() {
        let words = words("a\"b\"'c'\\d");
        let quoting: Vec<_> = words[0].letters.iter().map(|(_, _, quoting)| *quoting).collect();
        assert_eq!(quoting, [Quoting::None, Quoting::Double, Quoting::Single, Quoting::Single]);
    }

    #[test]
    fn deep_nesting_ends() {
        let command = "$(".repeat(5_000);
        assert!(words(&command).len() < 100);
    }
}
