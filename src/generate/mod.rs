//! The generator: load -> lint -> render -> tree -> check, diff or write.

pub mod source;

pub mod lint;
