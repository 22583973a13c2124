//! Unified diffs of files, as `diff -u` and git print them.

use std::time::Duration;

use similar::TextDiff;

/// One side of a diff.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Side {
    /// There is no such file.
    Absent,
    /// A text.
    Text(String),
    /// Bytes that are no text, and how many.
    Binary(usize),
}

impl From<Option<Vec<u8>>> for Side {
    fn from(bytes: Option<Vec<u8>>) -> Self {
        match bytes.map(String::from_utf8) {
            None => Self::Absent,
            Some(Ok(text)) if !text.contains('\0') => Self::Text(text),
            Some(Ok(text)) => Self::Binary(text.len()),
            Some(Err(error)) => Self::Binary(error.as_bytes().len()),
        }
    }
}

impl Side {
    fn text(&self) -> &str {
        match self {
            Self::Text(text) => text,
            _ => "",
        }
    }

    fn header(&self, prefix: &str, path: &str) -> String {
        match self {
            Self::Absent => "/dev/null".to_owned(),
            _ => format!("{prefix}/{path}"),
        }
    }
}

/// What turns `old` into `new`; empty for texts that are equal.
pub fn unified_diff(path: &str, old: &Side, new: &Side) -> String {
    let binary = matches!((old, new), (Side::Binary(_), _) | (_, Side::Binary(_)));
    // Binary content is not kept, so of two equal lengths nothing is known.
    if old == new && !binary {
        return String::new();
    }
    let (from, to) = (old.header("a", path), new.header("b", path));
    if binary {
        return format!("Binary files {from} and {to} differ\n");
    }
    // Two large texts without a line in common must not take minutes.
    let diff =
        TextDiff::configure().timeout(Duration::from_secs(2)).diff_lines(old.text(), new.text());
    let mut out = diff.unified_diff().context_radius(3).header(&from, &to).to_string();
    if !out.ends_with('\n') {
        out.push('\n');
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shows_what_was_added_and_removed() {
        let old = Side::from(Some(b"a\nb\n".to_vec()));
        let new = Side::from(Some(b"a\nc\n".to_vec()));
        assert_eq!(
            unified_diff("x", &old, &new),
            "--- a/x\n+++ b/x\n@@ -1,2 +1,2 @@\n a\n-b\n+c\n"
        );
        let gone = unified_diff("x", &old, &Side::Absent);
        assert!(gone.starts_with("--- a/x\n+++ /dev/null\n"), "{gone}");
        let binary = unified_diff("x", &Side::from(Some(vec![0xff])), &new);
        assert_eq!(binary, "Binary files a/x and b/x differ\n");
    }
}
