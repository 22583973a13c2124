//! Reading JSON that someone else wrote: one pass, nothing decoded before it is asked for.
//!
//! Values stay text (`&str`) until a caller wants one as a string or a flag. So a field of
//! the wrong type costs that field and no other, a nesting of any depth needs no stack, and
//! a file of megabytes in a field is skipped, not copied.
//!
//! `serde_json` would do the same for 20 KB more: its numbers and its errors come along.
//! It has a say in the tests, which compare every answer with its own.

mod scan;
mod write;

use std::borrow::Cow;

use scan::Scanner;

pub(crate) use scan::Bad;
pub(crate) use write::Object;

/// Calls `found` with each key of the object `json` and the text of its value, in order.
/// A key that comes twice is reported twice.
pub(crate) fn each_field<'a>(
    json: &'a str,
    found: &mut dyn FnMut(Cow<'a, str>, &'a str),
) -> Result<(), Bad> {
    Scanner::new(json).members(b'{', found)
}

/// Calls `found` with the text of each element of the array `json`, in order.
pub(crate) fn each_element<'a>(json: &'a str, found: &mut dyn FnMut(&'a str)) -> Result<(), Bad> {
    Scanner::new(json).members(b'[', &mut |_, text| found(text))
}

/// The text of the value of `key`, the last one if it comes twice, as `JSON.parse` has it.
pub(crate) fn field<'a>(json: &'a str, key: &str) -> Option<&'a str> {
    let [value] = fields(json, [key]);
    value
}

/// The texts of the values of several keys, in one pass.
pub(crate) fn fields<'a, const N: usize>(json: &'a str, keys: [&str; N]) -> [Option<&'a str>; N] {
    let mut values = [None; N];
    let read = each_field(json, &mut |name, text| {
        if let Some(at) = keys.iter().position(|key| *key == name) {
            values[at] = Some(text);
        }
    });
    if read.is_ok() { values } else { [None; N] }
}

/// `json` as a string; `None` if it is something else. Escapes of half a surrogate pair
/// become U+FFFD: JavaScript writes them, and Rust has no string that holds them.
pub(crate) fn text(json: &str) -> Option<Cow<'_, str>> {
    let inner = json.strip_prefix('"')?;
    let end = Scanner::new(json).end_of_text().ok()?;
    // Without both quotes.
    let inner = inner.get(..end.checked_sub(2)?)?;
    Some(if inner.contains('\\') { Cow::Owned(decoded(inner)) } else { Cow::Borrowed(inner) })
}

/// `json` as a flag; `None` if it is something else.
pub(crate) fn flag(json: &str) -> Option<bool> {
    match json {
        "true" => Some(true),
        "false" => Some(false),
        _ => None,
    }
}

/// The text without its escapes, which were found to be complete.
fn decoded(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some((plain, escape)) = rest.split_once('\\') {
        out.push_str(plain);
        let mut letters = escape.chars();
        let letter = letters.next().unwrap_or_default();
        rest = letters.as_str();
        out.push(match letter {
            'b' => '\u{8}',
            'f' => '\u{C}',
            'n' => '\n',
            'r' => '\r',
            't' => '\t',
            'u' => {
                let (mut unit, mut after) = code_unit(rest);
                // The first half of a pair; the second is another escape.
                if (0xD800..0xDC00).contains(&unit)
                    && let Some(next) = after.strip_prefix("\\u")
                    && let (second @ 0xDC00..0xE000, behind) = code_unit(next)
                {
                    unit = 0x1_0000 + ((unit - 0xD800) << 10) + (second - 0xDC00);
                    after = behind;
                }
                rest = after;
                char::from_u32(unit).unwrap_or(char::REPLACEMENT_CHARACTER)
            }
            other => other,
        });
    }
    out.push_str(rest);
    out
}

/// The four hexadecimal digits at the start of a text, and what comes after them.
fn code_unit(text: &str) -> (u32, &str) {
    let (digits, rest) = text.split_at_checked(4).unwrap_or_default();
    (digits.chars().fold(0, |unit, digit| unit * 16 + digit.to_digit(16).unwrap_or(0)), rest)
}

#[cfg(test)]
#[path = "json_tests.rs"]
mod tests;
