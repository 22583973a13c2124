//! Finds the tags of a template without parsing what is in them.
//!
//! The template library reports an unclosed block at the end of the file, and
//! parses in time that grows with the square of the file's size. Knowing where
//! tags and blocks are cures both: blocks are checked here, and a large file is
//! compiled in pieces cut at blank lines outside any block.

use std::ops::Range;

/// What a tag does.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TagKind {
    /// `{{! … }}`.
    Comment,
    /// `{{#name …}}`, `{{^name}}` or `{{#> partial}}`.
    Open,
    /// `{{/name}}`.
    Close,
    /// `{{else …}}` or `{{^}}`.
    Else,
    /// `{{> name}}`.
    Partial,
    /// `{{{{…}}}}`.
    RawBlock,
    /// Anything that prints.
    Expression,
}

/// One tag.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Tag {
    /// Its bytes, braces included.
    pub range: Range<usize>,
    /// What it does.
    pub kind: TagKind,
    /// The first word: a helper, a partial, a block's name; empty for comments.
    pub name: String,
    /// Does it begin with `{{~`, and so swallow the white space before it?
    pub trims_before: bool,
    /// Does it end with `~}}`, and so swallow the white space behind it?
    pub trims_after: bool,
}

impl Tag {
    /// Does a line that holds nothing but this tag vanish?
    pub fn can_stand_alone(&self) -> bool {
        !matches!(self.kind, TagKind::Expression | TagKind::RawBlock)
    }
}

/// Every tag, in order. `${{` and `\{{` start none.
pub fn tags(text: &str) -> Vec<Tag> {
    let bytes = text.as_bytes();
    let mut tags = Vec::new();
    let mut at = 0;
    while let Some(found) = text[at..].find("{{") {
        let start = at + found;
        let backslashes = bytes[..start].iter().rev().take_while(|&&byte| byte == b'\\').count();
        let dollar = start > 0 && bytes[start - 1] == b'$';
        if backslashes == 1 || dollar {
            at = start + 2;
            continue;
        }
        let end = tag_end(text, start);
        tags.push(classify(text, start..end));
        at = end.max(start + 2);
    }
    tags
}

/// The byte after a tag's braces; the end of the text for one that never ends.
fn tag_end(text: &str, start: usize) -> usize {
    let rest = &text[start..];
    let inner = rest[2..].trim_start_matches('~');
    let close = if inner.starts_with("!--") {
        "--}}"
    } else if rest.starts_with("{{{{") {
        "}}}}"
    } else if rest.starts_with("{{{") {
        "}}}"
    } else {
        "}}"
    };
    // `{{!-- … --~}}` is legal as well.
    let plain = rest.find(close).map(|index| index + close.len());
    let trimmed = (close == "--}}").then(|| rest.find("--~}}").map(|index| index + 5)).flatten();
    let end = match (plain, trimmed) {
        (Some(a), Some(b)) => Some(a.min(b)),
        (a, b) => a.or(b),
    };
    end.map_or(text.len(), |length| start + length)
}

fn classify(text: &str, range: Range<usize>) -> Tag {
    let whole = &text[range.clone()];
    let raw = whole.starts_with("{{{{");
    let inner = whole.trim_start_matches('{');
    let trims_before = inner.starts_with('~');
    let inner = inner.trim_end_matches('}');
    let trims_after = inner.ends_with('~') && inner.len() > 1;
    let inner = inner.trim_matches('~').trim();
    let word = |from: &str| -> String {
        let from = from.trim_start();
        let end = from.find(|c: char| c.is_whitespace() || c == '~').unwrap_or(from.len());
        from[..end].trim_matches(['"', '\'']).to_owned()
    };
    let (kind, name) = match inner.as_bytes().first() {
        _ if raw => (TagKind::RawBlock, word(inner)),
        Some(b'!') => (TagKind::Comment, String::new()),
        Some(b'#') if inner[1..].trim_start().starts_with('>') => {
            (TagKind::Open, word(inner[1..].trim_start().trim_start_matches('>')))
        }
        Some(b'#') => (TagKind::Open, word(inner[1..].trim_start_matches(['*', '#']))),
        Some(b'^') if inner.len() == 1 => (TagKind::Else, String::new()),
        Some(b'^') => (TagKind::Open, word(&inner[1..])),
        Some(b'/') => (TagKind::Close, word(&inner[1..])),
        Some(b'>') => (TagKind::Partial, word(&inner[1..])),
        _ => {
            let name = word(inner);
            let kind = if name == "else" { TagKind::Else } else { TagKind::Expression };
            (kind, name)
        }
    };
    Tag { range, kind, name, trims_before, trims_after }
}

/// A fault in how blocks are nested.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum BlockFault {
    /// Never closed.
    Unclosed(Tag),
    /// Closed without having been opened.
    Unopened(Tag),
    /// Closed by another name: the opening tag, then the closing one.
    Mismatched(Tag, Tag),
    /// `{{else}}` outside any block.
    StrayElse(Tag),
    /// A tag without its closing braces.
    Endless(Tag),
}

/// Checks the nesting of blocks.
pub fn block_faults(text: &str, tags: &[Tag]) -> Vec<BlockFault> {
    let mut faults = Vec::new();
    let mut open: Vec<&Tag> = Vec::new();
    for tag in tags {
        if !text[tag.range.clone()].ends_with("}}") {
            faults.push(BlockFault::Endless(tag.clone()));
            continue;
        }
        match tag.kind {
            TagKind::Open => open.push(tag),
            TagKind::Else if open.is_empty() => faults.push(BlockFault::StrayElse(tag.clone())),
            TagKind::Close => match open.pop() {
                None => faults.push(BlockFault::Unopened(tag.clone())),
                Some(opening) if opening.name != tag.name && !tag.name.is_empty() => {
                    faults.push(BlockFault::Mismatched(opening.clone(), tag.clone()));
                }
                Some(_) => {}
            },
            _ => {}
        }
    }
    faults.extend(open.into_iter().map(|tag| BlockFault::Unclosed(tag.clone())));
    faults
}

/// Smallest piece worth compiling on its own, in bytes.
const PIECE: usize = 1024;

/// A piece that is cut at a line end, for want of a blank line, is this many times as large.
const LARGER: usize = 4;

/// Cuts a text into pieces that can be compiled one by one with the same result:
/// outside any block, where no white space is swallowed across, at blank lines or,
/// where there are none for long, at line ends. Passages without braces
/// become pieces of their own, however short, since they need no compiling.
pub fn pieces(text: &str, tags: &[Tag]) -> Vec<Range<usize>> {
    let mut pieces: Vec<Range<usize>> = Vec::new();
    let mut plain = false; // is the last of them without braces?
    let mut start = 0;
    for cut in cuts(text, tags).into_iter().chain([text.len()]) {
        let is_plain = !text[start..cut].contains("{{");
        match pieces.last_mut() {
            Some(last) if is_plain == plain && (plain || last.len() < PIECE) => last.end = cut,
            _ => pieces.push(start..cut),
        }
        plain = is_plain;
        start = cut;
    }
    pieces
}

/// Every offset at which a text may be cut. All are line starts: a tag that vanishes
/// with its line must find the whole line, and white space at its ends is judged by it.
fn cuts(text: &str, tags: &[Tag]) -> Vec<usize> {
    let mut cuts: Vec<usize> = Vec::new();
    let mut depth = 0usize;
    let mut before: Option<&Tag> = None;
    for next in tags.iter().map(Some).chain([None]) {
        let gap =
            before.map_or(0, |tag| tag.range.end)..next.map_or(text.len(), |tag| tag.range.start);
        let swallowed = |cut: usize| {
            let blank = |range: Range<usize>| text[range].trim().is_empty();
            before.is_some_and(|tag| tag.trims_after && blank(gap.start..cut))
                || next.is_some_and(|tag| tag.trims_before && blank(cut..gap.end))
        };
        let line_ends =
            text[gap.clone()].match_indices('\n').map(|(index, _)| gap.start + index + 1);
        for cut in line_ends.filter(|&cut| depth == 0 && cut < text.len()) {
            let behind_blank_line = cut - gap.start >= 2 && text[..cut].ends_with("\n\n");
            let long = cut - cuts.last().copied().unwrap_or_default() >= LARGER * PIECE;
            if (behind_blank_line || long) && !swallowed(cut) {
                cuts.push(cut);
            }
        }
        match next.map(|tag| tag.kind) {
            Some(TagKind::Open | TagKind::RawBlock) => depth += 1,
            Some(TagKind::Close) => depth = depth.saturating_sub(1),
            _ => {}
        }
        before = next;
    }
    cuts
}

#[cfg(test)]
mod tests {
    use super::*;

    fn kinds(text: &str) -> Vec<TagKind> {
        tags(text).into_iter().map(|tag| tag.kind).collect()
    }

    #[test]
    fn finds_tags_and_only_tags() {
        assert_eq!(
            kinds("{{#host \"x\"}} {{else}} {{/host}} {{> p}} {{a.b}} {{! c }} {{!-- }} --}}"),
            [
                TagKind::Open,
                TagKind::Else,
                TagKind::Close,
                TagKind::Partial,
                TagKind::Expression,
                TagKind::Comment,
                TagKind::Comment
            ]
        );
        assert_eq!(kinds(r"${{ github.ref }} \{{x}} { {"), []);
    }

    #[test]
    fn block_faults_name_the_opening_tag() {
        let text = "{{#host \"claude\"}}\n{{#if x}}{{/host}}\n";
        let faults = block_faults(text, &tags(text));
        assert!(matches!(&faults[0], BlockFault::Mismatched(open, _) if open.name == "if"));
        assert!(matches!(&faults[1], BlockFault::Unclosed(tag) if tag.range.start == 0));
    }

    #[test]
    fn pieces_never_cut_a_block() {
        let filler = "text text text\n\n".repeat(100);
        let text = format!("{{{{#host \"claude\"}}}}\n{filler}{{{{/host}}}}\n\n{filler}");
        let tags = tags(&text);
        let pieces = pieces(&text, &tags);
        assert!(pieces.len() > 1);
        assert!(pieces[0].end > tags[1].range.end);
        assert_eq!(pieces.iter().map(ExactSizeIterator::len).sum::<usize>(), text.len());
    }

    #[test]
    fn lines_without_blank_ones_between_are_cut_at_their_ends() {
        let text = "{{host.id}} and text,\n{{> part}}\n".repeat(2_000);
        let cut = pieces(&text, &tags(&text));
        assert!(cut.len() > 5 && cut.iter().all(|piece| piece.len() < 3 * LARGER * PIECE));
        assert!(cut[1..].iter().all(|piece| text[..piece.start].ends_with('\n')));
        let text = "{{host.id}} and text, ".repeat(2_000);
        assert_eq!(pieces(&text, &tags(&text)).len(), 1, "one line is one piece");
    }
}
