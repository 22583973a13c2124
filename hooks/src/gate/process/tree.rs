//! All processes that came of one, and how to end them.
//!
//! On Linux the guard adopts what its descendants leave without a parent, so a process that
//! has forked twice or has begun a session of its own is still a descendant. As long as the
//! guard has a child, something is left; when it has none, nothing is.

use std::sync::atomic::{AtomicU32, Ordering};
use std::time::{Duration, Instant};

use rustix::process::{
    Pid, Signal, WaitOptions, kill_process, kill_process_group, test_kill_process_group, wait,
};

use super::{GRACE, KILLING};

/// The first time between two looks; it doubles up to [`LONGEST_NAP`].
const NAP: Duration = Duration::from_millis(1);
const LONGEST_NAP: Duration = Duration::from_millis(50);

/// A variable that is in the environment of every process of a layer, with a value of its own
/// for each: where the guard is gone, they are found by it.
pub(super) const MARK: &str = "CVG_LAYER";

/// A value for [`MARK`] that no other layer has.
pub(super) fn mark() -> String {
    static NUMBER: AtomicU32 = AtomicU32::new(0);
    let number = NUMBER.fetch_add(1, Ordering::Relaxed);
    format!("{}-{}-{number}", std::process::id(), crate::clock::now().as_nanos())
}

/// Makes this process the parent of every descendant whose own parent ends.
pub(super) fn adopt_orphans() {
    #[cfg(target_os = "linux")]
    let _ = rustix::process::set_child_subreaper(Some(rustix::process::getpid()));
}

/// Stops the group and every descendant of this process: first by a request, and what is left
/// after [`GRACE`] by force. Returns how many processes are there all the same.
pub(super) fn stop(group: Pid) -> usize {
    if is_gone(group) {
        return 0;
    }
    for signal in [Signal::TERM, Signal::CONT] {
        // A process that is gone needs no signal, and that of another user takes none.
        let _ = kill_process_group(group, signal);
        for pid in descendants() {
            let _ = kill_process(pid, signal);
        }
    }
    if wait_until_gone(group, GRACE) {
        return 0;
    }
    let end = Instant::now() + KILLING;
    while Instant::now() < end {
        freeze(end, descendants);
        let _ = kill_process_group(group, Signal::KILL);
        for pid in descendants() {
            let _ = kill_process(pid, Signal::KILL);
        }
        if wait_until_gone(group, LONGEST_NAP) {
            return 0;
        }
    }
    descendants().len().max(1)
}

/// Ends by force every process that bears the mark. Returns how many are there all the same.
pub(super) fn stop_marked(mark: &str) -> usize {
    let end = Instant::now() + KILLING;
    let list = || marked(mark);
    while Instant::now() < end {
        freeze(end, list);
        let found = list();
        if found.is_empty() {
            return 0;
        }
        for pid in found {
            let _ = kill_process(pid, Signal::KILL);
        }
        std::thread::sleep(NAP);
    }
    list().len()
}

/// Holds all that are listed, until there is none that was not held before: what forks faster
/// than it can be killed cannot fork while it is held.
fn freeze(end: Instant, list: impl Fn() -> Vec<Pid>) {
    let mut held = Vec::new();
    while Instant::now() < end {
        let new: Vec<Pid> = list().into_iter().filter(|pid| !held.contains(pid)).collect();
        if new.is_empty() {
            return;
        }
        for pid in new {
            let _ = kill_process(pid, Signal::STOP);
            held.push(pid);
        }
    }
}

fn wait_until_gone(group: Pid, time: Duration) -> bool {
    let end = Instant::now() + time;
    let mut nap = NAP;
    while !is_gone(group) {
        if Instant::now() >= end {
            return false;
        }
        std::thread::sleep(nap);
        nap = (nap * 2).min(LONGEST_NAP);
    }
    true
}

/// Takes note of what has ended. Is nothing left of the group and the descendants?
fn is_gone(group: Pid) -> bool {
    loop {
        match wait(WaitOptions::NOHANG) {
            Ok(None) => return false,
            Ok(Some(_)) | Err(rustix::io::Errno::INTR) => {}
            // No child is left. Elsewhere than on Linux the group may live on without us.
            Err(_) => return cfg!(target_os = "linux") || test_kill_process_group(group).is_err(),
        }
    }
}

/// Every process below this one, as far as the system tells.
fn descendants() -> Vec<Pid> {
    let own = rustix::process::getpid().as_raw_nonzero().get();
    let all = parents();
    let mut found = vec![own];
    let mut next = 0;
    while let Some(parent) = found.get(next).copied() {
        next += 1;
        found.extend(all.iter().filter(|(_, of)| *of == parent).map(|(pid, _)| *pid));
    }
    found.into_iter().skip(1).filter_map(Pid::from_raw).collect()
}

/// Every process that has the mark in its environment.
#[cfg(target_os = "linux")]
fn marked(mark: &str) -> Vec<Pid> {
    let variable = format!("{MARK}={mark}");
    let Ok(entries) = std::fs::read_dir("/proc") else { return Vec::new() };
    let bears = |entry: &std::fs::DirEntry| {
        let environment = std::fs::read(entry.path().join("environ")).unwrap_or_default();
        environment.split(|byte| *byte == 0).any(|own| own == variable.as_bytes())
    };
    let pid = |entry: &std::fs::DirEntry| entry.file_name().to_str()?.parse().ok();
    let found = entries.flatten().filter(bears);
    found.filter_map(|entry| pid(&entry)).filter_map(Pid::from_raw).collect()
}

#[cfg(not(target_os = "linux"))]
fn marked(_: &str) -> Vec<Pid> {
    Vec::new()
}

/// Every process with its parent. Ended ones that nobody took note of yet are left out.
#[cfg(target_os = "linux")]
fn parents() -> Vec<(i32, i32)> {
    let Ok(entries) = std::fs::read_dir("/proc") else { return Vec::new() };
    let read = |entry: std::fs::DirEntry| {
        let pid: i32 = entry.file_name().to_str()?.parse().ok()?;
        let stat = std::fs::read(entry.path().join("stat")).ok()?;
        // The program's name is in brackets and may hold anything, brackets too.
        let after = stat.iter().rposition(|byte| *byte == b')')?;
        let fields = String::from_utf8_lossy(&stat[after + 1..]).into_owned();
        let mut fields = fields.split_ascii_whitespace();
        let state = fields.next()?;
        let parent = fields.next()?.parse().ok()?;
        (state != "Z" && state != "X").then_some((pid, parent))
    };
    entries.flatten().filter_map(read).collect()
}

#[cfg(not(target_os = "linux"))]
fn parents() -> Vec<(i32, i32)> {
    Vec::new()
}
