//! Finds silence comments in a text.
//!
//! Markdown: `<!-- cvg-allow CVG047: reason -->`, but not inside code, where it
//! is text. Templates: `{{!-- cvg-allow … --}}` or `{{! cvg-allow … }}`, also
//! inside code, since no reader ever sees it. YAML (frontmatter too), TOML and
//! scripts: `# cvg-allow …`. JSON has no comments.

use std::ops::Range;

use pulldown_cmark::{Event, Options, Parser, Tag};

use crate::diagnostic::SourceFile;
use crate::generate::source::frontmatter::{Split, split};
use crate::generate::source::yaml;

const KEYWORD: &str = "cvg-allow";

/// One silence comment.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Comment {
    /// Its bytes, with the comment signs.
    pub range: Range<usize>,
    /// The codes that it names, as written, each with its bytes.
    pub codes: Vec<(String, Range<usize>)>,
    /// Why; empty where it does not say.
    pub reason: String,
    /// What it covers.
    pub scope: Scope,
}

/// The part of its file that a silence comment covers.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Scope {
    /// All of it.
    File,
    /// Lines from the first up to and without the second, from 1.
    Lines(Range<usize>),
}

impl Scope {
    /// Is that line covered?
    pub fn covers(&self, line: usize) -> bool {
        match self {
            Self::File => true,
            Self::Lines(lines) => lines.contains(&line),
        }
    }
}

/// A comment before anybody has asked which lines it covers.
struct Found {
    range: Range<usize>,
    codes: Vec<(String, Range<usize>)>,
    reason: String,
    whole_file: bool,
}

/// Does the word stand in the file at all?
pub(super) fn may_hold_silence(file: &SourceFile) -> bool {
    file.text.contains(KEYWORD)
}

/// Every silence comment of a file, in order.
pub fn find(file: &SourceFile) -> Vec<Comment> {
    let text = &file.text;
    if !may_hold_silence(file) {
        return Vec::new();
    }
    let mut found: Vec<Found> =
        comments(file).into_iter().filter_map(|(range, inner)| read(text, range, inner)).collect();
    found.sort_by_key(|comment| comment.range.start);
    found.dedup_by_key(|comment| comment.range.start);
    let occupied = occupied_lines(text, &found);
    found
        .into_iter()
        .map(|comment| Comment {
            scope: scope(text, &comment, &occupied),
            range: comment.range,
            codes: comment.codes,
            reason: comment.reason,
        })
        .collect()
}

/// Comments that might be silences: their bytes, and those without comment signs.
fn comments(file: &SourceFile) -> Vec<(Range<usize>, Range<usize>)> {
    let text = &file.text;
    let path = file.path.to_string_lossy();
    let template = path.ends_with(".hbs");
    let name = path.strip_suffix(".hbs").unwrap_or(&path);
    let extension = name.rsplit_once('.').map_or("", |(_, extension)| extension);
    let mut out = Vec::new();
    let mut body = 0;
    match extension {
        "md" => {
            if let Split::Block { yaml, body: start } = split(text) {
                body = start;
                yaml_comments(text, yaml, &mut out);
            }
            html_comments(text, body, &mut out);
        }
        "yaml" | "yml" => yaml_comments(text, 0..text.len(), &mut out),
        "json" => {}
        _ => hash_comments(text, 0..text.len(), &mut out),
    }
    if template {
        template_comments(text, body, &mut out);
    }
    out
}

fn yaml_comments(text: &str, part: Range<usize>, out: &mut Vec<(Range<usize>, Range<usize>)>) {
    match yaml::parse(&text[part.clone()], part.start) {
        Ok(document) => out.extend(document.comments.into_iter().map(|comment| {
            let span = comment.span;
            (span.clone(), span.start + 1..span.end)
        })),
        // Text that is not YAML is read line by line: its silences still count.
        Err(_) => hash_comments(text, part, out),
    }
}

/// `#` at the start of a line or after white space.
fn hash_comments(text: &str, part: Range<usize>, out: &mut Vec<(Range<usize>, Range<usize>)>) {
    let mut start = part.start;
    for line in text[part].split_inclusive('\n') {
        let sign = line.match_indices('#').map(|(index, _)| index).find(|&index| {
            line[..index].chars().next_back().is_none_or(char::is_whitespace)
                && line[index + 1..].trim_start().starts_with(KEYWORD)
        });
        if let Some(sign) = sign {
            let end = start + line.trim_end().len();
            out.push((start + sign..end, start + sign + 1..end));
        }
        start += line.len();
    }
}

/// `<!-- … -->` where Markdown takes it for HTML.
fn html_comments(text: &str, body: usize, out: &mut Vec<(Range<usize>, Range<usize>)>) {
    for (event, range) in Parser::new_ext(&text[body..], Options::ENABLE_TABLES).into_offset_iter()
    {
        if !matches!(event, Event::Start(Tag::HtmlBlock) | Event::InlineHtml(_)) {
            continue;
        }
        let range = body + range.start..body + range.end;
        enclosed(text, range, "<!--", "-->", |_| true, out);
    }
}

/// `{{!-- … --}}` and `{{! … }}`, with or without `~`; a backslash or a dollar
/// sign before the braces makes them text.
fn template_comments(text: &str, body: usize, out: &mut Vec<(Range<usize>, Range<usize>)>) {
    let is_tag = |start: usize| !text[..start].ends_with(['\\', '$']);
    for (open, close) in [("{{!--", "--}}"), ("{{~!--", "--~}}"), ("{{~!--", "--}}")] {
        enclosed(text, body..text.len(), open, close, is_tag, out);
    }
    let is_short = |start: usize| {
        let inner = text[start..].trim_start_matches(['{', '~', '!']);
        is_tag(start) && !inner.starts_with("--")
    };
    for open in ["{{!", "{{~!"] {
        enclosed(text, body..text.len(), open, "}}", is_short, out);
    }
}

fn enclosed(
    text: &str,
    part: Range<usize>,
    open: &str,
    close: &str,
    accept: impl Fn(usize) -> bool,
    out: &mut Vec<(Range<usize>, Range<usize>)>,
) {
    let mut at = part.start;
    while let Some(found) = text[at..part.end].find(open) {
        let start = at + found;
        let inner = start + open.len();
        let Some(length) = text[inner..part.end].find(close) else { return };
        at = inner + length + close.len();
        if accept(start) {
            out.push((start..at, inner..inner + length));
        } else {
            at = inner;
        }
    }
}

/// The silence that a comment's text states, if it states one.
fn read(text: &str, range: Range<usize>, inner: Range<usize>) -> Option<Found> {
    let content = &text[inner.clone()];
    let blank = content.len() - content.trim_start().len();
    let rest = content[blank..].strip_prefix(KEYWORD)?;
    let (whole_file, rest) = match rest.strip_prefix("-file") {
        Some(rest) => (true, rest),
        None => (false, rest),
    };
    if !rest.is_empty() && !rest.starts_with([':', ' ', '\t', '\r', '\n']) {
        return None; // cvg-allowed, cvg-allow-list: some other word
    }
    let (list, reason) = rest.split_once(':').unwrap_or((rest, ""));
    let mut start = inner.end - rest.len();
    let mut codes = Vec::new();
    for part in list.split_inclusive([',', ' ', '\t', '\r', '\n', '~']) {
        let code = part.trim_end_matches([',', ' ', '\t', '\r', '\n', '~']);
        if !code.is_empty() {
            codes.push((code.to_owned(), start..start + code.len()));
        }
        start += part.len();
    }
    let reason = reason.trim_end_matches('~').trim().to_owned();
    Some(Found { range, codes, reason, whole_file })
}

/// For each line, from the first: does anything but silences and blanks stand on it?
fn occupied_lines(text: &str, found: &[Found]) -> Vec<bool> {
    let mut occupied = Vec::new();
    let mut start = 0;
    for line in text.split_inclusive('\n') {
        let end = start + line.len();
        let mut at = start;
        let mut any = false;
        for comment in
            found.iter().filter(|comment| comment.range.start < end && comment.range.end > start)
        {
            let gap_end = comment.range.start.max(at);
            any |= !text[at..gap_end].trim().is_empty();
            at = comment.range.end.clamp(at, end);
        }
        any |= !text[at..end].trim().is_empty();
        occupied.push(any);
        start = end;
    }
    occupied
}

fn scope(text: &str, comment: &Found, occupied: &[bool]) -> Scope {
    if comment.whole_file {
        return Scope::File;
    }
    // Bytes, since the last one of the comment may be inside a character.
    let line_of = |offset: usize| text.as_bytes()[..offset].split(|&byte| byte == b'\n').count();
    let first = line_of(comment.range.start);
    let last = line_of(comment.range.end.saturating_sub(1).max(comment.range.start));
    let is_occupied = |line: usize| occupied.get(line - 1).copied().unwrap_or(false);
    if (first..=last).any(is_occupied) {
        return Scope::Lines(first..last + 1);
    }
    let next = (last + 1..=occupied.len()).find(|&line| is_occupied(line));
    Scope::Lines(next.map_or(last..last, |line| line..line + 1))
}
