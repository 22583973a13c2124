//! Parsers on inputs that nobody would write: recorded events, the cases of the hooks, and
//! deterministic changes of both.
//!
//! `FUZZ_SECONDS=15` makes each target go on for so long; `hooks/fuzz` runs the same bodies
//! under libFuzzer, which sees what an input reaches and finds more.

mod bodies;
mod mutate;
#[path = "../support/random.rs"]
mod random;
mod release_words;
mod runner;
mod seeds;
mod tokens;

use bodies::Target;

#[test]
fn a_seed_is_read_back_as_it_was_shown() {
    for seed in [&b"a\n\"\0"[..], b"\xff\x00{"] {
        let line = serde_json::from_str(&seeds::line(seed)).expect("a line of a corpus is JSON");
        assert_eq!(seeds::bytes(&line), seed);
    }
}

#[test]
fn event() {
    runner::run(Target::Event);
}

#[test]
fn patch() {
    runner::run(Target::Patch);
}

#[test]
fn shell() {
    runner::run(Target::Shell);
}

#[test]
fn effects() {
    runner::run(Target::Effects);
}

#[test]
fn milestones() {
    runner::run(Target::Milestones);
}
