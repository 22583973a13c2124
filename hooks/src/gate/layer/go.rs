//! Go: build, vet, golangci-lint, and the tests, those of the tag e2e too.

use super::{Layer, Need, Planner, Skip, Why, name};
use crate::gate::stack::{Unit, head};

/// Where Go comes from.
const GO: &str = "get it from https://go.dev/dl";

/// How much of a file is searched for its build line, in bytes: it comes before the package.
const HEAD: usize = 4096;

pub(super) fn layers(planner: &Planner<'_>, unit: &Unit) -> Vec<Layer> {
    let go = || planner.need("go", Why::Missing, GO);
    let linter =
        planner.need("golangci-lint", Why::Optional, "get it from https://golangci-lint.run");
    let end_to_end = if has_end_to_end(planner, unit) {
        go()
    } else {
        Skip::because(Why::Idle, "no file has the build tag `e2e`")
    };
    // A single program would be left in the folder, as a change of the tree.
    let build = ["go", "build", "-o", if cfg!(windows) { "NUL" } else { "/dev/null" }, "./..."];
    vec![
        planner.layer(unit, "go build", &build, go()),
        planner.layer(unit, "go vet", &["go", "vet", "./..."], go()),
        planner.layer(unit, "golangci-lint", &["golangci-lint", "run", "./..."], linter),
        planner.layer(unit, "go test", &["go", "test", "./..."], go()),
        planner.layer(unit, "go test e2e", &["go", "test", "-tags=e2e", "./..."], end_to_end),
    ]
    .into_iter()
    // What does not concern a project is not shown, but what is not installed is.
    .filter(|layer| !matches!(&layer.need, Need::Never(skip) if skip.why == Why::Idle))
    .collect()
}

fn has_end_to_end(planner: &Planner<'_>, unit: &Unit) -> bool {
    planner
        .files
        .below(name(unit))
        .filter(|path| path.ends_with(".go"))
        .any(|path| is_end_to_end(&head(&planner.files.root().join(path), HEAD)))
}

/// Does a file ask for the tag `e2e` in its build line?
fn is_end_to_end(text: &str) -> bool {
    text.lines()
        .take_while(|line| !line.starts_with("package "))
        .filter_map(|line| {
            line.strip_prefix("//go:build ").or_else(|| line.strip_prefix("// +build "))
        })
        .any(|condition| {
            let is_of_name = |c: char| c.is_alphanumeric() || c == '_' || c == '.' || c == '!';
            condition.split(|c| !is_of_name(c)).any(|word| word == "e2e")
        })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_build_line_asks_for_the_tag() {
        for (text, expected) in [
            ("//go:build e2e\n\npackage a\n", true),
            ("// Copyright\n\n//go:build linux && (e2e || slow)\npackage a\n", true),
            ("// +build e2e,linux\n\npackage a\n", true),
            ("//go:build !e2e\npackage a\n", false),
            ("//go:build e2e_slow\npackage a\n", false),
            ("package a\n\n//go:build e2e\n", false),
            ("// e2e\npackage a\n", false),
        ] {
            assert_eq!(is_end_to_end(text), expected, "{text}");
        }
    }
}
