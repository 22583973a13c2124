//! `cvg-gen adopt`: what is carried back, and what is refused.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

struct Repository {
    folder: tempfile::TempDir,
}

impl Repository {
    /// The examples of `init`, rendered.
    fn new() -> Self {
        let repository = Self { folder: tempfile::tempdir().expect("a folder") };
        assert!(repository.run(&["init", "--from-examples", "--name", "sample"]).status.success());
        repository.build();
        repository
    }

    fn path(&self, path: &str) -> PathBuf {
        self.folder.path().join(path)
    }

    fn read(&self, path: &str) -> String {
        fs::read_to_string(self.path(path)).expect("can be read")
    }

    fn write(&self, path: &str, text: &str) {
        fs::write(self.path(path), text).expect("can be written");
    }

    /// Replaces text in a file, which must hold it.
    fn edit(&self, path: &str, from: &str, to: &str) {
        let text = self.read(path);
        assert!(text.contains(from), "`{path}` holds no `{from}`:\n{text}");
        self.write(path, &text.replace(from, to));
    }

    fn run(&self, args: &[&str]) -> Output {
        let mut command = Command::new(env!("CARGO_BIN_EXE_cvg-gen"));
        command.args(args).current_dir(self.folder.path()).output().expect("runs")
    }

    fn build(&self) {
        let output = self.run(&["build"]);
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    }

    fn is_clean(&self) -> bool {
        self.run(&["--check"]).status.success()
    }
}

fn code(output: &Output) -> Option<i32> {
    output.status.code()
}

fn stderr(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

const CODEX: &str = "plugins/codex/skills/look-closely/SKILL.md";
const CLAUDE: &str = "plugins/claude/skills/look-closely/SKILL.md";
const TEMPLATE: &str = "canonical/skills/look-closely/SKILL.md.hbs";
const PARTIAL: &str = "canonical/partials/evidence.md.hbs";

#[test]
fn an_edited_line_goes_back_to_the_template() {
    let repository = Repository::new();
    repository.edit(CODEX, "Read the whole diff", "Read every hunk");
    let output = repository.run(&["adopt"]);
    assert_eq!(code(&output), Some(0), "{}", stderr(&output));
    let diff = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(diff.contains(&format!("+++ b/{TEMPLATE}")), "{diff}");
    assert!(repository.read(TEMPLATE).contains("Read every hunk"));
    assert!(stderr(&output).contains(CLAUDE), "the other host's file changes with it");
    repository.build();
    assert!(repository.is_clean());
    assert!(repository.read(CLAUDE).contains("Read every hunk"));
}

#[test]
fn an_edit_of_a_partial_goes_back_to_the_partial() {
    let repository = Repository::new();
    repository.edit(CLAUDE, "Say what you did not look at.", "Name what you left out.");
    assert_eq!(code(&repository.run(&["adopt"])), Some(0));
    assert_eq!(
        repository.read(PARTIAL),
        "- Quote the line that you judge, with its file and number.\n- Name what you left out.\n"
    );
}

#[test]
fn lines_are_inserted_and_deleted() {
    let repository = Repository::new();
    let reference = "plugins/claude/skills/look-closely/references/questions.md";
    repository.edit(reference, "- Which input", "- Who calls it?\n- Which input");
    repository.edit(CODEX, "# Look closely\n\n", "# Look closely\n\nTake your time.\n\n");
    assert_eq!(code(&repository.run(&["adopt"])), Some(0));
    let source = repository.read("canonical/skills/look-closely/references/questions.md");
    assert!(source.contains("- Who calls it?\n- Which input"));
    assert!(repository.read(TEMPLATE).contains("# Look closely\n\nTake your time.\n\n1."));
    repository.build();

    repository.edit(CODEX, "Take your time.\n\n", "");
    assert_eq!(code(&repository.run(&["adopt"])), Some(0));
    repository.build();
    assert!(!repository.read(TEMPLATE).contains("Take your time."));
    assert!(repository.is_clean());
}

#[test]
fn the_same_edit_in_both_trees_is_one_edit() {
    let repository = Repository::new();
    for tree in [CODEX, CLAUDE] {
        repository.edit(tree, "each in one line", "each in one short line");
        repository.edit(tree, "Read the whole diff", "Read every hunk");
    }
    let output = repository.run(&["adopt"]);
    assert_eq!(code(&output), Some(0), "{}", stderr(&output));
    repository.build();
    assert!(repository.is_clean());
}

#[test]
fn edits_that_contradict_each_other_are_refused() {
    let repository = Repository::new();
    repository.edit(CODEX, "Read the whole diff", "Read every hunk");
    repository.edit(CLAUDE, "Read the whole diff", "Read each hunk");
    let before = repository.read(TEMPLATE);
    let output = repository.run(&["adopt"]);
    assert_eq!(code(&output), Some(6));
    assert!(stderr(&output).contains("contradict"), "{}", stderr(&output));
    assert_eq!(repository.read(TEMPLATE), before);
}

#[test]
fn what_did_not_come_verbatim_is_refused_with_the_place_to_edit() {
    let repository = Repository::new();
    let before = repository.read(TEMPLATE);
    for (from, to, line) in [
        ("spawn an agent named", "start an agent named", 12), // a helper's line
        ("description: \"Reads a change twice", "description: \"Reads it twice", 3),
    ] {
        let rendered = repository.read(CODEX);
        repository.edit(CODEX, from, to);
        let output = repository.run(&["adopt"]);
        assert_eq!(code(&output), Some(6), "{from}");
        let text = stderr(&output);
        assert!(text.contains(&format!("{TEMPLATE}:{line}")), "{text}");
        assert_eq!(repository.read(TEMPLATE), before);
        repository.write(CODEX, &rendered);
    }
    let manifest = "plugins/claude/.claude-plugin/plugin.json";
    repository.edit(manifest, "0.1.0", "0.2.0");
    let output = repository.run(&["adopt", manifest]);
    assert_eq!(code(&output), Some(6));
    assert!(stderr(&output).contains("canonical/plugin.yaml:3"), "{}", stderr(&output));
}

#[test]
fn braces_come_back_as_text() {
    let repository = Repository::new();
    repository.edit(CODEX, "Read the whole diff.", "Read {{ every }} hunk of ${{ github.ref }}.");
    let output = repository.run(&["adopt"]);
    assert_eq!(code(&output), Some(0), "{}", stderr(&output));
    assert!(repository.read(TEMPLATE).contains("Read \\{{ every }} hunk of ${{ github.ref }}."));
    repository.build();
    assert!(repository.is_clean());
}

#[test]
fn an_edit_on_top_of_a_changed_source_is_refused() {
    let repository = Repository::new();
    repository.edit(CODEX, "Read the whole diff", "Read every hunk");
    repository.edit(TEMPLATE, "each in one line", "each in one word");
    let output = repository.run(&["adopt"]);
    assert_eq!(code(&output), Some(6));
    assert!(stderr(&output).contains("its source changed too"), "{}", stderr(&output));
}

#[test]
fn a_dry_run_writes_nothing_and_no_edit_is_no_fault() {
    let repository = Repository::new();
    assert_eq!(code(&repository.run(&["adopt"])), Some(0));
    repository.edit(CODEX, "Read the whole diff", "Read every hunk");
    let before = repository.read(TEMPLATE);
    let output = repository.run(&["adopt", "--dry-run"]);
    assert_eq!(code(&output), Some(0));
    assert!(String::from_utf8_lossy(&output.stdout).contains("+1. Read every hunk"));
    assert!(stderr(&output).contains(&format!("{CLAUDE} changes with it")), "{}", stderr(&output));
    assert_eq!(repository.read(TEMPLATE), before);
}

#[test]
fn files_are_named_from_wherever_the_user_stands() {
    let repository = Repository::new();
    repository.edit(CODEX, "Read the whole diff", "Read every hunk");
    let mut command = Command::new(env!("CARGO_BIN_EXE_cvg-gen"));
    let folder = repository.path("plugins/codex/skills/look-closely");
    let output = command.args(["adopt", "SKILL.md"]).current_dir(folder).output().expect("runs");
    assert_eq!(code(&output), Some(0), "{}", stderr(&output));
    assert!(repository.read(TEMPLATE).contains("Read every hunk"));
    let stranger: &Path = &repository.path("plugins/codex/mine.md");
    fs::write(stranger, "mine\n").expect("writes");
    let output = repository.run(&["adopt", "plugins/codex/mine.md"]);
    assert_eq!(code(&output), Some(2));
    assert!(stderr(&output).contains("comes from no source"), "{}", stderr(&output));
}

#[test]
fn a_file_that_is_not_ours_replaces_a_source_only_by_name() {
    let repository = Repository::new();
    fs::remove_file(repository.path("plugins/SHA256SUMS")).expect("removes");
    repository.edit(CODEX, "Read the whole diff", "Read every hunk");
    let before = repository.read(TEMPLATE);
    assert_eq!(code(&repository.run(&["adopt"])), Some(0));
    assert_eq!(repository.read(TEMPLATE), before);
    assert_eq!(code(&repository.run(&["adopt", CODEX])), Some(0));
    assert!(repository.read(TEMPLATE).contains("Read every hunk"));
}
