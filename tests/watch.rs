//! `cvg-gen watch`, as a person leaves it running while they write.

use std::fs;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

/// Ends the program even if the test fails.
struct Watching(Child);

impl Drop for Watching {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

fn cvg_gen(root: &Path) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_cvg-gen"));
    command.current_dir(root).stdin(Stdio::null());
    command
}

/// Waits for something that another process brings about; a minute is far more
/// than it takes, and nothing is measured.
fn eventually(what: &str, holds: impl Fn() -> bool) {
    let started = Instant::now();
    while !holds() {
        assert!(started.elapsed() < Duration::from_mins(1), "never happened: {what}");
        std::thread::sleep(Duration::from_millis(5));
    }
}

fn text(path: &Path) -> String {
    fs::read_to_string(path).unwrap_or_default()
}

fn started(root: &Path, log: &Path) -> Watching {
    let init = cvg_gen(root).args(["init", "--from-examples", "--name", "sample"]).output();
    assert!(init.expect("runs").status.success());
    let out = fs::File::create(log).expect("can be made");
    let err = out.try_clone().expect("can be shared");
    let child = cvg_gen(root).arg("watch").stdout(out).stderr(err).spawn().expect("starts");
    let watching = Watching(child);
    eventually("watching", || text(log).contains("watching"));
    watching
}

#[test]
fn a_change_is_built_and_an_error_is_survived() {
    let folder = tempfile::tempdir().expect("a folder");
    let root = folder.path();
    let log = root.join("log");
    let _watching = started(root, &log);
    let source = root.join("canonical/skills/look-closely/SKILL.md.hbs");
    let output = root.join("plugins/codex/skills/look-closely/SKILL.md");
    assert!(output.exists(), "the first build happens before the first change");

    let good = text(&source);
    fs::write(&source, good.replace("Look closely", "Look very closely")).expect("writes");
    eventually("the change arrives", || text(&output).contains("Look very closely"));

    // A fault is shown, nothing is written, and watching goes on.
    let before = text(&output);
    fs::write(&source, good.replace("{{> evidence}}", "{{> evidenze}}")).expect("writes");
    eventually("the fault is shown", || text(&log).contains("CVG053"));
    eventually("and said to be no build", || text(&log).contains("not built"));
    assert_eq!(text(&output), before);

    fs::write(&source, good.replace("Look closely", "Look again")).expect("writes");
    eventually("the mended source is built", || text(&output).contains("Look again"));
    eventually("the trees agree with the source", || {
        cvg_gen(root).arg("--check").output().expect("runs").status.success()
    });
}

#[test]
fn a_change_outside_a_skill_and_a_new_skill_are_built() {
    let folder = tempfile::tempdir().expect("a folder");
    let root = folder.path();
    let log = root.join("log");
    let _watching = started(root, &log);

    let partial = root.join("canonical/partials/evidence.md.hbs");
    fs::write(&partial, "- Quote it.\n").expect("writes");
    let agent = root.join("plugins/claude/agents/second-reader.md");
    eventually("the partial reaches the agent", || text(&agent).contains("- Quote it."));

    let skill = root.join("canonical/skills/fresh");
    fs::create_dir(&skill).expect("makes");
    fs::write(skill.join("SKILL.md"), "---\nname: fresh\ndescription: Does it.\n---\n\nDo it.\n")
        .expect("writes");
    eventually("the new skill is built", || {
        root.join("plugins/codex/skills/fresh/SKILL.md").exists()
    });

    fs::remove_dir_all(&skill).expect("removes");
    eventually("the old skill goes", || !root.join("plugins/codex/skills/fresh").exists());
    eventually("the trees agree with the source", || {
        cvg_gen(root).arg("--check").output().expect("runs").status.success()
    });
}

#[test]
fn nothing_is_built_while_nothing_changes() {
    let folder = tempfile::tempdir().expect("a folder");
    let root = folder.path();
    let log = root.join("log");
    let _watching = started(root, &log);
    // A build reads the source; if that counted as a change, builds would follow each
    // other without end, and hundreds of them would come before the second change.
    let source = root.join("canonical/skills/hello/SKILL.md");
    for round in ["one", "two"] {
        fs::write(&source, text(&source) + round + "\n").expect("writes");
        let output = root.join("plugins/codex/skills/hello/SKILL.md");
        eventually("the change arrives", || text(&output).contains(round));
        std::thread::sleep(Duration::from_millis(1500));
    }
    let builds = text(&log).lines().filter(|line| line.ends_with(" ms)")).count();
    assert!(builds <= 8, "{builds} builds for two changes:\n{}", text(&log));
}
