//! Where a path really leads, whether or not anything is there yet.
//!
//! A guard must judge the file that a write would change, so paths are resolved as the
//! kernel resolves them: link by link, and `..` from where the link led. The standard
//! library only resolves what exists. Folders are compared by identity when their
//! names differ in no more than a case-insensitive file system forgives.

use std::ffi::OsStr;
use std::fs;
use std::io::{self, ErrorKind};
use std::path::{Component, Path, PathBuf};

/// As many links as Linux follows in one path before it answers ELOOP (path_resolution(7)).
const LINKS: usize = 40;

/// No kernel that we run on takes a longer path (PATH_MAX of Linux; macOS has 1024), so
/// there is nothing to look up behind one.
pub(crate) const LONGEST: usize = 4096;

/// The real place of an absolute path that need not exist.
///
/// Links in every component are followed, the last one included and dangling ones too:
/// the answer is the file that a write to `path` would create or change. `.` and repeated
/// slashes are dropped. From a missing component on, names are taken as they are until
/// `..` has led back to a folder that exists. What cannot be looked up (no permission, a
/// loop of links, a NUL byte) counts as missing. It costs one system call for each
/// component that exists.
///
/// A relative path is the caller's fault: it is resolved against nothing. Join it with
/// the working directory first.
pub fn real_path(path: &Path) -> PathBuf {
    real_path_near(path, Path::new(""))
}

/// The same, without a look at the folders above `known`, which is a real path already: a
/// hook resolves several paths that have most of their folders in common.
pub(crate) fn real_path_near(path: &Path, known: &Path) -> PathBuf {
    let mut done = PathBuf::with_capacity(path.as_os_str().len());
    let mut links = 0;
    // A shell line of 100 KB can hold `a/../a/..` often enough to cost 30 ms.
    let mut lookups = LONGEST;
    // How many of the last components of `done` are not there.
    let mut missing = 0_usize;
    let mut linked: Option<PathBuf> = None;
    loop {
        let rest = linked.take();
        let mut components = rest.as_deref().unwrap_or(path).components();
        while let Some(component) = components.next() {
            match component {
                Component::CurDir => {}
                Component::ParentDir => {
                    done.pop();
                    missing = missing.saturating_sub(1);
                }
                Component::Prefix(_) | Component::RootDir => done.push(component.as_os_str()),
                Component::Normal(name) => {
                    done.push(name);
                    if missing > 0 || lookups == 0 {
                        missing += 1;
                        continue;
                    }
                    if known.starts_with(&done) {
                        continue;
                    }
                    lookups -= 1;
                    match fs::read_link(&done) {
                        Ok(target) if links < LINKS => {
                            links += 1;
                            done.pop();
                            linked = Some(target.join(components.as_path()));
                            break;
                        }
                        Ok(_) => missing = 1,
                        Err(error) if is_absent(&error) => missing = 1,
                        Err(_) => {}
                    }
                }
            }
        }
        if linked.is_none() {
            return done;
        }
    }
}

/// The real place of a directory entry: like [`real_path`], but a link in the last
/// component is not followed. This is what `rm` and `mv` change.
pub fn real_entry(path: &Path) -> PathBuf {
    let followed = path.as_os_str().as_encoded_bytes().last().is_some_and(|byte| *byte == b'/');
    match (path.parent(), path.file_name()) {
        (Some(parent), Some(name)) if !followed && !ends_in_dot(path) => {
            let mut real = real_path(parent);
            real.push(name);
            real
        }
        _ => real_path(path),
    }
}

/// `Path` hides a `.` at the end, and the kernel follows the link before it.
fn ends_in_dot(path: &Path) -> bool {
    path.as_os_str().as_encoded_bytes().ends_with(b"/.")
}

/// Does the error say that there is nothing to follow? Otherwise the component is there
/// and is no link (EINVAL on Unix).
fn is_absent(error: &io::Error) -> bool {
    // A NUL byte is refused by the standard library, without a system call.
    error.raw_os_error().is_none()
        || matches!(
            error.kind(),
            ErrorKind::NotFound
                | ErrorKind::NotADirectory
                | ErrorKind::PermissionDenied
                | ErrorKind::InvalidFilename
        )
}

/// Are both the same existing file or folder?
#[cfg(unix)]
pub fn same_file(a: &Path, b: &Path) -> bool {
    use std::os::unix::fs::MetadataExt;
    match (fs::metadata(a), fs::metadata(b)) {
        (Ok(a), Ok(b)) => (a.dev(), a.ino()) == (b.dev(), b.ino()),
        _ => false,
    }
}

/// Are both the same existing file or folder?
#[cfg(not(unix))]
pub fn same_file(a: &Path, b: &Path) -> bool {
    match (fs::canonicalize(a), fs::canonicalize(b)) {
        (Ok(a), Ok(b)) => a == b,
        _ => false,
    }
}

/// Is `path` the folder or something in it? Both must be real paths.
///
/// Names decide. Only if the first components of `path` could be another spelling of
/// `folder`, the file system is asked whether they are the same folder.
pub fn is_within(path: &Path, folder: &Path) -> bool {
    if path.starts_with(folder) {
        return true;
    }
    let depth = folder.components().count();
    let mut spelling = path.components();
    let alike = folder.components().all(|theirs| {
        spelling.next().is_some_and(|ours| may_be_same_name(ours.as_os_str(), theirs.as_os_str()))
    });
    alike && same_file(&path.components().take(depth).collect::<PathBuf>(), folder)
}

/// May a case-insensitive file system take these for one name? Letters outside ASCII have
/// other cases and composed forms, so such names always may.
fn may_be_same_name(a: &OsStr, b: &OsStr) -> bool {
    let (a, b) = (a.as_encoded_bytes(), b.as_encoded_bytes());
    a.eq_ignore_ascii_case(b) || (!a.is_ascii() && !b.is_ascii())
}

/// A path from the bytes of a file, without a line break at the end.
#[cfg(unix)]
pub(crate) fn from_bytes(bytes: &[u8]) -> PathBuf {
    use std::os::unix::ffi::OsStrExt;
    PathBuf::from(OsStr::from_bytes(bytes))
}

/// A path from the bytes of a file, without a line break at the end.
#[cfg(not(unix))]
pub(crate) fn from_bytes(bytes: &[u8]) -> PathBuf {
    PathBuf::from(String::from_utf8_lossy(bytes).as_ref())
}

#[cfg(all(test, unix))]
#[path = "path_tests.rs"]
mod tests;
