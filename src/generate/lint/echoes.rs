//! Takes away what a rendered tree shows again of a fault that was found in the
//! source itself, and advice that a fault elsewhere explains.

use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;

use super::rules::source as rules;
use crate::diagnostic::{Diagnostic, Place, Rule, Severity};

/// Says that something is unused, or does not happen. What could not be read may well
/// use it: the advice to delete it would do harm.
const ABOUT_THE_WHOLE: [&Rule; 5] = [
    &rules::unused_partial::RULE,
    &rules::unused_reference::RULE,
    &rules::unused_accepted_loss::RULE,
    &rules::unused_silence::RULE,
    &rules::version_not_bumped::RULE,
];
/// The first and the last code of losses: the author knows them, and may deny them all.
const LOSSES: (&str, &str) = ("CVG130", "CVG138");
/// Two components of one name, as a host's tree shows it.
const TWO_OF_A_NAME: &str = "CVG087";

/// Leaves out what is shown through a rendered tree where the source shows it already:
/// the same rule at the same line, or an error at the same place.
pub fn without_echoes(diagnostics: Vec<Diagnostic>) -> Vec<Diagnostic> {
    let line = |item: &Diagnostic| {
        (item.rule.code, item.place.file.path.clone(), item.place.position().line)
    };
    // Finding a line means counting lines, so only files with echoes are looked at.
    let echoing: BTreeSet<&PathBuf> = diagnostics
        .iter()
        .filter(|item| item.place.via.is_some())
        .map(|item| &item.place.file.path)
        .collect();
    let direct = || {
        let direct = diagnostics.iter().filter(|item| item.place.via.is_none());
        direct.filter(|item| echoing.contains(&item.place.file.path))
    };
    let lines: BTreeSet<_> = direct().map(line).collect();
    let mut errors: BTreeMap<PathBuf, Vec<Place>> = BTreeMap::new();
    for item in direct().filter(|item| item.severity == Severity::Error) {
        errors.entry(item.place.file.path.clone()).or_default().push(item.place.clone());
    }
    let pairs: BTreeSet<_> = diagnostics
        .iter()
        .filter(|item| item.rule == &rules::path_collision::RULE)
        .map(files)
        .collect();
    let is_echo = |item: &Diagnostic| {
        let here = errors.get(&item.place.file.path).map(Vec::as_slice).unwrap_or_default();
        lines.contains(&line(item))
            || here.iter().any(|place| touch(place, &item.place))
            || (item.rule.code == TWO_OF_A_NAME && pairs.contains(&files(item)))
    };
    let echoes: Vec<bool> =
        diagnostics.iter().map(|item| item.place.via.is_some() && is_echo(item)).collect();
    let kept = diagnostics.into_iter().zip(echoes).filter(|(_, echo)| !echo);
    kept.map(|(item, _)| item).collect()
}

/// Holds back what is said of the source as a whole while a part of it is broken.
pub fn without_guesses(mut diagnostics: Vec<Diagnostic>) -> Vec<Diagnostic> {
    let guess = |item: &Diagnostic| ABOUT_THE_WHOLE.contains(&item.rule);
    let broken = diagnostics.iter().any(|item| {
        item.severity == Severity::Error
            && !guess(item)
            && !(LOSSES.0..=LOSSES.1).contains(&item.rule.code)
    });
    if broken {
        diagnostics.retain(|item| !guess(item));
    }
    diagnostics
}

fn touch(a: &Place, b: &Place) -> bool {
    a.range.start <= b.range.end && b.range.start <= a.range.end
}

/// The files that a fault names.
fn files(item: &Diagnostic) -> BTreeSet<PathBuf> {
    let labels = item.labels.iter().map(|label| &label.place);
    std::iter::once(&item.place).chain(labels).map(|place| place.file.path.clone()).collect()
}
