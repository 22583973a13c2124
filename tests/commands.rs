//! The smaller commands of `cvg-gen`, as users run them.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use serde_json::Value;

fn cvg_gen(folder: &Path, args: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_cvg-gen"));
    command.args(args).current_dir(folder).output().expect("runs")
}

fn stdout(output: &Output) -> String {
    String::from_utf8_lossy(&output.stdout).into_owned()
}

fn stderr(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

fn succeeds(output: &Output) {
    assert!(output.status.success(), "{}{}", stdout(output), stderr(output));
}

fn write(path: &Path, text: &str) {
    fs::create_dir_all(path.parent().expect("has a parent")).expect("makes");
    fs::write(path, text).expect("writes");
}

fn sample() -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    succeeds(&cvg_gen(folder.path(), &["init", "--from-examples", "--name", "sample"]));
    folder
}

// init

#[test]
fn init_makes_a_source_that_builds_without_a_warning() {
    for flags in
        [&["init", "--name", "sample"][..], &["init", "--name", "sample", "--from-examples"]]
    {
        let folder = tempfile::tempdir().expect("a folder");
        succeeds(&cvg_gen(folder.path(), flags));
        let build = cvg_gen(folder.path(), &["build"]);
        succeeds(&build);
        assert_eq!(stderr(&build), "", "{flags:?}");
        succeeds(&cvg_gen(folder.path(), &["--check"]));
        assert!(folder.path().join("plugins/codex/.codex-plugin/plugin.json").exists());
    }
}

#[test]
fn init_works_beside_what_is_there_and_never_over_it() {
    let folder = tempfile::tempdir().expect("a folder");
    write(&folder.path().join("src/main.rs"), "fn main() {}\n");
    succeeds(&cvg_gen(folder.path(), &["init", "--name", "sample"]));
    let plugin = folder.path().join("canonical/plugin.yaml");
    let before = fs::read(&plugin).expect("there");
    let again = cvg_gen(folder.path(), &["init", "--name", "other"]);
    assert_eq!(again.status.code(), Some(2));
    assert!(stderr(&again).contains("is there already"), "{}", stderr(&again));
    assert_eq!(fs::read(&plugin).expect("there"), before);
    let bad = cvg_gen(&folder.path().join("src"), &["init", "--name", "Bad Name"]);
    assert_eq!(bad.status.code(), Some(2));
    assert!(!folder.path().join("src/canonical").exists());
}

// lint

#[test]
fn fix_mends_what_is_mechanical_and_nothing_else() {
    let folder = tempfile::tempdir().expect("a folder");
    succeeds(&cvg_gen(folder.path(), &["init", "--name", "sample"]));
    let skill = folder.path().join("canonical/skills/hello/SKILL.md");
    let broken = "\u{feff}---\r\nname: Hallo\r\ndescription: Modes: by size # and colour\r\n---\r\n\r\nText.\r\n";
    fs::write(&skill, broken).expect("writes");
    let output = cvg_gen(folder.path(), &["lint", "--fix", "--format", "short"]);
    let text = fs::read_to_string(&skill).expect("there");
    assert!(!text.contains('\r') && !text.starts_with('\u{feff}'), "{text:?}");
    assert!(text.ends_with("---\n\nText.\n"), "{text:?}");
    // A value that holds ` #` may be half a comment: only its author knows.
    assert!(stdout(&output).contains("CVG007"), "{}", stdout(&output));

    fs::write(&skill, "---\nname: hallo\ndescription: Modes: by size\n---\n\nText.\n")
        .expect("writes");
    let output = cvg_gen(folder.path(), &["lint", "--fix"]);
    assert!(output.status.success(), "{}", stderr(&output));
    let text = fs::read_to_string(&skill).expect("there");
    assert_eq!(text, "---\nname: hello\ndescription: \"Modes: by size\"\n---\n\nText.\n");
}

#[test]
fn lint_finds_out_what_a_folder_is() {
    let folder = sample();
    succeeds(&cvg_gen(folder.path(), &["build"]));
    for tree in ["plugins/claude", "plugins/codex", "."] {
        let output = cvg_gen(folder.path(), &["lint", tree]);
        assert!(output.status.success(), "{tree}: {}", stderr(&output));
    }
    let nothing = tempfile::tempdir().expect("a folder");
    let output = cvg_gen(nothing.path(), &["lint", "."]);
    assert_eq!(output.status.code(), Some(2));
    assert!(stderr(&output).contains("--as"), "{}", stderr(&output));
}

#[test]
fn lint_refuses_a_folder_that_is_not_what_it_should_be() {
    let nothing = tempfile::tempdir().expect("a folder");
    write(&nothing.path().join("notes.txt"), "Nothing of a plugin.\n");
    for host in ["claude", "codex"] {
        let output = cvg_gen(nothing.path(), &["lint", ".", "--as", host]);
        assert_eq!(output.status.code(), Some(2), "{host}");
        assert!(stderr(&output).contains("holds nothing of a plugin"), "{}", stderr(&output));
    }

    let folder = sample();
    succeeds(&cvg_gen(folder.path(), &["build"]));
    for host in ["claude", "codex"] {
        let output = cvg_gen(folder.path(), &["lint", ".", "--as", host]);
        assert_eq!(output.status.code(), Some(2), "{host}");
        let expected = format!(
            "is a repository with a canonical source: lint `plugins/{host}`, or leave `--as` out"
        );
        assert!(stderr(&output).contains(&expected), "{}", stderr(&output));
        let tree = format!("plugins/{host}");
        succeeds(&cvg_gen(folder.path(), &["lint", &tree, "--as", host]));
    }
}

#[test]
fn codex_refuses_a_plugin_without_a_manifest() {
    let folder = tempfile::tempdir().expect("a folder");
    let skill = "---\nname: rake\ndescription: Rakes the lawn once a week\n---\n\nRake.\n";
    write(&folder.path().join("skills/rake/SKILL.md"), skill);
    for args in [&["lint", "."][..], &["lint", ".", "--as", "claude"]] {
        succeeds(&cvg_gen(folder.path(), args));
    }
    let as_codex = ["lint", ".", "--as", "codex", "--format", "short"];
    let output = cvg_gen(folder.path(), &as_codex);
    assert_eq!(output.status.code(), Some(1));
    assert!(stdout(&output).contains("CVG119"), "{}", stdout(&output));

    let portable =
        "{ \"$schema\": \"https://agent-plugins.org/schemas/1.0.0/plugin.schema.json\" }";
    for (path, text) in [
        (".claude-plugin/plugin.json", "{ \"name\": \"yard\" }"),
        ("plugin.json", portable),
        (".agents/plugins/marketplace.json", "{ \"name\": \"yard\", \"plugins\": [] }"),
    ] {
        write(&folder.path().join(path), text);
        let output = cvg_gen(folder.path(), &as_codex);
        assert!(!stdout(&output).contains("CVG119"), "{path}: {}", stdout(&output));
        fs::remove_file(folder.path().join(path)).expect("removes");
    }
}

#[test]
fn fix_gives_a_script_line_ends_and_keeps_its_run_bit() {
    let folder = sample();
    let script = folder.path().join("canonical/skills/look-closely/scripts/recent.sh");
    let text = fs::read_to_string(&script).expect("there");
    fs::write(&script, text.replace('\n', "\r\n")).expect("writes");
    let output = cvg_gen(folder.path(), &["build"]);
    assert_eq!(output.status.code(), Some(1), "{}", stderr(&output));
    assert!(stderr(&output).contains("CVG049"), "{}", stderr(&output));
    succeeds(&cvg_gen(folder.path(), &["lint", "--fix"]));
    assert_eq!(fs::read_to_string(&script).expect("there"), text);
    succeeds(&cvg_gen(folder.path(), &["build"]));
}

#[test]
fn the_examples_lint_without_a_remark() {
    let folder = sample();
    let output = cvg_gen(folder.path(), &["lint", "--format", "json"]);
    succeeds(&output);
    assert_eq!(stdout(&output), "");
}

#[test]
fn a_word_of_one_host_in_a_plain_file_is_told_to_rename_it() {
    let folder = tempfile::tempdir().expect("a folder");
    succeeds(&cvg_gen(folder.path(), &["init", "--name", "sample"]));
    let skill = folder.path().join("canonical/skills/hello/SKILL.md");
    let mut text = fs::read_to_string(&skill).expect("there");
    text.push_str("\nKeep a list with TodoWrite.\n");
    fs::write(&skill, &text).expect("writes");
    let lint = || stdout(&cvg_gen(folder.path(), &["lint"]));
    assert!(lint().contains("rename the file to `SKILL.md.hbs` and write a helper"), "{}", lint());
    fs::rename(&skill, skill.with_extension("md.hbs")).expect("renames");
    assert!(lint().contains("help: write a helper, or put it into"), "{}", lint());
}

#[test]
fn lint_as_json_is_one_object_a_line() {
    let folder = tempfile::tempdir().expect("a folder");
    write(&folder.path().join("skills/a/SKILL.md"), "---\nname: b\n---\n\nText.\n");
    let output = cvg_gen(folder.path(), &["lint", ".", "--as", "claude", "--format", "json"]);
    assert_eq!(output.status.code(), Some(1));
    let lines: Vec<Value> =
        stdout(&output).lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    assert!(!lines.is_empty());
    for line in &lines {
        for key in ["code", "severity", "file", "line", "column", "message", "help"] {
            assert!(line.get(key).is_some(), "{line} has no `{key}`");
        }
    }
    let codes: Vec<&str> = lines.iter().filter_map(|line| line["code"].as_str()).collect();
    assert!(codes.contains(&"CVG023"), "{codes:?}");
}

// explain, schema, completions, man

#[test]
fn explain_prints_a_page_and_helps_with_a_slip() {
    let here = tempfile::tempdir().expect("a folder");
    let page = cvg_gen(here.path(), &["explain", "cvg006"]);
    succeeds(&page);
    assert!(stdout(&page).starts_with("# CVG006 yaml-comment-truncates"), "{}", stdout(&page));
    assert!(stdout(&page).contains("## Instead"));
    succeeds(&cvg_gen(here.path(), &["explain", "unknown-helper"]));
    let slip = cvg_gen(here.path(), &["explain", "unknown-helpr"]);
    assert_eq!(slip.status.code(), Some(2));
    assert!(stderr(&slip).contains("unknown-helper"), "{}", stderr(&slip));
    assert!(stdout(&cvg_gen(here.path(), &["explain"])).lines().count() > 80);
}

fn repository() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
}

#[test]
fn the_schemas_beside_our_source_are_those_of_the_program() {
    let folder = tempfile::tempdir().expect("a folder");
    succeeds(&cvg_gen(folder.path(), &["schema", "--out", "."]));
    let mut count = 0;
    for entry in fs::read_dir(folder.path()).expect("reads") {
        let entry = entry.expect("reads");
        let ours = repository().join("canonical/.schemas").join(entry.file_name());
        let fresh = fs::read_to_string(entry.path()).expect("reads");
        let committed = fs::read_to_string(&ours).unwrap_or_default();
        assert!(
            fresh == committed,
            "{} is old: run `cvg-gen schema --out canonical/.schemas`",
            ours.display()
        );
        count += 1;
    }
    assert_eq!(count, 7);
}

#[test]
fn our_own_configuration_satisfies_the_schemas_and_names_them() {
    let canonical = repository().join("canonical");
    for (file, schema) in [
        ("plugin.yaml", "plugin"),
        ("marketplace.yaml", "marketplace"),
        ("hooks.yaml", "hooks"),
        ("hosts/claude.yaml", "host"),
        ("hosts/codex.yaml", "host"),
    ] {
        let text = fs::read_to_string(canonical.join(file)).expect("reads");
        let modeline = text.lines().next().unwrap_or_default();
        let named = modeline.strip_prefix("# yaml-language-server: $schema=").expect("a modeline");
        let named = canonical.join(file).parent().expect("has a parent").join(named);
        let schema_file = canonical.join(format!(".schemas/{schema}.schema.json"));
        assert_eq!(
            fs::canonicalize(&named).expect("the modeline's file is there"),
            fs::canonicalize(&schema_file).expect("is there"),
            "{file}"
        );
        let schema: Value =
            serde_json::from_str(&fs::read_to_string(schema_file).expect("reads")).expect("JSON");
        let value: Value = serde_yaml::from_str(&text).expect("YAML");
        let validator = jsonschema::validator_for(&schema).expect("a schema");
        let faults: Vec<String> =
            validator.iter_errors(&value).map(|fault| fault.to_string()).collect();
        assert!(faults.is_empty(), "{file}: {faults:?}");
        assert!(
            !validator.is_valid(&serde_json::json!({ "nonsense": 1 })),
            "{file}: takes anything"
        );
    }
}

#[test]
fn completions_and_the_manual_know_every_command() {
    let here = tempfile::tempdir().expect("a folder");
    let manual = cvg_gen(here.path(), &["man"]);
    succeeds(&manual);
    for verb in
        ["build", "check", "diff", "lint", "explain", "init", "adopt", "why", "watch", "schema"]
    {
        for shell in ["bash", "zsh", "fish"] {
            let script = cvg_gen(here.path(), &["completions", shell]);
            succeeds(&script);
            assert!(stdout(&script).contains(verb), "{shell}: {verb}");
        }
        let title = format!("CVG-GEN {}", verb.to_uppercase());
        assert!(stdout(&manual).contains(&title), "{title}");
    }
    let help = cvg_gen(here.path(), &["--help"]);
    assert!(stdout(&help).contains("Examples:"));
}

#[test]
fn wrong_usage_is_exit_2_with_a_remedy() {
    let here = tempfile::tempdir().expect("a folder");
    for (args, word) in [
        (&["build"][..], "cvg-gen init"),
        (&["--host", "cursor"], "claude"),
        (&["frobnicate"], "--help"),
        (&["--check", "lint"], "--check"),
        (&["schema", "plugins"], "plugin"),
    ] {
        let output = cvg_gen(here.path(), args);
        assert_eq!(output.status.code(), Some(2), "{args:?}");
        assert!(stderr(&output).contains(word), "{args:?}: {}", stderr(&output));
    }
}

// releases

fn git(folder: &Path, args: &[&str]) {
    let output = Command::new("git")
        .args([
            "-c",
            "user.name=t",
            "-c",
            "user.email=t@example.invalid",
            "-c",
            "commit.gpgsign=false",
        ])
        .args(args)
        .current_dir(folder)
        .env("GIT_CONFIG_GLOBAL", "/dev/null")
        .env("GIT_CONFIG_NOSYSTEM", "1")
        .output()
        .expect("git runs");
    succeeds(&output);
}

#[test]
fn content_that_changed_since_its_release_needs_a_new_version() {
    for tag in ["v0.1.0", "sample--v0.1.0"] {
        let folder = sample();
        let root = folder.path();
        succeeds(&cvg_gen(root, &["build"]));
        git(root, &["init", "-q", "-b", "main"]);
        git(root, &["add", "-A"]);
        git(root, &["commit", "-q", "-m", "release"]);
        git(root, &["tag", "-a", "-m", "release", tag]);
        git(root, &["pack-refs", "--all"]);
        succeeds(&cvg_gen(root, &["--check"]));

        let skill = root.join("canonical/skills/hello/SKILL.md");
        let text = fs::read_to_string(&skill).expect("reads");
        fs::write(&skill, text.replace("Greet the user", "Greet the person")).expect("writes");
        let output = cvg_gen(root, &["lint"]);
        assert_eq!(output.status.code(), Some(1), "{tag}");
        assert!(stdout(&output).contains("CVG120"), "{}", stdout(&output));
        assert!(stdout(&output).contains("canonical/plugin.yaml:3"), "{}", stdout(&output));

        let plugin = root.join("canonical/plugin.yaml");
        let text = fs::read_to_string(&plugin).expect("reads");
        fs::write(&plugin, text.replace("0.1.0", "0.1.1")).expect("writes");
        succeeds(&cvg_gen(root, &["build"]));
    }
}

#[test]
fn a_reader_that_goes_away_is_no_fault() {
    let here = tempfile::tempdir().expect("a folder");
    let script = format!("{} explain | head -n 1", env!("CARGO_BIN_EXE_cvg-gen"));
    let output = Command::new("sh")
        .args(["-c", &format!("set -o pipefail 2>/dev/null; {script}")])
        .current_dir(here.path())
        .output()
        .expect("runs");
    assert!(!stderr(&output).contains("panicked"), "{}", stderr(&output));
}

#[test]
fn our_own_trees_pass_the_lint_of_strangers() {
    for tree in ["plugins/claude", "plugins/codex"] {
        let output = cvg_gen(&repository(), &["lint", tree, "--format", "short"]);
        succeeds(&output);
        // Silences come along. That a variable is Claude Code's own is told about any
        // tree: a stranger's may be meant for other hosts as well.
        let text = stdout(&output);
        let other: Vec<&str> = text.lines().filter(|line| !line.contains("[CVG042]")).collect();
        assert!(other.is_empty(), "{tree}: {other:?}");
    }
}
