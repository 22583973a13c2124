//! Builds and checks, as a user runs them.
#![cfg(unix)]

#[path = "../common/mod.rs"]
mod common;

mod check;
mod flags;
mod formats;
mod golden;
mod input;
mod losses;
mod ownership;
mod repeat;
mod why;
