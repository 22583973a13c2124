//! A hook that tells the model, when a session starts, how this repository is tested.
//!
//! Register it on `SessionStart`. It says nothing where there is no `Makefile`, and
//! nothing when a session is resumed, since the model has read it already.

use std::process::ExitCode;

use cvg_hooks::{Event, Hook, Kind, Verdict};

fn main() -> ExitCode {
    Hook::new("remind-tests", judge).run()
}

fn judge(event: &Event<'_>) -> Verdict {
    let Kind::SessionStart(start) = event.kind() else { return Verdict::pass() };
    let makefile = event.cwd().map(|cwd| cwd.join("Makefile"));
    if start.source() == Some("resume") || !makefile.is_some_and(|file| file.is_file()) {
        return Verdict::pass();
    }
    start.context("Run `make test` before you say that a change is done, and quote its last line.")
}
