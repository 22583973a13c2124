//! The harness on streams that are closed, full or set not to block, and the log that many
//! processes write at once.
#![cfg(unix)]
#![expect(clippy::unwrap_used, reason = "in a test a panic is the report")]

#[path = "support/example.rs"]
mod support;

use std::fs;
use std::io::{Read, Write};
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::process::{Command, Stdio};

use cvg_hooks::Host;
use cvg_hooks::testkit::{Payload, Player};
use support::example;

fn deny() -> Vec<u8> {
    Payload::shell(Host::Claude, "x").to_bytes()
}

/// The exit code and standard output of the shell `script`, where `$1` is the hook.
fn shell(folder: &Path, script: &str, input: &[u8]) -> (Option<i32>, String) {
    let mut child = Command::new("/bin/sh")
        .args(["-c", script, "sh"])
        .arg(example("misbehave"))
        .env("HOME", folder)
        .env_remove("XDG_STATE_HOME")
        .env("CVG_MISBEHAVE", "closed")
        .current_dir(folder)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let _ = child.stdin.take().unwrap().write_all(input);
    let output = child.wait_with_output().unwrap();
    (output.status.code(), String::from_utf8(output.stdout).unwrap())
}

#[test]
fn closed_streams_are_no_fault_of_the_hook() {
    let folder = tempfile::tempdir().unwrap();
    for closed in [">&-", "2>&-", ">&- 2>&-"] {
        let (status, stdout) = shell(folder.path(), &format!("\"$1\" {closed}"), &deny());
        assert_eq!(status, Some(0), "{closed}");
        assert_eq!(stdout.contains("x: denied"), !closed.starts_with('>'), "{closed}: {stdout}");
    }
    // Standard input that is closed is empty.
    let (status, stdout) = shell(folder.path(), "\"$1\" <&-", b"");
    assert_eq!(status, Some(0));
    assert!(stdout.contains("the input is empty"), "{stdout}");
}

#[test]
fn a_host_that_is_gone_gets_no_answer() {
    let folder = tempfile::tempdir().unwrap();
    let mut child =
        Player::new(example("misbehave"), folder.path()).start_command().spawn().unwrap();
    drop(child.stdout.take());
    child.stdin.take().unwrap().write_all(&deny()).unwrap();
    let mut stderr = String::new();
    child.stderr.take().unwrap().read_to_string(&mut stderr).unwrap();
    assert_eq!((child.wait().unwrap().code(), stderr.as_str()), (Some(0), ""));
}

#[test]
fn streams_that_do_not_block_are_waited_for() {
    let folder = tempfile::tempdir().unwrap();
    let (read, mut write) = std::io::pipe().unwrap();
    rustix::fs::fcntl_setfl(&read, rustix::fs::OFlags::NONBLOCK).unwrap();
    let child = Player::new(example("misbehave"), folder.path())
        .start_command()
        .stdin(read)
        .spawn()
        .unwrap();
    let input = deny();
    let (first, second) = input.split_at(50);
    write.write_all(first).unwrap();
    write.write_all(second).unwrap();
    drop(write);
    let output = child.wait_with_output().unwrap();
    assert!(String::from_utf8(output.stdout).unwrap().contains("x: denied"));
}

#[test]
#[cfg(target_os = "linux")]
fn a_closed_hook_denies_without_a_thread() {
    let folder = tempfile::tempdir().unwrap();
    // Room for the program, and for no stack of 8 MiB beside it.
    let (status, stdout) = shell(folder.path(), "ulimit -v 8000 && exec \"$1\"", &deny());
    assert_eq!(status, Some(0));
    assert!(stdout.contains("\"deny\"") && stdout.contains("gives no thread"), "{stdout}");
}

#[test]
fn the_log_belongs_to_its_user_alone() {
    let folder = tempfile::tempdir().unwrap();
    let player = Player::new(example("misbehave"), folder.path());
    player.play(&Payload::shell(Host::Claude, "x"));
    assert_eq!(fs::metadata(player.log()).unwrap().permissions().mode() & 0o777, 0o600);
}

#[test]
fn a_full_log_is_kept_once_by_hooks_that_race() {
    let folder = tempfile::tempdir().unwrap();
    let player = Player::new(example("misbehave"), folder.path());
    let log = player.log();
    fs::create_dir_all(log.parent().unwrap()).unwrap();
    let old = "{\"old\":1}\n".repeat((1 << 20) / 10 + 1);
    fs::write(&log, &old).unwrap();
    let runs: Vec<_> = (0..8)
        .map(|number| {
            let player = player.clone();
            std::thread::spawn(move || {
                let payload = Payload::shell(Host::Claude, &format!("racer-{number}"));
                assert!(player.play(&payload).denied().is_some());
            })
        })
        .collect();
    for run in runs {
        run.join().unwrap();
    }
    let older = fs::read_to_string(log.with_extension("log.1")).unwrap();
    assert!(older.starts_with(&old), "the full generation is kept");
    let newer = fs::read_to_string(&log).unwrap_or_default();
    let all = format!("{older}{newer}");
    for number in 0..8 {
        let lines = all.lines().filter(|line| line.contains(&format!("racer-{number}: denied")));
        assert_eq!(lines.count(), 1, "racer-{number}");
    }
    for line in all.lines() {
        assert!(serde_json::from_str::<serde_json::Value>(line).is_ok(), "{line}");
    }
}
