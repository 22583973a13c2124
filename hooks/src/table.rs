//! Tables of short texts, packed at compile time.
//!
//! A `&str` takes a pointer, a length and, in a position-independent program, a relocation:
//! 40 bytes, most often more than its text, to be patched at every start. Here all texts of
//! a table lie in one, and a row knows where each of its own ends.

/// Is `name` one of the names in `list`, which are separated by single spaces?
///
/// A pattern `"a" | "b" | …` compiles to some 25 bytes of code for each name.
pub(crate) fn one_of(name: &str, list: &str) -> bool {
    list.as_bytes().split(|byte| *byte == b' ').any(|own| own == name.as_bytes())
}

/// The names in a list, which are separated by spaces.
pub(crate) fn names(list: &str) -> impl Iterator<Item = &str> + Clone {
    list.split(' ').filter(|name| !name.is_empty())
}

/// A packed table; made by [`packed!`]. A row is `COLUMNS` texts, and something without any.
#[derive(Debug)]
pub(crate) struct Table<const COLUMNS: usize, Rest: 'static> {
    pub(crate) texts: &'static str,
    /// Where each text ends; it begins where the one before ends.
    pub(crate) ends: &'static [[u16; COLUMNS]],
    pub(crate) rest: &'static [Rest],
}

impl<const COLUMNS: usize, Rest: Copy> Table<COLUMNS, Rest> {
    /// The rows, unpacked one by one.
    pub(crate) fn rows(
        &'static self,
    ) -> impl Iterator<Item = ([&'static str; COLUMNS], Rest)> + Clone {
        let mut start = 0;
        self.ends.iter().zip(self.rest).map(move |(ends, rest)| {
            let texts = ends.map(|end| {
                let text = self.texts.get(start..usize::from(end)).unwrap_or_default();
                start = usize::from(end);
                text
            });
            (texts, *rest)
        })
    }
}

/// Packs a constant slice: how to get the texts of a row, and what else it has.
macro_rules! packed {
    ($rows:expr, |$row:ident| [$($text:expr),+ $(,)?], $rest:expr => $type:ty) => {{
        const COUNT: usize = $rows.len();
        const COLUMNS: usize = [$(stringify!($text)),+].len();
        const ALL: ([[&str; COLUMNS]; COUNT], [$type; COUNT]) = {
            let $row = &$rows[0];
            let _ = $row; // for a table that has texts only
            let mut all = ([[""; COLUMNS]; COUNT], [$rest; COUNT]);
            let mut at = 0;
            while at < COUNT {
                let $row = &$rows[at];
                all.0[at] = [$($text),+];
                all.1[at] = $rest;
                at += 1;
            }
            all
        };
        const TEXTS: [u8; $crate::table::size(&ALL.0)] = $crate::table::texts(&ALL.0);
        const ENDS: [[u16; COLUMNS]; COUNT] = $crate::table::ends(&ALL.0);
        const REST: [$type; COUNT] = ALL.1;
        $crate::table::Table {
            texts: match std::str::from_utf8(&TEXTS) {
                Ok(texts) => texts,
                Err(_) => "",
            },
            ends: &ENDS,
            rest: &REST,
        }
    }};
}
pub(crate) use packed;

/// How long all texts are together.
pub(crate) const fn size<const COLUMNS: usize>(rows: &[[&str; COLUMNS]]) -> usize {
    let (mut size, mut at) = (0, 0);
    while at < rows.len() * COLUMNS {
        size += rows[at / COLUMNS][at % COLUMNS].len();
        at += 1;
    }
    size
}

/// All texts, one after the other.
pub(crate) const fn texts<const COLUMNS: usize, const SIZE: usize>(
    rows: &[[&str; COLUMNS]],
) -> [u8; SIZE] {
    let mut all = [0; SIZE];
    let mut rest: &mut [u8] = &mut all;
    let mut at = 0;
    while at < rows.len() * COLUMNS {
        let text = rows[at / COLUMNS][at % COLUMNS].as_bytes();
        let (place, after) = rest.split_at_mut(text.len());
        place.copy_from_slice(text);
        rest = after;
        at += 1;
    }
    all
}

/// Where each text ends.
#[expect(clippy::cast_possible_truncation, reason = "the assertion comes first")]
pub(crate) const fn ends<const COLUMNS: usize, const COUNT: usize>(
    rows: &[[&str; COLUMNS]],
) -> [[u16; COLUMNS]; COUNT] {
    let mut ends = [[0; COLUMNS]; COUNT];
    let (mut end, mut at) = (0, 0);
    while at < rows.len() * COLUMNS {
        end += rows[at / COLUMNS][at % COLUMNS].len();
        assert!(end <= u16::MAX as usize, "a table has at most 64 KiB of text");
        ends[at / COLUMNS][at % COLUMNS] = end as u16;
        at += 1;
    }
    ends
}

#[cfg(test)]
mod tests {
    use super::*;

    const LINES: &[(&str, &str, u8)] = &[("a", "bé", 1), ("", "", 2), ("cd", "", 3)];
    static TABLE: Table<2, u8> = packed!(LINES, |line| [line.0, line.1], line.2 => u8);

    #[test]
    fn names_are_compared_whole() {
        assert!(["a", "bc", "d"].iter().all(|name| one_of(name, "a bc d")));
        assert!(["", "b", "c", "a bc", " ", "abc"].iter().all(|name| !one_of(name, "a bc d")));
    }

    #[test]
    fn rows_come_back_as_they_were() {
        let rows: Vec<_> = TABLE.rows().map(|([a, b], c)| (a, b, c)).collect();
        assert_eq!(rows, LINES);
    }
}
