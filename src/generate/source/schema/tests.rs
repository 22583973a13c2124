//! Tests with schemas as schemars derives them from types like ours.

use indexmap::IndexMap;
use schemars::JsonSchema;
use serde::Deserialize;

use super::*;
use crate::diagnostic::render::{Format, Options};
use crate::generate::source::yaml;

/// A type with everything that our own types have.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[expect(dead_code, reason = "only its schema, and whether it deserialises, matters")]
struct Plugin {
    #[schemars(length(min = 1, max = 10), extend("format" = "kebab-case"))]
    name: String,
    #[schemars(extend("format" = "semver"))]
    version: String,
    author: Option<Author>,
    #[serde(default)]
    #[schemars(length(max = 2))]
    hosts: Vec<Host>,
    timeout: Option<u32>,
    share: Option<f64>,
    #[serde(default)]
    models: IndexMap<String, Option<String>>,
    tools: Option<Tools>,
    #[serde(default)]
    by_host: IndexMap<Host, Author>,
    claude: Option<serde_json::Map<String, Value>>,
    level: Option<Level>,
}

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[expect(dead_code, reason = "as above")]
struct Author {
    name: String,
    email: Option<String>,
}

#[derive(Debug, PartialEq, Eq, Hash, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
enum Host {
    Claude,
    Codex,
}

/// Variants with comments become `oneOf` with `const`.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
enum Level {
    /// The most.
    High,
    /// The least.
    Low,
}

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(untagged)]
#[expect(dead_code, reason = "as above")]
enum Tools {
    One(String),
    Many(Vec<String>),
    Full(Author),
}

fn check(text: &str) -> Vec<Diagnostic> {
    let schema = schemars::schema_for!(Plugin).to_value();
    let file = SourceFile::new("plugin.yaml", text);
    let root = yaml::parse(text, 0).expect("YAML").root.expect("not empty");
    let mut sink = Sink::new();
    validate(&root, &schema, &file, &mut sink);
    let faults = sink.finish();
    let read: Result<Plugin, _> = serde_json::from_value(root.to_json());
    if faults.is_empty() {
        read.expect("what passes deserialises");
    }
    faults
}

fn shown(text: &str) -> String {
    Format::Short.render(&check(text), &Options::default())
}

const HEAD: &str = "name: x\nversion: 1.0.0\n";

#[test]
fn what_is_right_passes() {
    assert_eq!(shown(HEAD), "");
    assert_eq!(
        shown(&format!(
            "{HEAD}author: {{ name: A, email: null }}\nhosts: [claude, codex]\ntimeout: 5\n\
             share: 0.5\nmodels: {{ strong: opus, weak: null, none: }}\ntools: [a, b]\n\
             by_host: {{ codex: {{ name: B }} }}\nclaude: {{ any: [1, {{ x: y }}] }}\nlevel: low\n"
        )),
        ""
    );
    for tools in ["a", "[]", "{ name: x }"] {
        assert_eq!(shown(&format!("{HEAD}tools: {tools}\n")), "");
    }
}

#[test]
fn every_fault_is_found_where_it_stands() {
    let text = "nmae: x\nversion: 1.10\nauthor:\n  mail: a\n  nickname: b\nhosts: [clade, 5]\n\
                timeout: -1\nshare: much\nmodels: [a]\ntools: { nam: x }\nlevel: hihg\n\
                by_host: { cursor: { name: x } }\nclaude: yes\nlicence_of_all: MIT\n";
    insta::assert_snapshot!(shown(text), @r"
    plugin.yaml:1:1: error[CVG145]: unknown field `nmae`
    plugin.yaml:2:10: error[CVG147]: field `version`: expected a string, found a number
    plugin.yaml:4:3: error[CVG145]: unknown field `mail` in `author`
    plugin.yaml:4:3: error[CVG146]: missing field `name` in `author`
    plugin.yaml:5:3: error[CVG145]: unknown field `nickname` in `author`
    plugin.yaml:6:9: error[CVG148]: field `hosts[0]`: unknown value `clade`
    plugin.yaml:6:16: error[CVG148]: field `hosts[1]`: unknown value `5`
    plugin.yaml:7:10: error[CVG148]: field `timeout`: -1 is less than 0
    plugin.yaml:8:8: error[CVG147]: field `share`: expected a number, found a string
    plugin.yaml:9:9: error[CVG147]: field `models`: expected a mapping, found a list
    plugin.yaml:10:10: error[CVG145]: unknown field `nam` in `tools`
    plugin.yaml:11:8: error[CVG148]: field `level`: unknown value `hihg`
    plugin.yaml:12:12: error[CVG145]: unknown field `cursor` in `by_host`
    plugin.yaml:13:9: error[CVG147]: field `claude`: expected a mapping, found a string
    plugin.yaml:14:1: error[CVG145]: unknown field `licence_of_all`
    ");
}

#[test]
fn lengths_bounds_forms_and_repeats() {
    let text = "name: Much-too-Long-For-This\nversion: v1\nhosts: [codex, codex, claude]\n\
                timeout: 0.5\nversion: 1.0.0\n";
    insta::assert_snapshot!(shown(text), @r"
    plugin.yaml:1:7: error[CVG148]: field `name`: 22 characters, at most 10 are allowed
    plugin.yaml:2:10: error[CVG148]: field `version`: `v1` is not a version such as `1.2.3` or `1.2.3-rc.1`
    plugin.yaml:3:8: error[CVG148]: field `hosts`: 3 items, at most 2 are allowed
    plugin.yaml:4:10: error[CVG147]: field `timeout`: expected a whole number, found a number with a fraction
    plugin.yaml:5:1: error[CVG148]: the key `version` stands twice
    ");
    assert!(shown(&format!("{HEAD}timeout: 5000000000\n")).contains("is more than 4294967295"));
    assert!(shown("name: \"\"\nversion: 1.0.0\n").contains("field `name`: must not be empty"));
}

#[test]
fn aliases_and_odd_keys_are_faults() {
    insta::assert_snapshot!(
        shown("name: &a x\nversion: *a\n? [k]\n: v\nclaude: { deep: [*a] }\n"), @r"
        plugin.yaml:2:10: error[CVG147]: field `version`: aliases are not followed
        plugin.yaml:3:3: error[CVG147]: a key must be a string
        plugin.yaml:5:18: error[CVG147]: field `claude.deep[0]`: aliases are not followed
        ");
}

#[test]
fn a_root_of_the_wrong_kind() {
    insta::assert_snapshot!(shown("- name: x\n"), @"plugin.yaml:1:1: error[CVG147]: expected a mapping, found a list");
}

#[test]
fn the_help_mends_it() {
    let faults = check("nmae: x\nversion: 1.10\nauthor: { name: A, zzz: 1 }\n");
    insta::assert_snapshot!(Format::Full.render(&faults, &Options::default()), @r#"
    error[CVG145]: unknown field `nmae`
     --> plugin.yaml:1:1
      |
    1 | nmae: x
      | ^^^^
      |
    help: did you mean `name`?
      |
    1 - nmae: x
    1 + name: x
      |

    error[CVG147]: field `version`: expected a string, found a number
     --> plugin.yaml:2:10
      |
    2 | version: 1.10
      |          ^^^^
      |
    help: quote the value
      |
    2 - version: 1.10
    2 + version: "1.10"
      |

    error[CVG145]: unknown field `zzz` in `author`
     --> plugin.yaml:3:20
      |
    3 | author: { name: A, zzz: 1 }
      |                    ^^^
      |
      = help: known fields: `name` and `email`
    "#);
}

mod robust {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn what_passes_deserialises_and_nothing_panics(
            fields in prop::collection::vec(
                (
                    prop_oneof![
                        Just("name"), Just("version"), Just("author"), Just("hosts"),
                        Just("timeout"), Just("share"), Just("models"), Just("tools"),
                        Just("by_host"), Just("claude"), Just("level"), Just("other"),
                    ],
                    prop_oneof![
                        Just("x"), Just("1.0.0"), Just("\"\""), Just("5"), Just("-1"), Just("0.5"),
                        Just("1e3"), Just("5000000000"), Just("99999999999999999999"), Just("true"),
                        Just("null"), Just(""), Just("[]"), Just("[codex]"), Just("[x, [y]]"),
                        Just("{ name: A }"), Just("{ codex: { name: A } }"), Just("{}"),
                        Just("{ x: null }"), Just("high"), Just("codex"), Just("!t x"),
                    ],
                ),
                0..8,
            ),
        ) {
            let mut text = HEAD.to_owned();
            for (key, value) in fields {
                text.push_str(key);
                text.push_str(": ");
                text.push_str(value);
                text.push('\n');
            }
            check(&text); // reads what has no fault
        }
    }
}
