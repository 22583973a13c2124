//! "Did you mean": the known word that a mistyped one is nearest to.

/// The nearest of `known`, if it is near enough to be what was meant: the same
/// but for case and separators, or at most two edits away (one for short words).
pub fn nearest<'a>(word: &str, known: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let folded = fold(word);
    let limit = if word.chars().count() < 5 { 1 } else { 2 };
    known
        .into_iter()
        .filter(|candidate| *candidate != word)
        .map(|candidate| (distance(&folded, &fold(candidate)), candidate))
        .filter(|(edits, _)| *edits <= limit)
        .min()
        .map(|(_, candidate)| candidate)
}

/// Lower case, without what people put between words.
fn fold(word: &str) -> Vec<char> {
    word.chars().filter(|c| !matches!(c, '-' | '_' | ' ')).flat_map(char::to_lowercase).collect()
}

/// How many characters must be inserted, removed or replaced.
fn distance(a: &[char], b: &[char]) -> usize {
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for (i, left) in a.iter().enumerate() {
        let mut diagonal = row[0];
        row[0] = i + 1;
        for (j, right) in b.iter().enumerate() {
            let replaced = diagonal + usize::from(left != right);
            diagonal = row[j + 1];
            row[j + 1] = replaced.min(diagonal + 1).min(row[j] + 1);
        }
    }
    row[b.len()]
}

#[cfg(test)]
mod tests {
    use super::nearest;

    #[test]
    fn finds_what_was_meant() {
        let known = ["name", "description", "argument-hint", "tools"];
        assert_eq!(nearest("Name", known), Some("name"));
        assert_eq!(nearest("argument_hint", known), Some("argument-hint"));
        assert_eq!(nearest("descripton", known), Some("description"));
        assert_eq!(nearest("tags", known), None);
        assert_eq!(nearest("author", known), None);
    }
}
