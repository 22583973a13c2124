//! The generator: load -> lint -> render -> tree -> check, diff or write.

pub mod book;
pub mod source;

pub mod lint;
