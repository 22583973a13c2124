//! From a word of the command line to the words that the program would receive.

use rable::{Node, NodeKind};

use super::fields::{Fields, Kind, Piece};
use super::state::Shell;
use super::walk::{Context, Walker};
use super::word::UNKNOWN;
use super::{Word, backquotes, braces};

impl Walker {
    /// The words that one word of the line becomes: none, one or several. Commands in
    /// its substitutions are walked, so this must be called once for each word that runs.
    pub(super) fn expand(
        &mut self,
        node: &Node,
        kind: Kind,
        shell: &Shell,
        context: &Context,
    ) -> Vec<Word> {
        let NodeKind::Word { value, parts, .. } = &node.kind else {
            return vec![Word::unknown()];
        };
        // Most words are plain.
        if let [Node { kind: NodeKind::WordLiteral { value }, .. }] = &parts[..]
            && value.bytes().all(is_plain)
        {
            return vec![Word::known(value.as_str())];
        }
        let mut pieces = Vec::with_capacity(parts.len());
        let mut computed = false;
        for part in parts {
            let piece = self.piece(part, value, kind, shell, context);
            computed |= matches!(piece, Piece::Value(_));
            pieces.push(piece);
        }
        let words = Fields::new(kind, shell).assemble(&pieces);
        let made: usize = words.iter().map(|word| word.skeleton().len() + 16).sum();
        if !self.budget().grant_expansion(made) {
            return vec![Word::unknown()];
        }
        // Which program a variable names is taken as unknown: whoever puts it in one means
        // to decide it when the line runs. It is kept beside for those who ask.
        if kind == Kind::Program && computed {
            self.computed = words;
            return vec![Word::unknown()];
        }
        words
    }

    /// The one word that a redirection or a `case` gets.
    pub(super) fn expand_one(
        &mut self,
        node: &Node,
        kind: Kind,
        shell: &Shell,
        context: &Context,
    ) -> Word {
        let mut words = self.expand(node, kind, shell, context);
        match words.len() {
            0 => Word::known(""),
            1 => words.remove(0),
            _ => Word::unknown(),
        }
    }

    fn piece(
        &mut self,
        part: &Node,
        whole: &str,
        kind: Kind,
        shell: &Shell,
        context: &Context,
    ) -> Piece {
        match &part.kind {
            // What the parser makes of a substitution that it cannot read. Bash runs the
            // complete lines of one in backquotes all the same.
            NodeKind::WordLiteral { value } if backquotes::unread(value).is_some() => {
                let text = backquotes::unread(value).unwrap_or_default();
                self.source(text, &mut shell.clone(), context);
                unknown()
            }
            NodeKind::WordLiteral { value } => {
                if value.contains("$(") || value.contains('`') {
                    self.text(value, shell, context);
                }
                Piece::Literal(value.clone())
            }
            NodeKind::ParamExpansion { param, op, arg } => {
                self.parameter(param, op.as_deref(), arg.as_deref(), shell, context)
            }
            NodeKind::ParamIndirect { arg, .. } => {
                self.text(arg.as_deref().unwrap_or_default(), shell, context);
                unknown()
            }
            // The parser does not look into backquotes in backquotes.
            NodeKind::CommandSubstitution { .. } if whole.contains("\\`") => {
                self.text(whole, shell, context);
                unknown()
            }
            NodeKind::CommandSubstitution { command, .. } => {
                Piece::Value(self.substitution(command, shell, context))
            }
            NodeKind::ProcessSubstitution { direction, command } => {
                Piece::Quoted(self.process(direction, command, shell, context))
            }
            NodeKind::AnsiCQuote { decoded, .. } => Piece::Quoted(decoded.clone()),
            NodeKind::LocaleString { inner, .. } => Piece::Quoted(self.text(inner, shell, context)),
            NodeKind::ArithmeticExpansion { expression } => match expression.as_deref() {
                Some(Node { kind: NodeKind::ArithNumber { value }, .. }) => {
                    Piece::Quoted(value.clone())
                }
                Some(_) => unknown(),
                // Not understood: there may be a substitution in it.
                None => {
                    self.text(whole, shell, context);
                    unknown()
                }
            },
            NodeKind::ArithDeprecated { expression } => {
                self.text(expression, shell, context);
                unknown()
            }
            NodeKind::BraceExpansion { content } => {
                if content.contains(['$', '`']) {
                    self.text(content, shell, context);
                }
                match braces::alternatives(content) {
                    Some(_) if kind == Kind::Assignment => Piece::Literal(content.clone()),
                    Some(alternatives) => Piece::Braces(alternatives),
                    None => Piece::Literal(content.clone()),
                }
            }
            _ => unknown(),
        }
    }

    /// The value of `$param` or of `${param op arg}`.
    fn parameter(
        &mut self,
        param: &str,
        op: Option<&str>,
        arg: Option<&str>,
        shell: &Shell,
        context: &Context,
    ) -> Piece {
        let arg = arg.map(|arg| self.text(arg, shell, context)).unwrap_or_default();
        if let ("@" | "*", None, Some(arguments)) = (param, op, &shell.arguments) {
            return Piece::Words(arguments.to_vec());
        }
        if let Some((name, index)) = param.strip_suffix(']').and_then(|of| of.split_once('[')) {
            return match (op, shell.array(name), index) {
                (None, Some(words), "@" | "*") => Piece::Words(words.to_vec()),
                (None, Some(words), index) => {
                    let word = index.parse::<usize>().ok().and_then(|index| words.get(index));
                    word.map_or_else(unknown, |word| Piece::Value(word.skeleton().to_owned()))
                }
                _ => unknown(),
            };
        }
        let value = shell.variable(param);
        let computed = match (op, value.text()) {
            (None, _) => value.skeleton().to_owned(),
            (Some(":-" | "-" | ":=" | "=" | ":?" | "?"), Some(known)) if !known.is_empty() => {
                known.to_owned()
            }
            (Some(":+" | "+"), Some(known)) if !known.is_empty() => arg,
            // What the line does not set is most likely not set at all.
            (Some(":-" | "-" | ":=" | "="), None) if !shell.sets(param) => unquoted(arg),
            (Some(op), Some(known)) => trimmed(known, op, &arg).unwrap_or_else(unknown_text),
            _ => unknown_text(),
        };
        // What a function was called with is in the line.
        if shell.arguments.is_some() && param.bytes().all(|digit| digit.is_ascii_digit()) {
            Piece::Argument(computed)
        } else {
            Piece::Value(computed)
        }
    }
}

/// `${x:-"a b"}`: the quotes are no part of the value.
fn unquoted(text: String) -> String {
    let inner = |quote| text.strip_prefix(quote)?.strip_suffix(quote);
    inner('"').or_else(|| inner('\'')).map(str::to_owned).unwrap_or(text)
}

fn is_plain(byte: u8) -> bool {
    byte.is_ascii_alphanumeric()
        || matches!(byte, b'-' | b'_' | b'.' | b'/' | b'+' | b',' | b':' | b'@' | b'%')
}

fn unknown() -> Piece {
    Piece::Value(unknown_text())
}

fn unknown_text() -> String {
    UNKNOWN.to_string()
}

/// `${value%pattern}` and its like, for patterns of literal text with at most one `*`
/// at the end where the cut is open.
fn trimmed(value: &str, op: &str, pattern: &str) -> Option<String> {
    let literal = pattern.trim_matches('*');
    if literal.is_empty() || literal.contains(['*', '?', '[', '\\', '\'', '"', UNKNOWN]) {
        return None;
    }
    let (leading, trailing) = (pattern.starts_with('*'), pattern.ends_with('*'));
    let cut = match (op, leading, trailing) {
        ("%" | "%%", false, false) => value.strip_suffix(literal).unwrap_or(value),
        ("#" | "##", false, false) => value.strip_prefix(literal).unwrap_or(value),
        ("%", false, true) => value.rfind(literal).map_or(value, |at| &value[..at]),
        ("%%", false, true) => value.find(literal).map_or(value, |at| &value[..at]),
        ("#", true, false) => value.find(literal).map_or(value, |at| &value[at + literal.len()..]),
        ("##", true, false) => {
            value.rfind(literal).map_or(value, |at| &value[at + literal.len()..])
        }
        _ => return None,
    };
    Some(cut.to_owned())
}
