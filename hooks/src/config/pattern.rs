//! Patterns for paths and names: `*`, `?` and `**`, and nothing else.
//!
//! A path pattern is anchored at the top folder, works on whole names, and covers what is
//! below a folder that it matches. Brackets and braces are ordinary letters, since folders
//! are called `[id]`. The time is bounded by the product of both lengths.

use std::fmt;
use std::path::{Component, Path};

/// Do letters of both cases count as one?
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Case {
    /// No, as on Linux.
    Sensitive,
    /// Yes for the letters of ASCII, as on the usual disks of macOS and Windows.
    Insensitive,
}

/// A pattern for paths in a checkout, such as `docs/**/*.md`.
///
/// - `*` stands for any part of a name, `?` for one character, `**` for any number of
///   folders, none included.
/// - A pattern that matches a folder covers all in it: `docs` covers `docs/a/b`, and
///   neither `docs2` nor `a/docs`.
/// - `docs/` and `docs/**` cover what is in the folder, and not the folder itself.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PathPattern {
    text: String,
    segments: Vec<String>,
    /// Is only what lies below a match covered?
    below: bool,
}

/// Why a text is no [`PathPattern`], or no [`NamePattern`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum BadPattern {
    /// It has no name in it.
    Empty,
    /// It leaves the checkout with `..`.
    Leaves,
    /// It begins with `!`, which other tools take for an exception.
    Negated,
    /// It has a backslash, which is no separator here.
    Backslash,
}

impl fmt::Display for BadPattern {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            BadPattern::Empty => "the pattern is empty; write `**` for everything",
            BadPattern::Leaves => {
                "a pattern cannot leave the checkout; write it from the top folder, without `..`"
            }
            BadPattern::Negated => "patterns have no `!`; write down what is meant",
            BadPattern::Backslash => "write `/` between folders, not a backslash",
        })
    }
}

impl std::error::Error for BadPattern {}

impl PathPattern {
    /// Reads a pattern. A slash at its beginning is allowed and says nothing.
    pub fn new(text: &str) -> Result<PathPattern, BadPattern> {
        if text.starts_with('!') {
            return Err(BadPattern::Negated);
        }
        if text.contains('\\') {
            return Err(BadPattern::Backslash);
        }
        let mut segments: Vec<String> = Vec::new();
        for segment in text.split('/').filter(|segment| !matches!(*segment, "" | ".")) {
            if segment == ".." {
                return Err(BadPattern::Leaves);
            }
            // `**/**` says no more than `**`, and would only cost time.
            if segment != "**" || segments.last().is_none_or(|last| last != "**") {
                segments.push(segment.to_owned());
            }
        }
        if segments.is_empty() {
            return Err(BadPattern::Empty);
        }
        let mut below = text.ends_with('/');
        if segments.len() > 1 && segments.last().is_some_and(|last| last == "**") {
            segments.pop();
            below = true;
        }
        Ok(PathPattern { text: text.to_owned(), segments, below })
    }

    /// As it was written.
    pub fn as_str(&self) -> &str {
        &self.text
    }

    /// Does it cover `path`, a path relative to the top folder without `.` and `..`?
    pub fn covers(&self, path: &Path, case: Case) -> bool {
        let names: Vec<&[u8]> = names(path).collect();
        let names = match (self.below, names.as_slice()) {
            (true, [above @ .., _]) => above,
            (true, []) => return false,
            (false, names) => names,
        };
        self.matches_start_of(names, case)
    }

    /// Must this folder exist before anything covered can? True of the folders that the
    /// pattern spells out, such as `.claude` and `.claude/worktrees` of
    /// `.claude/worktrees/**`: an agent makes them before its first lane.
    pub fn leads_through(&self, folder: &Path, case: Case) -> bool {
        let theirs: Vec<&[u8]> = names(folder).collect();
        let spelled = theirs
            .iter()
            .zip(&self.segments)
            .all(|(name, segment)| !is_wild(segment) && same(segment.as_bytes(), name, case));
        let depth = self.segments.len() + usize::from(self.below);
        spelled && theirs.len() < depth
    }

    /// Does it match the first names, or all of them? The last `**` met takes one name more
    /// whenever the rest does not fit; that suffices, as for `*` in a name.
    fn matches_start_of(&self, names: &[&[u8]], case: Case) -> bool {
        let (mut segment, mut name) = (0, 0);
        let mut retry = None;
        loop {
            match self.segments.get(segment) {
                None => return true,
                Some(any) if any == "**" => {
                    segment += 1;
                    retry = Some((segment, name));
                    continue;
                }
                Some(pattern) => {
                    if names.get(name).is_some_and(|name| wild(pattern.as_bytes(), name, case)) {
                        (segment, name) = (segment + 1, name + 1);
                        continue;
                    }
                }
            }
            match &mut retry {
                Some((after, from)) if *from < names.len() => {
                    *from += 1;
                    (segment, name) = (*after, *from);
                }
                _ => return false,
            }
        }
    }
}

/// A pattern for the name of a tool, such as `mcp__notes__*`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NamePattern(String);

impl NamePattern {
    /// Reads a pattern.
    pub fn new(text: &str) -> Result<NamePattern, BadPattern> {
        match text {
            "" => Err(BadPattern::Empty),
            _ if text.starts_with('!') => Err(BadPattern::Negated),
            _ => Ok(NamePattern(text.to_owned())),
        }
    }

    /// As it was written.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// Does it match the whole name?
    pub fn matches(&self, name: &str) -> bool {
        wild(self.0.as_bytes(), name.as_bytes(), Case::Sensitive)
    }
}

fn names(path: &Path) -> impl Iterator<Item = &[u8]> {
    path.components().filter_map(|component| match component {
        Component::Normal(name) => Some(name.as_encoded_bytes()),
        _ => None,
    })
}

fn is_wild(segment: &str) -> bool {
    segment.contains(['*', '?'])
}

fn same(a: &[u8], b: &[u8], case: Case) -> bool {
    match case {
        Case::Sensitive => a == b,
        Case::Insensitive => a.eq_ignore_ascii_case(b),
    }
}

/// One name against `*` and `?`: the last star takes one character more whenever the rest
/// does not fit.
fn wild(pattern: &[u8], name: &[u8], case: Case) -> bool {
    let (mut p, mut n) = (0, 0);
    let mut retry = None;
    while n < name.len() || p < pattern.len() {
        match pattern.get(p) {
            Some(b'*') => {
                p += 1;
                retry = Some((p, n));
                continue;
            }
            Some(b'?') if n < name.len() => {
                p += 1;
                n += character(&name[n..]);
                continue;
            }
            Some(byte) if name.get(n).is_some_and(|other| same(&[*byte], &[*other], case)) => {
                p += 1;
                n += 1;
                continue;
            }
            _ => {}
        }
        match &mut retry {
            Some((after, from)) if *from < name.len() => {
                *from += 1;
                (p, n) = (*after, *from);
            }
            _ => return false,
        }
    }
    true
}

/// How many bytes the first character has. A byte that is no UTF-8 counts for one.
fn character(bytes: &[u8]) -> usize {
    let following = bytes.iter().skip(1).take_while(|byte| **byte & 0xC0 == 0x80).count();
    match bytes.first() {
        Some(0xC0..) => 1 + following.min(3),
        _ => 1,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn covers(pattern: &str, yes: &[&str], no: &[&str]) {
        let pattern = PathPattern::new(pattern).expect("a pattern");
        for path in yes {
            assert!(pattern.covers(Path::new(path), Case::Sensitive), "{path} is covered");
        }
        for path in no {
            assert!(!pattern.covers(Path::new(path), Case::Sensitive), "{path} is not covered");
        }
    }

    #[test]
    fn a_folder_covers_all_in_it() {
        covers("docs", &["docs", "docs/a", "docs/a/b"], &["docs2", "a/docs", "doc", ""]);
        covers("local/", &["local/x", "local/x/y"], &["local", "localish/x", "a/local/x"]);
        covers(
            ".worktrees/**",
            &[".worktrees/a", ".worktrees/a/b"],
            &[".worktrees", "x/.worktrees/a"],
        );
        covers("/docs/./a//", &["docs/a/x"], &["docs/a", "docs/b"]);
    }

    #[test]
    fn stars_stay_in_a_name() {
        covers("*.md", &["a.md", ".md", "a.b.md", "x.md/below"], &["a/b.md", "a.mdx", "md"]);
        covers("a*b*c", &["abc", "axbxc", "abbcbc"], &["ab", "abcx", "a/b/c"]);
        covers("docs/*/x", &["docs/a/x"], &["docs/x", "docs/a/b/x"]);
    }

    #[test]
    fn two_stars_pass_folders() {
        covers("**/*.md", &["a.md", "a/b/c.md"], &["a", "a/b"]);
        covers("a/**/z", &["a/z", "a/b/z", "a/b/c/z/below"], &["a", "b/z", "az"]);
        covers("**/a/**/b", &["a/b", "x/a/y/a/b"], &["b/a", "a"]);
        covers("**", &["a", "a/b"], &[]);
        covers("a**b", &["ab", "axb"], &["a/b"]);
        covers("**/x/", &["x/a", "a/x/b"], &["x", "a/x"]);
    }

    #[test]
    fn a_question_mark_is_one_character() {
        covers("a?c", &["abc", "aüc", "a日c"], &["ac", "abbc", "a/c"]);
        covers("??", &["ab", "日本"], &["a", "abc"]);
    }

    #[test]
    fn brackets_are_letters() {
        covers("app/[id]", &["app/[id]/page.tsx"], &["app/i"]);
        covers("{a,b}", &["{a,b}"], &["a", "b"]);
    }

    #[test]
    fn case_counts_or_not() {
        let pattern = PathPattern::new(".worktrees/**").expect("a pattern");
        let path = Path::new(".Worktrees/Lane");
        assert!(!pattern.covers(path, Case::Sensitive));
        assert!(pattern.covers(path, Case::Insensitive));
    }

    #[test]
    fn a_pattern_leads_through_the_folders_that_it_spells() {
        let leads = |pattern: &str, folder: &str| {
            let pattern = PathPattern::new(pattern).expect("a pattern");
            pattern.leads_through(Path::new(folder), Case::Sensitive)
        };
        assert!(leads(".claude/worktrees/**", ".claude"));
        assert!(leads(".claude/worktrees/**", ".claude/worktrees"));
        assert!(leads(".worktrees/", ".worktrees"));
        assert!(leads("lanes/*/src", "lanes"));
        assert!(!leads(".claude/worktrees/**", ".claude/worktrees/x"));
        assert!(!leads(".claude/worktrees/**", "src"));
        assert!(!leads("docs", "docs"));
        assert!(!leads("*/x", "a"));
    }

    #[test]
    fn what_is_no_pattern_says_why() {
        for (text, why) in [
            ("", BadPattern::Empty),
            ("/", BadPattern::Empty),
            ("./", BadPattern::Empty),
            ("../x", BadPattern::Leaves),
            ("a/../b", BadPattern::Leaves),
            ("!docs", BadPattern::Negated),
            ("a\\b", BadPattern::Backslash),
        ] {
            assert_eq!(PathPattern::new(text), Err(why), "{text:?}");
        }
        assert_eq!(NamePattern::new(""), Err(BadPattern::Empty));
    }

    #[test]
    fn names_match_as_a_whole() {
        let matches = |pattern: &str, name| NamePattern::new(pattern).expect("one").matches(name);
        assert!(matches("mcp__*__write_*", "mcp__notes__write_file"));
        assert!(matches("*", "a/b"));
        assert!(!matches("mcp__notes", "mcp__notes__save"));
    }

    /// Naive matchers take exponential time for this.
    #[test]
    fn many_stars_end() {
        let pattern = PathPattern::new(&"*a".repeat(60)).expect("a pattern");
        let name = "a".repeat(3000) + "b";
        assert!(!pattern.covers(Path::new(&name), Case::Sensitive));
        let pattern = PathPattern::new(&"**/a/".repeat(40)).expect("a pattern");
        assert!(!pattern.covers(Path::new(&"a/b/".repeat(20)), Case::Sensitive));
    }

    #[cfg(unix)]
    #[test]
    fn any_bytes_are_names() {
        use std::os::unix::ffi::OsStrExt;
        let name = Path::new(std::ffi::OsStr::from_bytes(b"docs/\xff\x80x"));
        let covers =
            |text: &str| PathPattern::new(text).expect("a pattern").covers(name, Case::Sensitive);
        assert!(covers("docs/*x"));
        assert!(covers("docs/?x"));
        assert!(!covers("docs/y*"));
    }
}
