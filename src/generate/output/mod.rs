//! The rendered tree against the disk: what drifted, and how to bring it in line.
//!
//! [`compare`] is the one comparison: `check`, `diff` and `build` all act on its
//! result, so a checker can never disagree with the writer.

mod compare;
mod diff;
mod disk;
mod lock;
mod roots;
mod sums;
mod write;

pub use compare::{Drift, DriftKind, Status, compare};
pub use diff::{Side, unified_diff};
pub use disk::read_side;
pub use lock::Lock;
pub use sums::{Sum, Sums, format as sums_text};
pub use write::{Change, Changes, WriteError, apply};

/// Where the sums stand, relative to the root.
pub const SUMS: &str = "plugins/SHA256SUMS";
/// Holds the new sums while a build is under way.
pub const PENDING: &str = "plugins/.cvg-gen.pending";
/// Prefix of every name that a build uses in passing.
pub const SCRATCH: &str = ".cvg-gen-";
