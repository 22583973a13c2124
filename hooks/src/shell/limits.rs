//! How much work one command line may cause.
//!
//! The parser's time grows with the cube of nested substitutions (16 levels take 1.4 ms,
//! 200 take 2.4 s), and text can be fed to it again and again through `eval` and
//! `bash -c`. A hook that answers too late lets the tool run, so all of it is counted.

use std::fmt;
use std::time::{Duration, Instant};

/// Substitutions in substitutions, at most.
pub(super) const MAX_NESTING: usize = 16;
/// The same where quotes hide closing brackets: `$(a ')' $(a ')' …`. Apostrophes in prose
/// make that a worse guess, so more is let through; 48 levels cost some 30 ms.
const MAX_HIDDEN_NESTING: usize = 48;
/// Bytes of one command line. Linux itself takes no more than 128 KiB in one argument
/// (`MAX_ARG_STRLEN` of execve(2)).
const MAX_SOURCE: usize = 256 << 10;
/// Openings of substitutions, nested or not. Backquotes do not count: those in each other
/// are escaped, and a text in Markdown has thousands. The parser recurses for each that stands in
/// another: 2,000 fit on a stack of 8 MiB, 130,000 do not fit in 64 MiB.
const MAX_OPENINGS: usize = 2_000;
/// Process substitutions that come after backquotes, each after others: the parser may take
/// each for a part of the one before. 16 cost 25 ms, 24 a second.
const MAX_PROCESSES: usize = 16;
/// Characters that separate commands. A list is a tree as deep as it is long: 130,000
/// commands overflow a stack of 8 MiB when the tree is dropped.
const MAX_SEPARATORS: usize = 40_000;
/// Operators in one `((…))` or `[[…]]`: the parser recurses for each `-` of `((---1))`,
/// and 20,000 of them overflow a stack of 8 MiB.
const MAX_OPERATORS: usize = 5_000;
/// Opening brackets in one of them. Lines that begin with `((` and never end are read again
/// and again: 1,000 brackets cost 50 ms, 4,000 cost a second.
const MAX_BRACKETS: usize = 1_000;
/// Bytes given to the parser in all, so that text cannot be parsed again without end.
const MAX_PARSED: usize = 1 << 20;
/// What a byte counts more for each of the [`Shape::alternations`]: the parser may read the
/// rest of the text again for each. 34 of them in 10 KB cost it 0.3 s.
const READ_AGAIN: usize = 4;
/// Times that the parser is called.
const MAX_PARSES: usize = 2_000;
/// Time for all of it. A single parse is not interrupted; the deadline of the hook is for
/// that, and twice as long.
const MAX_TIME: Duration = Duration::from_secs(1);
/// Commands found, functions called and loops unrolled included.
const MAX_COMMANDS: usize = 20_000;
/// Bytes that expansion makes and that commands are given to read, a word counted as 16 and
/// a variable that a command sees as 32: `x=$x$x` doubles, and so does `"$@" "$@"`.
const MAX_EXPANDED: usize = 16 << 20;
/// Shells in shells (`bash -c "bash -c …"`, `eval`, functions), and compound commands
/// in each other. What a person writes has fewer than ten.
const MAX_DEPTH: usize = 100;

/// A limit that a command line exceeds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Limit {
    /// Substitutions, groups or shells nested too deeply.
    Nesting,
    /// More text than is read.
    Length,
    /// More work than one command line should make.
    Work,
    /// Backquotes and quotes that overlap: shells disagree about where each ends.
    Quoting,
}

impl fmt::Display for Limit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Nesting => "it is nested too deeply",
            Self::Length => "it is too long",
            Self::Work => "it does too much at once",
            Self::Quoting => {
                "its quotes and backquotes overlap (`$(…)` is clear where `` `…` `` is not)"
            }
        })
    }
}

/// What is left of each limit.
#[derive(Debug)]
pub(super) struct Budget {
    bytes: usize,
    parses: usize,
    commands: usize,
    expanded: usize,
    depth: usize,
    started: Instant,
    exceeded: Option<Limit>,
}

impl Budget {
    pub(super) fn new() -> Self {
        Self {
            bytes: MAX_PARSED,
            parses: MAX_PARSES,
            commands: MAX_COMMANDS,
            expanded: MAX_EXPANDED,
            depth: 0,
            started: Instant::now(),
            exceeded: None,
        }
    }

    /// The first limit that was exceeded. From then on nothing is granted.
    pub(super) fn exceeded(&self) -> Option<Limit> {
        self.exceeded
    }

    /// A word means one thing to bash and another to the parser.
    pub(super) fn refuse_quoting(&mut self) {
        self.refuse(Limit::Quoting);
    }

    /// May this text be given to the parser?
    pub(super) fn grant_parse(&mut self, source: &str) -> bool {
        if source.len() > MAX_SOURCE {
            return self.refuse(Limit::Length);
        }
        let shape = Shape::of(source);
        if shape.nesting > MAX_NESTING
            || shape.openings > MAX_OPENINGS
            || shape.operators > MAX_OPERATORS
            || shape.brackets > MAX_BRACKETS
            || shape.processes > MAX_PROCESSES
            || shape.alternations > MAX_HIDDEN_NESTING
            || shape.openings > MAX_HIDDEN_NESTING && hidden_nesting(source) > MAX_HIDDEN_NESTING
        {
            return self.refuse(Limit::Nesting);
        }
        if shape.separators > MAX_SEPARATORS {
            return self.refuse(Limit::Work);
        }
        if self.started.elapsed() > MAX_TIME {
            return self.refuse(Limit::Work);
        }
        let bytes = source.len() * (1 + READ_AGAIN * shape.alternations);
        match (self.bytes.checked_sub(bytes), self.parses.checked_sub(1)) {
            (Some(bytes), Some(parses)) if self.exceeded.is_none() => {
                (self.bytes, self.parses) = (bytes, parses);
                true
            }
            _ => self.refuse(Limit::Work),
        }
    }

    /// May one more command be kept?
    pub(super) fn grant_command(&mut self) -> bool {
        match self.commands.checked_sub(1) {
            Some(left) if self.exceeded.is_none() => {
                self.commands = left;
                true
            }
            _ => self.refuse(Limit::Work),
        }
    }

    /// May expansion make this many bytes more?
    pub(super) fn grant_expansion(&mut self, bytes: usize) -> bool {
        match self.expanded.checked_sub(bytes) {
            Some(left) if self.exceeded.is_none() => {
                self.expanded = left;
                true
            }
            _ => self.refuse(Limit::Work),
        }
    }

    /// One level deeper; [`Budget::leave`] must follow if it is granted.
    pub(super) fn enter(&mut self) -> bool {
        if self.depth >= MAX_DEPTH || self.exceeded.is_some() {
            return self.refuse(Limit::Nesting);
        }
        self.depth += 1;
        true
    }

    /// One level up.
    pub(super) fn leave(&mut self) {
        self.depth = self.depth.saturating_sub(1);
    }

    fn refuse(&mut self, limit: Limit) -> bool {
        self.exceeded.get_or_insert(limit);
        false
    }
}

/// What makes a text costly to parse, from one pass over its bytes, so that no text
/// costs more than its length before it is refused. Quotes are not looked at, so the
/// nesting is a guess; the other numbers can only be too high.
#[derive(Debug, Default)]
struct Shape {
    /// How deep substitutions seem to be nested.
    nesting: usize,
    /// How many there are.
    openings: usize,
    /// Process substitutions with a backquote between each and the one before.
    processes: usize,
    /// Characters that may separate commands.
    separators: usize,
    /// The most operators in one `((…))` or `[[…]]`.
    operators: usize,
    /// The most opening brackets in one of them.
    brackets: usize,
    /// Backquotes after an odd number of double quotes since the one before: the parser
    /// takes each for an opener, and 160 of them cost it 0.6 s.
    alternations: usize,
}

impl Shape {
    fn of(source: &str) -> Self {
        let bytes = source.as_bytes();
        let mut shape = Self::default();
        // Each closing bracket must find its own opener, and a subshell's may be inside.
        let mut open: Vec<u8> = Vec::new();
        let (mut depth, mut odd) = (0_usize, false);
        // Was there a backquote since the last process substitution?
        let mut quoted = false;
        // The operators since the last `((` or `[[`, if that is not closed yet.
        let mut expression: Option<(usize, usize)> = None;
        let mut at = 0;
        while at < bytes.len() {
            let next = bytes.get(at + 1).copied();
            match bytes[at] {
                b'\\' => at += 1,
                byte @ (b'$' | b'<' | b'>') if next == Some(b'(') => {
                    if byte != b'$' && std::mem::take(&mut quoted) {
                        shape.processes += 1;
                    }
                    open.push(b'$');
                    depth += 1;
                    shape.openings += 1;
                    if bytes.get(at + 2) != Some(&b'(') {
                        at += 1;
                    }
                }
                b'$' if next == Some(b'{') => {
                    open.push(b'{');
                    depth += 1;
                    shape.openings += 1;
                    at += 1;
                }
                byte @ (b'(' | b'[')
                    if next == Some(byte)
                        && expression.is_none()
                        // Code in a here-document has `[[1, 2]]`; a test has a blank.
                        && (byte == b'(' || bytes.get(at + 2).is_none_or(u8::is_ascii_whitespace)) =>
                {
                    expression = Some((0, 0));
                    if byte == b'(' {
                        open.extend([byte, byte]);
                    }
                    at += 2;
                    continue;
                }
                b'(' => open.push(b'('),
                b')' if open.last().is_some_and(|top| matches!(top, b'(' | b'$')) => {
                    depth -= usize::from(open.pop() == Some(b'$'));
                }
                b'}' if open.last() == Some(&b'{') => {
                    open.pop();
                    depth -= 1;
                }
                b'"' => odd = !odd,
                b'`' => {
                    shape.alternations += usize::from(std::mem::take(&mut odd));
                    quoted = true;
                    // One that is open is closed, unless a substitution in it is open: the
                    // parser takes it for another opener then.
                    while open.last() == Some(&b'(') {
                        open.pop();
                    }
                    if open.last() == Some(&b'`') {
                        open.pop();
                        depth -= 1;
                    } else {
                        open.push(b'`');
                        depth += 1;
                    }
                }
                b';' | b'&' | b'|' => shape.separators += 1,
                _ => {}
            }
            match (bytes.get(at).copied(), &mut expression) {
                (Some(byte @ (b')' | b']')), Some(_)) if next == Some(byte) => expression = None,
                (Some(b'-' | b'+' | b'!' | b'~' | b'=' | b'*'), Some((operators, _))) => {
                    *operators += 1;
                    shape.operators = shape.operators.max(*operators);
                }
                (Some(b'('), Some((_, brackets))) => {
                    *brackets += 1;
                    shape.brackets = shape.brackets.max(*brackets);
                }
                _ => {}
            }
            shape.nesting = shape.nesting.max(depth);
            at += 1;
        }
        shape
    }
}

/// The nesting of `$(` if what stands in quotes closes nothing.
fn hidden_nesting(source: &str) -> usize {
    let bytes = source.as_bytes();
    let (mut depth, mut deepest, mut at) = (0_usize, 0_usize, 0);
    while at < bytes.len() {
        match bytes[at] {
            b'\\' => at += 1,
            quote @ (b'\'' | b'"') => {
                let inside = &bytes[at + 1..];
                let end = inside.iter().position(|byte| *byte == quote).unwrap_or(0);
                // A substitution in double quotes runs.
                if !inside[..end].windows(2).any(|pair| pair == b"$(") {
                    at += end;
                }
            }
            b'$' | b'<' | b'>' if bytes.get(at + 1) == Some(&b'(') => {
                depth += 1;
                deepest = deepest.max(depth);
                at += 1;
            }
            b')' => depth = depth.saturating_sub(1),
            _ => {}
        }
        at += 1;
    }
    deepest
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nesting_is_that_of_substitutions() {
        for (source, nesting) in [
            ("echo a", 0),
            ("echo $(a) $(b)", 1),
            ("echo $(a $(b \"$(c)\"))", 3),
            ("(((a)))", 0),
            ("`a` `b`", 1),
            ("`a (` `b`", 1),
            ("`$(`$(", 4),
            (r"\$(a", 0),
            ("$((1 + $(a)))", 2),
            ("a=${b:-${c}} ${d}", 2),
            // A brace that is a word closes nothing.
            ("$(echo } $(echo } $(a)))", 3),
        ] {
            assert_eq!(Shape::of(source).nesting, nesting, "{source}");
        }
        assert_eq!(Shape::of(&"$(".repeat(200)).nesting, 200);
    }

    #[test]
    fn quoted_brackets_hide_no_nesting() {
        let hidden = "$(a ')' ".repeat(200) + &")".repeat(200);
        assert!(!Budget::new().grant_parse(&hidden));
        assert!(!Budget::new().grant_parse(&"`r \"".repeat(160)));
        // A few, before a text of some length.
        let long = |count| "`r \"".repeat(34) + &"`r \"\"".repeat(count);
        assert!(Budget::new().grant_parse(&long(1_000)));
        assert!(!Budget::new().grant_parse(&long(2_000)));
        assert!(Budget::new().grant_parse(&"echo \"a `b`\" \"`c` `d`\"\n".repeat(40)));
        assert!(Budget::new().grant_parse(&"echo \"it's $(date)\" 'x'\n".repeat(200)));
    }

    #[test]
    fn process_substitutions_among_backquotes_are_few() {
        let unit = "x`u <(p``)``";
        assert_eq!(Shape::of(&unit.repeat(3)).processes, 3);
        assert!(!Budget::new().grant_parse(&unit.repeat(36)));
        assert!(!Budget::new().grant_parse(&unit.replace('<', ">").repeat(36)));
        assert!(Budget::new().grant_parse(&"read x < <(a) # it\n".repeat(100)));
        assert!(Budget::new().grant_parse(&"see `diff <(a) <(b)` and `c`\n".repeat(10)));
    }

    #[test]
    fn operators_are_those_of_one_expression() {
        assert_eq!(Shape::of("((---1)) && echo ---- ==== && [[ ! a ]]").operators, 3);
        assert_eq!(Shape::of("a --b --c=d -- ---").operators, 0);
    }

    #[test]
    fn what_was_refused_once_is_refused_for_good() {
        let mut budget = Budget::new();
        assert!(budget.grant_parse("ls"));
        assert!(!budget.grant_parse(&"$(".repeat(17)));
        assert!(!budget.grant_parse("ls"));
        assert_eq!(budget.exceeded(), Some(Limit::Nesting));
    }
}
