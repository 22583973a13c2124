//! A hook that is killed leaves no process, no lock and no pass.
#![cfg(target_os = "linux")]

use std::fs;
use std::io::Write;
use std::os::unix::process::CommandExt;
use std::path::Path;
use std::time::{Duration, Instant};

use cvg_hooks::Host;
use rustix::process::{Pid, Signal, kill_process_group};

use super::{Setup, says};

/// So long a test waits for something that must come. It fails after that, and never before.
const PATIENCE: Duration = Duration::from_mins(1);

#[track_caller]
fn until(what: &str, test: impl Fn() -> bool) {
    let end = Instant::now() + PATIENCE;
    while !test() {
        assert!(Instant::now() < end, "waited in vain until {what}");
        std::thread::sleep(Duration::from_millis(10));
    }
}

/// Does any process have this in its environment?
fn lives(marker: &str) -> bool {
    fs::read_dir("/proc").expect("proc").flatten().any(|entry| {
        let environment = fs::read(entry.path().join("environ")).unwrap_or_default();
        environment.split(|byte| *byte == 0).any(|variable| variable == marker.as_bytes())
    })
}

fn passes(home: &Path) -> usize {
    let names = fs::read_dir(home.join(".cache/convergo/gate")).into_iter().flatten().flatten();
    names.filter(|entry| entry.file_name().to_string_lossy().len() == 40).count()
}

#[test]
fn a_killed_hook_leaves_no_process_and_no_pass() {
    let stubborn = "trap '' TERM; (trap '' TERM; sleep 1000; sleep 1000) & \
                    setsid sleep 1000 & echo run >> \"$HOME/runs\"; sleep 1000";
    let setup = Setup::new("").with_layer("stubborn", stubborn);
    let marker = format!("HOOK_OF={}", setup.place.root().display());
    let (name, value) = marker.split_once('=').expect("a variable");
    let setup = setup.env(name, value);
    let mut hook = setup.player.start_command().process_group(0).spawn().expect("the program");
    let bytes = setup.payload(Host::Claude, "git tag v1").to_bytes();
    hook.stdin.take().expect("a pipe").write_all(&bytes).expect("it reads");
    until("the layer runs", || setup.runs() == 1);
    let group = i32::try_from(hook.id()).ok().and_then(Pid::from_raw).expect("a process");
    kill_process_group(group, Signal::KILL).expect("it runs");
    hook.wait().expect("it ends");
    until("no process is left", || !lives(&marker));
    assert_eq!(passes(&setup.home()), 0);
    // The next one neither waits nor finds a pass.
    setup.configure("");
    let setup = setup.with_layer("stubborn", "echo run >> \"$HOME/runs\"");
    says(&setup.passed("git tag v1"), &["1 layer passed"]);
    assert_eq!((setup.runs(), passes(&setup.home())), (2, 1));
}

#[test]
fn a_layer_that_is_late_leaves_no_process() {
    let setup = Setup::new("[gate]\ntimeout = 1\n")
        .with_layer("slow", "trap '' TERM; setsid sleep 1000 & sleep 1000; sleep 1000");
    let marker = format!("HOOK_OF={}", setup.place.root().display());
    let (name, value) = marker.split_once('=').expect("a variable");
    let setup = setup.env(name, value);
    assert!(setup.play("git tag v1").denied().is_some());
    assert!(!lives(&marker));
    assert_eq!(passes(&setup.home()), 0);
}
