//! Reading JSON that someone else wrote: one pass, nothing decoded before it is asked for.
//!
//! Values stay text (`&str`) until a caller wants one as a string, a flag or a type. So a
//! field of the wrong type costs that field and no other, a nesting of any depth needs no
//! stack, and a file of megabytes in a field is skipped, not copied.

use std::borrow::Cow;
use std::fmt;

use serde::de::{DeserializeSeed, Deserializer as _, MapAccess, SeqAccess, Visitor};
use serde_json::value::RawValue;

/// Calls `found` with each key of the object `json` and the text of its value, in order.
/// A key that comes twice is reported twice.
pub(crate) fn each_field<'a>(
    json: &'a str,
    found: &mut dyn FnMut(Cow<'a, str>, &'a str),
) -> Result<(), serde_json::Error> {
    let mut reader = serde_json::Deserializer::from_str(json);
    reader.deserialize_map(Fields(found))?;
    reader.end()
}

/// Calls `found` with the text of each element of the array `json`, in order.
pub(crate) fn each_element<'a>(
    json: &'a str,
    found: &mut dyn FnMut(&'a str),
) -> Result<(), serde_json::Error> {
    let mut reader = serde_json::Deserializer::from_str(json);
    reader.deserialize_seq(Elements(found))?;
    reader.end()
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
    json.starts_with('"').then(|| Text.deserialize(&mut reader(json)).ok()).flatten()
}

/// `json` as a flag; `None` if it is something else.
pub(crate) fn flag(json: &str) -> Option<bool> {
    match json {
        "true" => Some(true),
        "false" => Some(false),
        _ => None,
    }
}

fn reader(json: &str) -> serde_json::Deserializer<serde_json::de::StrRead<'_>> {
    serde_json::Deserializer::from_str(json)
}

struct Fields<'f, 'a>(&'f mut dyn FnMut(Cow<'a, str>, &'a str));

impl<'a> Visitor<'a> for Fields<'_, 'a> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an object")
    }

    fn visit_map<A: MapAccess<'a>>(self, mut map: A) -> Result<(), A::Error> {
        while let Some(key) = map.next_key_seed(Text)? {
            let value: &'a RawValue = map.next_value()?;
            (self.0)(key, value.get());
        }
        Ok(())
    }
}

struct Elements<'f, 'a>(&'f mut dyn FnMut(&'a str));

impl<'a> Visitor<'a> for Elements<'_, 'a> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an array")
    }

    fn visit_seq<A: SeqAccess<'a>>(self, mut seq: A) -> Result<(), A::Error> {
        while let Some(value) = seq.next_element::<&'a RawValue>()? {
            (self.0)(value.get());
        }
        Ok(())
    }
}

/// A string, asked for as bytes: serde_json then passes half a surrogate pair on as the
/// three bytes that it would have in UTF-8, where a string would be an error.
struct Text;

impl<'a> DeserializeSeed<'a> for Text {
    type Value = Cow<'a, str>;

    fn deserialize<D: serde::Deserializer<'a>>(self, reader: D) -> Result<Self::Value, D::Error> {
        reader.deserialize_bytes(self)
    }
}

impl<'a> Visitor<'a> for Text {
    type Value = Cow<'a, str>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a string")
    }

    fn visit_borrowed_bytes<E>(self, bytes: &'a [u8]) -> Result<Self::Value, E> {
        Ok(match std::str::from_utf8(bytes) {
            Ok(text) => Cow::Borrowed(text),
            Err(_) => Cow::Owned(without_surrogates(bytes)),
        })
    }

    fn visit_bytes<E>(self, bytes: &[u8]) -> Result<Self::Value, E> {
        Ok(Cow::Owned(match std::str::from_utf8(bytes) {
            Ok(text) => text.to_owned(),
            Err(_) => without_surrogates(bytes),
        }))
    }
}

/// The text with U+FFFD once for each surrogate, which has three bytes, and for any other
/// byte that is not UTF-8.
fn without_surrogates(bytes: &[u8]) -> String {
    let mut text = String::with_capacity(bytes.len());
    let mut surrogate = 0_u8;
    for chunk in bytes.utf8_chunks() {
        if !chunk.valid().is_empty() {
            surrogate = 0;
            text.push_str(chunk.valid());
        }
        // The three bytes come as three invalid chunks: 0xED, 0xA0..=0xBF, 0x80..=0xBF.
        for &byte in chunk.invalid() {
            surrogate = match (byte, surrogate) {
                (0xED, _) => 1,
                (0xA0..=0xBF, 1) => 2,
                (0x80..=0xBF, 2) => 0,
                _ => {
                    text.push(char::REPLACEMENT_CHARACTER);
                    0
                }
            };
            if byte == 0xED {
                text.push(char::REPLACEMENT_CHARACTER);
            }
        }
    }
    text
}

#[cfg(test)]
mod tests {
    #![expect(clippy::unwrap_used, reason = "in a test a panic is the report")]

    use super::*;

    fn fields(json: &str) -> Vec<(String, String)> {
        let mut found = Vec::new();
        each_field(json, &mut |key, value| found.push((key.into_owned(), value.to_owned())))
            .unwrap();
        found
    }

    #[test]
    fn values_stay_the_text_that_they_are() {
        let found = fields(r#" {"a": [1, {"b":2}], "c\u0064":"x", "e" : null } "#);
        let pair = |key: &str, value: &str| (key.to_owned(), value.to_owned());
        assert_eq!(found, [pair("a", r#"[1, {"b":2}]"#), pair("cd", r#""x""#), pair("e", "null")]);
    }

    #[test]
    fn the_last_of_two_equal_keys_counts() {
        assert_eq!(field(r#"{"a":1,"b":2,"a":3}"#, "a"), Some("3"));
    }

    #[test]
    fn half_a_surrogate_pair_becomes_one_replacement() {
        assert_eq!(text(r#""a\ud800b""#).as_deref(), Some("a\u{FFFD}b"));
        assert_eq!(text(r#""\udc00\ud800""#).as_deref(), Some("\u{FFFD}\u{FFFD}"));
        assert_eq!(text(r#""\ud83d\ude00 é""#).as_deref(), Some("\u{1F600} é"));
        assert_eq!(text(r#""\ud800é한""#).as_deref(), Some("\u{FFFD}é한"));
        assert_eq!(field(r#"{"\ud800":1}"#, "\u{FFFD}"), Some("1"));
        assert_eq!(field(r#"{"x":{"y":["\udfff"]},"z":7}"#, "z"), Some("7"));
    }

    #[test]
    fn a_string_without_escapes_is_borrowed() {
        assert!(matches!(text("\"plain é\""), Some(Cow::Borrowed("plain é"))));
    }

    #[test]
    fn what_is_not_a_string_is_none() {
        for json in ["1", "null", "[\"a\"]", "{}", "true", ""] {
            assert_eq!(text(json), None, "{json}");
        }
    }

    #[test]
    fn depth_needs_no_stack() {
        let depth = 200_000;
        let json = format!(r#"{{"deep":{}{},"z":1}}"#, "[".repeat(depth), "]".repeat(depth));
        assert_eq!(field(&json, "z"), Some("1"));
    }

    #[test]
    fn what_is_no_object_or_goes_on_is_an_error() {
        for json in ["", "[]", "\"a\"", "{", "{} {}", "{\"a\":}", "nul"] {
            assert!(each_field(json, &mut |_, _| ()).is_err(), "{json}");
        }
    }
}
