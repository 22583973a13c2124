//! "Did you mean": the known name that is nearest to a wrong one.

/// The known name that differs in case only, or else the most similar one.
pub(in crate::generate::lint::rules) fn nearest<'a>(
    word: &str,
    known: impl IntoIterator<Item = &'a str>,
) -> Option<&'a str> {
    let known: Vec<&str> = known.into_iter().collect();
    known
        .iter()
        .find(|name| name.eq_ignore_ascii_case(word))
        .copied()
        .or_else(|| similar::get_close_matches(word, &known, 1, 0.75).first().copied())
}

/// The help line for a near name: "did you mean `x`?".
pub(in crate::generate::lint::rules) fn did_you_mean<'a>(
    word: &str,
    known: impl IntoIterator<Item = &'a str>,
) -> Option<String> {
    nearest(word, known).map(|name| format!("did you mean `{name}`?"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn case_comes_first_then_likeness() {
        assert_eq!(nearest("preToolUse", ["PostToolUse", "PreToolUse"]), Some("PreToolUse"));
        assert_eq!(nearest("PreTooUse", ["PostToolUse", "PreToolUse"]), Some("PreToolUse"));
        assert_eq!(nearest("Banana", ["PostToolUse", "PreToolUse"]), None);
    }
}
