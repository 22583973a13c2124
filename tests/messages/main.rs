//! What a newcomer's slips are answered with: each fault once, where it is, with help
//! that fits.
#![cfg(unix)]

#[path = "../common/mod.rs"]
mod common;

mod cascades;
mod help;
mod once;
mod places;
mod values;

use common::{PLUGIN, Repo};

const PROGRAM: &str = "canonical/files/bin/x";

/// A change of the source: a path, and its new text; `None` takes it away.
type Change = (String, Option<String>);

fn file(path: &str, text: &str) -> Change {
    (path.to_owned(), Some(text.to_owned()))
}

fn gone(path: &str) -> Change {
    (path.to_owned(), None)
}

/// The skill `alpha` with this frontmatter.
fn skill(front: &str) -> Change {
    file("canonical/skills/alpha/SKILL.md", &format!("---\n{front}---\n\n# Alpha\n\nDo it.\n"))
}

/// plugin.yaml with these lines at its end.
fn plugin(more: &str) -> Change {
    file("canonical/plugin.yaml", &format!("{PLUGIN}{more}"))
}

/// hooks.yaml with these hooks; `bin/x` is a program of the plugin.
fn hooks(list: &str) -> Change {
    file("canonical/hooks.yaml", &format!("hooks:\n{list}"))
}

/// What `cvg-gen lint` says of a plugin with one skill, changed so.
fn lint(changes: &[Change], args: &[&str]) -> String {
    let repo = Repo::with_skill();
    for (path, text) in changes {
        match text {
            Some(text) => repo.write(path, text),
            None => repo.remove(path),
        };
        if path.starts_with("canonical/files/bin/") && text.is_some() {
            repo.executable(path);
        }
        if path == "canonical/hooks.yaml" {
            repo.write(PROGRAM, "#!/bin/sh\n").executable(PROGRAM);
        }
    }
    let output = repo.run(&[&["lint"], args].concat());
    output.out + &output.err
}

/// With the source and the help.
fn full(changes: &[Change]) -> String {
    lint(changes, &[])
}

/// One line each.
fn short(changes: &[Change]) -> String {
    lint(changes, &["--format", "short"])
}
