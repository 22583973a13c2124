//! Forms of text that a schema names in `format`, instead of a regular expression.
//!
//! A field gets one by `#[schemars(extend("format" = "kebab-case"))]`. Other
//! formats, such as the `uint32` that schemars writes, say nothing about text.

use serde_json::Value;

/// A format: its name, whether a text has it, and what it is.
type Form = (&'static str, fn(&str) -> bool, &'static str);

/// Every format that is checked.
const FORMS: [Form; 4] = [
    ("kebab-case", is_kebab_case, "lower-case letters and digits, joined by single hyphens"),
    ("semver", is_semver, "a version such as `1.2.3` or `1.2.3-rc.1`"),
    ("url", is_url, "a URL that starts with `https://` or `http://`"),
    ("glob", is_glob, "a glob such as `skills/*/SKILL.md`"),
];

/// What is wrong with a text under the schema's `format`.
pub(super) fn problem(schema: &Value, text: &str) -> Option<String> {
    let format = schema.get("format")?.as_str()?;
    let (_, fits, expected) = FORMS.into_iter().find(|(name, ..)| *name == format)?;
    (!fits(text)).then(|| format!("`{text}` is not {expected}"))
}

fn is_glob(text: &str) -> bool {
    globset::Glob::new(text).is_ok()
}

fn is_kebab_case(text: &str) -> bool {
    text.split('-').all(|part| {
        !part.is_empty() && part.bytes().all(|b| b.is_ascii_lowercase() || b.is_ascii_digit())
    })
}

/// Semantic Versioning 2.0.0: three numbers, then perhaps a pre-release and a build.
fn is_semver(text: &str) -> bool {
    let (rest, build) = text.split_once('+').map_or((text, None), |(a, b)| (a, Some(b)));
    let (core, release) = rest.split_once('-').map_or((rest, None), |(a, b)| (a, Some(b)));
    let is_number = |part: &str| {
        !part.is_empty()
            && part.bytes().all(|b| b.is_ascii_digit())
            && (part == "0" || !part.starts_with('0'))
    };
    let is_word = |part: &str| {
        !part.is_empty() && part.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'-')
    };
    let is_identifier = |part: &str| {
        is_word(part) && (part.bytes().any(|b| !b.is_ascii_digit()) || is_number(part))
    };
    core.split('.').count() == 3
        && core.split('.').all(is_number)
        && release.is_none_or(|release| release.split('.').all(is_identifier))
        && build.is_none_or(|build| build.split('.').all(is_word))
}

fn is_url(text: &str) -> bool {
    let rest = text.strip_prefix("https://").or_else(|| text.strip_prefix("http://"));
    rest.is_some_and(|rest| {
        !rest.starts_with('/') && !rest.is_empty() && !rest.contains(char::is_whitespace)
    })
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn every_format_is_checked() {
        let mut tested = Vec::new();
        for (format, good, bad) in [
            ("kebab-case", vec!["a", "cvg-plan-2"], vec!["", "-a", "a--b", "A", "a_b", "é"]),
            (
                "semver",
                vec!["0.1.0", "1.2.3-rc.1+5", "1.0.0-0a", "1.0.0-x-y"],
                vec!["1.2", "01.2.3", "1.2.3-", "1.2.3-01", "v1.2.3", "1.2.3+", "1.2.x"],
            ),
            (
                "url",
                vec!["https://example.com/x"],
                vec!["example.com", "https://", "ftp://x", "http:// x"],
            ),
            ("glob", vec!["skills/*/SKILL.md"], vec!["[x"]),
        ] {
            tested.push(format);
            let schema = json!({ "format": format });
            for text in good {
                assert_eq!(problem(&schema, text), None, "{text}");
            }
            for text in bad {
                assert!(problem(&schema, text).is_some(), "{format}: {text}");
            }
        }
        assert_eq!(tested, FORMS.map(|(name, ..)| name));
        assert_eq!(problem(&json!({ "format": "uint32" }), "x"), None);
    }
}
