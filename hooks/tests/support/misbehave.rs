//! A hook that does what its event asks for: it denies, and before that it does wrong.
//!
//! The tests of the harness play it. `CVG_MISBEHAVE` has words that choose the policy
//! (`closed`) and deadlines (`hasty-read`, `hasty-judge`); without them it is open and
//! patient.

use std::process::ExitCode;
use std::time::Duration;

use cvg_hooks::{Environment, Event, Hook, Kind, OnFault, ToolCall, Verdict};

fn main() -> ExitCode {
    let wish = Environment::of_process().get("CVG_MISBEHAVE").unwrap_or_default();
    let wishes = |word: &str| wish.to_string_lossy().contains(word);
    let time = |hasty| Duration::from_millis(if wishes(hasty) { 500 } else { 60_000 });
    Hook::new("misbehave", judge)
        .on_fault(if wishes("closed") { OnFault::Closed } else { OnFault::Open })
        .input_deadline(time("hasty-read"))
        .judging_deadline(time("hasty-judge"))
        .run()
}

fn judge(event: &Event<'_>) -> Verdict {
    let command = event.call().and_then(ToolCall::command).unwrap_or_default().into_owned();
    for word in command.split(' ') {
        act(event, word);
    }
    match event.kind() {
        Kind::PreToolUse(call) => call.deny(format!("{command}: denied")),
        Kind::PermissionRequest(request) => request.deny(format!("{command}: denied")),
        Kind::SessionEnd(_) => Verdict::pass().message("goodbye"),
        _ => Verdict::pass(),
    }
}

fn act(event: &Event<'_>, word: &str) {
    match word {
        "panic" => panic!("on purpose"),
        "hang" => loop {
            std::hint::spin_loop();
        },
        "deep" => assert_eq!(deep(20_000), 20_000),
        "print" => print(),
        "note" => event.note(|| "a note".to_owned()),
        "log" => event.log("a line"),
        "provide" => {
            if let Kind::PreToolUse(call) = event.kind() {
                event.if_interrupted(call.deny("provisional"));
            }
        }
        _ => {}
    }
}

#[expect(clippy::print_stdout, reason = "printing is what this hook does wrong")]
fn print() {
    println!("a stray line");
    print!("and a stray word");
    // A child gets the same standard output, whatever it is.
    let _ = std::process::Command::new("/bin/echo").arg("from a child").status();
}

/// Takes more than one KiB of stack for each level.
fn deep(levels: u32) -> u32 {
    let frame = std::hint::black_box([1_u8; 1024]);
    if levels == 0 { 0 } else { deep(levels - 1) + u32::from(frame[0]) }
}
