//! The milestones of a command line, under libFuzzer.
#![no_main]

#[path = "../../tests/fuzz/bodies.rs"]
mod bodies;

libfuzzer_sys::fuzz_target!(|input: &[u8]| bodies::Target::Milestones.check(input));
