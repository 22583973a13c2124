//! The agent hosts: what each of them does with a plugin tree.

pub mod facts;
