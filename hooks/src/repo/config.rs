//! Settings of git: above all the two that say where a working tree is.
//!
//! Not a whole reader of git's configuration: no includes, no writing, and what git would
//! refuse is skipped, since a guard must answer also then.

use std::path::PathBuf;

use crate::path::from_bytes;

/// What a repository's `config` says about its working tree. The last value wins.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(super) struct GitConfig {
    /// `core.bare`
    pub(super) bare: Option<bool>,
    /// `core.worktree`, as written
    pub(super) worktree: Option<PathBuf>,
    /// `extensions.worktreeConfig`: `config.worktree` counts too
    pub(super) per_worktree: bool,
}

impl GitConfig {
    /// Takes over what the text sets.
    pub(super) fn read(&mut self, text: &[u8]) {
        each(text, |section, key, value| self.set(section, key, value));
    }

    fn set(&mut self, section: &[u8], key: &[u8], value: Option<Vec<u8>>) {
        match (section, key) {
            (b"core", b"bare") => self.bare = truth(value.as_deref()).or(self.bare),
            (b"core", b"worktree") => self.worktree = value.map(|value| from_bytes(&value)),
            (b"extensions", b"worktreeconfig") => {
                self.per_worktree = truth(value.as_deref()).unwrap_or(self.per_worktree);
            }
            _ => {}
        }
    }
}

/// Every setting of the text: its section and its key in lower case, and its value; `None`
/// for a key alone, which means true.
pub(super) fn each(text: &[u8], mut set: impl FnMut(&[u8], &[u8], Option<Vec<u8>>)) {
    let text = text.strip_prefix("\u{feff}".as_bytes()).unwrap_or(text);
    let mut rest = text;
    let mut section = Vec::new();
    loop {
        rest = skip(rest, |byte| byte.is_ascii_whitespace());
        match rest {
            [] => return,
            [b'#' | b';', ..] => rest = skip(rest, |byte| byte != b'\n'),
            [b'[', ..] => (section, rest) = header(&rest[1..]),
            _ => {
                let end = skip(rest, |byte| byte.is_ascii_alphanumeric() || byte == b'-');
                let key = rest[..rest.len() - end.len()].to_ascii_lowercase();
                if key.is_empty() {
                    rest = skip(rest, |byte| byte != b'\n');
                    continue;
                }
                let (value, after) = value(end);
                set(&section, &key, value);
                rest = after;
            }
        }
    }
}

fn skip(text: &[u8], while_: impl Fn(u8) -> bool) -> &[u8] {
    let end = text.iter().position(|byte| !while_(*byte)).unwrap_or(text.len());
    &text[end..]
}

/// The section's name in lower case, from behind `[`; a subsection's quotes stay in it, so
/// that `[core "x"]` is not `[core]`.
fn header(text: &[u8]) -> (Vec<u8>, &[u8]) {
    let mut quoted = false;
    let mut escaped = false;
    for (at, byte) in text.iter().enumerate() {
        match byte {
            b'\n' => return (Vec::new(), &text[at..]),
            _ if escaped => escaped = false,
            b'\\' if quoted => escaped = true,
            b'"' => quoted = !quoted,
            b']' if !quoted => {
                return (text[..at].trim_ascii().to_ascii_lowercase(), &text[at + 1..]);
            }
            _ => {}
        }
    }
    (Vec::new(), &[])
}

/// The value from behind the key, and the text after it; `None` for a key alone.
fn value(text: &[u8]) -> (Option<Vec<u8>>, &[u8]) {
    let blank = |byte| byte == b' ' || byte == b'\t';
    let Some(text) = skip(text, blank).strip_prefix(b"=") else {
        return (None, skip(text, |byte| byte != b'\n'));
    };
    let text = skip(text, blank);
    let mut value = Vec::new();
    // Blanks at the end are dropped, unless quoted.
    let mut kept = 0;
    let mut quoted = false;
    let mut at = 0;
    while let Some(&byte) = text.get(at) {
        at += 1;
        match byte {
            b'\n' => break,
            b'\r' if text.get(at) == Some(&b'\n') => {}
            b'#' | b';' if !quoted => {
                at = text.len() - skip(&text[at..], |byte| byte != b'\n').len();
            }
            b'"' => quoted = !quoted,
            b'\\' => {
                let escape = text.get(at).copied();
                at += 1;
                match escape {
                    Some(b'\r') if text.get(at) == Some(&b'\n') => at += 1,
                    Some(b'\n') | None => {}
                    Some(b'n') => value.push(b'\n'),
                    Some(b't') => value.push(b'\t'),
                    Some(b'b') => value.push(8),
                    Some(other) => value.push(other),
                }
                kept = value.len();
            }
            _ => {
                value.push(byte);
                if quoted || !byte.is_ascii_whitespace() {
                    kept = value.len();
                }
            }
        }
        if quoted {
            kept = value.len();
        }
    }
    value.truncate(kept);
    (Some(value), text.get(at..).unwrap_or_default())
}

/// git's words for a boolean (git-config(1)); a key alone is true.
pub(super) fn truth(value: Option<&[u8]>) -> Option<bool> {
    let Some(value) = value else { return Some(true) };
    let value = value.to_ascii_lowercase();
    match value.as_slice() {
        b"true" | b"yes" | b"on" => Some(true),
        b"false" | b"no" | b"off" | b"" => Some(false),
        number => std::str::from_utf8(number).ok()?.parse::<i64>().ok().map(|number| number != 0),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> GitConfig {
        let mut config = GitConfig::default();
        config.read(text.as_bytes());
        config
    }

    #[test]
    fn keys_and_sections_have_no_case() {
        let config = read("[CORE]\n\tBARE = Yes\n\tWorkTree = /Some/Where\n");
        assert_eq!(config.bare, Some(true));
        assert_eq!(config.worktree, Some("/Some/Where".into()));
    }

    #[test]
    fn a_key_alone_is_true_and_an_empty_value_is_false() {
        assert_eq!(read("[core]\nbare\n").bare, Some(true));
        assert_eq!(read("[core]\nbare =\n").bare, Some(false));
        assert_eq!(read("[core]\nbare = 0").bare, Some(false));
        assert_eq!(read("[core]\nbare = -1").bare, Some(true));
        assert_eq!(read("[core]\nbare = perhaps").bare, None);
    }

    #[test]
    fn the_last_value_wins_over_sections() {
        assert_eq!(read("[core]\nbare = true\n[a]\nx=1\n[core]\nbare = false").bare, Some(false));
    }

    #[test]
    fn other_sections_do_not_count() {
        assert_eq!(read("[core \"x\"]\nbare = true\n[score]\nbare = true\n"), GitConfig::default());
        assert_eq!(read("bare = true"), GitConfig::default());
        assert_eq!(read("[a \"]\\\"\"]\n[core\nbare = true"), GitConfig::default());
    }

    #[test]
    fn a_key_may_follow_its_section_on_one_line() {
        assert_eq!(read("[core] bare = true ; so be it").bare, Some(true));
    }

    #[test]
    fn values_lose_comments_and_blanks_but_not_in_quotes() {
        let path = |text: &str| read(text).worktree.unwrap_or_default();
        assert_eq!(path("[core]\nworktree = /a b  # note"), PathBuf::from("/a b"));
        assert_eq!(path("[core]\nworktree = \"/a #b \" ; note"), PathBuf::from("/a #b "));
        assert_eq!(path("[core]\nworktree = \"/a\\\"b\\\\\"c\n"), PathBuf::from("/a\"b\\c"));
        assert_eq!(path("[core]\r\nworktree = /a\r\n"), PathBuf::from("/a"));
        assert_eq!(path("[core]\nworktree = /a/\\\nb\nbare"), PathBuf::from("/a/b"));
    }

    #[test]
    fn comments_and_rubbish_are_skipped() {
        let config = read("\u{feff}# [core]\n;bare\n=== \n[core]\n  # bare = false\nbare = true");
        assert_eq!(config.bare, Some(true));
    }

    #[test]
    fn no_text_makes_it_fail() {
        for text in ["[", "[\"", "[core]\nworktree = \\", "[core]\nworktree = \"", "]", "[core]x"] {
            read(text);
        }
    }
}
