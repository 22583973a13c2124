//! enforce-worktree starts no process to decide: the kernel's own count says so.
#![cfg(target_os = "linux")]
#![expect(clippy::unwrap_used, reason = "in a test a panic is the report")]

mod support;

use std::fs;
use std::io::Write;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::process::{Child, Command, Stdio};

use cvg_hooks::Host;
use cvg_hooks::testkit::{Payload, Player};
use rustix::process::{Pid, WaitId, WaitIdOptions, waitid};
use support::Place;

/// Page faults of the children that the process has waited for, read after its end and
/// before anybody takes note of it: a child that ran has some.
fn faults_of_children(child: &Child) -> u64 {
    let pid = Pid::from_raw(i32::try_from(child.id()).unwrap()).unwrap();
    waitid(WaitId::Pid(pid), WaitIdOptions::EXITED | WaitIdOptions::NOWAIT).unwrap();
    let stat = fs::read_to_string(format!("/proc/{}/stat", child.id())).unwrap();
    // The name before the last bracket may hold anything; cminflt is field 11.
    let (_, fields) = stat.rsplit_once(')').unwrap();
    fields.split_whitespace().nth(8).unwrap().parse().unwrap()
}

/// Programs that a guard might ask, and that tell if one does.
fn traps(folder: &Path) -> std::path::PathBuf {
    let traps = folder.join("traps");
    fs::create_dir(&traps).unwrap();
    for name in ["git", "sh", "bash", "env", "uname", "readlink", "realpath", "cvg", "jq"] {
        let file = traps.join(name);
        fs::write(&file, format!("#!/bin/sh\n: >'{}/sprung'\n", folder.display())).unwrap();
        fs::set_permissions(&file, fs::Permissions::from_mode(0o755)).unwrap();
    }
    traps
}

fn run(command: &mut Command, input: &[u8]) -> (u64, String) {
    let mut child = command.stderr(Stdio::null()).spawn().unwrap();
    let _ = child.stdin.take().unwrap().write_all(input);
    let faults = faults_of_children(&child);
    let output = child.wait_with_output().unwrap();
    (faults, String::from_utf8(output.stdout).unwrap())
}

#[test]
fn the_count_sees_a_child() {
    let mut shell = Command::new("/bin/sh");
    shell.args(["-c", "/bin/true; :"]).stdin(Stdio::piped()).stdout(Stdio::piped());
    assert_ne!(run(&mut shell, b"").0, 0);
}

#[test]
fn nothing_is_started_to_decide() {
    let Some(program) = option_env!("CARGO_BIN_EXE_enforce-worktree") else {
        panic!("the package has no program enforce-worktree");
    };
    let place = Place::new();
    place.write("/repo/convergo.toml", "[worktree]\nenforce = true\n");
    place.repository("/repo");
    place.git("/repo", "worktree add -q .worktrees/lane");
    let root = place.at("/repo");
    let player = Player::new(program, place.root())
        .argument("--host")
        .argument("claude")
        .env("PATH", traps(place.root()));
    let shell = |line: &str| Payload::shell(Host::Claude, line).cwd(&root);
    let edit = |path: &str| Payload::edit(Host::Claude, root.join(path)).cwd(&root);
    for (payload, denied) in [
        (edit("file"), true),
        (edit(".worktrees/lane/file"), false),
        (shell("git commit -am x"), true),
        (shell("git -C .worktrees/lane commit -am x && make"), false),
        (shell("sed -i s/a/b/ \"$(git ls-files)\" file"), true),
        (Payload::session_start(Host::Claude).cwd(&root), false),
    ] {
        let (faults, said) = run(&mut player.start_command(), &payload.to_bytes());
        assert_eq!(faults, 0, "{payload:?}");
        assert_eq!(said.contains("\"deny\""), denied, "{payload:?}: {said}");
    }
    assert!(!place.at("/sprung").exists(), "a program on PATH was started");
}
