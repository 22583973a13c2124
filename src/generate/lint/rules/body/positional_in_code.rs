//! `$1` in code is an argument to Claude Code, not the shell's or awk's.
//!
//! Claude Code replaces `$0`, `$1`, … everywhere in a skill or command, code
//! blocks included: `awk '{print $1}'` arrives as `awk '{print }'`. It counts from
//! 0, so `$1` is the second argument. An argument that was not given is replaced
//! by nothing in version 2.1.197; from 2.1.210 on it is left alone. Codex replaces
//! nothing.
//!
//! In prose the rule only remarks on it, since an argument may be meant there:
//! a price such as `$5.00` loses its first half in the same way.
//!
//! ## Instead
//!
//! Write `\$1`, which arrives as `$1`, or `${1}`, which is left alone. For what the
//! user typed, write `$ARGUMENTS`, or `$0` for the first word.

use cvg_hooks::Host;

use crate::diagnostic::{Diagnostic, Rule, Severity, Sink};
use crate::generate::lint::{Context, Document, Kind};

/// The rule.
pub(super) static RULE: Rule = Rule {
    code: "CVG044",
    name: "positional-in-code",
    severity: Severity::Warning,
    source: include_str!("positional_in_code.rs"),
};

/// Looks for `$` and a number.
pub(super) fn check(document: &Document, context: Context<'_>, sink: &mut Sink) {
    let expands = matches!(document.kind, Kind::Skill | Kind::Command);
    if context.host != Some(Host::Claude) || !expands {
        return;
    }
    let body = document.body();
    let base = document.body_start();
    let mut last_line = None;
    for (at, length) in positionals(body) {
        let parts = document.parts();
        let in_code = parts.in_block(at) || parts.in_code(at);
        // One word a line is enough to find it, and a table of prices is not a hundred faults.
        let line = (body[..at].rfind('\n'), in_code);
        if last_line.replace(line) == Some(line) {
            continue;
        }
        let word = &body[at..at + length];
        let place = document.place(base + at..base + at + length);
        let diagnostic = if in_code {
            Diagnostic::new(&RULE, place, format!("Claude Code replaces `{word}` in code too"))
                .help(format!("write `\\{word}`, or `${{{}}}`, to keep it", &word[1..]))
        } else {
            let message = format!("Claude Code replaces `{word}`, counting arguments from 0");
            Diagnostic::new(&RULE, place, message)
                .severity(Severity::Info)
                .help(format!("`$0` is the first argument; write `\\{word}` to keep the text"))
        };
        sink.push(diagnostic.host(Host::Claude));
    }
}

/// Start and length of each `$N` that the host replaces.
fn positionals(body: &str) -> impl Iterator<Item = (usize, usize)> + '_ {
    let bytes = body.as_bytes();
    body.match_indices('$').filter_map(move |(at, _)| {
        let digits = bytes[at + 1..].iter().take_while(|byte| byte.is_ascii_digit()).count();
        let before = at.checked_sub(1).map(|index| bytes[index]);
        let after = bytes.get(at + 1 + digits);
        let word_goes_on = after.is_some_and(|b| b.is_ascii_alphanumeric() || *b == b'_');
        let kept = matches!(before, Some(b'\\' | b'$'));
        (digits > 0 && !kept && !word_goes_on).then_some((at, digits + 1))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_the_host_replaces_counts() {
        let found = |text: &'static str| -> Vec<&str> {
            positionals(text).map(|(at, length)| &text[at..at + length]).collect()
        };
        assert_eq!(found("awk '{print $1, $12}'"), ["$1", "$12"]);
        assert_eq!(found("$5.00 $0"), ["$5", "$0"]);
        assert!(found("\\$1 ${1} $$1 $1st $HOME $ARGUMENTS[1] $").is_empty());
    }
}
