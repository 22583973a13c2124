//! A layer leaves nothing behind: not when it ends, not when it is stopped, and not when
//! whoever started it is killed.
#![cfg(target_os = "linux")]
#![expect(clippy::unwrap_used, reason = "in a test a panic is the report")]

#[path = "support/example.rs"]
mod example;

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::os::unix::process::CommandExt;
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use rustix::process::{Pid, Signal, kill_process, kill_process_group};
use tempfile::TempDir;

/// So long a test waits for something that must come. It fails after that, and never before.
const PATIENCE: Duration = Duration::from_mins(1);

/// A limit that no test reaches.
const NEVER: u64 = 600_000;

/// Processes that ignore the request to end: the layer itself, a child, one in a session of its
/// own, and one that has forked twice.
const STUBBORN: &str = "trap '' TERM HUP INT
    (trap '' TERM; while :; do sleep 1000; done) &
    setsid sh -c 'trap \"\" TERM; while :; do sleep 1000; done' &
    sh -c '(setsid sh -c \"trap : TERM; while :; do sleep 1000; done\" &)' &
    touch ready
    while :; do sleep 1000; done";

/// A process that is somewhere else every few milliseconds.
const HOPPING: &str = "trap '' TERM
    hop() { sleep 0.002; (hop &); }
    hop; hop; hop
    touch ready
    while :; do sleep 1000; done";

struct Layer {
    folder: TempDir,
    words: Vec<String>,
    limit: u64,
    listens: bool,
}

/// A test that fails leaves nothing, either.
impl Drop for Layer {
    fn drop(&mut self) {
        for (pid, _) in with_environment(&self.marker()) {
            let _ = kill_process(pid, Signal::KILL);
        }
    }
}

impl Layer {
    fn new(words: &[&str]) -> Layer {
        Layer {
            folder: tempfile::tempdir().unwrap(),
            words: words.iter().map(|word| (*word).to_owned()).collect(),
            limit: NEVER,
            listens: false,
        }
    }

    fn shell(script: &str) -> Layer {
        Layer::new(&["/bin/sh", "-c", script])
    }

    fn limit(mut self, limit: u64) -> Layer {
        self.limit = limit;
        self
    }

    fn at(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    /// What every process of the layer has in its environment, and no other process.
    fn marker(&self) -> String {
        format!("LAYER_OF={}", self.folder.path().display())
    }

    fn command(&self) -> Command {
        let mut command = Command::new(example::example("run-layer"));
        let (name, value) =
            self.marker().split_once('=').map(|(a, b)| (a.to_owned(), b.to_owned())).unwrap();
        command
            .arg(self.limit.to_string())
            .arg(self.at("log"))
            .arg(self.folder.path())
            .args(&self.words)
            .env_clear()
            .env("PATH", "/usr/local/bin:/usr/bin:/bin")
            .env(name, value)
            .stdin(Stdio::null())
            .stdout(Stdio::piped());
        if self.listens {
            command.env("LISTEN", "1");
        }
        command
    }

    /// Runs it to its end, after which nothing is left.
    fn run(&self) -> String {
        let output = self.command().output().unwrap();
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        assert_eq!(self.processes(), Vec::<String>::new());
        String::from_utf8(output.stdout).unwrap()
    }

    /// Starts it in a session of its own, as a host starts a hook, until it says that it is
    /// ready.
    fn start(&self) -> Child {
        let child = self.command().process_group(0).spawn().unwrap();
        until("the layer is ready", || self.at("ready").exists().then_some(()));
        child
    }

    fn processes(&self) -> Vec<String> {
        with_environment(&self.marker()).into_iter().map(|(_, command)| command).collect()
    }

    fn nothing_is_left(&self) {
        until("no process is left", || self.processes().is_empty().then_some(()));
    }

    fn log(&self) -> Vec<u8> {
        fs::read(self.at("log")).unwrap()
    }
}

#[track_caller]
fn until<T>(what: &str, mut test: impl FnMut() -> Option<T>) -> T {
    let end = Instant::now() + PATIENCE;
    loop {
        if let Some(value) = test() {
            return value;
        }
        assert!(Instant::now() < end, "waited in vain until {what}");
        std::thread::sleep(Duration::from_millis(10));
    }
}

/// Processes that have this in their environment, with their command lines.
fn with_environment(marker: &str) -> Vec<(Pid, String)> {
    let mut found = Vec::new();
    for entry in fs::read_dir("/proc").unwrap().flatten() {
        let Ok(environment) = fs::read(entry.path().join("environ")) else { continue };
        if environment.split(|byte| *byte == 0).any(|variable| variable == marker.as_bytes()) {
            let command = fs::read(entry.path().join("cmdline")).unwrap_or_default();
            let command = String::from_utf8_lossy(&command).replace('\0', " ");
            let pid = entry.file_name().to_str().unwrap().parse().unwrap();
            found.push((Pid::from_raw(pid).unwrap(), command));
        }
    }
    found
}

/// A process and all below it, as a host sees them.
fn tree(root: &Child) -> Vec<Pid> {
    let mut tree = vec![pid(root)];
    let mut next = 0;
    while let Some(parent) = tree.get(next).copied() {
        next += 1;
        for entry in fs::read_dir("/proc").unwrap().flatten() {
            let Ok(stat) = fs::read_to_string(entry.path().join("stat")) else { continue };
            let fields: Vec<&str> = stat.rsplit(')').next().unwrap().split_whitespace().collect();
            if fields[1] == parent.as_raw_nonzero().to_string() {
                let pid = entry.file_name().to_str().unwrap().parse().unwrap();
                tree.push(Pid::from_raw(pid).unwrap());
            }
        }
    }
    tree
}

fn pid(child: &Child) -> Pid {
    Pid::from_raw(i32::try_from(child.id()).unwrap()).unwrap()
}

#[track_caller]
fn says(said: &str, end: &str) {
    assert!(said.starts_with(&format!("{end} left 0 ")), "{said}");
}

#[test]
fn an_exit_code_is_told() {
    says(&Layer::shell("exit 7").run(), "Exited(7)");
    says(&Layer::shell("kill -9 $$").run(), "Killed(9)");
    says(&Layer::new(&["true"]).run(), "Exited(0)");
}

#[test]
fn what_cannot_be_started_is_told() {
    let missing = Layer::new(&["no-such-program", "x"]).run();
    says(&missing, "Missing(\"`no-such-program` is not found\")");
    let plain = Layer::new(&["./plain"]);
    fs::write(plain.at("plain"), "#!/bin/sh\n").unwrap();
    fs::set_permissions(plain.at("plain"), fs::Permissions::from_mode(0o644)).unwrap();
    let said = plain.run();
    assert!(said.starts_with("NotStarted(\"`./plain`: Permission denied"), "{said}");
    let mut nowhere = Command::new(example::example("run-layer"));
    let output = nowhere.args(["1000", "/dev/null", "/no/such/folder", "true"]).output().unwrap();
    let said = String::from_utf8(output.stdout).unwrap();
    assert!(said.starts_with("NotStarted(\"the folder `/no/such/folder` is not there"), "{said}");
}

#[test]
fn standard_input_is_empty() {
    let layer = Layer::shell("cat && echo read");
    says(&layer.run(), "Exited(0)");
    assert_eq!(layer.log(), b"read\n");
}

#[test]
fn both_streams_are_in_the_log_in_order() {
    let mut layer = Layer::shell("echo one; echo two >&2; printf 'three \\377\\000'");
    layer.listens = true;
    let said = layer.run();
    assert_eq!(layer.log(), b"one\ntwo\nthree \xff\0");
    assert!(said.contains(" lines 3 "), "{said}");
}

#[test]
fn a_layer_may_close_its_streams() {
    says(&Layer::shell("exec >&- 2>&-; sleep 0.2; exit 3").run(), "Exited(3)");
}

#[test]
fn who_keeps_the_pipe_open_is_stopped() {
    let layer = Layer::shell("sleep 1000 & setsid sleep 1000 & (setsid sleep 1000 &) ; echo done");
    says(&layer.run(), "Exited(0)");
    assert_eq!(layer.log(), b"done\n");
}

#[test]
fn at_the_limit_all_of_a_layer_is_stopped() {
    for script in [STUBBORN, HOPPING] {
        let layer = Layer::shell(script).limit(1500);
        says(&layer.run(), "TimedOut");
        assert!(layer.at("ready").exists());
    }
}

#[test]
fn a_layer_may_clean_up_when_it_is_stopped() {
    let script = "trap 'echo cleaned; exit 0' TERM; while :; do sleep 0.01; done";
    let layer = Layer::shell(script).limit(500);
    says(&layer.run(), "TimedOut");
    assert!(layer.log().ends_with(b"cleaned\n"));
}

#[test]
fn a_killed_hook_leaves_nothing() {
    for script in [STUBBORN, HOPPING] {
        let layer = Layer::shell(script);
        let mut hook = layer.start();
        assert!(layer.processes().len() > 2);
        hook.kill().unwrap();
        hook.wait().unwrap();
        layer.nothing_is_left();
    }
}

#[test]
fn a_hook_killed_with_its_group_leaves_nothing() {
    let layer = Layer::shell(STUBBORN);
    let mut hook = layer.start();
    kill_process_group(pid(&hook), Signal::KILL).unwrap();
    hook.wait().unwrap();
    layer.nothing_is_left();
}

#[test]
fn a_hook_killed_with_its_descendants_leaves_nothing() {
    let layer = Layer::shell(STUBBORN);
    let mut hook = layer.start();
    for pid in tree(&hook) {
        let _ = kill_process(pid, Signal::KILL);
    }
    hook.wait().unwrap();
    layer.nothing_is_left();
}

#[test]
fn a_hook_that_is_asked_to_end_leaves_nothing() {
    for signal in [Signal::TERM, Signal::INT, Signal::HUP] {
        let layer = Layer::shell(STUBBORN);
        let mut hook = layer.start();
        kill_process_group(pid(&hook), signal).unwrap();
        hook.wait().unwrap();
        layer.nothing_is_left();
    }
}

#[test]
fn a_layer_without_its_guard_is_no_success() {
    for script in ["touch ready; while :; do sleep 1000; done", STUBBORN, HOPPING] {
        let layer = Layer::shell(script);
        let hook = layer.start();
        let guards = with_environment(&layer.marker());
        let is_guard = |command: &str| command.starts_with("gate-guard __guard-layer-alone ");
        let guards: Vec<_> = guards.iter().filter(|(_, command)| is_guard(command)).collect();
        assert_eq!(guards.len(), 1, "{guards:?}");
        kill_process(guards[0].0, Signal::KILL).unwrap();
        let said = String::from_utf8(hook.wait_with_output().unwrap().stdout).unwrap();
        says(&said, "Lost");
        layer.nothing_is_left();
    }
}

#[test]
fn a_flood_fills_neither_disk_nor_memory() {
    for listens in [false, true] {
        let mut layer = Layer::shell("echo first; yes 'a line of a flood'").limit(2000);
        layer.listens = listens;
        let said = layer.run();
        says(&said, "TimedOut");
        let peak: u64 = said.trim().rsplit(' ').next().unwrap().parse().unwrap();
        assert!(peak < 20_000, "{peak} KiB");
        let log = layer.log();
        assert!(log.len() > 9_000_000 && log.len() < 10_001_000, "{}", log.len());
        assert!(log.starts_with(b"[the first "), "{}", String::from_utf8_lossy(&log[..50]));
        let names: Vec<_> = fs::read_dir(layer.folder.path()).unwrap().flatten().collect();
        assert_eq!(names.len(), 1, "{names:?}");
    }
}

#[test]
fn the_end_of_a_flood_is_kept() {
    let layer = Layer::shell("head -c 35000000 /dev/zero | tr '\\0' x; echo; echo the end");
    let said = layer.run();
    says(&said, "Exited(0)");
    let log = layer.log();
    assert!(log.ends_with(b"xx\nthe end\n"));
    assert!(log.len() < 10_001_000, "{}", log.len());
}

#[test]
fn a_layer_does_not_see_how_it_is_guarded() {
    let files = "ls /proc/self/fd | wc -l";
    let layer = Layer::shell(&format!("{files}; ps -o pid= -o pgid= -p $$; env | sort"));
    says(&layer.run(), "Exited(0)");
    let log = String::from_utf8(layer.log()).unwrap();
    let lines: Vec<&str> = log.lines().collect();
    // What started the test may have left something open, too.
    let plain = Command::new("sh").args(["-c", files]).stdin(Stdio::null()).output().unwrap();
    assert_eq!(lines[0], String::from_utf8(plain.stdout).unwrap().trim());
    let ids: Vec<&str> = lines[1].split_whitespace().collect();
    assert_eq!(ids[0], ids[1], "it leads a group");
    let names: Vec<&str> = lines[2..].iter().filter_map(|line| line.split('=').next()).collect();
    assert_eq!(names, ["CVG_LAYER", "LAYER_OF", "PATH", "PWD"], "{log}");
}
