//! A text holds characters that no reader sees.
//!
//! Zero-width spaces, soft hyphens, byte-order marks in the middle, bidirectional
//! controls and Unicode tag characters reach the model, but not the eye of the
//! person who reviews the text: words do not match, and instructions can hide.
//! Joiners inside emoji, and those that a script such as Persian or Hindi needs,
//! are left alone.
//!
//! ## Instead
//!
//! Delete them. If a text is about such a character, write its number: U+200B.

use cvg_hooks::Host;

use crate::diagnostic::{Diagnostic, Fix, Rule, Severity, Sink};
use crate::generate::lint::{Context, Document, Mode};

/// The rule.
pub(super) static RULE: Rule = Rule {
    code: "CVG048",
    name: "invisible-characters",
    severity: Severity::Warning,
    source: include_str!("invisible_characters.rs"),
};

/// Looks at the body and at the description.
pub(super) fn check(document: &Document, context: Context<'_>, sink: &mut Sink) {
    let text = &document.file.text;
    let description = document.get("description");
    if !text.is_ascii() {
        if let Some(node) = description {
            scan(document, node.span.clone(), context, sink);
        }
        scan(document, document.body_start()..text.len(), context, sink);
    }
    // A quoted value may spell it as an escape.
    if let Some(node) = description
        && let Some(value) = node.as_str()
        && text[node.span.clone()].is_ascii()
        && let Some(character) = first_invisible(value)
    {
        let place = document.place(node.span.clone());
        let message = format!("the description holds {}", name(character));
        sink.push(at_host(Diagnostic::new(&RULE, place, message), context.host));
    }
}

fn at_host(diagnostic: Diagnostic, host: Option<Host>) -> Diagnostic {
    match host {
        Some(host) => diagnostic.host(host),
        None => diagnostic,
    }
}

/// Reports each run of invisible characters, one a line.
fn scan(document: &Document, range: std::ops::Range<usize>, context: Context<'_>, sink: &mut Sink) {
    let text = &document.file.text[range.clone()];
    let mut told_until = 0;
    for (at, character) in text.char_indices() {
        if at < told_until || character.is_ascii() || !is_invisible(text, at, character) {
            continue;
        }
        let run: usize = text[at..]
            .char_indices()
            .take_while(|(offset, c)| !c.is_ascii() && is_invisible(text, at + offset, *c))
            .map(|(_, c)| c.len_utf8())
            .sum();
        // A mark at the very start is the file's byte-order mark: another rule's.
        if range.start + at == 0 {
            continue;
        }
        told_until = text[at..].find('\n').map_or(text.len(), |end| at + end);
        let bytes = range.start + at..range.start + at + run;
        let what = if is_bidi(character) { "reorders what a reader sees" } else { "is invisible" };
        let mut diagnostic = Diagnostic::new(
            &RULE,
            document.place(bytes.clone()),
            format!("{} {what}", name(character)),
        )
        .help("delete it, or write its number if the text is about it");
        if context.mode != Mode::Rendered {
            diagnostic = diagnostic.fix(Fix {
                title: "delete the invisible characters".to_owned(),
                range: bytes,
                replacement: String::new(),
                // Without them the text looks the same, unless they reordered it.
                mechanical: !is_bidi(character),
            });
        }
        sink.push(at_host(diagnostic, context.host));
    }
}

fn first_invisible(text: &str) -> Option<char> {
    text.char_indices()
        .find(|(at, character)| !character.is_ascii() && is_invisible(text, *at, *character))
        .map(|(_, character)| character)
}

fn is_invisible(text: &str, at: usize, character: char) -> bool {
    match character {
        '\u{200c}' | '\u{200d}' => {
            let before = text[..at].chars().next_back();
            let after = text[at + character.len_utf8()..].chars().next();
            !(before.is_some_and(joins) && after.is_some_and(joins))
        }
        // Tag characters spell the flags of a few regions behind a black flag.
        '\u{e0000}'..='\u{e007f}' => !text[..at]
            .trim_end_matches(|c| ('\u{e0020}'..='\u{e007f}').contains(&c))
            .ends_with('🏴'),
        '\u{ad}' | '\u{180e}' | '\u{200b}' | '\u{2060}'..='\u{2064}' | '\u{feff}' => true,
        _ => is_bidi(character),
    }
}

/// Marks of direction are wanted beside letters that run from right to left.
const fn is_bidi(character: char) -> bool {
    matches!(character, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

/// Emoji and the letters of scripts that use joiners.
const fn joins(character: char) -> bool {
    matches!(character,
        '\u{0600}'..='\u{0dff}' | '\u{1000}'..='\u{109f}' | '\u{1780}'..='\u{18af}'
        | '\u{2190}'..='\u{2bff}' | '\u{fe0f}' | '\u{1f000}'..='\u{1faff}')
}

fn name(character: char) -> String {
    let word = match character {
        '\u{ad}' => " SOFT HYPHEN",
        '\u{200b}' => " ZERO WIDTH SPACE",
        '\u{200c}' => " ZERO WIDTH NON-JOINER",
        '\u{200d}' => " ZERO WIDTH JOINER",
        '\u{2060}' => " WORD JOINER",
        '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}' => " BIDIRECTIONAL CONTROL",
        '\u{feff}' => " BYTE ORDER MARK",
        '\u{e0000}'..='\u{e007f}' => " TAG CHARACTER",
        _ => "",
    };
    format!("U+{:04X}{word}", u32::from(character))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn joiners_are_left_where_they_belong() {
        for text in
            ["👩\u{200d}💻", "❤\u{fe0f}\u{200d}🔥", "می\u{200c}خواهم", "क्\u{200d}ष", "é – “x”"]
        {
            assert_eq!(first_invisible(text), None, "{text}");
        }
        for text in
            ["a\u{200b}b", "a\u{200d}b", "x\u{202e}y", "so\u{ad}ft", "a\u{feff}", "\u{e0041}"]
        {
            assert!(first_invisible(text).is_some(), "{}", text.escape_unicode());
        }
        assert_eq!(name('\u{200b}'), "U+200B ZERO WIDTH SPACE");
    }
}
