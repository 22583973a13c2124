//! Finds the calls in a program that write files or start a shell, and what they are
//! given.

use crate::shell::Word;

use super::super::found::Found;
use super::super::push_quoted;
use super::bind;
use super::calls::{self, Does};
use super::lex::{self, Language, Token};
use super::values::{Source, Span};
use crate::table::one_of;

/// Programs longer than this are not looked through.
const LONGEST: usize = 128 * 1024;

/// Reports what the program `text` writes.
pub(super) fn scan(text: &Word, language: Language, found: &mut Found) {
    scan_with(text, language, &[], found);
}

/// The same, where the program gets `argv`.
pub(super) fn scan_with(text: &Word, language: Language, argv: &[Word], found: &mut Found) {
    if text.prefix().len() > LONGEST {
        return found.opaque(format!("the program for `{}` is too long to look through", found.by));
    }
    let tokens = lex::tokens(text.prefix(), language);
    let mut source = Source::new(tokens, language);
    source.argv = argv.to_vec();
    bind::names(&mut source);
    let mut scan = Scan { source, found };
    for at in 0..scan.source.tokens.len() {
        scan.at(at);
    }
    if scan.source.budget == 0 {
        scan.found
            .opaque(format!("the program for `{}` is too long to look through", scan.found.by));
    }
    if !text.is_known() {
        scan.found.opaque(format!("not all of the program for `{}` is known", scan.found.by));
    }
}

struct Scan<'a, 'f, 'c> {
    source: Source<'a>,
    found: &'f mut Found<'c>,
}

impl Scan<'_, '_, '_> {
    /// Second pass: is there a call at `at`, and what does it do?
    fn at(&mut self, at: usize) {
        match self.source.tokens.get(at) {
            Some(Token::Command(command)) => {
                let command = command.clone();
                return self.found.shell_word(&command);
            }
            Some(Token::Mark('>' | '|')) if self.source.language == Language::Awk => {
                return self.awk_redirection(at);
            }
            _ => {}
        }
        let Some(name) = self.source.name(at) else { return };
        let candidates =
            calls::of(self.source.language).rows().filter(|([names, _], _)| one_of(name, names));
        let defined =
            at > 0 && self.source.name(at - 1).is_some_and(|text| one_of(text, "def function sub"));
        if candidates.clone().next().is_none() || defined {
            return;
        }
        let (receiver, object) = self.receiver(at);
        let mut candidates =
            candidates.filter(|([_, of], _)| of.is_empty() || one_of(&receiver, of));
        let Some((_, does)) = candidates.next() else { return };
        let parenthesised = self.source.mark(at + 1) == Some('(');
        let args = if parenthesised {
            self.source.arguments(at + 2, &[]).0
        } else if self.source.language.bare_calls() && self.is_bare_call(at, &receiver) {
            self.source.arguments(at + 1, &['\n', ';']).0
        } else {
            return;
        };
        self.judge(does, &args, &object);
    }

    /// Without parentheses only a statement's beginning or a method is a call.
    fn is_bare_call(&self, at: usize, receiver: &str) -> bool {
        !matches!(self.source.mark(at + 1), Some('=' | '.' | ')' | ','))
            && (!receiver.is_empty()
                || at == 0
                || matches!(
                    self.source.tokens.get(at - 1),
                    Some(Token::Mark('\n' | ';' | '{' | '}' | '(' | '|' | '&'))
                )
                || self
                    .source
                    .name(at - 1)
                    .is_some_and(|text| one_of(text, "if unless and or do then")))
    }

    /// What the call at `at` is called on: its last name, `)` for an expression, empty
    /// for a bare call; and the expression.
    fn receiver(&mut self, at: usize) -> (String, Span) {
        let none = (String::new(), at..at);
        let mark = |back: usize| at.checked_sub(back).and_then(|before| self.source.mark(before));
        let end = match (mark(2), mark(1)) {
            (Some('-'), Some('>')) | (Some(':'), Some(':')) => at - 2,
            (_, Some('.')) => at - 1,
            _ => return none,
        };
        let Some(last) = end.checked_sub(1) else { return none };
        let name = self.source.name(last).unwrap_or(")").to_owned();
        (name, self.start_of(end)..end)
    }

    /// Where the expression begins that ends before `end`: `pathlib.Path(…).parent`.
    fn start_of(&mut self, mut end: usize) -> usize {
        loop {
            let Some(last) = end.checked_sub(1) else { return end };
            let start = match self.source.mark(last) {
                Some(')' | ']') => self.opening(last),
                Some(_) => return end,
                None => last,
            };
            if start == 0 || self.source.mark(start - 1) != Some('.') || self.source.budget == 0 {
                return start;
            }
            end = start - 1;
        }
    }

    /// The bracket that is closed at `close`, or the name of the function before it.
    fn opening(&mut self, close: usize) -> usize {
        let mut depth = 0_usize;
        let mut start = close;
        loop {
            match self.source.mark(start) {
                Some(')' | ']') => depth += 1,
                Some('(' | '[') => depth -= 1,
                _ => {}
            }
            self.source.budget = self.source.budget.saturating_sub(1);
            if depth == 0 || start == 0 || self.source.budget == 0 {
                break;
            }
            start -= 1;
        }
        match start.checked_sub(1).and_then(|before| self.source.name(before)) {
            Some(name) if !one_of(name, "return in await as if not with and or") => start - 1,
            _ => start,
        }
    }

    fn judge(&mut self, does: Does, args: &[Span], object: &Span) {
        match does {
            Does::First => self.write(args.first(), false),
            Does::Second => self.write(args.get(1), false),
            Does::Tree => self.write(args.first(), true),
            Does::Move => {
                self.write(args.first(), true);
                self.write(args.get(1), false);
            }
            Does::All | Does::AfterFirst => {
                let skip = usize::from(does == Does::AfterFirst);
                for arg in args.iter().skip(skip) {
                    self.write(Some(arg), false);
                }
            }
            Does::Open => {
                if self.opens_for_writing(args.get(1), args) {
                    self.write(args.first(), false);
                }
            }
            Does::OpenHandle => self.open_handle(args),
            Does::Receiver | Does::MoveReceiver | Does::OpenReceiver => {
                self.judge_object(does, args, object);
            }
            Does::Perhaps => {
                if let Some(arg) = args.first() {
                    let words = self.source.value(arg.clone());
                    for word in words.iter().filter(|word| !word.prefix().is_empty()) {
                        self.found.file(word);
                    }
                }
            }
            Does::Unpack => match args.first() {
                Some(_) => self.write(args.first(), false),
                None => self.found.place(self.found.cwd.clone(), false),
            },
            Does::InPlace => {
                if args.iter().any(|arg| self.source.name(arg.start) == Some("inplace")) {
                    self.write(args.first(), false);
                }
            }
            Does::Shell => self.shell(args),
            Does::Enter => {
                if let Some(arg) = args.first()
                    && let Some(word) = self.source.value(arg.clone()).pop()
                {
                    self.found.cwd = self.found.cwd.resolve(&word);
                }
            }
            Does::Anything => {
                self.found.opaque(format!("the program for `{}` runs other code", self.found.by));
            }
        }
    }

    /// A method of what may be a path.
    fn judge_object(&mut self, does: Does, args: &[Span], object: &Span) {
        if object.is_empty() {
            return;
        }
        let is_path = self.source.is_path(object);
        match does {
            Does::OpenReceiver => {
                if is_path && self.opens_for_writing(args.first(), args) {
                    self.write(Some(object), false);
                }
            }
            Does::MoveReceiver => {
                if is_path {
                    self.write(Some(object), true);
                    self.write(args.first(), false);
                }
            }
            _ => {
                let words = self.source.value(object.clone());
                let known = words.iter().any(|word| !word.prefix().is_empty());
                if known || is_path {
                    self.write(Some(object), false);
                } else if self.source.language == Language::Python {
                    self.found.unknown();
                }
            }
        }
    }

    fn write(&mut self, arg: Option<&Span>, recursive: bool) {
        let Some(arg) = arg else { return };
        let mut span = arg.clone();
        // `path='x'` as a keyword argument
        if self.source.mark(span.start + 1) == Some('=') {
            span.start += 2;
        }
        for word in self.source.value(span) {
            self.found.path(&word, recursive);
        }
    }

    /// Does the mode, in its place or as `mode=`, ask for more than reading?
    fn opens_for_writing(&mut self, mode: Option<&Span>, args: &[Span]) -> bool {
        let keyword = args.iter().find(|arg| {
            self.source.name(arg.start) == Some("mode")
                && self.source.mark(arg.start + 1) == Some('=')
        });
        let span = match (keyword, mode) {
            (Some(keyword), _) => keyword.start + 2..keyword.end,
            (None, Some(mode)) if self.source.mark(mode.start + 1) == Some('=') => return false,
            (None, Some(mode)) => mode.clone(),
            (None, None) => return false,
        };
        let flags = span.clone().filter_map(|at| self.source.name(at));
        let flagged = flags.clone().any(|name| {
            ["O_WRONLY", "O_RDWR", "O_CREAT", "O_TRUNC", "O_APPEND", "WRONLY", "RDWR"]
                .contains(&name)
        });
        let constant = flags.clone().any(|name| name.contains("RDONLY"));
        flagged
            || !constant
                && self.source.value(span).iter().any(|word| {
                    !word.is_known() || word.prefix().contains(['w', 'a', 'x', 'c', '+'])
                })
    }

    /// `open(my $f, '>', 'p')`, `open(F, ">p")`
    fn open_handle(&mut self, args: &[Span]) {
        let Some(mode) = args.get(1) else { return };
        for word in self.source.value(mode.clone()) {
            let text = word.prefix().trim_start();
            let rest = text.trim_start_matches(['+', '<', '>', ' ']);
            let signs = &text[..text.len() - rest.len()];
            if text.starts_with("-|") || text.starts_with("|-") {
                self.shell(args.get(2..).unwrap_or_default());
            } else if let Some(command) = text.strip_prefix('|') {
                self.found.shell(command);
            } else if signs.contains(['>', '+']) {
                if args.len() > 2 {
                    self.write(args.get(2), false);
                } else {
                    let at = word.prefix().len() - rest.len();
                    self.found.file(&word.after(at));
                }
            }
        }
    }

    /// A command line, or a list of words of one.
    fn shell(&mut self, args: &[Span]) {
        let Some(first) = args.first() else { return };
        let list = match self.source.mark(first.start) {
            Some('[') => self.source.arguments(first.start + 1, &[]).0,
            // JavaScript: the program, then the list of its arguments.
            _ if args.get(1).is_some_and(|next| self.source.mark(next.start) == Some('[')) => {
                let mut all = vec![first.clone()];
                all.extend(self.source.arguments(args[1].start + 1, &[]).0);
                all
            }
            // Ruby, Perl: the words as arguments.
            _ if self.source.language.bare_calls() && args.len() > 1 => args.to_vec(),
            _ => Vec::new(),
        };
        let cwd = self.found.cwd.clone();
        let own = args.iter().find(|arg| {
            self.source.name(arg.start) == Some("cwd")
                && self.source.mark(arg.start + 1) == Some('=')
        });
        if let Some(own) = own.cloned()
            && let Some(word) = self.source.value(own.start + 2..own.end).pop()
        {
            self.found.cwd = cwd.resolve(&word);
        }
        if list.is_empty() {
            for word in self.source.value(first.clone()) {
                self.found.shell_word(&word);
            }
        } else {
            let mut line = String::new();
            for span in list {
                let word = self.source.value(span).pop().unwrap_or_default();
                push_quoted(&mut line, &word);
            }
            self.found.shell(line);
        }
        self.found.cwd = cwd;
    }

    /// `print > "file"`, `print | "command"`
    fn awk_redirection(&mut self, at: usize) {
        let mut start = at;
        while start > 0
            && self.source.budget > 0
            && !matches!(self.source.mark(start - 1), Some(';' | '{' | '}' | '\n'))
        {
            start -= 1;
            self.source.budget = self.source.budget.saturating_sub(3);
        }
        if self.source.budget == 0 {
            return;
        }
        let mut depth = 0_i32;
        for token in &self.source.tokens[start..at] {
            match token {
                Token::Mark('(') => depth += 1,
                Token::Mark(')') => depth -= 1,
                _ => {}
            }
        }
        let prints = matches!(self.source.name(start), Some("print" | "printf"))
            || (start..at).any(|at| matches!(self.source.name(at), Some("print" | "printf")));
        if !prints || depth != 0 {
            return;
        }
        let mut from = at + 1;
        if self.source.mark(from) == self.source.mark(at) {
            return; // The second `>` of `>>` is seen by itself.
        }
        if self.source.mark(from) == Some('&') {
            from += 1;
        }
        let end = self.source.until(from, &['\n', ';']);
        let mut words = self.source.value(from..end);
        // `"a" $1`: texts side by side, the rest not known.
        if end > from + 1 && !matches!(self.source.tokens.get(from), Some(Token::Mark('('))) {
            words = words.iter().map(|word| Word::beginning(word.prefix())).collect();
        }
        for word in words {
            if self.source.mark(at) == Some('|') {
                self.found.shell_word(&word);
            } else {
                self.found.file(&word);
            }
        }
    }
}
