//! Acceptance 7: input that is broken, odd or meant to do harm. Each row gives a clear
//! message that names the file, and never a panic, a hang, or a byte outside the trees.
#![cfg(unix)]

mod common;
#[path = "hostile/rows.rs"]
mod rows;

use std::process::Stdio;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use common::{Output, Repo, command, snapshot};
use rows::{ROWS, Row};

/// Whoever waits for a pipe uses no processor.
const LIMIT: Duration = Duration::from_mins(5);

#[test]
fn every_row_gives_a_clear_error_and_does_no_harm() {
    let complaints: Mutex<Vec<String>> = Mutex::default();
    let next = AtomicUsize::new(0);
    std::thread::scope(|scope| {
        for _ in 0..4 {
            scope.spawn(|| {
                while let Some(row) = ROWS.get(next.fetch_add(1, Ordering::Relaxed)) {
                    if let Err(complaint) = check(row) {
                        let text = format!("{}: {complaint}", row.name);
                        complaints.lock().expect("no row panics").push(text);
                    }
                }
            });
        }
    });
    let complaints = complaints.into_inner().expect("no row panics");
    assert!(complaints.is_empty(), "{}", complaints.join("\n\n"));
}

#[test]
fn there_are_forty_rows_with_names_of_their_own() {
    let mut names: Vec<&str> = ROWS.iter().map(|row| row.name).collect();
    names.sort_unstable();
    names.dedup();
    assert_eq!(names.len(), ROWS.len());
    assert!(ROWS.len() >= 40, "{}", ROWS.len());
}

fn check(row: &Row) -> Result<(), String> {
    let repo = Repo::with_skill();
    (row.arrange)(&repo);
    let beside = snapshot(&repo.beside());
    let source = snapshot(&repo.path("canonical"));
    for args in [&["--check"][..], &["build"], &["--json"], &["diff"]] {
        let output = bounded(&repo, args)?;
        let told = |text: &str| output.err.contains(text) || output.out.contains(text);
        let fail = |what: String| {
            let shown: String = output.to_string().chars().take(1_500).collect();
            Err(format!("{args:?} {what}\n{shown}"))
        };
        if output.err.contains("panicked") || output.code.is_none() {
            return fail("died".to_owned());
        }
        if args == ["build"] {
            if !row.codes.contains(&output.code.unwrap_or(-1)) {
                return fail(format!("did not exit with one of {:?}", row.codes));
            }
            for text in row.says {
                if !told(text) {
                    return fail(format!("does not say {text:?}"));
                }
            }
        }
        if snapshot(&repo.beside()) != beside {
            return fail("wrote outside the repository".to_owned());
        }
        if snapshot(&repo.path("canonical")) != source {
            return fail("changed the source".to_owned());
        }
        let stray = repo.output().into_keys().find(|path| {
            !["plugins", ".claude-plugin", ".agents"].iter().any(|top| path.starts_with(top))
        });
        if let Some(stray) = stray {
            return fail(format!("left `{stray}`"));
        }
    }
    Ok(())
}

/// Runs with a time limit and a limit on memory.
fn bounded(repo: &Repo, args: &[&str]) -> Result<Output, String> {
    let started = Instant::now();
    let mut shell = std::process::Command::new("sh");
    // 1 GiB of address space: threads reserve much of that, texts must not. Seconds of a
    // processor do not depend on what else the machine does; without optimisation a run
    // takes twenty times as many.
    let limits = "ulimit -v 1048576; ulimit -t 20; exec \"$0\" \"$@\"";
    shell.args(["-c", limits, common::PROGRAM]).args(args);
    shell.envs(command().get_envs().filter_map(|(name, value)| Some((name, value?))));
    shell.current_dir(repo.root()).stdin(Stdio::null());
    let out = repo.beside().with_file_name("out");
    let err = repo.beside().with_file_name("err");
    let file = |path| std::fs::File::create(path).expect("a file");
    let mut child = shell.stdout(file(&out)).stderr(file(&err)).spawn().expect("it starts");
    let status = loop {
        if let Some(status) = child.try_wait().expect("a child") {
            break status;
        }
        if started.elapsed() > LIMIT {
            child.kill().expect("a child that is ours");
            child.wait().expect("it ends");
            return Err(format!("{args:?} took more than {LIMIT:?}"));
        }
        std::thread::sleep(Duration::from_millis(5));
    };
    let text = |path| String::from_utf8(std::fs::read(path).expect("a file")).expect("text");
    Ok(Output { code: status.code(), out: text(out), err: text(err) })
}
