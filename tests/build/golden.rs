//! Canonical sources and what they render to, byte for byte and run bit for run bit.
//!
//! `tests/golden/<name>/canonical` is built into `tests/golden/<name>/expected`.
//! `UPDATE_GOLDEN=1 cargo test --test build golden` writes the expected folders anew: look at
//! the diff before you commit it.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::common::{Entry, Repo, Snapshot, snapshot};

#[test]
fn templates_with_every_helper() {
    golden("templates");
}

#[test]
fn overlays_and_restrictions_to_one_host() {
    golden("overlays");
}

#[test]
fn frontmatter_for_each_host() {
    golden("frontmatter");
}

#[test]
fn agents_in_both_formats() {
    golden("agents");
}

#[test]
fn commands_on_both_hosts() {
    golden("commands");
}

#[test]
fn hooks_for_both_hosts() {
    golden("hooks");
}

#[test]
fn several_plugins_with_shared_words_and_partials() {
    golden("several");
}

#[test]
fn a_plugin_with_nothing_but_a_name() {
    golden("smallest");
}

#[test]
fn every_golden_folder_has_a_test() {
    let source = include_str!("golden.rs");
    for entry in fs::read_dir(folder()).expect("tests/golden").flatten() {
        let name = entry.file_name().into_string().expect("a name");
        let call = format!("golden(\"{name}\")");
        assert!(entry.path().is_file() || source.contains(&call), "{name} is not built");
    }
}

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/golden")
}

fn golden(name: &str) {
    let repo = Repo::empty();
    let case = folder().join(name);
    copy(&case.join("canonical"), &repo.path("canonical"));
    let output = repo.build();
    assert!(output.err.is_empty(), "a golden source has no faults: {output}");
    let sums = Command::new("sha256sum")
        .args(["--check", "--strict", "--quiet", "plugins/SHA256SUMS"])
        .current_dir(repo.root())
        .output()
        .expect("sha256sum");
    assert!(sums.status.success(), "{}", String::from_utf8_lossy(&sums.stdout));
    repo.is_clean();

    let got = repo.output();
    let expected = case.join("expected");
    #[expect(clippy::disallowed_methods, reason = "a switch of this test, not of the programs")]
    let update = std::env::var_os("UPDATE_GOLDEN").is_some();
    if update {
        let _ = fs::remove_dir_all(&expected);
        fs::create_dir_all(&expected).expect("a folder");
        for part in ["plugins", ".claude-plugin", ".agents"] {
            if repo.exists(part) {
                copy(&repo.path(part), &expected.join(part));
            }
        }
    }
    compare(&snapshot(&expected), &got);
}

fn compare(expected: &Snapshot, got: &Snapshot) {
    let names = |files: &Snapshot| files.keys().cloned().collect::<Vec<_>>();
    assert_eq!(names(expected), names(got), "the paths");
    for (path, entry) in expected {
        let other = &got[path];
        if let (Some(left), Some(right)) = (entry.bytes(), other.bytes()) {
            let text = |bytes| String::from_utf8_lossy(bytes).into_owned();
            assert_eq!(text(left), text(right), "{path}");
            assert_eq!(left, right, "{path}");
        }
        assert_eq!(entry.is_executable(), other.is_executable(), "run bit of {path}");
        assert_eq!(matches!(entry, Entry::File { .. }), matches!(other, Entry::File { .. }));
    }
}

/// Copies a folder, run bits included.
fn copy(from: &Path, to: &Path) {
    fs::create_dir_all(to).expect("a folder");
    for entry in fs::read_dir(from).expect("a folder") {
        let entry = entry.expect("an entry");
        let target = to.join(entry.file_name());
        if entry.path().is_dir() {
            copy(&entry.path(), &target);
        } else {
            fs::copy(entry.path(), target).expect("a copy");
        }
    }
}
