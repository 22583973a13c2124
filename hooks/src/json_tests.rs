#![expect(clippy::unwrap_used, reason = "in a test a panic is the report")]

use std::fmt;

use serde::de::{DeserializeSeed, Deserializer as _, MapAccess, Visitor};
use serde_json::value::RawValue;

use super::*;

fn fields(json: &str) -> Vec<(String, String)> {
    let mut found = Vec::new();
    each_field(json, &mut |key, value| found.push((key.into_owned(), value.to_owned()))).unwrap();
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

/// What `serde_json` finds: the fields, or its error as ours.
fn by_serde_json(json: &str) -> Result<Vec<(Vec<u8>, String)>, Bad> {
    let mut reader = serde_json::Deserializer::from_str(json);
    let mut found = Vec::new();
    let read = reader.deserialize_map(Fields(&mut found)).and_then(|()| reader.end());
    match read {
        Ok(()) => Ok(found),
        Err(error) if error.is_data() => Err(Bad::Kind),
        Err(error) if error.is_eof() => Err(Bad::End),
        Err(error) => {
            let before = json.split_inclusive('\n').take(error.line() - 1);
            let before: usize = before.map(str::len).sum();
            Err(Bad::At(before + error.column()))
        }
    }
}

struct Fields<'f>(&'f mut Vec<(Vec<u8>, String)>);

impl<'a> Visitor<'a> for Fields<'_> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an object")
    }

    fn visit_map<A: MapAccess<'a>>(self, mut map: A) -> Result<(), A::Error> {
        while let Some(key) = map.next_key_seed(Bytes)? {
            let value: &RawValue = map.next_value()?;
            self.0.push((key, value.get().to_owned()));
        }
        Ok(())
    }
}

/// A string as bytes: half a surrogate pair is passed on as the three bytes that it would
/// have in UTF-8, where a string would be an error.
struct Bytes;

impl<'a> DeserializeSeed<'a> for Bytes {
    type Value = Vec<u8>;

    fn deserialize<D: serde::Deserializer<'a>>(self, reader: D) -> Result<Vec<u8>, D::Error> {
        reader.deserialize_bytes(self)
    }
}

impl Visitor<'_> for Bytes {
    type Value = Vec<u8>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a string")
    }

    fn visit_bytes<E>(self, bytes: &[u8]) -> Result<Vec<u8>, E> {
        Ok(bytes.to_vec())
    }
}

/// The bytes that a string has, with each half of a pair replaced.
fn replaced(bytes: &[u8]) -> String {
    let mut text = String::new();
    for chunk in bytes.utf8_chunks() {
        text.push_str(chunk.valid());
        if chunk.invalid() == [0xED] {
            text.push('\u{FFFD}');
        }
    }
    text
}

fn compare(json: &str) {
    let mut ours = Vec::new();
    let read = each_field(json, &mut |key, value| ours.push((key.into_owned(), value.to_owned())));
    match by_serde_json(json) {
        Ok(theirs) => {
            assert_eq!(read, Ok(()), "{json:?}");
            for (_, value) in theirs.iter().filter(|(_, value)| value.starts_with('"')) {
                let mut reader = serde_json::Deserializer::from_str(value);
                let bytes = reader.deserialize_bytes(Bytes).unwrap();
                assert_eq!(text(value).as_deref(), Some(&*replaced(&bytes)), "{value:?}");
            }
            let theirs: Vec<_> =
                theirs.into_iter().map(|(key, value)| (replaced(&key), value)).collect();
            assert_eq!(ours, theirs, "{json:?}");
        }
        Err(bad) => {
            // Of a document that is no object it is enough to know that.
            if json.trim_start().starts_with('{') {
                assert_eq!(read, Err(bad), "{json:?}");
            } else {
                assert!(read.is_err(), "{json:?}");
            }
        }
    }
}

/// Documents with one of everything.
const SEEDS: [&str; 8] = [
    r#"{"a":1,"b":-0.5e+10,"c":[true,false,null,{}],"d":{"e":[[],{"f":"g"}]}}"#,
    r#"{ "x\u0041\n" : "\ud83d\ude00 \ud800 \udc00\ud800 \ud800\u0041 \ud800\n" , "k" : "" }"#,
    "{\"long\":\"0123456789 abcdefghi \u{e9}\u{d55c}\u{1f600} \\\" \\\\ \\/ \\b\\f\\n\\r\\t\",\n\t\"n\":0}\n",
    r#"{"":0,"":1e5,"a":1.25E-3,"b":[1,2,[3,[4,{"c":5}]],6],"d":-1}"#,
    "{}",
    r#"[1,{"a":2}]"#,
    r#""text""#,
    r#"{"hook_event_name":"PreToolUse","tool_input":{"command":"echo \"a\" && rm -rf x"}}"#,
];

#[test]
fn every_answer_is_that_of_serde_json() {
    let pieces = "{}[]\",:\\u0dD8ecnbtf-+.eE19 \n\r\t\u{1}\u{7f}a/\u{e9}\u{1f600}";
    let pieces: Vec<char> = pieces.chars().collect();
    let mut random = 1_u64;
    let mut below = |limit: usize| {
        random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        usize::try_from(random >> 33).unwrap() % limit
    };
    for seed in SEEDS {
        compare(seed);
        let letters: Vec<char> = seed.chars().collect();
        for end in 0..letters.len() {
            compare(&letters[..end].iter().collect::<String>());
        }
        for _ in 0..20_000 {
            let mut changed = letters.clone();
            for _ in 0..=below(3) {
                let at = below(changed.len().max(1));
                let piece = pieces[below(pieces.len())];
                match below(3) {
                    0 => changed.insert(at.min(changed.len()), piece),
                    1 if at < changed.len() => changed[at] = piece,
                    _ if at < changed.len() => drop(changed.remove(at)),
                    _ => {}
                }
            }
            compare(&changed.iter().collect::<String>());
        }
    }
}
