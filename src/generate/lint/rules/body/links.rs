//! What a link points to, as far as it is a path of the plugin.

use std::borrow::Cow;

/// Words that stand where an author's reader should put a target.
const PLACEHOLDERS: &[&str] =
    &["url", "link", "path", "uri", "href", "file", "filename", "...", "…", "target", "path.md"];

/// The path of a relative link, decoded, without fragment and query; `None` for
/// a target that is no path of the plugin: a URL, an anchor, an absolute path, or
/// a placeholder such as `<path>`.
pub(super) fn relative_path(target: &str) -> Option<Cow<'_, str>> {
    let path = target.split(['#', '?']).next().unwrap_or_default().trim();
    if path.is_empty()
        || path.starts_with(['/', '~', '@', '\\'])
        || path.contains(['<', '>', '{', '}', '$', '*', '|'])
        || has_scheme(target)
    {
        return None;
    }
    let lower = path.to_ascii_lowercase();
    let placeholder = PLACEHOLDERS.contains(&lower.as_str())
        || lower.starts_with("path/to/")
        || lower.starts_with("./path/to/")
        || lower.contains("...")
        || lower.contains('…');
    (!placeholder).then(|| decode(path))
}

/// `https:`, `mailto:`, `C:`: letters, then a colon, before any slash.
fn has_scheme(target: &str) -> bool {
    let Some(colon) = target.find(':') else { return false };
    let scheme = &target[..colon];
    scheme.starts_with(|c: char| c.is_ascii_alphabetic())
        && scheme.chars().all(|c| c.is_ascii_alphanumeric() || "+-.".contains(c))
}

/// Undoes percent-encoding; text that is not well encoded stays as it is.
fn decode(path: &str) -> Cow<'_, str> {
    if !path.contains('%') {
        return Cow::Borrowed(path);
    }
    let bytes = path.as_bytes();
    let mut out = Vec::with_capacity(bytes.len());
    let mut at = 0;
    while at < bytes.len() {
        let digits = (bytes[at] == b'%').then(|| path.get(at + 1..at + 3)).flatten();
        if let Some(byte) = digits.and_then(|digits| u8::from_str_radix(digits, 16).ok()) {
            out.push(byte);
            at += 3;
        } else {
            out.push(bytes[at]);
            at += 1;
        }
    }
    String::from_utf8(out).map_or(Cow::Borrowed(path), Cow::Owned)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_relative_paths_count() {
        let path = |target| relative_path(target).map(Cow::into_owned);
        for (target, expected) in [
            ("references/key.md", "references/key.md"),
            ("./x.md#part", "./x.md"),
            ("../b/my%20file.md?raw=1", "../b/my file.md"),
            ("100%.md", "100%.md"),
            ("a/b:c.md", "a/b:c.md"),
            ("caf%C3%A9.md", "café.md"),
        ] {
            assert_eq!(path(target).as_deref(), Some(expected), "{target}");
        }
        for target in [
            "",
            "#part",
            "https://x.y/z.md",
            "mailto:a@b.c",
            "C:\\x.md",
            "/etc/hosts",
            "~/x.md",
            "<path>",
            "docs/{name}.md",
            "${ROOT}/x.md",
            "references/*.md",
            "URL",
            "path/to/x.md",
            "...",
            "//cdn.x/y.png",
            "app://x",
        ] {
            assert_eq!(path(target), None, "{target}");
        }
    }
}
