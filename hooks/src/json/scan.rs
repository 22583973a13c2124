//! The grammar of JSON (RFC 8259), from one byte to the next.

use std::borrow::Cow;

/// Why a text is not the JSON that was asked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Bad {
    /// It is JSON of another kind.
    Kind,
    /// It ends too early.
    End,
    /// It is no JSON: it went well for fewer than this many bytes.
    At(usize),
}

/// A place in a text.
pub(super) struct Scanner<'a> {
    json: &'a str,
    at: usize,
}

impl<'a> Scanner<'a> {
    pub(super) fn new(json: &'a str) -> Self {
        Self { json, at: 0 }
    }

    /// The members of the object or array that the text is, which begins with `open`. The
    /// elements of an array have no keys.
    pub(super) fn members(
        &mut self,
        open: u8,
        found: &mut dyn FnMut(Cow<'a, str>, &'a str),
    ) -> Result<(), Bad> {
        let first = self.look()?;
        if first != open {
            if !matches!(first, b'{' | b'[') {
                self.value()?;
            }
            return Err(Bad::Kind);
        }
        self.at += 1;
        let close = closing(open);
        let mut next = self.look()?;
        while next != close {
            let key = if open == b'{' { self.key(false)? } else { "" };
            self.look()?;
            let start = self.at;
            self.value()?;
            let value = &self.json[start..self.at];
            found(super::text(key).unwrap_or_default(), value);
            next = self.look()?;
            if next == b',' {
                self.at += 1;
                // Another one must follow.
                if self.look()? == close {
                    return Err(self.bad());
                }
            } else if next != close {
                return Err(self.bad());
            }
        }
        self.at += 1;
        match self.look() {
            Ok(_) => Err(self.bad()),
            Err(_) => Ok(()),
        }
    }

    /// The string here must end; returns where.
    pub(super) fn end_of_text(&mut self) -> Result<usize, Bad> {
        self.text(false)?;
        Ok(self.at)
    }

    fn byte(&self) -> Option<u8> {
        self.json.as_bytes().get(self.at).copied()
    }

    /// Passes over white space, and looks at what comes then.
    fn look(&mut self) -> Result<u8, Bad> {
        loop {
            match self.byte().ok_or(Bad::End)? {
                b' ' | b'\n' | b'\t' | b'\r' => self.at += 1,
                byte => return Ok(byte),
            }
        }
    }

    /// What is here does not belong here.
    fn bad(&self) -> Bad {
        Bad::At(self.json.len().min(self.at + 1))
    }

    /// Passes over one byte that must be there.
    fn take(&mut self, wanted: u8) -> Result<(), Bad> {
        if self.look()? != wanted {
            return Err(self.bad());
        }
        self.at += 1;
        Ok(())
    }

    /// A key, which is returned with its quotes, and the colon after it.
    fn key(&mut self, strict: bool) -> Result<&'a str, Bad> {
        if self.look()? != b'"' {
            return Err(self.bad());
        }
        let start = self.at;
        self.text(strict)?;
        let key = &self.json[start..self.at];
        self.take(b':')?;
        Ok(key)
    }

    /// Passes over a value. The brackets that are open lie on a stack of our own.
    fn value(&mut self) -> Result<(), Bad> {
        let mut open = Vec::new();
        loop {
            match self.look()? {
                bracket @ (b'{' | b'[') => {
                    self.at += 1;
                    let close = closing(bracket);
                    if self.look()? != close {
                        open.push(close);
                        if bracket == b'{' {
                            self.key(true)?;
                        }
                        continue;
                    }
                    self.at += 1;
                }
                b'"' => self.text(true)?,
                b't' => self.word("true")?,
                b'f' => self.word("false")?,
                b'n' => self.word("null")?,
                b'-' | b'0'..=b'9' => self.number()?,
                _ => return Err(self.bad()),
            }
            loop {
                let Some(close) = open.last().copied() else { return Ok(()) };
                let next = self.look()?;
                if next != close && next != b',' {
                    return Err(self.bad());
                }
                self.at += 1;
                if next == b',' {
                    if close == b'}' {
                        self.key(true)?;
                    }
                    break;
                }
                open.pop();
            }
        }
    }

    fn word(&mut self, word: &str) -> Result<(), Bad> {
        for wanted in word.bytes() {
            if self.byte().ok_or(Bad::End)? != wanted {
                return Err(self.bad());
            }
            self.at += 1;
        }
        Ok(())
    }

    fn number(&mut self) -> Result<(), Bad> {
        self.at += usize::from(self.byte() == Some(b'-'));
        if self.byte() == Some(b'0') {
            self.at += 1;
            // No digit follows a leading zero.
            if self.byte().is_some_and(|byte| byte.is_ascii_digit()) {
                return Err(self.bad());
            }
        } else {
            self.digits()?;
        }
        if self.byte() == Some(b'.') {
            self.at += 1;
            self.digits()?;
        }
        if matches!(self.byte(), Some(b'e' | b'E')) {
            self.at += 1;
            self.at += usize::from(matches!(self.byte(), Some(b'+' | b'-')));
            self.digits()?;
        }
        Ok(())
    }

    /// One digit or more.
    fn digits(&mut self) -> Result<(), Bad> {
        let start = self.at;
        while self.byte().is_some_and(|byte| byte.is_ascii_digit()) {
            self.at += 1;
        }
        if self.at == start { Err(self.bad()) } else { Ok(()) }
    }

    /// A string. `strict`: without control characters, which must have been escaped.
    fn text(&mut self, strict: bool) -> Result<(), Bad> {
        self.at += 1;
        loop {
            // Whole files come as strings.
            while let Some(word) = self.json.as_bytes().get(self.at..self.at + 8)
                && let Ok(word) = word.try_into()
                && is_plain(u64::from_le_bytes(word))
            {
                self.at += 8;
            }
            match self.byte().ok_or(Bad::End)? {
                b'"' => {
                    self.at += 1;
                    return Ok(());
                }
                b'\\' => {
                    self.at += 1;
                    self.escape()?;
                }
                0..0x20 if strict => return Err(Bad::At(self.at)),
                _ => self.at += 1,
            }
        }
    }

    /// What follows a backslash.
    fn escape(&mut self) -> Result<(), Bad> {
        match self.byte().ok_or(Bad::End)? {
            b'"' | b'\\' | b'/' | b'b' | b'f' | b'n' | b'r' | b't' => self.at += 1,
            b'u' => {
                let digits = self.json.as_bytes().get(self.at + 1..self.at + 5);
                let good = digits.ok_or(Bad::End)?.iter().all(u8::is_ascii_hexdigit);
                self.at += 5;
                if !good {
                    return Err(Bad::At(self.at));
                }
            }
            _ => return Err(self.bad()),
        }
        Ok(())
    }
}

fn closing(open: u8) -> u8 {
    if open == b'{' { b'}' } else { b']' }
}

/// Is none of these eight bytes a quote, a backslash or a control character?
fn is_plain(word: u64) -> bool {
    const ONES: u64 = u64::MAX / 0xFF;
    const HIGH: u64 = ONES << 7;
    // The high bit of each byte that is below `limit`, and perhaps of others above such a one.
    let below = |word: u64, limit: u64| word.wrapping_sub(ONES * limit) & !word & HIGH;
    let is = |byte: u8| below(word ^ (ONES * u64::from(byte)), 1);
    below(word, 0x20) | is(b'"') | is(b'\\') == 0
}
