//! One fault, said once: the rules for YAML and frontmatter, and the schema of a
//! type, look at the same keys.
//!
//! A rule knows what hosts make of a value, and a schema whether we can read it at
//! all; so the rule speaks, and is as severe as the schema.

use std::ops::Range;

use super::yaml::Node;
use crate::diagnostic::{Diagnostic, Severity, Sink};
use crate::generate::lint::rules::source::missing_field;

/// The last code of the rules for frontmatter.
const LAST: &str = "CVG039";
/// Rules about a value that is right as such: too long, cut, or the name of something else.
const OTHER_MATTERS: [&str; 5] = ["CVG006", "CVG024", "CVG027", "CVG029", "CVG031"];
/// Of several rules at one key, the one that says least.
const VAGUE: &str = "CVG021";
/// The rules about a field that is not there.
const ABSENT: [(&str, &str); 2] = [("CVG023", "description"), ("CVG025", "name")];

/// The faults of both, one for each fault.
pub(super) fn agree(root: &Node, rules: Sink, schema: Sink) -> Vec<Diagnostic> {
    let mut found: Vec<Diagnostic> = rules.into_iter().collect();
    let mut rest = Vec::new();
    for fault in schema {
        let same = |item: &Diagnostic| is_same(root, item, &fault);
        if found.iter().filter(|item| same(item)).count() > 1 {
            found.retain(|item| item.rule.code != VAGUE || !same(item));
        }
        let Some(item) = found.iter_mut().find(|item| same(item)) else {
            rest.push(fault);
            continue;
        };
        item.severity = Severity::max(item.severity, fault.severity);
        if item.fix.is_none() && fault.fix.is_some() {
            (item.fix, item.help) = (fault.fix, fault.help);
        }
    }
    found.extend(rest);
    found
}

/// Do the rule and the schema mean the same?
fn is_same(root: &Node, item: &Diagnostic, fault: &Diagnostic) -> bool {
    let code = item.rule.code;
    if fault.rule == &missing_field::RULE {
        return ABSENT.iter().any(|(absent, field)| {
            code == *absent && fault.message == format!("missing field `{field}`")
        });
    }
    if code > LAST || OTHER_MATTERS.contains(&code) {
        return false;
    }
    let key = key_at(root, fault.place.range.start);
    key.is_some() && key == key_at(root, item.place.range.start)
}

/// The key of the innermost entry at an offset.
fn key_at(node: &Node, offset: usize) -> Option<Range<usize>> {
    if let Some(item) = node.items().iter().find(|item| item.span.contains(&offset)) {
        return key_at(item, offset);
    }
    let holds = |range: Range<usize>| range.contains(&offset);
    // Behind an empty value the next line begins, so a value ends before its end.
    let entry = node.entries().iter().find(|entry| {
        holds(entry.key.span.clone()) || holds(entry.key.span.start..entry.value.span.end)
    })?;
    key_at(&entry.value, offset).or_else(|| Some(entry.key.span.clone()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::generate::source::yaml;

    #[test]
    fn the_innermost_key_counts() {
        let text = "a: 1\nb:\n  c: [x, { d: 2 }]\ne:\n";
        let root = yaml::parse(text, 0).expect("YAML").root.expect("a root");
        for (part, key) in [("1", "a"), ("c", "c"), ("x", "c"), ("2", "d"), ("e", "e")] {
            let offset = text.find(part).expect("there");
            let range = key_at(&root, offset).expect("a key");
            assert_eq!(&text[range], key, "{part}");
        }
    }
}
