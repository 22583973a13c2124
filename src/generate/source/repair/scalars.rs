//! Faults that the first character of a value explains.

use super::lines::{Lines, Slot};
use super::{Diagnosis, FaultKind, double_quoted};

/// The end of the quoted text that `text` starts with, behind its closing quote.
pub(super) fn quote_end(text: &str) -> Option<usize> {
    let quote = text.chars().next()?;
    let mut characters = text.char_indices().skip(1).peekable();
    while let Some((index, character)) = characters.next() {
        if character == '\\' && quote == '"' {
            characters.next();
        } else if character == quote {
            let doubled = characters.peek().is_some_and(|&(_, next)| next == quote);
            if quote == '\'' && doubled {
                characters.next();
            } else {
                return Some(index + quote.len_utf8());
            }
        }
    }
    None
}

/// The end of the bracketed text that `text` starts with, behind its closing bracket.
pub(super) fn bracket_end(text: &str) -> Option<usize> {
    let mut depth = 0_usize;
    let mut at = 0;
    let mut starts_item = true;
    while let Some(character) = text[at..].chars().next() {
        match character {
            '"' | '\'' if starts_item => {
                at += quote_end(&text[at..])?;
                starts_item = false;
                continue;
            }
            '[' | '{' => depth += 1,
            ']' | '}' => {
                depth = depth.saturating_sub(1);
                if depth == 0 {
                    return Some(at + 1);
                }
            }
            _ => {}
        }
        starts_item = match character {
            '[' | '{' | ',' | ':' => true,
            blank if blank.is_whitespace() => starts_item,
            _ => false,
        };
        at += character.len_utf8();
    }
    None
}

/// A value whose first character made the parser give up at `offset`.
pub(super) fn value(
    lines: &Lines<'_>,
    line: usize,
    offset: usize,
    said: &str,
) -> Option<Diagnosis> {
    let slot = lines.owner(line)?;
    let whole = lines.whole_value(&slot);
    if offset < whole.start || offset > whole.end {
        return None;
    }
    let text = &lines.text[whole.clone()];
    let first = text.chars().next()?;
    let at_start = offset == whole.start;
    let quoted = |kind: FaultKind, mechanical: bool| {
        let certain = mechanical && !text.contains(" #");
        Diagnosis::new(kind, whole.start..slot.value.end)
            .repair(whole.clone(), double_quoted(text), "quote the value")
            .mechanical(certain)
    };
    match first {
        '*' | '&' if at_start => Some(quoted(FaultKind::Alias(first), true)),
        '@' | '`' | '%' | ',' | ']' | '}' | '?' | ':' if at_start => {
            Some(quoted(FaultKind::Reserved(first), true))
        }
        '-' if at_start && said.contains("block sequence entries") => {
            Some(inline_sequence(lines, &slot))
        }
        '|' | '>' if at_start => Some(block_header(lines, &slot)),
        '"' | '\'' => after_quote(lines, &slot, offset),
        '[' | '{' => {
            let mustache = text.starts_with("{{");
            match bracket_end(text) {
                Some(end) if !mustache && first == '[' && offset >= whole.start + end => {
                    // A stray comma is no text that the author wants to keep.
                    let rest = text[end..].trim();
                    let mut found = quoted(FaultKind::TextAfterValue(']'), rest != ",");
                    found.range = whole.start + end..slot.value.end.max(whole.start + end);
                    Some(found)
                }
                Some(end) if first == '{' && (mustache || offset >= whole.start + end) => {
                    Some(quoted(FaultKind::FlowMapping, true))
                }
                None if mustache => Some(quoted(FaultKind::FlowMapping, true)),
                _ => flow_item(lines, &whole, offset),
            }
        }
        _ => None,
    }
}

/// `key: - item`: the item belongs on a line of its own.
fn inline_sequence(lines: &Lines<'_>, slot: &Slot) -> Diagnosis {
    let below = (slot.line + 1..=lines.last_line(slot)).find(|&line| !lines.is_blank(line));
    let indent = below.map_or(slot.indent + 2, |line| lines.indent(line));
    let from = slot.colon.map_or(slot.value.start, |colon| colon + 1);
    Diagnosis::new(FaultKind::InlineSequence, slot.value.clone()).repair(
        from..slot.value.start,
        format!("\n{}", " ".repeat(indent)),
        "start the list on a line of its own",
    )
}

/// Text behind `|` or `>`: it goes to a line of its own.
fn block_header(lines: &Lines<'_>, slot: &Slot) -> Diagnosis {
    let own = &lines.text[slot.value.clone()];
    let header =
        own.find(|c: char| !matches!(c, '|' | '>' | '-' | '+' | '1'..='9')).unwrap_or(own.len());
    let text = own[header..].trim_start_matches(['.', ' ', '\t']);
    let from = slot.value.start + header;
    let below = (slot.line + 1..=lines.last_line(slot)).find(|&line| !lines.is_blank(line));
    let indent = below.map_or(slot.indent + 2, |line| lines.indent(line));
    Diagnosis::new(FaultKind::BlockHeader, from..slot.value.end).repair(
        from..slot.value.end,
        format!("\n{}{text}", " ".repeat(indent)),
        "move the text to a line of its own",
    )
}

/// A quoted value that the parser could not read to its end, or with text behind it.
fn after_quote(lines: &Lines<'_>, slot: &Slot, offset: usize) -> Option<Diagnosis> {
    let whole = lines.whole_value(slot);
    let text = &lines.text[whole.clone()];
    let quote = text.chars().next()?;
    let close = quote_end(text)?;
    if offset < whole.start + close {
        // Inside: an escape that double quotes do not have.
        let inner = text[1..close - 1].replace('\'', "''");
        let kind = FaultKind::Other("unknown escape in double quotes".to_owned());
        return Some(Diagnosis::new(kind, whole.start..whole.start + close).repair(
            whole.start..whole.start + close,
            format!("'{inner}'"),
            "use single quotes, where a backslash is only itself",
        ));
    }
    let rest = whole.start + close..whole.end;
    let found = Diagnosis::new(FaultKind::TextAfterValue(quote), rest.start..rest.end);
    let behind = &lines.text[rest.clone()];
    if behind.starts_with('#') {
        return Some(found.repair(
            rest.start..rest.start,
            " ".to_owned(),
            "put a space in front of the comment",
        ));
    }
    // `'it's here'`: the quotes were meant as quotes, the one inside as an apostrophe.
    if quote == '\'' && behind.ends_with('\'') {
        let inner = &text[1..text.len() - 1];
        return Some(found.repair(whole, double_quoted(inner), "use double quotes"));
    }
    let quoted = double_quoted(text);
    Some(found.repair(whole, quoted, "quote the whole value"))
}

/// An item of a flow list that is not YAML: `[Bash(git commit: *)]`.
fn flow_item(
    lines: &Lines<'_>,
    whole: &std::ops::Range<usize>,
    offset: usize,
) -> Option<Diagnosis> {
    let text = &lines.text[whole.clone()];
    let at = offset.checked_sub(whole.start)?.min(text.len());
    // Commas inside parentheses belong to the item: `Bash(a, b)`.
    let (mut start, mut end, mut depth) = (1, text.len(), 0_usize);
    for (index, character) in text.char_indices().skip(1) {
        match character {
            '(' => depth += 1,
            ')' => depth = depth.saturating_sub(1),
            ',' | '[' if depth == 0 && index < at => start = index + 1,
            ',' | ']' if depth == 0 && index >= at => {
                end = index;
                break;
            }
            _ => {}
        }
    }
    let raw = text.get(start..end)?;
    let item = raw.trim();
    if item.is_empty() || item.contains('\n') || item.starts_with(['"', '\'', '{']) {
        return None;
    }
    let from = whole.start + start + (raw.len() - raw.trim_start().len());
    let range = from..from + item.len();
    let first = item.chars().next()?;
    let kind = match first {
        '*' | '&' => FaultKind::Alias(first),
        '@' | '`' | '%' | '?' | ':' | '|' | '>' => FaultKind::Reserved(first),
        _ if item.contains(": ") => FaultKind::ColonSpace,
        _ => return None,
    };
    Some(
        Diagnosis::new(kind, range.clone())
            .repair(range, double_quoted(item), "quote the item")
            .mechanical(true),
    )
}
