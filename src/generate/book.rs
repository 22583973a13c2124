//! The pages of the book that follow from the code: rules, variables, shapes.
//!
//! A test compares them with `docs/`; `UPDATE_BOOK=1 cargo test --test book`
//! writes them.

use std::path::PathBuf;

use super::hosts::facts::hosts_page;
use super::lint::rules;
use crate::diagnostic::{Rule, render::JSON_SCHEMA};
use crate::env;

/// The line of SUMMARY.md below which the rules are listed.
pub const RULES_HEADING: &str = "- [Rules](rules/README.md)";

/// Every generated page: its path in `docs/src`, and its text.
pub fn pages() -> Vec<(PathBuf, String)> {
    let rules = rules_by_code();
    let mut pages = vec![
        (PathBuf::from("reference/diagnostic.schema.json"), JSON_SCHEMA.to_owned()),
        (PathBuf::from("reference/environment.md"), environment_page()),
        (PathBuf::from("reference/hosts.md"), hosts_page()),
        (PathBuf::from("rules/README.md"), rules_page(&rules)),
    ];
    pages.extend(rules.iter().map(|rule| (PathBuf::from(rule_path(rule)), rule.page())));
    pages
}

/// The lines of SUMMARY.md below [`RULES_HEADING`].
pub fn summary_of_rules() -> String {
    rules_by_code()
        .iter()
        .map(|rule| format!("  - [{} {}]({})\n", rule.code, rule.name, rule_path(rule)))
        .collect::<Vec<_>>()
        .concat()
}

fn rules_by_code() -> Vec<&'static Rule> {
    let mut rules: Vec<_> = rules::all().map(|entry| entry.rule).collect();
    rules.sort_by_key(|rule| rule.code);
    rules
}

fn rule_path(rule: &Rule) -> String {
    format!("rules/{}.md", rule.code)
}

fn rules_page(rules: &[&Rule]) -> String {
    let rows: Vec<String> = rules
        .iter()
        .map(|rule| {
            format!(
                "| [{code}]({code}.md) | `{}` | {} | {} |\n",
                rule.name,
                rule.severity.word(),
                rule.summary().replace('|', "\\|"),
                code = rule.code,
            )
        })
        .collect();
    format!(
        "# Rules\n\nA code never changes its meaning and is never used again. `cvg-gen explain CODE` \
         prints a page; [Diagnostics](../reference/diagnostics.md#silences) tells how to silence \
         a rule where a fault is meant.\n\n| code | name | severity | what is wrong |\n\
         |---|---|---|---|\n{}",
        rows.concat()
    )
}

fn environment_page() -> String {
    let rows: Vec<String> = env::ALL
        .iter()
        .map(|variable| format!("| `{}` | {} |\n", variable.name, variable.purpose))
        .collect();
    format!(
        "# Environment variables\n\nThe programs, the hooks and the launchers read these variables \
         and no others.\n\n## cvg-gen and cvg\n\n\
         | variable | what it does |\n|---|---|\n{}\n\
         `--color always` and `--color never` win over the variables about colour, and `NO_COLOR` \
         wins over `CLICOLOR_FORCE`.\n\n## Hooks\n\n{}\n## Settings of the hooks\n\n\
         These win over the [configuration](convergo-toml.md) of the user and of the \
         repository.\n\n{}\n## Launchers\n\n\
         The files in a plugin's `bin/` look for the program that they are named after. They also \
         read `HOME` and `PATH`.\n\n{}",
        rows.concat(),
        variables_of_hooks(cvg_hooks::env::ALL),
        variables_of_hooks(cvg_hooks::env::SETTINGS),
        variables_of_hooks(cvg_hooks::env::LAUNCHER),
    )
}

fn variables_of_hooks(list: &[cvg_hooks::env::Variable]) -> String {
    let row = |variable: &cvg_hooks::env::Variable| {
        let cvg_hooks::env::Variable { name, purpose, default } = variable;
        format!("| `{name}` | {purpose} | {default} |\n")
    };
    let rows: Vec<String> = list.iter().map(row).collect();
    format!("| variable | what it does | without it |\n|---|---|---|\n{}", rows.concat())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_rule_has_a_page_with_a_sentence_and_a_cure() {
        for rule in rules_by_code() {
            let summary = rule.summary();
            assert!(
                summary.len() > 20 && summary.ends_with('.'),
                "{}: the first line is one sentence: {summary:?}",
                rule.code
            );
            let page = rule.page();
            assert!(page.contains("\n## Instead\n"), "{}: no section `Instead`", rule.code);
            assert_eq!(page.matches("```").count() % 2, 0, "{}: an open code block", rule.code);
        }
    }

    #[test]
    fn codes_and_names_are_unique() {
        let rules = rules_by_code();
        for pair in rules.windows(2) {
            assert!(pair[0].code < pair[1].code, "{} stands twice", pair[1].code);
        }
        let mut names: Vec<_> = rules.iter().map(|rule| rule.name).collect();
        names.sort_unstable();
        names.dedup();
        assert_eq!(names.len(), rules.len());
    }
}
