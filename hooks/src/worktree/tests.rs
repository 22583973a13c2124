//! What stands ready for the case that the guard is interrupted. Everything else is tested
//! through the program.

use std::fs;
use std::sync::Arc;

use super::judge;
use crate::event::Reporter;
use crate::run::Board;
use crate::verdict::Outcome;
use crate::{Environment, Event, Verdict};

/// The answer that stood ready in the end, if one did, and the answer.
fn interrupted(lines: &str, tool: &str, input: &str) -> (Vec<Outcome>, Outcome) {
    let temp = tempfile::tempdir().expect("a temporary folder");
    let root = fs::canonicalize(temp.path()).expect("it exists");
    for folder in [".git/objects", ".git/refs"] {
        fs::create_dir_all(root.join(folder)).expect("a folder");
    }
    fs::write(root.join(".git/HEAD"), "ref: refs/heads/main\n").expect("a file");
    fs::write(root.join("convergo.toml"), format!("[worktree]\n{lines}\n")).expect("a file");
    let cwd = serde_json::to_string(&root).expect("a path");
    let event = format!(
        "{{\"hook_event_name\":\"PreToolUse\",\"cwd\":{cwd},\"tool_name\":\"{tool}\",\
         \"tool_input\":{input}}}"
    );
    let board = Arc::new(Board::default());
    let reporter = Reporter { board: Some(Arc::clone(&board)), ..Reporter::default() };
    let event = Event::parse(&event, None)
        .expect("an event")
        .with_environment(Environment::of([("HOME", "/nowhere")]))
        .with_reporter(reporter);
    let verdict = judge(&event);
    let ready = board.provisional().iter().map(Verdict::outcome).collect();
    (ready, verdict.outcome())
}

#[test]
fn a_command_that_cannot_be_judged_in_time_is_too_much_to_read() {
    let look = r#"{"command":"ls"}"#;
    for (lines, ready) in [
        ("enforce = true", vec![Outcome::Deny]),
        ("enforce = true\nunanalysable = \"ask\"", vec![Outcome::Ask]),
        ("enforce = true\nunanalysable = \"allow\"", vec![Outcome::Pass]),
        ("", vec![]),
    ] {
        assert_eq!(interrupted(lines, "Bash", look), (ready, Outcome::Pass), "{lines}");
    }
    let patch = r#"{"command":"*** Begin Patch\n*** Add File: /x\n+x\n*** End Patch"}"#;
    let expected = (vec![Outcome::Deny], Outcome::Pass);
    assert_eq!(interrupted("enforce = true", "apply_patch", patch), expected);
}

#[test]
fn a_refusal_stands_ready_before_its_text_is_written() {
    let expected = (vec![Outcome::Deny], Outcome::Deny);
    assert_eq!(interrupted("enforce = true", "Edit", r#"{"file_path":"a"}"#), expected);
    // A refusal that is certain wins over what the configuration says of unread commands.
    let commit = r#"{"command":"git commit"}"#;
    let lines = "enforce = true\nunanalysable = \"allow\"";
    let expected = (vec![Outcome::Deny], Outcome::Deny);
    assert_eq!(interrupted(lines, "Bash", commit), expected);
}
