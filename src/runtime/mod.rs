//! The runtime behind `cvg`.

pub mod cli;
pub mod commands;
