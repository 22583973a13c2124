//! Faults that users of other generators reported in public, one test for each, named
//! after its number in our table. Every test says where the thread is.
//!
//! Rows without a test: 61 to 64 and 66 are wishes without an input. Row 67 asks that
//! what is imported renders to the same bytes; import is not there yet, so its test holds
//! the half that is: what is rendered carries no mark of its maker.
#![cfg(unix)]

#[path = "../common/mod.rs"]
mod common;

mod bodies;
mod files;
mod frontmatter;
mod limits;
mod manifests;
mod ownership;

use common::{Output, Repo};

/// A plugin tree of a host, as somebody else's tool would have left it.
fn foreign(host: &str, files: &[(&str, &str)]) -> Output {
    let repo = Repo::empty();
    let manifest = format!(".{host}-plugin/plugin.json");
    if !files.iter().any(|(path, _)| *path == manifest) {
        repo.write(&format!("tree/{manifest}"), MANIFEST);
    }
    for (path, text) in files {
        repo.write(&format!("tree/{path}"), text);
        if path.starts_with("bin/") {
            repo.executable(&format!("tree/{path}"));
        }
    }
    repo.run(&["lint", "tree", "--as", host, "--format", "short"])
}

const MANIFEST: &str = "\
{
  \"name\": \"demo\",
  \"version\": \"1.0.0\",
  \"description\": \"A plugin\",
  \"author\": { \"name\": \"Somebody\" }
}
";

/// A source whose only skill has this frontmatter, without its name, and this body.
fn skill(front: &str, body: &str) -> Repo {
    let repo = Repo::with_skill();
    repo.write("canonical/skills/alpha/SKILL.md", format!("---\nname: alpha\n{front}---\n{body}"));
    repo
}

/// A skill of a foreign tree.
const SKILL: &str = "---\nname: alpha\ndescription: \"Alpha does it\"\n---\n\nDo it.\n";

fn lines<'a>(output: &'a Output, code: &str) -> Vec<&'a str> {
    let code = format!("[{code}]");
    output.out.lines().chain(output.err.lines()).filter(|line| line.contains(&code)).collect()
}

impl Output {
    /// Asserts that a rule found something in this place, in the short format.
    fn finds(self, code: &str, place: &str) -> Self {
        let found = lines(&self, code);
        let told = found.iter().any(|line| line.starts_with(place));
        assert!(told, "no {code} at {place} in\n{self}");
        self
    }

    /// Asserts that a rule found nothing.
    fn finds_no(self, code: &str) -> Self {
        assert!(lines(&self, code).is_empty(), "{code} in\n{self}");
        self
    }
}
