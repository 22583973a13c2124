//! The gate: what must pass before a release, and the hook that asks for it.
//!
//! A milestone is a command that makes a release or a part of one, such as a tag. Before it
//! runs, the layers of the repository run: builds, linters and tests of the stacks that are
//! found there.

mod git;
pub mod judge;
pub mod layer;
mod logs;
pub mod milestone;
pub mod pass;
pub mod process;
pub mod report;
pub mod runner;
pub mod stack;
mod tail;
