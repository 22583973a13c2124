//! Names in a template that its host does not have, and what they were meant as.

use std::ops::Range;

use serde_json::Value;

use super::check::Walk;
use crate::diagnostic::{Diagnostic, Place, Rule};
use crate::generate::lint::rules::source as rules;
use crate::generate::lint::suggest;

impl Walk<'_> {
    /// Reports a dotted name that the host does not have.
    pub(super) fn name(&mut self, name: &str, place: &Place, group_allowed: bool) {
        match self.scope.value(name) {
            Some(Value::Object(_) | Value::Array(_)) if !group_allowed => {
                let text = format!("`{name}` is a group of names, not a text");
                self.sink.push(
                    Diagnostic::new(&rules::unknown_name::RULE, place.clone(), text)
                        .host(self.scope.host),
                );
            }
            Some(value) => {
                self.weigh_value(value.as_str().map_or(0, str::len) as u64);
            }
            None if name == "else" || name.starts_with('@') => {}
            None if self.lacks_word(name, place) => {}
            None => {
                let mut known = Vec::new();
                for (group, values) in self.scope.values.as_object().into_iter().flatten() {
                    for key in values.as_object().into_iter().flat_map(serde_json::Map::keys) {
                        known.push(format!("{group}.{key}"));
                    }
                }
                let known: Vec<&str> = known.iter().map(String::as_str).collect();
                let place = argument_place(place, name);
                self.unknown(&rules::unknown_name::RULE, place, "name", name, &known);
            }
        }
    }

    /// Reports a word of the vocabulary that only another host has.
    fn lacks_word(&mut self, name: &str, place: &Place) -> bool {
        let Some(word) = name.strip_prefix("vocab.") else { return false };
        let Some(other) = self.scope.elsewhere.get(word) else { return false };
        let host = self.scope.host;
        let text = format!("hosts/{host}.yaml lacks the word `{word}`");
        self.sink.push(
            Diagnostic::new(&rules::unknown_name::RULE, argument_place(place, name), text)
                .help(format!("add `{word}:` to its `vocab`, as in hosts/{other}.yaml"))
                .host(host),
        );
        true
    }

    /// Reports a name, and which known one it may have been meant as.
    pub(super) fn unknown(
        &mut self,
        rule: &'static Rule,
        place: Place,
        what: &str,
        name: &str,
        known: &[&str],
    ) {
        let host = self.scope.host;
        let mut fault = Diagnostic::new(rule, place, format!("unknown {what} `{name}`")).host(host);
        fault = match suggest::closest(name, known.iter().copied()) {
            Some(close) => fault.help(format!("did you mean `{close}`?")),
            None if rule == &rules::unknown_helper::RULE => {
                fault.help("write `\\{{` if two braces are meant as text")
            }
            None if known.is_empty() => fault,
            None => fault.help(format!("known: {}", known.join(", "))),
        };
        self.sink.push(fault);
    }
}

/// The argument's own bytes inside a tag, for a closer underline.
pub(super) fn argument_place(place: &Place, argument: &str) -> Place {
    let range: Range<usize> = place.range.clone();
    let within = place.file.text.get(range.clone()).and_then(|tag| tag.find(argument));
    match within {
        Some(index) if !argument.is_empty() => {
            let start = range.start + index;
            Place::new(&place.file, start..start + argument.len())
        }
        _ => place.clone(),
    }
}
