//! Sources, their order, and faults, on real files.

use std::collections::BTreeMap;
use std::fs;

use super::*;

/// A home folder, a main checkout, and variables.
pub(super) struct Setup {
    temp: tempfile::TempDir,
    variables: BTreeMap<&'static str, String>,
}

impl Setup {
    pub(super) fn new() -> Setup {
        let temp = tempfile::tempdir().expect("a temporary folder");
        let home = temp.path().join("home").display().to_string();
        Setup { temp, variables: BTreeMap::from([("HOME", home)]) }
    }

    fn file(self, path: &str, text: impl AsRef<[u8]>) -> Setup {
        let path = self.temp.path().join(path);
        fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
        fs::write(path, text).expect("a file");
        self
    }

    pub(super) fn user(self, text: &str) -> Setup {
        self.file("home/.config/convergo/config.toml", text)
    }

    pub(super) fn project(self, text: impl AsRef<[u8]>) -> Setup {
        self.file("repo/convergo.toml", text)
    }

    fn variable(mut self, name: &'static str, value: &str) -> Setup {
        self.variables.insert(name, value.to_owned());
        self
    }

    pub(super) fn settings(&self) -> Settings {
        Settings::new(|name| self.variables.get(name).map(OsString::from))
    }

    pub(super) fn root(&self) -> PathBuf {
        self.temp.path().join("repo")
    }

    fn config(&self) -> Config {
        self.settings().of(Some(&self.root()))
    }

    /// The faults, with paths relative to the temporary folder.
    fn faults(&self) -> Vec<String> {
        self.told(&self.config().faults)
    }

    pub(super) fn told(&self, faults: &[Fault]) -> Vec<String> {
        let folder = format!("{}/", self.temp.path().display());
        faults.iter().map(|fault| fault.to_string().replace(&folder, "")).collect()
    }
}

fn texts(patterns: &[PathPattern]) -> Vec<&str> {
    patterns.iter().map(PathPattern::as_str).collect()
}

#[test]
fn without_any_source_the_guard_is_off() {
    let config = Setup::new().config();
    assert_eq!(config, Config { worktree: Worktree::default(), faults: Vec::new() });
    assert!(!config.worktree.enforce.on);
    assert_eq!(texts(&config.worktree.lanes), [".worktrees/**", ".claude/worktrees/**"]);
}

#[test]
fn the_last_source_wins_key_by_key() {
    let setup = Setup::new()
        .user("[worktree]\nenforce = false\nopaque = \"ask\"\nexempt = [\"a\"]\n")
        .project("[worktree]\nenforce = true\nexempt = [\"b\"]\n");
    let worktree = setup.config().worktree;
    assert_eq!(worktree.enforce, Enforce { on: true, source: Source::Project });
    assert_eq!(worktree.opaque, Answer::Ask);
    assert_eq!(texts(&worktree.exempt), ["b"]);

    let setup = setup.variable("CVG_WORKTREE_ENFORCE", "0").variable("CVG_WORKTREE_OPAQUE", "deny");
    let worktree = setup.config().worktree;
    assert_eq!(worktree.enforce, Enforce { on: false, source: Source::Environment });
    assert_eq!(worktree.opaque, Answer::Deny);
}

#[test]
fn the_variable_does_not_speak_of_another_repository() {
    let setup = Setup::new()
        .project("[worktree]\nenforce = true\n")
        .variable("CVG_WORKTREE_ENFORCE", "0")
        .variable("CVG_WORKTREE_OPAQUE", "deny");
    let another = setup.settings().of_another(Some(&setup.root())).worktree;
    assert_eq!(another.enforce, Enforce { on: true, source: Source::Project });
    assert_eq!(another.opaque, Answer::Deny, "the other variables are for every repository");

    let setup = Setup::new().variable("CVG_WORKTREE_ENFORCE", "1");
    assert!(!setup.settings().of_another(Some(&setup.root())).worktree.enforce.on);
}

#[test]
fn every_key_is_read() {
    let setup = Setup::new().project(
        r#"
        [worktree]
        enforce = true
        lanes = ["lanes/**"]
        exempt = ["docs/plans/", "*.log"]
        opaque = "deny"
        unanalysable = "ask"
        ask-on-codex = "allow"

        [worktree.mcp]
        write = ["mcp__notes__save*"]
        read = ["mcp__notes__*"]
        paths = ["target_file"]

        [gate]
        enabled = "whatever"
        "#,
    );
    let Config { worktree, faults } = setup.config();
    assert_eq!(faults, []);
    assert_eq!(texts(&worktree.lanes), [".worktrees/**", ".claude/worktrees/**", "lanes/**"]);
    assert_eq!(texts(&worktree.exempt), ["docs/plans/", "*.log"]);
    assert_eq!(worktree.opaque, Answer::Deny);
    assert_eq!(worktree.unanalysable, Answer::Ask);
    assert_eq!(worktree.ask_on_codex, CodexAsk::Allow);
    assert_eq!(worktree.mcp_write, [NamePattern::new("mcp__notes__save*").expect("one")]);
    assert_eq!(worktree.mcp_read, [NamePattern::new("mcp__notes__*").expect("one")]);
    assert_eq!(worktree.mcp_paths, ["target_file"]);
}

#[test]
fn the_users_file_may_be_elsewhere() {
    let setup = Setup::new()
        .user("[worktree]\nopaque = \"ask\"")
        .file("xdg/convergo/config.toml", "[worktree]\nopaque = \"deny\"");
    let xdg = setup.temp.path().join("xdg").display().to_string();
    let setup = setup.variable("XDG_CONFIG_HOME", &xdg);
    assert_eq!(setup.config().worktree.opaque, Answer::Deny);
    for ignored in ["", "relative"] {
        let setup =
            Setup::new().user("[worktree]\nopaque = \"ask\"").variable("XDG_CONFIG_HOME", ignored);
        assert_eq!(setup.config().worktree.opaque, Answer::Ask, "{ignored:?}");
    }
    assert_eq!(Settings::new(|_| None).user_file(), None);
}

#[test]
fn the_users_file_is_read_once() {
    let setup = Setup::new().user("[worktree]\nenforce = true");
    let mut settings = setup.settings();
    assert!(settings.of(None).worktree.enforce.on);
    let setup = setup.user("[worktree]\nenforce = false");
    assert!(settings.of(Some(setup.temp.path())).worktree.enforce.on);
}

#[test]
fn a_bad_value_costs_its_own_key() {
    let setup = Setup::new().user("[worktree]\nopaque = \"ask\"").project(
        "[worktree]\nenforce = \"yes\"\nopaque = \"dney\"\nunanalysable = 3\nlanes = \"x\"\n\
         exempt = [\"../up\", \"docs\", 7, \"!a\"]\nask-on-codex = \"ask\"\n",
    );
    assert_eq!(
        setup.faults(),
        [
            "repo/convergo.toml:2:11: expected true or false, found a string; \
             write `true` or `false` without quotes",
            "repo/convergo.toml:3:10: `dney` is no value of this key; did you mean `deny`?",
            "repo/convergo.toml:4:16: expected a string, found a number; \
             write `allow`, `ask` or `deny`",
            "repo/convergo.toml:5:9: expected a list, found a string; write `[\"x\"]`",
            "repo/convergo.toml:6:11: a pattern cannot leave the checkout; \
             write it from the top folder, without `..`",
            "repo/convergo.toml:6:28: expected a string, found a number; put it in quotes",
            "repo/convergo.toml:6:31: patterns have no `!`; write down what is meant",
            "repo/convergo.toml:7:16: `ask` is no value of this key; write `allow` or `deny`",
        ]
    );
    let worktree = setup.config().worktree;
    assert_eq!(worktree.opaque, Answer::Ask);
    assert_eq!(texts(&worktree.exempt), ["docs"]);
}

#[test]
fn unknown_keys_of_ours_are_told() {
    let setup = Setup::new().project(
        "[worktre]\nenforce = true\n[worktree]\nenforced = true\nx = 1\n[worktree.mcp]\npath = []\n\
         [tool.other]\nanything = 1\n",
    );
    assert_eq!(
        setup.faults(),
        [
            "repo/convergo.toml:1:2: there is no section `worktre`; did you mean `worktree`?",
            "repo/convergo.toml:4:1: `[worktree]` has no key `enforced`; did you mean `enforce`?",
            "repo/convergo.toml:5:1: `[worktree]` has no key `x`; its keys are ask-on-codex, \
             enforce, exempt, lanes, mcp, opaque, unanalysable",
            "repo/convergo.toml:7:1: `[worktree.mcp]` has no key `path`; did you mean `paths`?",
        ]
    );
}

#[test]
fn a_syntax_error_leaves_the_other_lines() {
    let setup = Setup::new().project("[worktree]\nopaque = = \"ask\"\nenforce = true\n");
    assert!(setup.config().worktree.enforce.on);
    let faults = setup.faults();
    assert!(faults.iter().all(|fault| fault.starts_with("repo/convergo.toml:2:")), "{faults:?}");
    assert!(faults.iter().all(|fault| fault.ends_with("; correct the TOML")), "{faults:?}");
    let setup = Setup::new().project("worktree.enforce = true\nworktree.x = 1\n");
    assert!(setup.config().worktree.enforce.on);
    assert_eq!(setup.faults().len(), 1);
    let setup = Setup::new().project("worktree = 3\n");
    assert_eq!(
        setup.faults(),
        ["repo/convergo.toml:1:12: expected a section, found a number; \
          write `[worktree]` on a line of its own"]
    );
}

#[test]
fn every_way_to_write_a_section_counts() {
    for text in [
        "worktree = { enforce = true, mcp = { paths = [\"x\"] } }",
        "worktree.enforce = true\nworktree.mcp.paths = [\n  \"x\", # why\n]",
        "[worktree.mcp]\npaths = ['x']\n[worktree]\nenforce = true",
        "[worktree]\nmcp.paths = [\"\"\"x\"\"\"]\nenforce = true",
        "[ 'worktree' ]\n\"mcp\" . paths = [\"\\u0078\"]\nenforce = true\n[[x]]\n[[x]]\na = 1\na.b = inf",
    ] {
        let setup = Setup::new().project(text);
        assert_eq!(setup.faults(), Vec::<String>::new(), "{text}");
        let worktree = setup.config().worktree;
        assert!(worktree.enforce.on, "{text}");
        assert_eq!(worktree.mcp_paths, ["x"], "{text}");
    }
}

#[test]
fn what_is_there_twice_is_a_fault_and_the_first_counts() {
    for (text, place) in [
        ("[worktree]\nenforce = true\nenforce = false", "3:1"),
        ("[worktree]\nenforce = true\n[worktree]\nenforce = false", "3:2"),
        ("worktree.enforce = true\n[worktree]\nenforce = false", "2:2"),
        ("worktree = { enforce = true }\n[worktree]\nenforce = false", "2:2"),
        ("worktree = { enforce = true }\nworktree.enforce = false", "2:1"),
        ("worktree = { enforce = true, enforce = false }", "1:30"),
        ("[worktree]\nmcp.read = []\nenforce = true\n[worktree.mcp]", "4:11"),
    ] {
        let setup = Setup::new().project(text);
        let fault = format!("repo/convergo.toml:{place}: duplicate key; correct the TOML");
        assert!(setup.faults().contains(&fault), "{text}: {:?}", setup.faults());
        assert!(setup.config().worktree.enforce.on, "{text}");
    }
}

#[test]
fn a_value_in_the_place_of_a_section_is_a_fault_and_the_other_way_round() {
    let setup = Setup::new().project("[[worktree]]\nenforce = true\n");
    assert!(!setup.config().worktree.enforce.on);
    assert_eq!(
        setup.faults(),
        ["repo/convergo.toml:1:1: expected a section, found a list; \
          write `[worktree]` on a line of its own"]
    );
    let setup = Setup::new().project("[worktree]\nenforce.x = true\n[worktree.lanes]\n");
    assert_eq!(
        setup.faults(),
        [
            "repo/convergo.toml:2:9: `enforce` is no section; give it one value",
            "repo/convergo.toml:3:1: expected a list, found a section; \
             write a list of strings in brackets",
        ]
    );
    let setup = Setup::new().project("[worktree]\nopaque = 2024-01-02\nenforce = yes\n");
    assert_eq!(
        setup.faults(),
        [
            "repo/convergo.toml:2:10: expected a string, found a date; \
             write `allow`, `ask` or `deny`",
            "repo/convergo.toml:3:11: a string needs quotes; correct the TOML",
        ]
    );
}

#[test]
fn a_file_full_of_faults_is_told_of_in_part() {
    let setup =
        Setup::new().project(format!("[worktree]\n{}enforce = true", "x = 1\n".repeat(9000)));
    assert!(setup.config().worktree.enforce.on);
    assert_eq!(setup.faults().len(), 100);
}

#[test]
fn text_that_is_not_utf8_is_read_as_far_as_possible() {
    let setup = Setup::new().project(b"[worktree]\n# \xff\nenforce = true\n");
    assert!(setup.config().worktree.enforce.on);
    assert_eq!(setup.faults(), ["repo/convergo.toml:2:3: it is not UTF-8; save the file as UTF-8"]);
    let setup = Setup::new().project("\u{feff}[worktree]\r\nenforce = true\r\n");
    assert!(setup.config().worktree.enforce.on);
    assert_eq!(setup.faults(), Vec::<String>::new());
}

#[test]
fn what_is_no_readable_file_is_a_fault() {
    let setup = Setup::new().file("repo/convergo.toml/x", "");
    let faults = setup.faults();
    assert_eq!(
        faults,
        ["repo/convergo.toml: cannot read it: it is no file; make it a readable file"]
    );
    let setup = Setup::new().project("#".repeat(300 * 1024));
    assert_eq!(
        setup.faults(),
        ["repo/convergo.toml: it is larger than 262144 bytes; make it smaller"]
    );
    let setup = Setup::new().project(format!("x = {}", "[".repeat(200_000)));
    assert!(!setup.faults().is_empty());
}

#[test]
fn variables_have_words_too() {
    for (value, on) in [("1", true), ("true", true), ("TRUE", true), ("0", false), ("false", false)]
    {
        let setup = Setup::new().variable("CVG_WORKTREE_ENFORCE", value);
        let enforce = setup.config().worktree.enforce;
        assert_eq!(enforce, Enforce { on, source: Source::Environment }, "{value}");
    }
    let setup = Setup::new().variable("CVG_WORKTREE_ENFORCE", "");
    assert_eq!(setup.config().worktree.enforce.source, Source::Default);
    let setup = Setup::new()
        .variable("CVG_WORKTREE_ENFORCE", "yes")
        .variable("CVG_WORKTREE_OPAQUE", "alow");
    assert_eq!(
        setup.faults(),
        [
            "CVG_WORKTREE_ENFORCE: `yes` is no value of it; write `1`, `0`, `true` or `false`",
            "CVG_WORKTREE_OPAQUE: `alow` is no value of it; did you mean `allow`?",
        ]
    );
}
