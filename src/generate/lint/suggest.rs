//! "Did you mean …?"

/// The candidate that a misspelt word most likely stands for: the nearest one,
/// if at most a third of the letters differ; the first of several.
pub fn closest<'a>(word: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let limit = match word.chars().count() {
        0..=2 => 0,
        3..=5 => 1,
        letters => letters / 3,
    };
    closest_within(word, candidates, limit)
}

/// The line of help for it: "did you mean `x`?".
pub fn did_you_mean<'a>(word: &str, known: impl IntoIterator<Item = &'a str>) -> Option<String> {
    closest(word, known).map(|name| format!("did you mean `{name}`?"))
}

/// The nearest candidate with at most `limit` differences; case is none.
pub fn closest_within<'a>(
    word: &str,
    candidates: impl IntoIterator<Item = &'a str>,
    limit: usize,
) -> Option<&'a str> {
    let word: Vec<char> = word.to_lowercase().chars().collect();
    candidates
        .into_iter()
        .map(|candidate| (distance(&word, candidate), candidate))
        .filter(|&(distance, _)| distance <= limit)
        .min_by_key(|&(distance, _)| distance)
        .map(|(_, candidate)| candidate)
}

/// A list for a message: `a`, `b` and `c`, each in backticks.
pub fn listed<'a>(words: impl IntoIterator<Item = &'a str>) -> String {
    let quoted: Vec<String> = words.into_iter().map(|word| format!("`{word}`")).collect();
    match quoted.split_last() {
        None => String::new(),
        Some((last, [])) => last.clone(),
        Some((last, rest)) => format!("{} and {last}", rest.join(", ")),
    }
}

/// Insertions, deletions, changes and swaps of neighbours between two words
/// (optimal string alignment); `-` and `_` count as the same letter.
fn distance(word: &[char], candidate: &str) -> usize {
    let letter = |c: char| if c == '_' { '-' } else { c };
    let other: Vec<char> = candidate.to_lowercase().chars().collect();
    let mut before_last: Vec<usize> = Vec::new();
    let mut last: Vec<usize> = (0..=other.len()).collect();
    for (i, &a) in word.iter().enumerate() {
        let mut row = vec![i + 1];
        for (j, &b) in other.iter().enumerate() {
            let change = usize::from(letter(a) != letter(b));
            let mut best = (last[j] + change).min(last[j + 1] + 1).min(row[j] + 1);
            if i > 0 && j > 0 && a == other[j - 1] && word[i - 1] == b {
                best = best.min(before_last[j - 1] + 1);
            }
            row.push(best);
        }
        before_last = std::mem::replace(&mut last, row);
    }
    last.last().copied().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn finds_what_was_meant() {
        let known = ["name", "description", "allowed-tools", "license"];
        for (typed, meant) in [
            ("nmae", Some("name")),
            ("Name", Some("name")),
            ("desription", Some("description")),
            ("allowed_tools", Some("allowed-tools")),
            ("allowedtools", Some("allowed-tools")),
            ("licence", Some("license")),
            ("model", None),
            ("x", None),
        ] {
            assert_eq!(closest(typed, known), meant, "{typed}");
        }
    }

    #[test]
    fn lists_read_as_a_sentence() {
        assert_eq!(listed(["a"]), "`a`");
        assert_eq!(listed(["a", "b", "c"]), "`a`, `b` and `c`");
        assert_eq!(listed([]), "");
    }
}
