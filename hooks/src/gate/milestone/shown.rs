//! A command as a person would type it.

use crate::shell::Word;

/// Longer commands are cut.
const LONGEST: usize = 160;

/// The words as a line, quoted where that is needed; `…` stands for what is not known.
pub(super) fn line(words: &[Word]) -> String {
    let mut line = String::new();
    for word in words {
        if !line.is_empty() {
            line.push(' ');
        }
        line.push_str(&quoted(&word.to_string()));
        if line.len() > LONGEST {
            let end = line.floor_char_boundary(LONGEST);
            line.truncate(end);
            line.push('…');
            break;
        }
    }
    line
}

fn quoted(text: &str) -> String {
    let text: String = text.chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
    let plain = |c: char| c.is_alphanumeric() || "-_./:=@+,%^~…{}*?[]".contains(c);
    if !text.is_empty() && text.chars().all(plain) {
        text
    } else {
        format!("'{}'", text.replace('\'', "'\\''"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_quoted_where_that_is_needed() {
        let words = ["git", "tag", "-m", "it's\nout", ""].map(Word::known);
        assert_eq!(line(&words), r"git tag -m 'it'\''s out' ''");
        assert_eq!(line(&[Word::known("git"), Word::beginning("v")]), "git v…");
    }

    #[test]
    fn a_long_command_is_cut() {
        let words = vec![Word::known("ä".repeat(50)); 10];
        let line = line(&words);
        assert!(line.len() < 170 && line.ends_with('…'), "{line}");
    }
}
