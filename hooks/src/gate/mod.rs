//! The gate: what must pass before a release, and the hook that asks for it.
//!
//! A milestone is a command that makes a release or a part of one, such as a tag. Before it
//! runs, the layers of the repository run: builds, linters and tests of the stacks that are
//! found there.

pub mod milestone;
