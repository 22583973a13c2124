//! Tags, branches and settings of a repository, read from its files.
//!
//! What is kept in a reftable is not read: no answer is then given.

use std::fs;
use std::io::{BufRead, BufReader, Read};
use std::path::{Component, Path};

use super::config;
use super::git_dir;

/// The list of packed references is read up to this size: a million of them.
const LARGEST: u64 = 64 << 20;

/// Does the repository have this reference, such as `refs/tags/v1`? `None` if its references
/// are kept in a form that is not read here.
pub fn has_reference(common_dir: &Path, name: &str) -> Option<bool> {
    let plain = Path::new(name).components().all(|part| matches!(part, Component::Normal(_)));
    if name.is_empty() || !plain || name.contains('\0') {
        return Some(false);
    }
    if common_dir.join("reftable").is_dir() {
        return None;
    }
    Some(common_dir.join(name).is_file() || is_packed(common_dir, |packed| packed == name))
}

/// Does the repository have any tag? `None` as for [`has_reference`].
pub fn has_tags(common_dir: &Path) -> Option<bool> {
    if common_dir.join("reftable").is_dir() {
        return None;
    }
    let loose = fs::read_dir(common_dir.join("refs/tags")).is_ok_and(|mut it| it.next().is_some());
    Some(loose || is_packed(common_dir, |packed| packed.starts_with("refs/tags/")))
}

/// Is there a reference in `packed-refs` whose name is wanted?
fn is_packed(common_dir: &Path, wanted: impl Fn(&str) -> bool) -> bool {
    let path = common_dir.join("packed-refs");
    // Opening a pipe would block.
    if !fs::metadata(&path).is_ok_and(|metadata| metadata.is_file()) {
        return false;
    }
    let Ok(file) = fs::File::open(&path) else { return false };
    let mut lines = BufReader::new(file.take(LARGEST));
    let mut line = Vec::new();
    // `OBJECT NAME`; a line that begins with `^` is about the one before.
    while lines.read_until(b'\n', &mut line).is_ok_and(|length| length > 0) {
        let text = line.trim_ascii_end();
        let name = text.iter().position(|byte| *byte == b' ').map(|at| &text[at + 1..]);
        if name.and_then(|name| std::str::from_utf8(name).ok()).is_some_and(&wanted) {
            return true;
        }
        line.clear();
    }
    false
}

/// What a file of git's configuration sets in this section, for this key, both in lower case.
/// The last value counts, and a key alone is `true`.
pub fn setting(file: &Path, section: &str, key: &str) -> Option<String> {
    let text = git_dir::read(file).ok()?;
    let mut last = None;
    config::each(&text, |own_section, own_key, value| {
        if own_section == section.as_bytes() && own_key == key.as_bytes() {
            last = Some(value.map_or_else(
                || "true".into(),
                |value| String::from_utf8_lossy(&value).into_owned(),
            ));
        }
    });
    last
}

/// Is this one of git's words for true?
pub fn is_true(value: &str) -> bool {
    config::truth(Some(value.as_bytes())) == Some(true)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn repository(packed: &str) -> tempfile::TempDir {
        let dir = tempfile::tempdir().expect("a temporary folder");
        fs::create_dir_all(dir.path().join("refs/tags/sub")).expect("a folder");
        fs::write(dir.path().join("refs/tags/sub/v1"), "0\n").expect("a file");
        fs::write(dir.path().join("packed-refs"), packed).expect("a file");
        dir
    }

    #[test]
    fn references_are_loose_or_packed() {
        let dir =
            repository("# pack-refs with: peeled\n11 refs/heads/main\n22 refs/tags/v2\n^33\n");
        let has = |name| has_reference(dir.path(), name);
        assert_eq!(has("refs/tags/sub/v1"), Some(true));
        assert_eq!(has("refs/tags/v2"), Some(true));
        assert_eq!(has("refs/tags/v"), Some(false));
        assert_eq!(has("refs/tags/sub"), Some(false), "a folder");
        assert_eq!(has("refs/tags/../tags/sub/v1"), Some(false), "git knows no such name");
        assert_eq!(has("/etc/passwd"), Some(false));
        assert_eq!(has_tags(dir.path()), Some(true));
    }

    #[test]
    fn a_reftable_is_not_read() {
        let dir = repository("");
        fs::create_dir(dir.path().join("reftable")).expect("a folder");
        assert_eq!(has_reference(dir.path(), "refs/tags/sub/v1"), None);
        assert_eq!(has_tags(dir.path()), None);
    }

    #[test]
    fn the_last_value_of_a_setting_counts() {
        let dir = repository("");
        let file = dir.path().join("config");
        let text =
            "[push]\n\tfollowTags = true\n[Push]\nfollowtags=off\n[alias]\nrel = !git tag\nx\n";
        fs::write(&file, text).expect("a file");
        assert_eq!(setting(&file, "push", "followtags").as_deref(), Some("off"));
        assert_eq!(setting(&file, "alias", "rel").as_deref(), Some("!git tag"));
        assert_eq!(setting(&file, "alias", "x").as_deref(), Some("true"));
        assert_eq!(setting(&file, "alias", "y"), None);
        assert_eq!(setting(&dir.path().join("none"), "alias", "y"), None);
        assert!(is_true("Yes") && !is_true("off"));
    }
}
