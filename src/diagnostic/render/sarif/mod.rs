//! SARIF 2.1.0, the log format that code hosts and editors import.
//!
//! Only the part of the format that we use, as our own structs. Paths are
//! relative to `SRCROOT`; columns count UTF-16 code units, SARIF's default.

mod log;

use std::collections::BTreeMap;
use std::path::Path;

use log::{
    ArtifactChange, ArtifactLocation, Configuration, Content, Driver, FixItem, Help, Location, Log,
    PhysicalLocation, Properties, Replacement, ResultItem, RuleItem, Run, Text, Tool, UriBase,
};

use super::Options;
use super::span::{Unit, range_span, span};
use crate::diagnostic::{Diagnostic, Fix, Place, Rule, Severity, SourceFile};

const SCHEMA: &str = "https://json.schemastore.org/sarif-2.1.0.json";
const SOURCE_ROOT: &str = "SRCROOT";

/// Shows all diagnostics as one log; rules are listed by code, results as they come.
pub(super) fn render(diagnostics: &[Diagnostic], options: &Options) -> String {
    let rules: BTreeMap<&str, &'static Rule> =
        diagnostics.iter().map(|item| (item.rule.code, item.rule)).collect();
    let index = |code: &str| rules.keys().position(|known| *known == code).unwrap_or_default();
    let results = diagnostics.iter().map(|item| result(item, index(item.rule.code))).collect();
    let base = options.root.as_deref().map(|root| (SOURCE_ROOT, UriBase { uri: root_uri(root) }));
    let driver = Driver {
        name: "cvg-gen",
        version: env!("CARGO_PKG_VERSION"),
        rules: rules.values().copied().map(rule_item).collect(),
    };
    let log = Log {
        schema: SCHEMA,
        version: "2.1.0",
        runs: [Run {
            tool: Tool { driver },
            column_kind: "utf16CodeUnits",
            original_uri_base_ids: base.into_iter().collect(),
            results,
        }],
    };
    // Structs of strings and numbers always serialise.
    let mut out = serde_json::to_string_pretty(&log).unwrap_or_default();
    out.push('\n');
    out
}

fn rule_item(rule: &'static Rule) -> RuleItem {
    let page = rule.page();
    RuleItem {
        id: rule.code,
        name: rule.name,
        short_description: Text { text: rule.summary().to_owned() },
        help: Help { text: page.clone(), markdown: page },
        default_configuration: Configuration { level: level(rule.severity) },
    }
}

fn result(item: &Diagnostic, rule_index: usize) -> ResultItem<'_> {
    let mut message = item.message.clone();
    for line in &item.help {
        message.push('\n');
        message.push_str(line);
    }
    let hosts: Vec<&'static str> = item.hosts.iter().map(|host| host.id()).collect();
    ResultItem {
        rule_id: item.rule.code,
        rule_index,
        level: level(item.severity),
        message: Text { text: message },
        locations: [location(&item.place, item.note.as_deref())],
        related_locations: item
            .labels
            .iter()
            .map(|label| location(&label.place, Some(&label.text)))
            .collect(),
        fixes: item.fix.iter().map(|fix| fix_item(fix, &item.place.file)).collect(),
        properties: (!hosts.is_empty()).then_some(Properties { hosts }),
    }
}

fn location(place: &Place, message: Option<&str>) -> Location {
    Location {
        physical_location: PhysicalLocation {
            artifact_location: artifact(&place.file),
            region: span(place, Unit::Utf16).into(),
        },
        message: message.map(|text| Text { text: text.to_owned() }),
    }
}

fn fix_item<'a>(fix: &'a Fix, file: &SourceFile) -> FixItem<'a> {
    FixItem {
        description: Text { text: fix.title.clone() },
        artifact_changes: [ArtifactChange {
            artifact_location: artifact(file),
            replacements: [Replacement {
                deleted_region: range_span(&file.text, &fix.range, Unit::Utf16).into(),
                inserted_content: Content { text: &fix.replacement },
            }],
        }],
    }
}

fn artifact(file: &SourceFile) -> ArtifactLocation {
    ArtifactLocation { uri: encode(&file.path), uri_base_id: SOURCE_ROOT }
}

const fn level(severity: Severity) -> &'static str {
    match severity {
        Severity::Error => "error",
        Severity::Warning => "warning",
        Severity::Info => "note",
    }
}

/// A folder as a `file:` URI, which must end in `/` to serve as a base.
fn root_uri(root: &Path) -> String {
    let path = encode(root);
    let slash = if path.starts_with('/') { "" } else { "/" };
    format!("file://{slash}{}/", path.trim_end_matches('/'))
}

/// A path as a URI reference: everything but unreserved characters and `/` as `%XX`.
fn encode(path: &Path) -> String {
    let mut out = String::new();
    for &byte in path.as_os_str().as_encoded_bytes() {
        match byte {
            b'\\' if cfg!(windows) => out.push('/'),
            b'A'..=b'Z' | b'a'..=b'z' | b'0'..=b'9' | b'-' | b'.' | b'_' | b'~' | b'/' => {
                out.push(char::from(byte));
            }
            other => out.extend(['%', hex_digit(other >> 4), hex_digit(other & 0xf)]),
        }
    }
    out
}

fn hex_digit(value: u8) -> char {
    char::from_digit(u32::from(value), 16).unwrap_or('0').to_ascii_uppercase()
}

#[cfg(test)]
mod tests {
    use super::super::testing::diagnostics;
    use super::*;

    #[test]
    fn one_log() {
        let log = render(&diagnostics()[1..2], &Options::default())
            .replace(env!("CARGO_PKG_VERSION"), "[version]");
        insta::assert_snapshot!(log, @r##"
        {
          "$schema": "https://json.schemastore.org/sarif-2.1.0.json",
          "version": "2.1.0",
          "runs": [
            {
              "tool": {
                "driver": {
                  "name": "cvg-gen",
                  "version": "[version]",
                  "rules": [
                    {
                      "id": "CVG006",
                      "name": "yaml-comment-truncates",
                      "shortDescription": {
                        "text": "A value is cut at ` #`."
                      },
                      "help": {
                        "text": "# CVG006 yaml-comment-truncates\n\nSeverity: warning\n\nA value is cut at ` #`.\n",
                        "markdown": "# CVG006 yaml-comment-truncates\n\nSeverity: warning\n\nA value is cut at ` #`.\n"
                      },
                      "defaultConfiguration": {
                        "level": "warning"
                      }
                    }
                  ]
                }
              },
              "columnKind": "utf16CodeUnits",
              "results": [
                {
                  "ruleId": "CVG006",
                  "ruleIndex": 0,
                  "level": "warning",
                  "message": {
                    "text": "the value is cut at ` #`: the rest is a YAML comment\nquote the value\nor move the comment to a line of its own"
                  },
                  "locations": [
                    {
                      "physicalLocation": {
                        "artifactLocation": {
                          "uri": "canonical/skills/review/SKILL.md",
                          "uriBaseId": "SRCROOT"
                        },
                        "region": {
                          "startLine": 4,
                          "startColumn": 24,
                          "endLine": 4,
                          "endColumn": 38
                        }
                      },
                      "message": {
                        "text": "this text is lost"
                      }
                    }
                  ],
                  "fixes": [
                    {
                      "description": {
                        "text": "quote the value"
                      },
                      "artifactChanges": [
                        {
                          "artifactLocation": {
                            "uri": "canonical/skills/review/SKILL.md",
                            "uriBaseId": "SRCROOT"
                          },
                          "replacements": [
                            {
                              "deletedRegion": {
                                "startLine": 4,
                                "startColumn": 14,
                                "endLine": 4,
                                "endColumn": 38
                              },
                              "insertedContent": {
                                "text": "\"Fix issue #12 and review\""
                              }
                            }
                          ]
                        }
                      ]
                    }
                  ],
                  "properties": {
                    "hosts": [
                      "codex"
                    ]
                  }
                }
              ]
            }
          ]
        }
        "##);
    }

    #[test]
    fn places_are_uris_and_utf_16_columns() {
        let log: serde_json::Value =
            serde_json::from_str(&render(&diagnostics(), &Options::default())).expect("JSON");
        let run = &log["runs"][0];
        let rules: Vec<_> = run["tool"]["driver"]["rules"]
            .as_array()
            .expect("a list")
            .iter()
            .map(|rule| rule["id"].as_str().expect("a code"))
            .collect();
        assert_eq!(rules, ["CVG006", "CVG021"], "rules stand once, by code");
        let odd = &run["results"][2];
        assert_eq!((&odd["ruleIndex"], &odd["level"]), (&1.into(), &"warning".into()));
        let place = &odd["locations"][0]["physicalLocation"];
        let uri = "canonical/an%20odd%3Aname%2C%20100%25.yaml";
        assert_eq!(place["artifactLocation"]["uri"], uri);
        assert_eq!(place["region"]["startColumn"], 8, "the emoji before it is two units");
    }

    #[test]
    fn an_empty_log_is_still_a_log() {
        let log: serde_json::Value =
            serde_json::from_str(&render(&[], &Options::default())).expect("JSON");
        assert_eq!(log["runs"][0]["results"], serde_json::json!([]));
        assert_eq!(log["version"], "2.1.0");
    }

    #[test]
    fn the_root_is_a_folder() {
        let options = Options { root: Some("/some where".into()), ..Options::default() };
        let log: serde_json::Value = serde_json::from_str(&render(&[], &options)).expect("JSON");
        let base = &log["runs"][0]["originalUriBaseIds"]["SRCROOT"]["uri"];
        assert_eq!(base, "file:///some%20where/");
    }
}
