//! What agent hosts call things.
//!
//! The generator and the hook programs must agree, to the letter, on the names
//! of hosts, hook events and tools: a hook registered under a name that its host
//! does not know never runs. This crate holds those tables once, typed. It knows
//! nothing of files, templates or policies.

pub mod event;
pub mod host;
pub mod tool;

pub use event::{Event, MatcherTarget};
pub use host::Host;
pub use tool::ToolClass;
