//! What can go wrong around a judge.

use std::fmt;
use std::time::Duration;

use crate::Malformed;

/// Why there is no verdict.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Fault {
    /// The input did not end in time.
    NoInput(Duration),
    /// The input is longer than this many bytes.
    TooLarge(usize),
    /// The input cannot be read.
    Unread(String),
    /// The input is no event.
    Malformed(Malformed),
    /// The judge panicked.
    Panicked(String),
    /// The judge did not finish in time.
    OutOfTime(Duration),
    /// The system gives no thread to judge in.
    NoThread(String),
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoInput(time) => {
                write!(f, "the input did not end within {} ms", milliseconds(*time))
            }
            Self::TooLarge(limit) => write!(f, "the input is longer than {limit} bytes"),
            Self::Unread(error) => write!(f, "the input cannot be read: {error}"),
            Self::Malformed(malformed) => malformed.fmt(f),
            Self::Panicked(message) => write!(f, "the hook panicked: {message}"),
            Self::OutOfTime(time) => {
                write!(f, "the hook did not finish within {} ms", milliseconds(*time))
            }
            Self::NoThread(error) => write!(f, "the system gives no thread: {error}"),
        }
    }
}

/// A deadline for a person. The formats of `Duration` itself, and of its 128 bits, would be
/// 3 KB for these two lines.
fn milliseconds(time: Duration) -> u64 {
    u64::try_from(time.as_millis()).unwrap_or(u64::MAX)
}
