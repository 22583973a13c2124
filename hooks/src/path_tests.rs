//! Paths on a real file system, with real links.

use std::ffi::OsStr;
use std::fs;
use std::os::unix::ffi::OsStrExt;
use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};

use super::{is_within, real_entry, real_path, real_path_near, same_file};

/// A real temporary folder, with `dir/file` in it.
struct Folder {
    _temp: tempfile::TempDir,
    path: PathBuf,
}

impl Folder {
    fn new() -> Folder {
        let temp = tempfile::tempdir().expect("the file system works");
        let path = fs::canonicalize(temp.path()).expect("the file system works");
        fs::create_dir_all(path.join("dir/sub")).expect("the file system works");
        fs::write(path.join("dir/file"), "").expect("the file system works");
        Folder { _temp: temp, path }
    }

    fn link(&self, at: &str, to: impl AsRef<Path>) -> &Folder {
        symlink(to, self.path.join(at)).expect("the file system works");
        self
    }

    /// The real path of `path` in the folder, told relative to it.
    #[track_caller]
    fn leads(&self, path: &str, to: &str) {
        let (path, to) = (self.path.join(path), self.path.join(to));
        assert_eq!(real_path(&path), to, "{}", path.display());
        // What is known already makes no difference.
        for known in [self.path.clone(), self.path.join("dir/sub")] {
            assert_eq!(real_path_near(&path, &known), to, "near {}", known.display());
        }
    }
}

#[test]
fn what_exists_is_resolved_as_the_library_does() {
    let folder = Folder::new();
    folder.link("dir/up", "../dir/sub").link("abs", folder.path.join("dir"));
    for path in ["dir/file", "dir/./sub/../file", "dir//up/..", "abs/up", "abs/up/../file", "."] {
        let path = folder.path.join(path);
        assert_eq!(
            real_path(&path),
            fs::canonicalize(&path).expect("the file system works"),
            "{path:?}"
        );
    }
    assert_eq!(real_path(Path::new("/")), Path::new("/"));
    assert_eq!(real_path(Path::new("/../..")), Path::new("/"));
}

#[test]
fn what_is_missing_keeps_its_names() {
    let folder = Folder::new();
    folder.leads("new", "new");
    folder.leads("dir/a/b/./c//d/", "dir/a/b/c/d");
    folder.leads("dir/a/../b", "dir/b");
    folder.leads("dir/file/under/a/file", "dir/file/under/a/file");
    folder.leads("..cache/x", "..cache/x");
    folder.leads("ünï cødé/日本", "ünï cødé/日本");
}

#[test]
fn links_are_followed_before_dot_dot() {
    let folder = Folder::new();
    folder.link("far", "dir/sub");
    folder.leads("far/../x", "dir/x");
    folder.leads("far/../../x", "x");
}

/// `mkdir -p new && … new/../far/x` passes the link once the folder is there.
#[test]
fn links_are_followed_again_after_a_missing_folder_was_left() {
    let folder = Folder::new();
    folder.link("far", "dir/sub");
    folder.leads("new/deep/../../far/x", "dir/sub/x");
    folder.leads("new/far/x", "new/far/x");
}

#[test]
fn dangling_links_lead_to_where_a_write_creates_the_file() {
    let folder = Folder::new();
    folder.link("dangling", "dir/none/../not-yet").link("twice", "dangling");
    folder.leads("dangling", "dir/not-yet");
    folder.leads("twice", "dir/not-yet");
    folder.leads("twice/below", "dir/not-yet/below");
}

#[test]
fn loops_end() {
    let folder = Folder::new();
    folder.link("a", "b").link("b", "a").link("self", "self/x");
    assert!(real_path(&folder.path.join("a/x")).ends_with("x"));
    assert!(real_path(&folder.path.join("self")).starts_with(&folder.path));
}

#[test]
fn forty_links_are_followed_as_the_kernel_does() {
    let folder = Folder::new();
    folder.link("l0", "dir/file");
    for at in 1..40 {
        folder.link(&format!("l{at}"), format!("l{}", at - 1));
    }
    folder.leads("l39", "dir/file");
    assert!(fs::metadata(folder.path.join("l39")).is_ok());
    folder.link("l40", "l39");
    assert!(fs::metadata(folder.path.join("l40")).is_err());
    folder.leads("l40", "l0");
}

#[test]
fn any_bytes_are_taken() {
    let folder = Folder::new();
    let path = folder.path.join(OsStr::from_bytes(b"dir/\xff\xfe/../\xf0"));
    assert_eq!(real_path(&path), folder.path.join(OsStr::from_bytes(b"dir/\xf0")));
    folder.leads("dir/nul\0byte/x", "dir/nul\0byte/x");
    let long = "x".repeat(300);
    folder.leads(&format!("dir/{long}/y"), &format!("dir/{long}/y"));
}

#[test]
fn very_long_paths_are_taken() {
    let folder = Folder::new();
    folder.leads(&"dir/../".repeat(15_000), "");
    let deep = "x/".repeat(50_000);
    folder.leads(&deep, &deep);
}

#[test]
fn an_entry_is_the_link_itself() {
    let folder = Folder::new();
    folder.link("far", "dir/sub").link("dir/sub/file", "../file");
    let entry = |path: &str| real_entry(&folder.path.join(path));
    assert_eq!(entry("far"), folder.path.join("far"));
    assert_eq!(entry("far/file"), folder.path.join("dir/sub/file"));
    assert_eq!(entry("far/"), folder.path.join("dir/sub"));
    assert_eq!(entry("far/."), folder.path.join("dir/sub"));
    assert_eq!(entry("far/.."), folder.path.join("dir"));
    assert_eq!(real_entry(Path::new("/")), Path::new("/"));
}

#[test]
fn files_are_the_same_by_identity() {
    let folder = Folder::new();
    folder.link("far", "dir");
    let path = |name: &str| folder.path.join(name);
    assert!(same_file(&path("far/file"), &path("dir/file")));
    assert!(!same_file(&path("dir"), &path("dir/sub")));
    assert!(!same_file(&path("none"), &path("none")));
}

#[test]
fn within_is_by_whole_names() {
    let within = |path: &str, folder: &str| is_within(Path::new(path), Path::new(folder));
    assert!(within("/a/local/x", "/a/local"));
    assert!(within("/a/local", "/a/local"));
    assert!(within("/a", "/"));
    assert!(!within("/a/localish/x", "/a/local"));
    assert!(!within("/a", "/a/local"));
    assert!(!within("/none/A/x", "/none/a"));
}

/// A link stands in for a second spelling, which only some file systems offer.
#[test]
fn within_asks_for_identity_when_only_case_differs() {
    let folder = Folder::new();
    folder.link("DIR", "dir").link("other", "dir");
    fs::create_dir(folder.path.join("Dir")).expect("the file system works");
    let dir = folder.path.join("dir");
    assert!(is_within(&folder.path.join("DIR/not/yet"), &dir));
    assert!(!is_within(&folder.path.join("Dir/x"), &dir));
    assert!(!is_within(&folder.path.join("other/x"), &dir));
    let upper = folder.path.join("Ä");
    folder.link("Ä", "dir").link("ä", "dir");
    assert!(is_within(&folder.path.join("ä/x"), &upper));
}
