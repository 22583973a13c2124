//! Exit codes, the same for every program of the project.

/// Done, or clean.
pub const CLEAN: u8 = 0;
/// The check found something: drift, an error in the source, a red gate.
pub const FOUND: u8 = 1;
/// Wrong usage, or input that cannot be read at all.
pub const USAGE: u8 = 2;
/// It ended before it was done.
pub const UNFINISHED: u8 = 3;
/// Another process holds it.
pub const HELD: u8 = 4;
/// The state that it keeps cannot be read.
pub const UNREADABLE: u8 = 5;
/// Refused by a rule, or since something would be lost.
pub const REFUSED: u8 = 6;
/// Interrupted from the terminal: 128 and the number of the signal.
pub const INTERRUPTED: u8 = 130;
