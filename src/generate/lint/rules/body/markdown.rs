//! The parts of a Markdown body that rules treat differently.

use std::ops::Range;

use pulldown_cmark::{Event, LinkType, Options, Parser, Tag, TagEnd};

use crate::generate::lint::{Document, Kind};

/// A link or an image and what it points to.
#[derive(Debug)]
pub(in crate::generate::lint) struct Link {
    /// Where its target is written.
    pub(super) range: Range<usize>,
    /// Where the whole link is.
    pub(super) whole: Range<usize>,
    /// The target, unescaped.
    pub(super) target: String,
}

/// Links and code of a body; ranges count from the start of the body, so that hosts whose
/// frontmatter differs can share them.
#[derive(Debug, Default)]
pub(in crate::generate::lint) struct Parts {
    /// Inline links, images, and the definitions of reference links.
    pub(super) links: Vec<Link>,
    /// Fenced and indented code blocks, with their fences.
    pub(super) blocks: Vec<Range<usize>>,
    /// Inline code, with its backticks.
    pub(super) code: Vec<Range<usize>>,
    /// HTML, comments among it.
    pub(super) html: Vec<Range<usize>>,
}

impl Parts {
    /// Is the byte in a code block?
    pub(super) fn in_block(&self, at: usize) -> bool {
        holds(&self.blocks, at)
    }

    /// Is the byte in inline code?
    pub(super) fn in_code(&self, at: usize) -> bool {
        holds(&self.code, at)
    }

    /// Is the byte in an HTML comment or tag?
    pub(super) fn in_html(&self, at: usize) -> bool {
        holds(&self.html, at)
    }

    /// Is the byte in a link, its text included?
    pub(super) fn in_link(&self, at: usize) -> bool {
        self.links.iter().any(|link| link.whole.contains(&at))
    }
}

/// Ranges come in the order of the text.
fn holds(ranges: &[Range<usize>], at: usize) -> bool {
    let next = ranges.partition_point(|range| range.start <= at);
    next > 0 && ranges[next - 1].end > at
}

/// Is this text that an agent reads? A README at the plugin's root is for people.
pub(super) fn is_read_by_agent(document: &Document) -> bool {
    document.kind != Kind::Reference || document.path.contains('/')
}

/// Takes a body apart. Rules ask [`Document::parts`], which does it once.
pub(in crate::generate::lint) fn parts(body: &str) -> Parts {
    let mut parts = Parts::default();
    let mut events = Parser::new_ext(body, Options::empty()).into_offset_iter();
    for (event, range) in events.by_ref() {
        match event {
            Event::Start(
                Tag::Link { link_type, dest_url, .. } | Tag::Image { link_type, dest_url, .. },
            ) => {
                let whole = range.clone();
                // A reference link is reported once, where it is defined.
                let inline = link_type == LinkType::Inline;
                let target = if inline { dest_url.into_string() } else { String::new() };
                let at = body[range.clone()].rfind(target.as_str()).filter(|_| inline);
                let place = at
                    .map_or(range.clone(), |at| range.start + at..range.start + at + target.len());
                parts.links.push(Link { range: place, whole, target });
            }
            Event::End(TagEnd::CodeBlock) => parts.blocks.push(range),
            Event::Code(_) => parts.code.push(range),
            Event::Html(_) | Event::InlineHtml(_) => parts.html.push(range),
            _ => {}
        }
    }
    for (_, definition) in events.reference_definitions().iter() {
        let target = definition.dest.to_string();
        let span = definition.span.clone();
        let at = body[span.clone()].rfind(target.as_str());
        let place = at.map_or(span.clone(), |at| span.start + at..span.start + at + target.len());
        parts.links.push(Link { range: place, whole: span, target });
    }
    parts.links.sort_by_key(|link| link.range.start);
    parts
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::diagnostic::SourceFile;

    #[test]
    fn a_body_is_taken_apart() {
        let text = "---\nname: x\n---\nSee [a](a.md) and ![b](<b c.png> \"t\"), [r][1].\n\n\
                    ```md\n[no](no.md)\n```\n\n`[no](no.md)` <!-- [no](no.md) -->\n\n[1]: r.md\n";
        let file = SourceFile::new("x.md", text);
        let document = Document::parse(Kind::Skill, "x", "skills/x/SKILL.md", file);
        let (text, parts) = (document.body(), document.parts());
        let shown: Vec<_> = parts
            .links
            .iter()
            .filter(|link| !link.target.is_empty())
            .map(|link| (&text[link.range.clone()], link.target.as_str()))
            .collect();
        assert_eq!(shown, [("a.md", "a.md"), ("b c.png", "b c.png"), ("r.md", "r.md")]);
        assert!(parts.in_block(text.find("[no]").expect("there")));
        assert!(parts.in_code(text.find("`[no]").expect("there") + 1));
        assert!(parts.in_html(text.find("<!--").expect("there") + 5));
        assert!(!parts.in_block(text.find("See").expect("there")));
    }
}
