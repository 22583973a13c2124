//! `{a,b}` and `{1..9}`.

/// More texts than this are not listed.
const MOST: usize = 64;

/// The texts that a braced expression stands for, its braces included: `{a,b}`. Quotes
/// stay. `None` if it stands for itself. An expression that makes too many texts makes
/// one that nobody knows.
pub(super) fn alternatives(content: &str) -> Option<Vec<String>> {
    let mut out = Vec::new();
    let known = expand("", content, &mut out);
    match (known, out.len()) {
        (false, _) => Some(vec!["\0".to_owned()]),
        (true, 0 | 1) if !out.iter().any(|text| text.contains('\0')) => None,
        (true, _) => Some(out),
    }
}

/// Appends each text of `rest` after `before`; `false` if there are too many.
fn expand(before: &str, rest: &str, out: &mut Vec<String>) -> bool {
    let mut from = 0;
    while let Some(open) = rest[from..].find('{').map(|at| at + from) {
        let Some((inside, close)) = closing(rest, open) else { break };
        let parts = split(inside);
        let texts = if parts.len() > 1 {
            Some(parts.into_iter().map(str::to_owned).collect())
        } else {
            range(inside)
        };
        let Some(texts) = texts else {
            from = open + 1;
            continue;
        };
        for text in texts {
            let mut inner = Vec::new();
            if !expand("", &text, &mut inner) {
                return false;
            }
            for text in inner {
                let before = format!("{before}{}{text}", &rest[..open]);
                if !expand(&before, &rest[close + 1..], out) {
                    return false;
                }
            }
        }
        return true;
    }
    out.push(format!("{before}{rest}"));
    out.len() <= MOST
}

/// What is between the brace at `open` and its counterpart, and where that is.
fn closing(text: &str, open: usize) -> Option<(&str, usize)> {
    let mut depth = 0_usize;
    let mut letters = Letters::new(&text[open..]);
    while let Some((at, letter)) = letters.next_unquoted() {
        match letter {
            b'{' => depth += 1,
            b'}' if depth == 1 => return Some((&text[open + 1..open + at], open + at)),
            b'}' => depth -= 1,
            _ => {}
        }
    }
    None
}

/// Splits at the commas that are in no inner brace.
fn split(text: &str) -> Vec<&str> {
    let (mut parts, mut from, mut depth) = (Vec::new(), 0, 0_usize);
    let mut letters = Letters::new(text);
    while let Some((at, letter)) = letters.next_unquoted() {
        match letter {
            b'{' => depth += 1,
            b'}' => depth = depth.saturating_sub(1),
            b',' if depth == 0 => {
                parts.push(&text[from..at]);
                from = at + 1;
            }
            _ => {}
        }
    }
    parts.push(&text[from..]);
    parts
}

/// `1..9`, `a..e`, `01..10..2`. A range that is too long is one unknown text.
fn range(text: &str) -> Option<Vec<String>> {
    let mut parts = text.split("..");
    let (from, to) = (parts.next()?, parts.next()?);
    let step: i64 = parts.next().map_or(Some(1), |step| step.parse().ok())?;
    let step = i64::try_from(step.unsigned_abs().max(1)).ok()?;
    if parts.next().is_some() {
        return None;
    }
    let letter = |text: &str| match text.as_bytes() {
        [only] if only.is_ascii_alphabetic() => Some(i64::from(*only)),
        _ => None,
    };
    if let (Some(from), Some(to)) = (letter(from), letter(to)) {
        let mut letters = Vec::new();
        for n in steps(from, to, step) {
            letters.push(char::from(u8::try_from(n).ok()?).to_string());
        }
        return Some(letters);
    }
    let (first, last): (i64, i64) = (from.parse().ok()?, to.parse().ok()?);
    let padded = |text: &str| text.trim_start_matches('-').starts_with('0') && text.len() > 1;
    let width = if padded(from) || padded(to) { from.len().max(to.len()) } else { 0 };
    let numbers = steps(first, last, step);
    if numbers.is_empty() {
        return Some(vec!["\0".to_owned()]);
    }
    let mut texts = Vec::new();
    for n in numbers {
        texts.push(format!("{n:0width$}"));
    }
    Some(texts)
}

/// Empty if there are too many.
fn steps(from: i64, to: i64, step: i64) -> Vec<i64> {
    let count = from.abs_diff(to) / step.unsigned_abs();
    if count >= MOST as u64 {
        return Vec::new();
    }
    let step = if from <= to { step } else { -step };
    (0..=i64::try_from(count).unwrap_or(0)).map(|n| from + n * step).collect()
}

/// The bytes of a text that no quote hides.
struct Letters<'a> {
    bytes: &'a [u8],
    at: usize,
}

impl<'a> Letters<'a> {
    fn new(text: &'a str) -> Self {
        Self { bytes: text.as_bytes(), at: 0 }
    }

    fn next_unquoted(&mut self) -> Option<(usize, u8)> {
        loop {
            let at = self.at;
            let byte = *self.bytes.get(at)?;
            self.at += 1;
            match byte {
                b'\\' => self.at += 1,
                b'\'' | b'"' => {
                    let rest = self.bytes.get(self.at..).unwrap_or_default();
                    let end = rest.iter().position(|other| *other == byte);
                    self.at += end.map_or(rest.len(), |end| end + 1);
                }
                _ => return Some((at, byte)),
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_ranges_and_what_is_in_them() {
        for (content, expected) in [
            ("{a,b}", "a b"),
            ("{a,b{c,d}}", "a bc bd"),
            ("{1..3}", "1 2 3"),
            ("{3..1}", "3 2 1"),
            ("{a..e..2}", "a c e"),
            ("{08..10}", "08 09 10"),
            ("{'a,b',c}", "'a,b' c"),
            ("{,.bak}", " .bak"),
            ("{1..1000000}", "\0"),
            ("{a,b}{c,d}{1..40}", "\0"),
        ] {
            let found = alternatives(content).unwrap_or_default().join(" ");
            assert_eq!(found, expected, "{content}");
        }
        for itself in ["{a}", "{}", "{a..}", "{1..x}", "{a", "{1..2..3..4}"] {
            assert_eq!(alternatives(itself), None, "{itself}");
        }
    }
}
