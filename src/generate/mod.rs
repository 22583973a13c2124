//! The generator: load -> lint -> render -> tree -> check, diff or write.

pub mod hosts;
pub mod source;

pub mod lint;
