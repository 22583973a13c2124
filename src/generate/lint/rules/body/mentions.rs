//! Files that a text names without a link: `references/x.md`, `${CLAUDE_SKILL_DIR}/x.sh`.

use std::ops::Range;
use std::sync::OnceLock;

use aho_corasick::AhoCorasick;
use cvg_hooks::Host;

use super::markdown::Parts;
use crate::generate::lint::rules::support::paths;
use crate::generate::lint::{Context, Document, Kind};

/// What a mention starts with. The folders are those that a skill may have.
const STARTS: [&str; 6] = [
    "references/",
    "scripts/",
    "assets/",
    "schemas/",
    "${CLAUDE_PLUGIN_ROOT}/",
    "${CLAUDE_SKILL_DIR}/",
];

/// A path that a text names.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Mention {
    /// Where it stands, its variable included.
    pub(super) range: Range<usize>,
    /// The path as written, without the variable.
    pub(super) path: String,
    /// Folders from which it may be meant.
    pub(super) folders: Vec<String>,
    /// Does it start with a variable that the host replaces?
    pub(super) rooted: bool,
}

/// Does the body name any such path? One pass, before anything slower.
pub(super) fn any(body: &str) -> bool {
    searcher().is_some_and(|searcher| searcher.is_match(body))
}

fn searcher() -> Option<&'static AhoCorasick> {
    static SEARCHER: OnceLock<Option<AhoCorasick>> = OnceLock::new();
    SEARCHER.get_or_init(|| AhoCorasick::new(STARTS).ok()).as_ref()
}

/// Every path that the body names, in order. A bare path counts in prose and
/// inline code; one behind a root variable everywhere, on the host that expands it.
pub(super) fn find(document: &Document, context: Context<'_>, parts: &Parts) -> Vec<Mention> {
    let Some(searcher) = searcher() else { return Vec::new() };
    let base = document.body_start();
    let body = document.body();
    let mut found = Vec::new();
    for hit in searcher.find_iter(body) {
        let (start, end) = (hit.start(), hit.end());
        let rooted = hit.pattern().as_usize() >= 4;
        if rooted {
            let expands = context.host == Some(Host::Claude) && document.kind != Kind::Reference;
            if !expands {
                continue;
            }
        } else {
            let aside = parts.in_block(start) || parts.in_link(start) || parts.in_html(start);
            if aside || !stands_alone(body, start) {
                continue;
            }
        }
        let from = if rooted { end } else { start };
        let Some(path) = path_from(&body[from..]) else { continue };
        let folders = if rooted {
            let of_skill = body[start..].starts_with(STARTS[5]);
            vec![if of_skill { skill_folder(&document.path) } else { "" }.to_owned()]
        } else {
            let mut folders = vec![
                paths::folder(&document.path).to_owned(),
                skill_folder(&document.path).to_owned(),
                String::new(),
            ];
            folders.dedup();
            folders
        };
        let range = base + start..base + from + path.len();
        found.push(Mention { range, path: path.to_owned(), folders, rooted });
    }
    found
}

/// The folder of the skill that a file belongs to; its own folder if to none.
fn skill_folder(path: &str) -> &str {
    let mut at = paths::folder(path);
    while let Some(above) = at.rfind('/') {
        if paths::file_name(&at[..above]) == "skills" || &at[..above] == "skills" {
            return at;
        }
        at = &at[..above];
    }
    paths::folder(path)
}

/// Does the path start here, and not in the middle of a longer one?
fn stands_alone(body: &str, start: usize) -> bool {
    let before = body[..start].strip_suffix("./").unwrap_or(&body[..start]);
    // `](…` is a link, or the example of one.
    if before.ends_with("](") {
        return false;
    }
    before.chars().next_back().is_none_or(|c| c.is_whitespace() || "`'\"([*,:;|—".contains(c))
}

/// The path at the start of the text, if it looks like a file.
fn path_from(text: &str) -> Option<&str> {
    let inside = |c: char| c.is_alphanumeric() || "/._-+@".contains(c);
    let end = text.find(|c| !inside(c)).unwrap_or(text.len());
    // `references/<name>.md` and `scripts/*.sh` stand for many files.
    if text[end..].starts_with(['<', '{', '*', '$', '[', '\\', '%', '…', '(']) {
        return None;
    }
    let path = text[..end].trim_end_matches(['.', '-', '/']);
    if end > path.len() && text[path.len()..].starts_with('/') {
        return None; // a folder
    }
    let (stem, extension) = paths::file_name(path).rsplit_once('.')?;
    let is_extension = (1..=8).contains(&extension.len())
        && extension.chars().all(|c| c.is_ascii_alphanumeric())
        && extension.chars().any(|c| c.is_ascii_alphabetic());
    (!stem.is_empty() && is_extension && !path.contains("...")).then_some(path)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_path_looks_like_a_file() {
        for (text, expected) in [
            ("references/key.md).", Some("references/key.md")),
            ("scripts/a-b_c.test.py --x", Some("scripts/a-b_c.test.py")),
            ("references/key.md.", Some("references/key.md")),
            ("references/a.md#part", Some("references/a.md")),
            ("references/", None),
            ("references/notes", None),
            ("references/<name>.md", None),
            ("references/part-*.md", None),
            ("assets/v1.2", None),
            ("references/....md", None),
        ] {
            assert_eq!(path_from(text), expected, "{text}");
        }
    }

    #[test]
    fn a_longer_path_is_not_a_mention() {
        let alone = |text: &str| stands_alone(text, text.find("scripts/").expect("there"));
        assert!(alone("Run scripts/x.sh") && alone("`./scripts/x.sh`") && alone("scripts/x.sh"));
        assert!(!alone("/usr/scripts/x.sh") && !alone("my-scripts/x.sh") && !alone("../scripts/x"));
        assert!(!alone("`[x](scripts/x.sh)`"), "an example of a link");
    }

    #[test]
    fn a_file_knows_its_skill() {
        assert_eq!(skill_folder("skills/a/references/x.md"), "skills/a");
        assert_eq!(skill_folder("skills/a/SKILL.md"), "skills/a");
        assert_eq!(skill_folder("agents/x.md"), "agents");
        assert_eq!(skill_folder("SKILL.md"), "");
    }
}
