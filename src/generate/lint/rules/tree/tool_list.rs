//! Lists of tools in frontmatter: `Read, Bash(git add:*), mcp__x__y`.

use std::ops::Range;

use crate::generate::source::yaml::Node;

/// One tool of a list.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Tool {
    /// The name without its parentheses.
    pub(super) name: String,
    /// Where it stands.
    pub(super) range: Range<usize>,
    /// Does an open parenthesis lack its partner?
    pub(super) unclosed: bool,
}

/// The tools of a value that is a string or a list of strings.
pub(super) fn tools(node: &Node, text: &str) -> Vec<Tool> {
    let mut found = Vec::new();
    if node.items().is_empty() {
        of_scalar(node, text, &mut found);
    }
    for item in node.items() {
        of_scalar(item, text, &mut found);
    }
    found
}

fn of_scalar(node: &Node, text: &str, found: &mut Vec<Tool>) {
    let Some(value) = node.as_str() else { return };
    let written = &text[node.span.clone()];
    let mut from = 0;
    for item in items(value) {
        let name = item.split('(').next().unwrap_or(item).trim();
        if name.is_empty() {
            continue;
        }
        // Escapes and folded lines may hide a name; then the whole value is the place.
        let at = written[from..].find(name).map(|at| from + at);
        let range = at.map_or(node.span.clone(), |at| {
            from = at + name.len();
            node.span.start + at..node.span.start + at + name.len()
        });
        let unclosed = item.matches('(').count() > item.matches(')').count();
        found.push(Tool { name: name.to_owned(), range, unclosed });
    }
}

/// Splits at commas and spaces outside parentheses.
fn items(value: &str) -> Vec<&str> {
    let mut items = Vec::new();
    let (mut depth, mut start) = (0_usize, 0);
    for (at, character) in value.char_indices() {
        match character {
            '(' => depth += 1,
            ')' => depth = depth.saturating_sub(1),
            ',' if depth == 0 => {
                items.push(value[start..at].trim());
                start = at + 1;
            }
            // `Bash (git:*)` is one tool.
            c if c.is_whitespace() && depth == 0 && !value[at..].trim_start().starts_with('(') => {
                items.push(value[start..at].trim());
                start = at + c.len_utf8();
            }
            _ => {}
        }
    }
    items.push(value[start..].trim());
    items.retain(|item| !item.is_empty());
    items
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commas_inside_parentheses_do_not_split() {
        assert_eq!(
            items("Bash(git add:*), Bash(echo \"a, b\"), Read"),
            ["Bash(git add:*)", "Bash(echo \"a, b\")", "Read"]
        );
        assert_eq!(items("Read Write Bash(git:*)"), ["Read", "Write", "Bash(git:*)"]);
        assert_eq!(items("Read,Write,\n  Edit"), ["Read", "Write", "Edit"]);
        assert_eq!(items("Bash(git (x), y), Read"), ["Bash(git (x), y)", "Read"]);
        assert_eq!(items("Bash(git, Read"), ["Bash(git, Read"]);
        assert!(items("").is_empty());
    }
}
