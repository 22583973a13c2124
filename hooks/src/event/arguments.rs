//! The strings among the arguments of a tool that nobody described to us.

use std::borrow::Cow;

use crate::json;

/// How deep the walk goes. Deeper arguments are no list of files that a person would write.
const DEPTH: usize = 32;

/// How many values the walk looks at.
const VALUES: usize = 4096;

/// How many bytes of keys are copied. A key with an escape is copied for each element of the
/// list below it: a long one over a long list would fill the memory.
const COPIED: usize = 1 << 20;

/// A string among the arguments.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Argument<'a> {
    /// The nearest key above it. `{"files": [{"path": "x"}, "y"]}` has `path` and `files`.
    pub key: Cow<'a, str>,
    /// The string.
    pub value: Cow<'a, str>,
}

/// Every string among the arguments, in their order.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Arguments<'a> {
    /// The strings.
    pub list: Vec<Argument<'a>>,
    /// Were there more: deeper than 32 levels, after 4,096 values, or below keys of a size
    /// that no person would write?
    pub more: bool,
}

impl<'a> Arguments<'a> {
    pub(super) fn of(input: &'a str) -> Self {
        let mut found = Self::default();
        let (mut seen, mut copied) = (0, 0);
        // A stack of values that are still to look at, the next one last. One value of a list
        // more than the walk looks at is enough to know that there are more.
        let mut stack = vec![(Cow::Borrowed(""), input, 0)];
        while let Some((key, value, depth)) = stack.pop() {
            seen += 1;
            if seen > VALUES {
                found.more = true;
                break;
            }
            match value.as_bytes().first() {
                Some(b'"') => {
                    let text = json::text(value);
                    found.list.extend(text.map(|value| Argument { key, value }));
                }
                Some(b'{' | b'[') if depth == DEPTH => found.more = true,
                Some(b'{') => {
                    let from = stack.len();
                    let _ = json::each_field(value, &mut |key, value| {
                        if stack.len() - from <= VALUES {
                            stack.push((key, value, depth + 1));
                        }
                    });
                    stack[from..].reverse();
                }
                Some(b'[') => {
                    let from = stack.len();
                    let _ = json::each_element(value, &mut |value| {
                        if copied > COPIED {
                            found.more = true;
                        } else if stack.len() - from <= VALUES {
                            copied += if let Cow::Owned(key) = &key { key.len() } else { 0 };
                            stack.push((key.clone(), value, depth + 1));
                        }
                    });
                    stack[from..].reverse();
                }
                _ => {}
            }
        }
        found
    }
}
