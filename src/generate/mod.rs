//! The generator: load -> lint -> render -> tree -> check, diff or write.

pub mod book;
pub mod bundle;
pub mod cli;
pub mod commands;
pub mod hosts;
pub mod lint;
pub mod name;
pub mod output;
pub mod pipeline;
mod read;
pub mod render;
pub mod script;
pub mod source;
pub mod template;
pub mod tree;
pub mod watching;
