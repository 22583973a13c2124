//! From the place where the parser gave up to the line where the author slipped.

use std::ops::Range;

use super::lines::{Lines, Slot, is_known_key};
use super::{Diagnosis, FaultKind, double_quoted, scalars};
use crate::generate::source::yaml::SyntaxError;

/// Names the fault behind a syntax error of `text`; the error's offset counts in
/// `text`.
pub(super) fn classify(text: &str, error: &SyntaxError) -> Diagnosis {
    let mut offset = error.offset.min(text.len());
    while !text.is_char_boundary(offset) {
        offset -= 1;
    }
    let lines = Lines::new(text);
    let line = lines.at(offset);
    let said = error.message.as_str();
    tab(&lines, line, said)
        .or_else(|| unclosed_above(&lines, line, offset, said))
        .or_else(|| comment_cuts(&lines, line, offset, said))
        .or_else(|| document_marker(&lines, line, said))
        .or_else(|| scalars::value(&lines, line, offset, said))
        .or_else(|| colon(&lines, line, offset, said))
        .or_else(|| no_entry(&lines, line, said))
        .or_else(|| indentation(&lines, line, said))
        .unwrap_or_else(|| other(&lines, line, offset, said))
}

/// The parser's words, without its own idea of the place.
fn other(lines: &Lines<'_>, line: usize, offset: usize, said: &str) -> Diagnosis {
    let words = said.split(" at char ").next().unwrap_or(said).to_owned();
    let end = lines.range(line).end.max(offset);
    let kind = match lines.text[offset..].chars().next() {
        Some(quote @ ('"' | '\'')) if words == "unclosed quote" => {
            FaultKind::UnbalancedQuote(quote)
        }
        _ => FaultKind::Other(words),
    };
    Diagnosis::new(kind, offset..end)
}

/// Tabs in the indentation of this line or of one below it: the parser names
/// the start of the value that the tab ends. Lines that follow with tabs, too,
/// are the same fault.
fn tab(lines: &Lines<'_>, line: usize, said: &str) -> Option<Diagnosis> {
    if !said.contains("tab") {
        return None;
    }
    let tabbed = |index: usize| lines.get(index)[..lines.indent(index)].contains('\t');
    let first = (line..lines.len()).find(|&index| tabbed(index))?;
    let last = (first..lines.len()).take_while(|&index| tabbed(index)).last()?;
    let start = lines.range(first).start;
    let block = start..lines.range(last).start + lines.indent(last);
    // A key that follows a value stands beside that value's key.
    let above = (0..first).rev().find_map(|index| lines.slot(index));
    let beside = lines.slot(first).zip(above).is_some_and(|(slot, above)| {
        !above.value.is_empty() && slot.key.is_some_and(|key| is_known_key(&lines.text[key]))
    });
    let blanks = if beside { "" } else { "  " };
    let mut spaces = String::new();
    for index in first..=last {
        let range = lines.range(index);
        let lead = lines.indent(index);
        spaces.push_str(&lines.get(index)[..lead].replace('\t', blanks));
        let next = if index == last { range.start + lead } else { lines.range(index + 1).start };
        spaces.push_str(&lines.text[range.start + lead..next]);
    }
    let range = start..start + lines.indent(first);
    let found = Diagnosis::new(FaultKind::Tab, range);
    Some(found.repair(block, spaces, "indent with spaces"))
}

/// A value at or above the place that opens a quote or bracket which only a
/// later entry closes, or nothing at all.
fn unclosed_above(lines: &Lines<'_>, line: usize, offset: usize, said: &str) -> Option<Diagnosis> {
    let mut index = 0;
    while index <= line {
        if let Some(slot) = lines.slot(index) {
            if let Some(found) = unclosed(lines, &slot) {
                let quote = lines.text[offset..].chars().next().filter(|c| "\"'".contains(*c));
                return Some(match (quote, &found.kind) {
                    (Some(quote), FaultKind::OpenBracket(_)) if said.contains("quote") => {
                        let kind = FaultKind::UnbalancedQuote(quote);
                        Diagnosis::new(kind, offset..lines.range(line).end)
                    }
                    _ => found,
                });
            }
            // The further lines of a value are text, whatever they look like.
            if !slot.value.is_empty() {
                index = lines.last_line(&slot);
            }
        }
        index += 1;
    }
    None
}

/// A slot's value, if it opens what it does not close.
fn unclosed(lines: &Lines<'_>, slot: &Slot) -> Option<Diagnosis> {
    let own = &lines.text[slot.value.clone()];
    let text = &lines.text[lines.until_next_slot(slot)];
    let end = lines.whole_value(slot).end;
    match own.chars().next()? {
        open @ ('"' | '\'') if scalars::quote_end(text).is_none() => {
            let kind = FaultKind::UnbalancedQuote(open);
            Some(Diagnosis::new(kind, slot.value.clone()).repair(
                end..end,
                open.to_string(),
                "close the quote at the end of the value",
            ))
        }
        open @ ('[' | '{') if !own.starts_with("{{") && scalars::bracket_end(text).is_none() => {
            let close = if open == '[' { "]" } else { "}" };
            let kind = FaultKind::OpenBracket(open);
            Some(Diagnosis::new(kind, slot.value.clone()).repair(
                end..end,
                close.to_owned(),
                "close the bracket at the end of the value",
            ))
        }
        _ => None,
    }
}

/// A comment between the lines of a plain value.
fn comment_cuts(lines: &Lines<'_>, line: usize, offset: usize, said: &str) -> Option<Diagnosis> {
    let (comment, value) = if said.contains("comment intercepting") {
        let hash = lines.text[offset..lines.range(line).end].find('#')? + offset;
        (hash..lines.range(line).end, lines.whole_value(&lines.owner(line)?))
    } else if said.contains("did not find expected key") && line > 0 {
        let slot = (0..line).rev().find_map(|index| lines.slot(index))?;
        let commented = (slot.line + 1..line).find(|&index| lines.is_comment(index))?;
        if lines.indent(line) <= slot.indent || slot.value.is_empty() {
            return None;
        }
        let range = lines.range(commented);
        (range.start + lines.indent(commented)..range.end, lines.whole_value(&slot))
    } else {
        return None;
    };
    let quoted = double_quoted(&lines.text[value.clone()]);
    // The comment may have been meant as one, so the choice is the author's.
    Some(Diagnosis::new(FaultKind::CommentCuts, comment).repair(value, quoted, "quote the value"))
}

/// `...` or a second `---` with text: the block was to end here, but no host reads it so.
fn document_marker(lines: &Lines<'_>, line: usize, said: &str) -> Option<Diagnosis> {
    if !said.contains("second document") && !said.contains("document start") {
        return None;
    }
    let marker = (0..=line).find(|&index| {
        let text = lines.get(index);
        text.trim_end() == "..." || text.starts_with("... ")
    })?;
    Some(Diagnosis::new(FaultKind::Unclosed, lines.range(marker)))
}

/// A colon that the parser did not expect.
fn colon(lines: &Lines<'_>, line: usize, offset: usize, said: &str) -> Option<Diagnosis> {
    if !said.contains("mapping values are not allowed") && !said.contains("':' indicator") {
        return None;
    }
    let own = lines.slot(line);
    if own.as_ref().is_some_and(|slot| slot.colon == Some(offset)) {
        let slot = own?;
        let above = lines.previous(line)?;
        if let Some(found) = missing_space(lines, above) {
            return Some(found);
        }
        let key = slot.key.clone().map_or("", |key| &lines.text[key]);
        let owner = lines.owner_above(&slot)?;
        if is_known_key(key) {
            let start = lines.range(line).start;
            let blanks = start..start + lines.indent(line);
            let title = "start the key at the column of the others";
            return Some(Diagnosis::new(FaultKind::Indentation, slot.key?).repair(
                blanks,
                " ".repeat(owner.indent),
                title,
            ));
        }
        return Some(colon_space(lines, &owner, offset));
    }
    // The colon of a line without a key belongs to the value that the line continues.
    Some(colon_space(lines, &lines.owner(line)?, offset))
}

/// `: ` inside the plain value of a slot, or `:` at the end of its line.
fn colon_space(lines: &Lines<'_>, slot: &Slot, offset: usize) -> Diagnosis {
    let at_end = lines.text[offset..lines.range(lines.at(offset)).end].trim_end() == ":";
    let mut value = lines.whole_value(slot);
    let certain = !lines.text[value.clone()].contains(" #");
    let kind = if at_end { FaultKind::ColonAtEnd } else { FaultKind::ColonSpace };
    let range = offset..offset + 1;
    if at_end && let Some(stray) = stray_block(lines, lines.last_line(slot) + 1, slot.indent) {
        value.end = stray.end;
        let quoted = double_quoted(&indented(&lines.text[value.clone()], slot.indent + 2));
        return Diagnosis::new(kind, range).repair(
            value,
            quoted,
            "quote the value and indent its lines",
        );
    }
    let quoted = double_quoted(&lines.text[value.clone()]);
    Diagnosis::new(kind, range).repair(value, quoted, "quote the value").mechanical(certain)
}

/// Every line but the first with at least that many spaces in front.
fn indented(text: &str, columns: usize) -> String {
    let mut out = String::with_capacity(text.len() + 16);
    for (index, line) in text.split_inclusive('\n').enumerate() {
        if index > 0 && !line.trim().is_empty() {
            let blanks = line.len() - line.trim_start_matches(' ').len();
            out.push_str(&" ".repeat(columns.saturating_sub(blanks)));
        }
        out.push_str(line);
    }
    out
}

/// `key:value`: the colon of a key needs a space behind it.
fn missing_space(lines: &Lines<'_>, line: usize) -> Option<Diagnosis> {
    let text = lines.get(line);
    let start = lines.indent(line);
    let word = text[start..].find(|c: char| !(c.is_alphanumeric() || matches!(c, '_' | '-')))?;
    let key = &text[start..start + word];
    let after = text[start + word..].strip_prefix(':')?;
    let first = after.chars().next()?;
    if key.is_empty() || after.starts_with("//") || matches!(first, ' ' | '\t' | ':') {
        return None;
    }
    let colon = lines.range(line).start + start + word;
    // A no-break space looks like the space that it is not.
    let blank = if first.is_whitespace() { first.len_utf8() } else { 0 };
    Some(
        Diagnosis::new(FaultKind::MissingSpace, colon..colon + 1 + blank)
            .repair(colon + 1..colon + 1 + blank, " ".to_owned(), "put a space behind the colon")
            .mechanical(is_known_key(key)),
    )
}

/// A line where the parser wanted an entry and found none.
fn no_entry(lines: &Lines<'_>, line: usize, said: &str) -> Option<Diagnosis> {
    if !said.contains("simple key expected") {
        return None;
    }
    if let Some(found) = missing_space(lines, line) {
        return Some(found);
    }
    let owner = (0..line).rev().find_map(|index| lines.slot(index));
    let indent = owner.as_ref().map_or(0, |slot| slot.indent);
    let stray = stray_block(lines, line, indent)?;
    let kind = FaultKind::StrayText;
    let Some(owner) = owner else { return Some(Diagnosis::new(kind, lines.range(line))) };
    let gap = (owner.line + 1..line).any(|index| lines.is_blank(index));
    if gap && lines.next_known_key(line, indent) == lines.len() {
        // A blank line and then prose to the end: this is the body already.
        return Some(Diagnosis::new(FaultKind::Unclosed, lines.range(line)));
    }
    let value = owner.value.start..stray.end;
    let first = lines.text[owner.value.clone()].chars().next();
    let found = Diagnosis::new(kind, lines.range(line));
    let text = &lines.text[value.clone()];
    Some(match first {
        Some('|' | '>') => {
            let text = indented(text, owner.indent + 2);
            found.repair(value, text, "indent the lines of the value")
        }
        Some('"' | '\'' | '[' | '{') | None => {
            let rest = &lines.text[stray.clone()];
            let comments = format!("# {}", rest.replace('\n', "\n# "));
            found.repair(stray, comments, "turn the lines into comments").hidden()
        }
        Some(_) => {
            let quoted = double_quoted(&indented(text, owner.indent + 2));
            found.repair(value, quoted, "quote the value and indent its lines")
        }
    })
}

/// Lines from `line` on that were meant as text: up to the last one that is no
/// entry, before the next key that is known. `None` where there is none.
fn stray_block(lines: &Lines<'_>, line: usize, indent: usize) -> Option<Range<usize>> {
    if line >= lines.len() || lines.is_blank(line) {
        return None;
    }
    let known = |slot: Slot| slot.key.is_some_and(|key| is_known_key(&lines.text[key]));
    if lines.slot(line).is_some_and(known) {
        return None;
    }
    let end = lines.next_known_key(line, indent);
    let last =
        (line..end).rev().find(|&index| !lines.is_blank(index) && lines.slot(index).is_none())?;
    Some(lines.range(line).start..lines.range(last).end)
}

/// A line whose column fits no block.
fn indentation(lines: &Lines<'_>, line: usize, said: &str) -> Option<Diagnosis> {
    if said.contains("document start") {
        let first = (0..line).find(|&index| !lines.is_blank(index) && !lines.is_comment(index))?;
        let range = lines.range(first);
        let blanks = lines.indent(first);
        if lines.get(first).starts_with('%') {
            return Some(Diagnosis::new(FaultKind::Reserved('%'), range));
        }
        return (blanks > 0).then(|| {
            Diagnosis::new(FaultKind::Indentation, range.start + blanks..range.end).repair(
                range.start..range.start + blanks,
                String::new(),
                "start the key at the first column",
            )
        });
    }
    if said.contains("did not find expected key") || said.contains("block sequence entries") {
        let range = lines.range(line);
        let at = range.start + lines.indent(line);
        return Some(Diagnosis::new(FaultKind::Indentation, at..range.end));
    }
    None
}
