//! The ledger as a file: many processes at once, processes that are killed, and places that
//! are odd; and what is in it that is not ours.

// Links, modes and users.
#![cfg(unix)]
#![expect(clippy::unwrap_used, reason = "in a test a panic is the report")]

#[path = "../support/example.rs"]
mod example;
mod noise;
#[path = "../support/random.rs"]
mod random;

use std::fs::{self, File};
use std::io::{BufRead, BufReader};
use std::os::unix::fs::{PermissionsExt, symlink};
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, SystemTime};

use cvg_hooks::ledger::{self, Ledger, LedgerError};
use cvg_hooks::{Date, Environment, FileLock};
use random::Random;

const ROOT: &str = "/home/u/app";
const WAIT: Duration = Duration::from_mins(1);

fn today() -> Date {
    "2026-12-01".parse().unwrap()
}

struct Place {
    folder: tempfile::TempDir,
}

impl Place {
    fn new() -> Self {
        Self { folder: tempfile::tempdir().unwrap() }
    }

    fn at(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    fn names(&self) -> Vec<String> {
        let entries = fs::read_dir(self.folder.path()).unwrap();
        let mut names: Vec<_> =
            entries.map(|it| it.unwrap().file_name().into_string().unwrap()).collect();
        names.sort();
        names
    }
}

fn program(ledger: &Path, name: &str, number: usize) -> Command {
    let mut command = Command::new(example::example("count-sessions"));
    command.arg(ledger).args([ROOT, name, &number.to_string()]).stdout(Stdio::piped());
    command
}

fn count(ledger: &Path, session: &str) -> Result<u64, LedgerError> {
    ledger::update(ledger, WAIT, |ledger| {
        ledger.count_session(Path::new(ROOT), session, today()).sessions
    })
}

fn sessions(ledger: &Path) -> u64 {
    ledger::open(ledger).unwrap().sessions(Path::new(ROOT))
}

#[test]
fn two_hundred_sessions_that_start_at_once_count_two_hundred() {
    let place = Place::new();
    let ledger = place.at("ledger.md");
    let start = |number| program(&ledger, &format!("s{number}"), 1).spawn().unwrap();
    let children: Vec<_> = (0..200).map(start).collect();
    for mut child in children {
        assert!(child.wait().unwrap().success());
    }
    assert_eq!(sessions(&ledger), 200);
    assert_eq!(place.names(), ["ledger.md", "ledger.md.lock"]);
    assert_eq!(ledger::open(&ledger).unwrap().repositories().len(), 1);
}

#[test]
fn the_same_session_in_many_processes_counts_once() {
    let place = Place::new();
    let ledger = place.at("ledger.md");
    let children: Vec<_> = (0..20).map(|_| program(&ledger, "s", 1).spawn().unwrap()).collect();
    for mut child in children {
        assert!(child.wait().unwrap().success());
    }
    assert_eq!(sessions(&ledger), 1);
}

#[test]
fn a_process_that_is_killed_leaves_a_whole_ledger() {
    let place = Place::new();
    let ledger = place.at("ledger.md");
    // Large enough that a kill falls into a write.
    let filler = format!("\n# Notes\n\n{}", "a line that is not ours\n".repeat(4000));
    let head = format!("# {ROOT}\n\n- Baseline: 2026-11-30\n- Sessions since convergence: 0\n");
    fs::write(&ledger, format!("{head}{filler}")).unwrap();
    let mut random = Random(7);
    let (mut killed, mut least) = (0, 0);
    for round in 0..60 {
        let mut child = program(&ledger, &format!("r{round}"), 100_000).spawn().unwrap();
        let mut lines = BufReader::new(child.stdout.take().unwrap()).lines().map(Result::unwrap);
        // It is at work now, and somewhere in its next change a moment later.
        let number = |line: String| line.parse::<u64>().unwrap();
        let mut printed = lines.by_ref().take(1 + random.below(3)).map(number).last().unwrap();
        std::thread::sleep(Duration::from_micros(random.next() % 20_000));
        child.kill().unwrap();
        killed += u32::from(!child.wait().unwrap().success());
        printed = lines.map(number).last().unwrap_or(printed);
        let text = fs::read_to_string(&ledger).unwrap();
        assert!(text.starts_with("# /home/u/app\n") && text.ends_with(&filler), "round {round}");
        let counted = sessions(&ledger);
        assert!(
            counted == printed || counted == printed + 1,
            "round {round}: {printed}, then {counted}"
        );
        least = counted;
    }
    assert_eq!(killed, 60);
    assert!(least > 60, "{least}");
    // No lock is left behind.
    assert_eq!(count(&ledger, "after").unwrap(), least + 1);
}

#[test]
fn what_a_killed_process_left_behind_is_taken_away_later() {
    let place = Place::new();
    let ledger = place.at("ledger.md");
    let (old, new) = (place.at(".ledger.md.1-0-1.tmp"), place.at(".ledger.md.2-0-1.tmp"));
    let other = place.at(".other.md.1-0-1.tmp");
    for file in [&old, &new, &other] {
        fs::write(file, "x").unwrap();
    }
    let yesterday = SystemTime::UNIX_EPOCH + Duration::from_hours(1);
    for file in [&old, &other] {
        File::options().write(true).open(file).unwrap().set_modified(yesterday).unwrap();
    }
    count(&ledger, "one").unwrap();
    assert!(!old.exists() && new.exists() && other.exists());
}

#[test]
fn a_ledger_that_is_not_there_is_made_with_its_folder() {
    let place = Place::new();
    let ledger = place.at("home/.claude/convergence-ledger.md");
    assert_eq!(ledger::open(&ledger).unwrap().repositories(), []);
    assert!(!place.at("home").exists(), "reading makes nothing");
    assert_eq!(count(&ledger, "one").unwrap(), 1);
    let known = ledger::open(&ledger).unwrap().repository(Path::new(ROOT)).unwrap();
    assert_eq!((known.baseline, known.sessions), (Some(today()), 1));
    assert_eq!(fs::metadata(&ledger).unwrap().permissions().mode() & 0o777, 0o600);
}

#[test]
fn an_empty_ledger_is_a_new_one() {
    let place = Place::new();
    let ledger = place.at("ledger.md");
    fs::write(&ledger, "").unwrap();
    count(&ledger, "one").unwrap();
    assert!(fs::read_to_string(&ledger).unwrap().starts_with("# Convergence ledger\n"));
}

#[test]
fn the_file_behind_a_link_is_replaced_and_keeps_its_mode() {
    let place = Place::new();
    let (link, file) = (place.at("link.md"), place.at("dotfiles/ledger.md"));
    fs::create_dir(place.at("dotfiles")).unwrap();
    symlink("dotfiles/ledger.md", &link).unwrap();
    assert_eq!(count(&link, "one").unwrap(), 1, "a link that leads nowhere yet");
    fs::set_permissions(&file, fs::Permissions::from_mode(0o640)).unwrap();
    assert_eq!(count(&link, "two").unwrap(), 2);
    assert!(fs::symlink_metadata(&link).unwrap().is_symlink());
    assert_eq!(sessions(&file), 2);
    assert_eq!(fs::metadata(&file).unwrap().permissions().mode() & 0o777, 0o640);
    // Both names have one lock.
    assert!(place.at("dotfiles/ledger.md.lock").exists() && !place.at("link.md.lock").exists());
}

#[test]
fn a_change_of_nothing_writes_nothing() {
    let place = Place::new();
    let ledger = place.at("ledger.md");
    ledger::update(&ledger, WAIT, |_| ()).unwrap();
    assert!(!ledger.exists());
    count(&ledger, "one").unwrap();
    let before = fs::metadata(&ledger).unwrap();
    count(&ledger, "one").unwrap();
    let after = fs::metadata(&ledger).unwrap();
    let inode = std::os::unix::fs::MetadataExt::ino;
    assert_eq!(inode(&before), inode(&after));
}

#[test]
fn who_waits_too_long_for_the_lock_is_told() {
    let place = Place::new();
    let ledger = place.at("ledger.md");
    count(&ledger, "one").unwrap();
    let held = FileLock::within(File::open(place.at("ledger.md.lock")).unwrap(), WAIT).unwrap();
    assert!(held.is_some());
    let refused = ledger::update(&ledger, Duration::from_millis(20), |_| ()).unwrap_err();
    let told = refused.to_string();
    assert!(told.contains("ledger.md.lock` for 20 ms; try again"), "{told}");
    drop(held);
    assert_eq!(count(&ledger, "two").unwrap(), 2);
}

#[test]
fn a_folder_that_cannot_be_written_is_named() {
    let place = Place::new();
    let folder = place.at("locked");
    fs::create_dir(&folder).unwrap();
    let ledger = folder.join("ledger.md");
    fs::write(&ledger, "mine\n").unwrap();
    fs::set_permissions(&folder, fs::Permissions::from_mode(0o555)).unwrap();
    let mut program = program(&ledger, "one", 1);
    // No folder is closed to root.
    let is_root = rustix::process::geteuid().is_root();
    if is_root {
        fs::set_permissions(place.folder.path(), fs::Permissions::from_mode(0o755)).unwrap();
        program.uid(65534).gid(65534);
    }
    let output = match program.stderr(Stdio::piped()).output() {
        // The program itself may lie where only root can go.
        Err(error) if is_root => {
            return assert_eq!(error.kind(), std::io::ErrorKind::PermissionDenied);
        }
        output => output.unwrap(),
    };
    let told = String::from_utf8(output.stderr).unwrap();
    assert!(!output.status.success());
    assert!(told.contains("cannot write `") && told.contains("locked/"), "{told}");
    assert!(told.contains("make it writable, or set `CVG_LEDGER`"), "{told}");
    assert_eq!(fs::read_to_string(&ledger).unwrap(), "mine\n");
    fs::set_permissions(&folder, fs::Permissions::from_mode(0o755)).unwrap();
}

#[test]
fn what_is_no_text_is_left_alone() {
    let place = Place::new();
    let ledger = place.at("ledger.md");
    for bytes in [&b"\xff\xfe#\0 \0a\0"[..], b"\0"] {
        fs::write(&ledger, bytes).unwrap();
        let told = count(&ledger, "one").unwrap_err().to_string();
        assert!(told.contains("is no text file in UTF-8; move it away"), "{told}");
        assert_eq!(fs::read(&ledger).unwrap(), bytes);
    }
    fs::remove_file(&ledger).unwrap();
    fs::create_dir(&ledger).unwrap();
    assert!(count(&ledger, "one").is_err());
    let huge = place.at("huge.md");
    File::create(&huge).unwrap().set_len(ledger::LIMIT + 1).unwrap();
    assert!(count(&huge, "one").unwrap_err().to_string().contains("larger than 16 MiB"));
    let below = place.at("huge.md/ledger.md");
    assert!(count(&below, "one").unwrap_err().to_string().contains("cannot write `"));
}

#[test]
fn a_variable_names_another_ledger() {
    let path = |list: &[(&str, &str)]| {
        ledger::path(&Environment::of(list.iter().copied())).map(|it| it.display().to_string())
    };
    assert_eq!(path(&[("HOME", "/h")]).unwrap(), "/h/.claude/convergence-ledger.md");
    assert_eq!(path(&[("HOME", "/h"), ("CVG_LEDGER", "/l.md")]).unwrap(), "/l.md");
    let relative = path(&[("HOME", "/h"), ("CVG_LEDGER", "l.md")]).unwrap();
    assert_eq!(relative, "/h/.claude/convergence-ledger.md");
    assert!(path(&[]).unwrap_err().to_string().contains("set `HOME`, or `CVG_LEDGER`"));
}

/// What stands in the first block of that kind on a page of the book.
fn example(page: &str, kind: &str) -> String {
    let page = Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs/src").join(page);
    let text = fs::read_to_string(page).unwrap();
    let (_, block) = text.split_once(&format!("```{kind}\n")).unwrap();
    block.split("\n```").next().unwrap().to_owned() + "\n"
}

#[test]
fn the_ledger_in_the_book_is_understood() {
    let text = example("reference/ledger.md", "markdown");
    let mut book = Ledger::of(text.clone().into_bytes());
    assert_eq!(book.doubts(), Vec::<String>::new());
    let known = book.repository(Path::new("/home/me/app")).unwrap();
    assert_eq!(known.sessions, 3);
    assert!(known.release.is_some_and(|release| release.ready));
    let [entry] = known.entries.as_slice() else { panic!("{:?}", known.entries) };
    assert!(entry.closed && entry.missing_phases().is_empty() && entry.retro.len() == 1);
    assert_eq!((entry.items.len(), &entry.other), (2, &Vec::new()));
    // And it is what this program writes.
    let begin = text.find("\n## 2026-12-01").unwrap();
    let mut ours = Ledger::of(text.as_bytes()[..begin].to_vec());
    ours.put_entry(Path::new("/home/me/app"), entry).unwrap();
    ours.set_sessions(Path::new("/home/me/app"), 3, today());
    assert_eq!(std::str::from_utf8(ours.as_bytes()), Ok(&*text));
    let other = book.count_session(Path::new("/new"), "one", today());
    assert!(other.new && book.as_bytes().starts_with(text.as_bytes()));
}
