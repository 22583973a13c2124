//! The format for people: the source, underlined, as rustc shows it.

use std::ops::Range;
use std::sync::Arc;

use annotate_snippets::{
    Annotation, AnnotationKind, Element, Group, Level, Origin, Patch, Renderer, Snippet,
};

use super::excerpt::{Excerpt, drawable, fits};
use super::{Options, one_line};
use crate::diagnostic::{Diagnostic, Fix, Label, Severity, SourceFile};

/// A label further away than this, in bytes, gets an excerpt of its own.
const NEAR: usize = 8_000;
/// A longer replacement is named, not drawn.
const LONGEST_REPLACEMENT: usize = 400;
/// Narrower terminals than this are drawn as if they had this many columns.
const NARROWEST: usize = 40;

/// Shows every diagnostic with its source, a blank line between two.
pub(super) fn render(diagnostics: &[Diagnostic], options: &Options) -> String {
    let renderer = if options.color { Renderer::styled() } else { Renderer::plain() };
    let renderer = renderer.term_width(options.width.max(NARROWEST));
    let mut out = String::new();
    for item in diagnostics {
        if !out.is_empty() {
            out.push('\n');
        }
        let text = renderer.render(&report(item));
        let text = text.trim_end_matches('\n');
        if draws_source(item) {
            out.push_str(text);
        } else {
            // Without line numbers the library leaves out the column in front of the arrow.
            out.push_str(&text.replace('\n', "\n "));
        }
        out.push('\n');
    }
    out
}

/// Is there a line of source to show?
fn draws_source(item: &Diagnostic) -> bool {
    let places = std::iter::once(&item.place).chain(item.labels.iter().map(|label| &label.place));
    places.into_iter().any(|place| !place.file.text.is_empty())
}

fn report(item: &Diagnostic) -> Vec<Group<'_>> {
    let level = match item.severity {
        Severity::Error => Level::ERROR,
        Severity::Warning => Level::WARNING,
        Severity::Info => Level::INFO,
    };
    let mut group =
        level.primary_title(one_line(&item.message)).id(item.rule.code).elements(sources(item));
    // The only line of help says what the fix does, often with more words than its title.
    let heading = match (item.help.as_slice(), &item.fix) {
        ([only], Some(_)) => only.as_str(),
        (_, Some(fix)) => fix.title.as_str(),
        (_, None) => "",
    };
    let drawn = item.fix.as_ref().and_then(|fix| patch(fix, heading, &item.place.file));
    for line in item.help.iter().filter(|line| *line != heading) {
        group = group.element(Level::HELP.message(one_line(line)));
    }
    if let (Some(fix), None) = (&item.fix, &drawn) {
        group = group.element(Level::HELP.message(one_line(heading)));
        if fix.mechanical {
            group = group.element(Level::HELP.message("`cvg-gen lint --fix` does that"));
        }
    }
    if let Some(via) = &item.place.via {
        let text = format!("shown as {}:{}", one_line(&via.path), via.line);
        group = group.element(Level::NOTE.message(text));
    }
    if !item.hosts.is_empty() {
        let hosts: Vec<&str> = item.hosts.iter().map(|host| host.id()).collect();
        group = group.element(Level::NOTE.with_name("for").message(hosts.join(", ")));
    }
    std::iter::once(group).chain(drawn).collect()
}

/// The excerpts: the fault with the labels near it, then each label that is elsewhere.
fn sources(item: &Diagnostic) -> Vec<Element<'_>> {
    let file = &item.place.file;
    if file.text.is_empty() {
        let mut out = vec![Origin::path(file.display()).into()];
        out.extend(item.labels.iter().map(|label| labelled(label)));
        return out;
    }
    let range = drawable(&file.text, &item.place.range);
    let is_near = |label: &&Label| {
        label.place.file.path == file.path && label.place.range.start.abs_diff(range.start) < NEAR
    };
    let near: Vec<(Range<usize>, &Label)> = item
        .labels
        .iter()
        .filter(is_near)
        .map(|label| (drawable(&file.text, &label.place.range), label))
        .collect();
    let mut ranges: Vec<Range<usize>> = near.iter().map(|(range, _)| range.clone()).collect();
    ranges.push(range.clone());
    let excerpt = Excerpt::new(&file.text, &ranges);
    let annotations: Vec<Annotation<'_>> = std::iter::once(annotation(
        AnnotationKind::Primary,
        &excerpt,
        &range,
        item.note.as_deref(),
    ))
    .chain(near.iter().map(|(range, label)| {
        annotation(AnnotationKind::Context, &excerpt, range, Some(&label.text))
    }))
    .collect();
    let mut out = vec![snippet(file, excerpt).annotations(annotations).into()];
    out.extend(item.labels.iter().filter(|label| !is_near(label)).map(labelled));
    out
}

/// An excerpt of its own for a label.
fn labelled(label: &Label) -> Element<'_> {
    let file = &label.place.file;
    if file.text.is_empty() {
        return Level::NOTE
            .message(format!("{}: {}", file.display(), one_line(&label.text)))
            .into();
    }
    let range = drawable(&file.text, &label.place.range);
    let excerpt = Excerpt::new(&file.text, std::slice::from_ref(&range));
    let annotation = annotation(AnnotationKind::Context, &excerpt, &range, Some(&label.text));
    snippet(file, excerpt).annotation(annotation).into()
}

fn annotation<'a>(
    kind: AnnotationKind,
    excerpt: &Excerpt,
    range: &Range<usize>,
    text: Option<&str>,
) -> Annotation<'a> {
    kind.span(excerpt.map(range)).label(text.map(one_line))
}

fn snippet<'a, T: Clone>(file: &Arc<SourceFile>, excerpt: Excerpt) -> Snippet<'a, T> {
    Snippet::source(excerpt.text).line_start(excerpt.first_line).path(file.display())
}

/// The fix as a change to the source, unless it is too long to be read, or the whole file.
fn patch<'a>(fix: &Fix, heading: &'a str, file: &Arc<SourceFile>) -> Option<Group<'a>> {
    if !fits(&file.text, &fix.range) || fix.replacement.len() > LONGEST_REPLACEMENT {
        return None;
    }
    let behind = file.text.get(fix.range.end..).is_some_and(str::is_empty);
    let before = file.text.get(..fix.range.start).is_some_and(|text| !text.contains('\n'));
    if before && behind && file.text[fix.range.clone()].lines().nth(1).is_some() {
        return None;
    }
    if file.text[fix.range.clone()] == fix.replacement {
        return None; // drawing no change at all would only puzzle
    }
    let excerpt = Excerpt::new(&file.text, std::slice::from_ref(&fix.range));
    let patch = Patch::new(excerpt.map(&fix.range), fix.replacement.clone());
    let source = snippet(file, excerpt).path(None::<String>).patch(patch);
    Some(Level::HELP.secondary_title(one_line(heading)).element(source))
}

#[cfg(test)]
mod tests {
    use super::super::testing::{diagnostics, file, point};
    use super::*;
    use crate::diagnostic::Place;

    #[test]
    fn shows_the_source() {
        insta::assert_snapshot!(render(&diagnostics(), &Options::default()), @r#"
        error[CVG021]: unknown tool `Bsh`
         --> canonical/skills/review/SKILL.md:3:23
          |
        3 | allowed-tools: [Read, Bsh]
          | -------------         ^^^ not a tool of Claude Code
          | |
          | in this key
          |
          = help: a tool with a similar name exists: `Bash`

        warning[CVG006]: the value is cut at ` #`: the rest is a YAML comment
         --> canonical/skills/review/SKILL.md:4:24
          |
        4 | description: Fix issue #12 and review
          |                        ^^^^^^^^^^^^^^ this text is lost
          |
          = help: or move the comment to a line of its own
          = note: shown as plugins/codex/skills/review/SKILL.md:4
          = for: codex
        help: quote the value
          |
        4 - description: Fix issue #12 and review
        4 + description: "Fix issue #12 and review"
          |

        warning[CVG021]: 100% wrong: a, b
         --> canonical/an odd:name, 100%.yaml:2:7
          |
        2 |     b: 😀 näh %2, x: y
          |           ^^^

        info[CVG021]: not a text
         --> plugins/claude/logo.png
        "#);
    }

    #[test]
    fn a_label_may_be_far_away_or_in_another_file() {
        let text = format!("name: a\n{}name: b\n", "x: y\n".repeat(3_000));
        let here = file("a.yaml", &text);
        let item = point(&here, text.len() - 8..text.len() - 4, "`name` stands twice")
            .label(Place::new(&here, 0..4), "first here")
            .label(Place::new(&file("b.yaml", "k: v\n"), 3..4), "and here")
            .label(Place::file(&SourceFile::opaque("c.png")), "and in this picture");
        insta::assert_snapshot!(render(&[item], &Options::default()), @r"
        error[CVG021]: `name` stands twice
            --> a.yaml:3002:1
             |
        3002 | name: b
             | ^^^^
             |
            ::: a.yaml:1:1
             |
           1 | name: a
             | ---- first here
             |
            ::: b.yaml:1:4
             |
           1 | k: v
             |    - and here
             |
             = note: c.png: and in this picture
        ");
    }

    #[test]
    fn a_long_line_is_cut() {
        let text = format!("{}needle{}", "hay ".repeat(25_000), " hay".repeat(25_000));
        let item = point(&file("a.md", &text), 100_000..100_006, "found");
        let options = Options { width: 60, ..Options::default() };
        insta::assert_snapshot!(render(&[item], &options), @r"
        error[CVG021]: found
         --> a.md:1:100001
          |
        1 | ...y hay hay hay hay hay needle hay hay hay hay hay h...
          |                          ^^^^^^
        ");
    }

    #[test]
    fn line_ends_tabs_and_the_end_of_the_file() {
        let here = file("a.md", "a\r\n\tb\r\n");
        let items = [
            point(&here, 4..5, "behind a tab"),
            point(&here, 7..7, "at the end"),
            point(&here, 0..5, "over lines"),
            point(&here, 900..1_000, "outside"),
        ];
        insta::assert_snapshot!(render(&items, &Options::default()), @r"
        error[CVG021]: behind a tab
         --> a.md:2:2
          |
        2 |     b
          |     ^

        error[CVG021]: at the end
         --> a.md:3:1
          |
        3 |
          | ^

        error[CVG021]: over lines
         --> a.md:1:1
          |
        1 | / a
        2 | |     b
          | |_____^

        error[CVG021]: outside
         --> a.md:3:1
          |
        3 |
          | ^
        ");
    }
}
