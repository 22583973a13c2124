//! A toolkit for hooks of coding agents, and the hooks of Convergo built on it.
//!
//! A hook is a program that an agent host starts before or after a tool call: it
//! reads one JSON document on standard input and answers with at most one on
//! standard output. Both hosts *fail open*: a crash, a stray byte or a key that they
//! do not know, and the tool runs. So this crate reads any input without a panic,
//! answers in time, and lets only those answers be built that the host understands.
//!
//! The tables of hosts, events and tools are here too, since the generator that
//! registers a hook and the hook itself must agree on names to the letter.

mod clock;
pub mod config;
pub mod drift;
pub mod effects;
pub mod env;
pub mod event;
pub mod gate;
mod hash;
pub mod host;
mod json;
pub mod known_event;
pub mod ledger;
mod lock;
mod log;
pub mod patch;
pub mod path;
pub mod repo;
pub mod run;
pub mod shell;
mod show;
mod table;
#[cfg(any(test, feature = "testkit"))]
pub mod testkit;
pub mod tool;
pub mod verdict;
pub mod worktree;

pub use clock::{BadDate, Date};
pub use env::Environment;
pub use event::{Event, Kind, Malformed, ToolCall};
pub use host::Host;
pub use known_event::{KnownEvent, MatcherTarget};
pub use lock::FileLock;
pub use run::{Hook, OnFault};
pub use tool::ToolClass;
pub use verdict::{OnCodex, Reason, Verdict};
