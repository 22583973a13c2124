//! Every case of enforce-worktree, through the real program's standard input, on
//! repositories that git made: with the guard switched on by a file and by a variable, and
//! as each host calls it.

mod support;

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use serde_json::Value;
use support::Place;
use support::cases::{Case, moved, targets};
use support::layout::build;

const HANDED: &str = include_str!("cases/enforce-worktree.jsonl");
const LAYOUTS: &str = include_str!("cases/layouts.jsonl");
const TARGETS: &str = include_str!("cases/targets.txt");

const HOSTS: [&[&str]; 3] = [&[], &["--host", "claude"], &["--host", "codex"]];

/// How the guard is switched on.
#[derive(Clone, Copy, PartialEq, Debug)]
enum Switch {
    Variable,
    File,
}

#[test]
fn std() {
    play("std", None);
}

#[test]
fn symlink() {
    play("symlink", None);
}

#[test]
fn ext_worktree() {
    play("ext-worktree", None);
}

#[test]
fn submodule() {
    play("submodule", None);
}

#[test]
fn bare_hub() {
    play("bare-hub", None);
}

#[test]
fn nested() {
    play("nested", None);
}

#[test]
fn separate_git_dir() {
    play("separate-git-dir", None);
}

#[test]
fn nogit() {
    play("nogit", None);
}

/// Links stand in for the other spellings that a case-insensitive file system has.
#[cfg(unix)]
#[test]
fn other_spellings() {
    play("std", Some("macos-case-insensitive"));
}

/// Every case is played by one of the tests above, or said to be left out.
#[test]
fn no_case_is_forgotten() {
    let layouts = BTreeSet::from(support::layout::LAYOUTS);
    let targets = targets(TARGETS);
    for case in cases() {
        if case.denies() {
            assert!(!case.named(&targets).is_empty(), "{}", case.id());
        }
        match case.platform() {
            Some("windows") => said(&format!("left out: {} is for Windows alone", case.id())),
            None | Some("macos-case-insensitive") => {
                assert!(layouts.contains(case.layout()), "{}: {}", case.id(), case.layout());
            }
            Some(other) => panic!("{}: which platform is {other}?", case.id()),
        }
    }
}

#[expect(clippy::print_stdout, reason = "the runner shows it with the test's name")]
fn said(line: &str) {
    println!("{line}");
}

fn cases() -> Vec<Case> {
    [HANDED, LAYOUTS].into_iter().flat_map(Case::all).collect()
}

fn play(layout: &str, platform: Option<&str>) {
    let cases = cases();
    let cases: Vec<&Case> = cases
        .iter()
        .filter(|case| case.layout() == layout && case.platform() == platform)
        .collect();
    assert!(!cases.is_empty(), "no case is for {layout}");
    let place = build(layout);
    #[cfg(unix)]
    if platform == Some("macos-case-insensitive") {
        said("links stand in for a case-insensitive file system");
        place.link("/REPO", "repo");
        place.link("/repo/src/A.rs", "a.rs");
        place.link("/repo/.Worktrees", ".worktrees");
    }
    let targets = targets(TARGETS);
    let mut wrong = Vec::new();
    for switch in [Switch::Variable, Switch::File] {
        if switch == Switch::File {
            for root in ["/repo", "/sep"] {
                if place.at(root).is_dir() {
                    let file = place.at(root).join("convergo.toml");
                    fs::write(file, "[worktree]\nenforce = true\n").expect("a file");
                }
            }
        }
        let before = tree(place.root());
        for case in &cases {
            for host in HOSTS {
                let output = run(case, &place, switch, host);
                if let Err(why) = check(case, &place, &targets, host, &output) {
                    wrong.push(format!("{} {switch:?} {host:?}: {why}", case.id()));
                }
            }
        }
        assert_eq!(tree(place.root()), before, "the hook changed something");
    }
    assert!(wrong.is_empty(), "{} answers are wrong:\n{}", wrong.len(), wrong.join("\n"));
}

/// Plays one case against the program.
fn run(case: &Case, place: &Place, switch: Switch, host: &[&str]) -> Output {
    let program = env!("CARGO_BIN_EXE_enforce-worktree");
    let state = tempfile::tempdir().expect("a temporary folder");
    let cwd = place.at(case.cwd());
    if case.deletes_cwd() {
        fs::create_dir(&cwd).expect("the cwd is not there yet");
    }
    let mut command = Command::new(program);
    command
        .args(host)
        .current_dir(&cwd)
        .env_clear()
        // Nothing is found there: the hook needs no other program.
        .env("PATH", state.path())
        .env("XDG_STATE_HOME", state.path())
        .envs(case.variables(place))
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    if switch == Switch::Variable {
        command.env("CVG_WORKTREE_ENFORCE", "1");
    }
    let mut child = command.spawn().expect("the program starts");
    if case.deletes_cwd() {
        fs::remove_dir(&cwd).expect("it is empty");
    }
    let mut stdin = child.stdin.take().expect("a pipe");
    // A hook may answer before it has read all of a large event.
    let _ = stdin.write_all(case.stdin(place).as_bytes());
    drop(stdin);
    child.wait_with_output().expect("the program ends")
}

/// Is it the exact answer? A host runs the tool if a byte is wrong.
fn check(
    case: &Case,
    place: &Place,
    targets: &BTreeMap<&str, &str>,
    host: &[&str],
    output: &Output,
) -> Result<(), String> {
    let stdout = String::from_utf8(output.stdout.clone()).map_err(|error| error.to_string())?;
    if output.status.code() != Some(0) {
        return Err(format!("{}: {}", output.status, String::from_utf8_lossy(&output.stderr)));
    }
    if !case.denies() {
        let silent = stdout.is_empty();
        return if silent { Ok(()) } else { Err(format!("must pass, got {stdout}")) };
    }
    let answer: Value = serde_json::from_str(&stdout)
        .map_err(|error| format!("must be refused, got {stdout:?} ({error})"))?;
    let specific = &answer["hookSpecificOutput"];
    if specific["hookEventName"] != "PreToolUse" || specific["permissionDecision"] != "deny" {
        return Err(format!("must be refused, got {stdout}"));
    }
    let keys = |value: &Value| value.as_object().map_or(0, serde_json::Map::len);
    if host.contains(&"codex") && (keys(&answer), keys(specific)) != (1, 3) {
        return Err(format!("Codex ignores a refusal with other keys: {stdout}"));
    }
    let reason = specific["permissionDecisionReason"].as_str().unwrap_or_default();
    check_reason(case.named(targets), place, &place.at(case.cwd()), reason)
        .map_err(|why| format!("{why}: {reason}"))
}

/// A refusal names the path, the rule, and a command that makes a lane.
fn check_reason(named: &str, place: &Place, cwd: &Path, reason: &str) -> Result<(), String> {
    let path = cwd.join(moved(named, place));
    let real = cvg_hooks::path::real_path(&path);
    if ![path, real].iter().any(|path| names(reason, path)) {
        return Err(format!("the reason does not name {named}"));
    }
    if !reason.contains("main checkout") {
        return Err("the reason does not say the rule".into());
    }
    if !reason.contains("cvg lane create") && !reason.contains("git worktree add") {
        return Err("the reason has no command".into());
    }
    Ok(())
}

/// Is the path in the text, and not just the beginning of a longer one?
fn names(text: &str, path: &Path) -> bool {
    let path = path.to_str().expect("cases are UTF-8");
    text.match_indices(path).any(|(at, _)| {
        let rest = &text[at + path.len()..];
        !rest.starts_with(|next: char| next.is_alphanumeric() || next == '/')
    })
}

/// Everything below a folder, with content.
fn tree(root: &Path) -> BTreeMap<PathBuf, Vec<u8>> {
    let mut found = BTreeMap::new();
    let mut folders = vec![root.to_path_buf()];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).expect("a folder") {
            let path = entry.expect("an entry").path();
            let kind = fs::symlink_metadata(&path).expect("it is there").file_type();
            let content = if kind.is_dir() {
                folders.push(path.clone());
                Vec::new()
            } else if kind.is_symlink() {
                let target = fs::read_link(&path).expect("a link");
                target.into_os_string().into_encoded_bytes()
            } else {
                fs::read(&path).expect("a file")
            };
            found.insert(path, content);
        }
    }
    found
}

#[test]
fn paths_are_moved_only_where_they_begin() {
    let place = Place::new();
    let root = place.root().display().to_string();
    for (text, expected) in [
        ("/repo", "@/repo"),
        ("cd /repo && rm '/other/x' >/tmp/y", "cd @/repo && rm '@/other/x' >@/tmp/y"),
        ("GIT_DIR=/repo/.git", "GIT_DIR=@/repo/.git"),
        ("File: /repo/src", "File: @/repo/src"),
        ("a/repo ./tmp ~/tmp $x/tmp -repo/x", "a/repo ./tmp ~/tmp $x/tmp -repo/x"),
        ("/repository /tmpfs /dev/null /bin/rm", "/repository /tmpfs /dev/null /bin/rm"),
        ("/home/u/.claude/projects/-repo/x", "@/home/u/.claude/projects/-repo/x"),
        ("s/tmp/x/", "s/tmp/x/"),
    ] {
        assert_eq!(moved(text, &place), expected.replace('@', &root));
    }
}
