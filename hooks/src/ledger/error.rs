//! Why the ledger could not be read or written, and what to do about it.

use std::fmt;
use std::io;
use std::path::PathBuf;
use std::time::Duration;

use super::entry::Phase;

/// Why the ledger could not be read or written. The file is as it was before.
#[derive(Debug)]
#[non_exhaustive]
pub enum LedgerError {
    /// Nobody says where it is: neither `HOME` nor `CVG_LEDGER` is set.
    Nowhere,
    /// It cannot be read.
    Unreadable(PathBuf, io::Error),
    /// It is no file, or no text.
    NotText(PathBuf),
    /// It is larger than [`LIMIT`](super::LIMIT).
    TooLarge(PathBuf),
    /// Another program held its lock for all of that time.
    Busy(PathBuf, Duration),
    /// It, or something beside it, cannot be written.
    Unwritable(PathBuf, io::Error),
}

impl fmt::Display for LedgerError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Nowhere => f.write_str(
                "nobody says where the ledger is; set `HOME`, or `CVG_LEDGER` to an absolute path",
            ),
            Self::Unreadable(path, error) => write!(
                f,
                "cannot read the ledger `{}`: {error}; make it readable, or set `CVG_LEDGER`",
                path.display()
            ),
            Self::NotText(path) => write!(
                f,
                "the ledger `{}` is no text file in UTF-8; move it away, or set `CVG_LEDGER`",
                path.display()
            ),
            Self::TooLarge(path) => write!(
                f,
                "the ledger `{}` is larger than {} MiB; move old entries to another file",
                path.display(),
                super::LIMIT >> 20
            ),
            Self::Busy(path, wait) => write!(
                f,
                "another program has held `{}` for {} ms; try again when it has ended",
                path.display(),
                wait.as_millis()
            ),
            Self::Unwritable(path, error) => write!(
                f,
                "cannot write `{}`: {error}; make it writable, or set `CVG_LEDGER`",
                path.display()
            ),
        }
    }
}

impl std::error::Error for LedgerError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            Self::Unreadable(_, error) | Self::Unwritable(_, error) => Some(error),
            _ => None,
        }
    }
}

/// A convergence cannot be closed: these phases have no record.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Unfinished(pub Vec<Phase>);

impl fmt::Display for Unfinished {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names: Vec<&str> = self.0.iter().map(|phase| phase.title()).collect();
        write!(
            f,
            "the convergence cannot be closed without a record of {}; record what was done, or \
             why it was skipped",
            names.join(", ")
        )
    }
}

impl std::error::Error for Unfinished {}
