//! The handed cases: those that make a milestone meet a layer that fails, where it must run.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;

use super::player;
use crate::support::Place;
use crate::support::cases::{Case, moved};
use crate::support::layout::build;

const HANDED: &str = include_str!("../cases/milestone-gate.jsonl");

const HOSTS: [&[&str]; 3] = [&[], &["--host", "claude"], &["--host", "codex"]];

/// It fails, and says where it runs.
const CONFIGURATION: &str = "[[gate.layer]]\nname = \"keeper\"\nrun = \"pwd; exit 9\"\n";

#[test]
fn every_handed_case_is_answered_as_it_says() {
    let place = build("std");
    for root in ["/repo", "/other"] {
        fs::write(place.at(root).join("convergo.toml"), CONFIGURATION).expect("a file");
    }
    let mut wrong = Vec::new();
    for case in Case::all(HANDED) {
        for host in HOSTS {
            if let Err(why) = check(&case, &place, host) {
                wrong.push(format!("{} {host:?}: {why}", case.id()));
            }
        }
    }
    assert!(wrong.is_empty(), "{} are wrong:\n{}", wrong.len(), wrong.join("\n"));
}

fn check(case: &Case, place: &Place, host: &[&str]) -> Result<(), String> {
    // The folder of a case of Windows is not here, and only its words count.
    let is_here = case.platform().is_none();
    let cwd = place.at(if is_here { case.cwd() } else { "/repo" });
    let mut stdin = case.stdin(place);
    if !is_here {
        stdin = stdin.replace(r"C:\\repo", &cwd.display().to_string());
    }
    let mut player = player(place).cwd(&cwd);
    for argument in host {
        player = player.argument(argument);
    }
    for (name, value) in case.variables(place) {
        player = player.env(name, value);
    }
    let answer = player.play_bytes(stdin.as_bytes());
    let stdout = String::from_utf8_lossy(&answer.stdout).into_owned();
    match case.expectation() {
        "ignore" if answer.stdout.is_empty() && answer.status == Some(0) => Ok(()),
        "ignore" => Err(format!("it must pass, and the answer is {stdout}")),
        _ => {
            let reason = answer.denied().ok_or("it passes")?;
            let named = ["layer `keeper` failed", "exit code 9", "By hand: cd "];
            if let Some(part) = named.iter().find(|part| !reason.contains(*part)) {
                return Err(format!("no `{part}` in {reason}"));
            }
            // A layer of the configuration runs at the root; see `node.rs` for a package.
            let folder = moved(case.gate_dir().unwrap_or("/repo"), place);
            let is_root = Path::new(&folder).join(".git").exists();
            if is_root && !reason.contains(&format!("    {folder}\n")) {
                return Err(format!("it did not run in {folder}: {reason}"));
            }
            Ok(())
        }
    }
}

#[test]
fn nothing_is_started_for_a_call_that_makes_no_milestone() {
    let place = build("std");
    fs::write(place.at("/repo/convergo.toml"), CONFIGURATION).expect("a file");
    // Programs that tell if they are started.
    let sprung = place.at("/sprung");
    for name in ["git", "sh", "bash", "env", "cargo", "npm"] {
        let script = format!("#!/bin/sh\n: >'{}'\n", sprung.display());
        place.write(&format!("/traps/{name}"), script);
        let executable = fs::Permissions::from_mode(0o755);
        fs::set_permissions(place.at("/traps").join(name), executable).expect("a program");
    }
    let player = player(&place).cwd(place.at("/repo")).env("PATH", place.at("/traps"));
    for case in Case::all(HANDED).iter().filter(|case| case.expectation() == "ignore") {
        player.play_bytes(case.stdin(&place).as_bytes());
        assert!(!sprung.exists(), "{}", case.id());
    }
    for case in Case::all(HANDED).iter().filter(|case| case.id() == "mg-001") {
        player.play_bytes(case.stdin(&place).as_bytes());
    }
    assert!(sprung.exists(), "the trap is one");
}
