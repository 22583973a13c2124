//! How paths and words are shown to a reader.

use std::path::Path;

/// A path without line breaks, which would end the sentence.
pub(crate) fn shown(path: &Path) -> String {
    path.display().to_string().replace(char::is_control, "\u{fffd}")
}

/// A word as a shell reads it back: in quotes where it needs them.
pub(crate) fn quoted(word: &str) -> String {
    let is_plain = |c: char| c.is_alphanumeric() || "-_./:=,+@%".contains(c);
    if !word.is_empty() && word.chars().all(is_plain) {
        word.to_owned()
    } else {
        format!("'{}'", word.replace('\'', r"'\''"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_path_stays_in_its_line() {
        assert_eq!(shown(Path::new("/a\nb/c d")), "/a\u{fffd}b/c d");
    }

    #[test]
    fn a_word_is_one_to_a_shell() {
        for (text, expected) in [
            ("a-b_c./:=,+@%é", "a-b_c./:=,+@%é"),
            ("", "''"),
            ("a b", "'a b'"),
            ("it's", r"'it'\''s'"),
        ] {
            assert_eq!(quoted(text), expected);
        }
    }
}
