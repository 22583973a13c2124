//! `[drift]` and `[gate]`, on real files.

use std::time::Duration;

use super::tests::Setup;
use super::*;

fn drift(setup: &Setup) -> (Drift, Vec<String>) {
    let (drift, faults) = setup.settings().drift(Some(&setup.root()));
    (drift, setup.told(&faults))
}

fn gate(setup: &Setup) -> (Gate, Vec<String>) {
    let (gate, faults) = setup.settings().gate(Some(&setup.root()));
    (gate, setup.told(&faults))
}

/// The faults of `[gate]` in a text, without the file's name.
fn faults(text: &str) -> Vec<String> {
    let told = gate(&Setup::new().project(text)).1;
    told.iter().map(|fault| fault.replacen("repo/convergo.toml:", "", 1)).collect()
}

#[test]
fn without_any_source_the_defaults_hold() {
    let setup = Setup::new();
    assert_eq!(drift(&setup), (Drift::default(), Vec::new()));
    assert_eq!(gate(&setup), (Gate::default(), Vec::new()));
    assert_eq!(setup.settings().gate(None), (Gate::default(), Vec::new()));
    let Drift { yellow, red, deadline, enabled, .. } = Drift::default();
    assert_eq!((yellow.files, yellow.sessions, red.files, red.sessions), (10, 4, 25, 6));
    assert_eq!((deadline, enabled), (Duration::from_secs(5), true));
    assert_eq!(Gate::default().timeout, Duration::from_secs(570));
}

#[test]
fn every_key_of_drift_is_read() {
    let setup = Setup::new().project(
        "[drift]\nenabled = false\nrepos = [\"../service\", '/abs', \"~/x\"]\nyellow-files = 1_1\n\
         yellow-sessions = +5\nred-files = 26\nred-sessions = 7\ndeadline = 60\n\
         [worktree]\nenforce = 3\n[other]\nx = 1\n",
    );
    let expected = Drift {
        enabled: false,
        repos: vec!["../service".into(), "/abs".into(), "~/x".into()],
        yellow: Limits { files: 11, sessions: 5 },
        red: Limits { files: 26, sessions: 7 },
        deadline: Duration::from_mins(1),
    };
    assert_eq!(drift(&setup), (expected, Vec::new()));
}

#[test]
fn every_key_of_the_gate_is_read() {
    let setup = Setup::new().project(
        r#"
        [gate]
        enabled = false
        timeout = 300
        docker-push = true
        milestones = ["make release", "./scripts/ship  *"]
        skip = ["go build", "rust: cargo clippy"]
        env = { GOOS = "linux", "A B" = "" }

        [[gate.layer]]
        name = "contract tests"
        run = "npm run contract"
        in = "./services/api"
        when = "services/*/package.json"
        timeout = 120
        env = { A = "b" }
        required = true

        [[gate.layer]]
        name = "docs"
        run = "make docs"
        [gate.layer.env]
        LANG = "C"
        "#,
    );
    let pair = |name: &str, value: &str| (name.to_owned(), value.to_owned());
    let (gate, faults) = gate(&setup);
    assert_eq!(faults, Vec::<String>::new());
    assert_eq!((gate.enabled, gate.docker_push), (false, true));
    assert_eq!(gate.timeout, Duration::from_mins(5));
    let milestones: Vec<_> = gate.milestones.iter().map(ToString::to_string).collect();
    assert_eq!(milestones, ["make release", "./scripts/ship *"]);
    assert_eq!(gate.skip, ["go build", "rust: cargo clippy"]);
    assert_eq!(gate.env, [pair("GOOS", "linux"), pair("A B", "")]);
    let contract = GateLayer {
        name: "contract tests".into(),
        run: "npm run contract".into(),
        folder: Some("services/api".into()),
        when: PathPattern::new("services/*/package.json").ok(),
        timeout: Some(Duration::from_mins(2)),
        env: vec![pair("A", "b")],
        required: true,
    };
    let docs = GateLayer {
        name: "docs".into(),
        run: "make docs".into(),
        folder: None,
        when: None,
        timeout: None,
        env: vec![pair("LANG", "C")],
        required: false,
    };
    assert_eq!(gate.layers, [contract, docs]);
}

#[test]
fn the_last_file_wins_key_by_key_and_lists_replace() {
    let setup = Setup::new()
        .user(
            "[drift]\nrepos = [\"a\", \"b\"]\nyellow-files = 5\ndeadline = 9\n\
             [gate]\nskip = [\"x\"]\ntimeout = 9\nenv = { A = \"a\", B = \"b\" }\n\
             [[gate.layer]]\nname = \"user\"\nrun = \"true\"\n",
        )
        .project(
            "[drift]\nrepos = [\"c\"]\ndeadline = 8\n[gate]\nskip = []\nenv = { A = \"c\" }\n\
             [[gate.layer]]\nname = \"project\"\nrun = \"true\"\n",
        );
    let (drift, _) = drift(&setup);
    assert_eq!(drift.repos, [PathBuf::from("c")]);
    assert_eq!((drift.yellow.files, drift.deadline), (5, Duration::from_secs(8)));
    let (gate, _) = gate(&setup);
    assert_eq!((gate.skip.len(), gate.timeout), (0, Duration::from_secs(9)));
    assert_eq!(gate.env, [("A".to_owned(), "c".to_owned())]);
    assert_eq!(gate.layers.len(), 1);
    assert_eq!(gate.layers[0].name, "project");
    assert_eq!(setup.settings().gate(None).0.layers[0].name, "user");
}

#[test]
fn a_bad_value_costs_its_own_key() {
    let setup = Setup::new().user("[drift]\nred-files = 30").project(
        "[drift]\nenabled = \"no\"\nrepos = \"x\"\nyellow-files = 0\nyellow-sessions = 1.5\n\
         red-files = \"9\"\nred-sessions = 0x10\ndeadline = 61\n",
    );
    let (drift, told) = drift(&setup);
    assert_eq!(
        told,
        [
            "repo/convergo.toml:2:11: expected true or false, found a string; \
             write `true` or `false` without quotes",
            "repo/convergo.toml:3:9: expected a list, found a string; write `[\"x\"]`",
            "repo/convergo.toml:4:16: `0` is no value of this key; \
             write a number from 1 to 1000000",
            "repo/convergo.toml:5:19: `1.5` is no value of this key; \
             write a number from 1 to 1000000",
            "repo/convergo.toml:6:13: expected a number, found a string; \
             write a number from 1 to 1000000",
            "repo/convergo.toml:7:16: `0x10` is no value of this key; \
             write a number from 1 to 1000000",
            "repo/convergo.toml:8:12: `61` is no value of this key; write a number from 1 to 60",
        ]
    );
    let red = Limits { files: 30, sessions: 6 };
    assert_eq!(drift, Drift { red, ..Drift::default() });
}

#[test]
fn a_yellow_limit_over_the_red_one_is_told() {
    let setup = Setup::new().project("[drift]\nyellow-files = 30\nred-sessions = 2\n");
    assert_eq!(
        drift(&setup).1,
        [
            "repo/convergo.toml:2:16: `yellow-files` is 30 and `red-files` is 25; \
             set both, `red-files` not below `yellow-files`",
            "repo/convergo.toml:3:16: `yellow-sessions` is 4 and `red-sessions` is 2; \
             set both, `red-sessions` not below `yellow-sessions`",
        ]
    );
    let setup = setup.user("[drift]\nred-files = 30\nyellow-sessions = 2");
    assert_eq!(drift(&setup).1, Vec::<String>::new());
}

#[test]
fn what_is_wrong_in_the_gate_is_told_with_its_place() {
    assert_eq!(
        faults(
            "[gate]\ntimeout = 571\nskip = [\" \", 3]\nmilestones = [\"*\", \"a * b\", \"a|b\"]\n\
             env = { A = 1, \"B=C\" = \"x\" }\nlayer = \"make\"\n"
        ),
        [
            "2:11: `571` is no value of this key; write a number from 1 to 570",
            "3:9: the text is empty; write what is meant",
            "3:14: expected a string, found a number; put it in quotes",
            "4:15: it names no program; begin with one",
            "4:20: `*` stands for all words that follow; put it at the end",
            "4:29: words are compared as they are, and `|` means nothing here; write plain words",
            "5:13: expected a string, found a number; put it in quotes",
            "5:16: no variable can be called `B=C`; give it another name",
            "6:9: expected a list of sections, found a string; \
             write `[[gate.layer]]` on a line of its own",
        ]
    );
    assert_eq!(
        faults(
            "[[gate.layer]]\nname = \"a\"\n[[gate.layer]]\nrun = \"x\"\n[[gate.layer]]\n\
             name = \"b\"\nrun = \"x\"\nin = \"../c\"\nwhen = \"!x\"\ntimeot = 3\n\
             [[gate.layer]]\nname = \"b\"\nrun = \"y\"\n"
        ),
        [
            "1:8: the layer has no `run`; add `run = \"…\"`",
            "3:8: the layer has no `name`; add `name = \"…\"`",
            "8:6: the folder lies outside; write it relative to the root, without `..`",
            "9:8: patterns have no `!`; write down what is meant",
            "10:1: `[gate.layer]` has no key `timeot`; did you mean `timeout`?",
            "11:8: there are two layers `b`; give each a name of its own",
        ]
    );
    assert_eq!(
        faults("[gate.layer]\nname = \"a\"\n"),
        ["1:7: expected a list of sections, found a section; \
          write `[[gate.layer]]` on a line of its own"]
    );
}

#[test]
fn unknown_keys_and_misspelt_sections_are_told_by_the_hook_that_they_concern() {
    let setup = Setup::new().project(
        "[gat]\nx = 1\n[drfit]\n[worktre]\n[gate]\nskp = []\ncolour = 1\n[drift]\nrepo = []\n\
         [state]\nx = 1\n",
    );
    assert_eq!(
        gate(&setup).1,
        [
            "repo/convergo.toml:1:2: there is no section `gat`; did you mean `gate`?",
            "repo/convergo.toml:6:1: `[gate]` has no key `skp`; did you mean `skip`?",
            "repo/convergo.toml:7:1: `[gate]` has no key `colour`; its keys are docker-push, \
             enabled, env, layer, milestones, skip, timeout",
        ]
    );
    assert_eq!(
        drift(&setup).1,
        [
            "repo/convergo.toml:3:2: there is no section `drfit`; did you mean `drift`?",
            "repo/convergo.toml:9:1: `[drift]` has no key `repo`; did you mean `repos`?",
        ]
    );
    let worktree = setup.settings().of(Some(&setup.root())).faults;
    assert_eq!(
        setup.told(&worktree),
        ["repo/convergo.toml:4:2: there is no section `worktre`; did you mean `worktree`?"]
    );
}

#[test]
fn every_way_to_write_a_section_counts() {
    for text in [
        "gate = { skip = [\"x\"], layer = [{ name = \"a\", run = \"b\", env = { C = \"d\" } }] }",
        "gate.skip = [\n  \"x\", # why\n]\ngate.layer = [{ name = \"a\", run = \"b\", env.C = \"d\" }]",
        "[[gate.layer]]\nname = 'a'\nrun = \"b\"\nenv.C = \"d\"\n[gate]\nskip = [\"x\"]",
        "[ 'gate' ]\nskip = [\"x\"]\n[[gate.\"layer\"]]\nname = \"\"\"a\"\"\"\nrun = \"\\u0062\"\n\
         [gate.layer.env]\nC = \"d\"\n[[x]]\n[[x]]\na.b = inf",
    ] {
        let (gate, faults) = gate(&Setup::new().project(text));
        assert_eq!(faults, Vec::<String>::new(), "{text}");
        assert_eq!(gate.skip, ["x"], "{text}");
        assert_eq!((&*gate.layers[0].name, &*gate.layers[0].run), ("a", "b"), "{text}");
        assert_eq!(gate.layers[0].env, [("C".to_owned(), "d".to_owned())], "{text}");
    }
}

#[test]
fn what_is_there_twice_is_a_fault_and_the_first_counts() {
    for (text, place) in [
        ("[gate]\nskip = [\"x\"]\nskip = []", "3:1"),
        ("[gate]\nskip = [\"x\"]\n[gate]\nskip = []", "3:2"),
        ("gate.skip = [\"x\"]\n[gate]\nskip = []", "2:2"),
        ("gate = { skip = [\"x\"] }\n[gate]\nskip = []", "2:2"),
        ("gate = { skip = [\"x\"] }\ngate.skip = []", "2:1"),
        ("gate = { skip = [\"x\"], skip = [] }", "1:24"),
        ("[gate]\nskip = [\"x\"]\nenv.A = \"\"\n[gate.env]", "4:7"),
        ("[gate]\nskip = [\"x\"]\nenv = {}\n[gate.env]", "4:7"),
        ("[gate]\nskip = [\"x\"]\nlayer = []\n[[gate.layer]]", "4:8"),
        ("[gate]\nskip = [\"x\"]\n[gate.skip.y]", "3:7"),
        ("[gate]\nskip = [\"x\"]\n[[gate.skip]]", "3:8"),
    ] {
        let (gate, faults) = gate(&Setup::new().project(text));
        let fault = format!("repo/convergo.toml:{place}: duplicate key; correct the TOML");
        assert!(faults.contains(&fault), "{text}: {faults:?}");
        assert_eq!(gate.skip, ["x"], "{text}");
    }
}

#[test]
fn a_value_in_the_place_of_a_section_is_a_fault_and_the_other_way_round() {
    let section = "write `[gate]` on a line of its own";
    assert_eq!(faults("gate = 3"), [format!("1:8: expected a section, found a number; {section}")]);
    assert_eq!(faults("[[gate]]"), [format!("1:3: expected a section, found a list; {section}")]);
    assert_eq!(
        faults("[gate]\nskip.x = 1\nenv = [{ A = \"b\" }]\ntimeout = {}\nenabled = 2024-01-02"),
        [
            "2:1: expected a list of strings, found a section; write a list of strings in brackets",
            "3:1: expected names with values, found a list; write `{ NAME = \"value\" }`",
            "4:1: expected a number, found a section; write a number from 1 to 570",
            "5:11: expected true or false, found a date; write `true` or `false` without quotes",
        ]
    );
}

#[test]
fn a_syntax_error_is_told_whichever_section_has_it() {
    let setup =
        Setup::new().project("[other]\nx = = 1\n[[gate.layer]\nname = \"a\"\nrun = \"b\"\n");
    let (gate, faults) = gate(&setup);
    assert_eq!(gate.layers, []);
    for line in [2, 3] {
        let place = format!("repo/convergo.toml:{line}:");
        assert!(faults.iter().any(|fault| fault.starts_with(&place)), "{faults:?}");
    }
    let setup = Setup::new().project("#".repeat(300 * 1024));
    assert_eq!(
        super::section_tests::gate(&setup).1,
        ["repo/convergo.toml: it is larger than 262144 bytes; make it smaller"]
    );
}

#[test]
fn a_file_made_to_cost_time_or_stack_is_read_in_part() {
    let many = (0..20_000).map(|n| format!("k{n}=1\n")).collect::<Vec<_>>().concat();
    assert_eq!(faults(&format!("[gate]\n{many}")).len(), 100);
    let deep = "a.".repeat(100_000);
    assert_eq!(
        faults(&format!("[gate]\n{deep}b = 1")),
        ["2:17: the key has too many names; correct the TOML"]
    );
    assert!(faults(&format!("gate = {}", "{ a = ".repeat(20_000))).len() <= 100);
}

#[test]
fn a_command_is_matched_word_by_word() {
    let is = |pattern: &str, line: &str| {
        let words: Vec<&str> = line.split(' ').collect();
        CommandPattern::new(pattern).expect("a pattern").matches(&words)
    };
    assert!(is("make release", "make release"));
    assert!(!is("make release", "make release now"));
    assert!(!is("make release", "make"));
    assert!(!is("make release", "make releases"));
    assert!(is("./scripts/ship *", "./scripts/ship"));
    assert!(is("./scripts/ship *", "./scripts/ship a b"));
    assert!(!is("./scripts/ship *", "./scripts/shipping"));
    assert_eq!(CommandPattern::new(" "), Err(BadCommand::NoProgram));
    assert_eq!(CommandPattern::new("a 'b c'"), Err(BadCommand::Shell('\'')));
}
