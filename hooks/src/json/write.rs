//! Writing JSON: objects of strings and objects, which is all that a hook says.

/// An object that is being written.
#[derive(Debug, Default)]
pub(crate) struct Object {
    /// Its members, each after a comma.
    members: String,
}

impl Object {
    /// Adds a string.
    pub(crate) fn text(&mut self, key: &str, value: &str) {
        self.key(key);
        push_text(&mut self.members, value);
    }

    /// Adds a string that may be missing.
    pub(crate) fn maybe(&mut self, key: &str, value: Option<&str>) {
        if let Some(value) = value {
            self.text(key, value);
        }
    }

    /// Adds an object.
    pub(crate) fn object(&mut self, key: &str, value: &Self) {
        self.key(key);
        value.push(&mut self.members);
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.members.is_empty()
    }

    /// The whole as JSON.
    pub(crate) fn encode(&self) -> String {
        let mut out = String::with_capacity(self.members.len() + 2);
        self.push(&mut out);
        out
    }

    fn push(&self, out: &mut String) {
        out.push('{');
        out.push_str(self.members.strip_prefix(',').unwrap_or_default());
        out.push('}');
    }

    fn key(&mut self, key: &str) {
        self.members.push(',');
        push_text(&mut self.members, key);
        self.members.push(':');
    }
}

fn push_text(out: &mut String, text: &str) {
    out.push('"');
    for letter in text.chars() {
        let escaped = match letter {
            '"' | '\\' => letter,
            '\u{8}' => 'b',
            '\t' => 't',
            '\n' => 'n',
            '\u{C}' => 'f',
            '\r' => 'r',
            '\0'..' ' => {
                let code = u32::from(letter);
                out.push_str("\\u00");
                out.extend(
                    [code / 16, code % 16].map(|digit| char::from_digit(digit, 16).unwrap_or('0')),
                );
                continue;
            }
            _ => {
                out.push(letter);
                continue;
            }
        };
        out.push('\\');
        out.push(escaped);
    }
    out.push('"');
}

#[cfg(test)]
mod tests {
    #![expect(clippy::unwrap_used, reason = "in a test a panic is the report")]

    use super::*;

    #[test]
    fn every_character_is_written_as_serde_json_writes_it() {
        for code in 0..0x300 {
            let text = format!("a{}b", char::from_u32(code).unwrap());
            let mut written = String::new();
            push_text(&mut written, &text);
            assert_eq!(written, serde_json::to_string(&text).unwrap());
        }
    }

    #[test]
    fn members_come_in_their_order() {
        let mut inner = Object::default();
        let mut outer = Object::default();
        outer.object("empty", &inner);
        inner.text("a\n", "b\"");
        inner.maybe("none", None);
        outer.object("inner", &inner);
        outer.text("last", "");
        assert_eq!(outer.encode(), r#"{"empty":{},"inner":{"a\n":"b\""},"last":""}"#);
        assert!(Object::default().is_empty() && !outer.is_empty());
    }
}
