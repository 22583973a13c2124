//! What a command writes, under libFuzzer.
#![no_main]

#[path = "../../tests/fuzz/bodies.rs"]
mod bodies;

libfuzzer_sys::fuzz_target!(|input: &[u8]| bodies::Target::Effects.check(input));
