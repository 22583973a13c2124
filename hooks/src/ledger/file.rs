//! The file of the ledger: read whole, and replaced whole.

use std::fs::{self, File, OpenOptions};
use std::io::{self, ErrorKind, Read, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use super::{LIMIT, LedgerError};
use crate::lock::FileLock;

/// What the names of new files end in before they take the ledger's place.
const NEW: &str = ".tmp";

/// A file that was left behind is this old before somebody takes it away.
const LEFT_BEHIND: Duration = Duration::from_hours(1);

/// The content; `None` if there is no file.
pub(super) fn read(path: &Path) -> Result<Option<Vec<u8>>, LedgerError> {
    let unreadable = |error| LedgerError::Unreadable(path.to_path_buf(), error);
    // Opening a pipe would block.
    match fs::metadata(path) {
        Ok(metadata) if !metadata.is_file() => {
            return Err(LedgerError::NotText(path.to_path_buf()));
        }
        Ok(_) => {}
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(None),
        Err(error) => return Err(unreadable(error)),
    }
    let mut bytes = Vec::new();
    let file = match File::open(path) {
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(None),
        opened => opened.map_err(unreadable)?,
    };
    file.take(LIMIT + 1).read_to_end(&mut bytes).map_err(unreadable)?;
    if bytes.len() as u64 > LIMIT {
        return Err(LedgerError::TooLarge(path.to_path_buf()));
    }
    // As good as every encoding but UTF-8 that is no text for us has them.
    if bytes.contains(&0) {
        return Err(LedgerError::NotText(path.to_path_buf()));
    }
    Ok(Some(bytes))
}

/// Takes the lock of the file `path`, which need not exist; `None` on a file system that has
/// no locks. The lock is a file of its own, since the ledger itself is replaced. It stays:
/// whoever took it away would let two in at once.
pub(super) fn lock(path: &Path, wait: Duration) -> Result<Option<FileLock>, LedgerError> {
    let unwritable = |path: &Path, error| LedgerError::Unwritable(path.to_path_buf(), error);
    let lock = beside(path, "", ".lock");
    let mut options = OpenOptions::new();
    options.create(true).truncate(false).write(true);
    let file = match options.open(&lock) {
        Err(error) if error.kind() == ErrorKind::NotFound => {
            let folder = path.parent().unwrap_or(path);
            fs::create_dir_all(folder).map_err(|error| unwritable(folder, error))?;
            options.open(&lock)
        }
        opened => opened,
    };
    let file = file.map_err(|error| unwritable(&lock, error))?;
    match FileLock::within(file, wait) {
        Ok(Some(held)) => Ok(Some(held)),
        Ok(None) => Err(LedgerError::Busy(lock, wait)),
        Err(_) => Ok(None),
    }
}

/// Puts `bytes` in the place of the file: whoever reads it, and whatever happens meanwhile,
/// there is the old content or the new one.
pub(super) fn replace(path: &Path, bytes: &[u8]) -> Result<(), LedgerError> {
    let folder = path.parent().unwrap_or(Path::new("/"));
    let new = new_name(path);
    write(path, &new, bytes).map_err(|error| {
        // It may not be there, and nothing else can be done about it.
        let _ = fs::remove_file(&new);
        let place = if error.kind() == ErrorKind::PermissionDenied { folder } else { path };
        LedgerError::Unwritable(place.to_path_buf(), error)
    })?;
    // The name is on the disk only when the folder is. Not every system can do that, and the
    // content is safe either way.
    let _ = File::open(folder).and_then(|folder| folder.sync_all());
    Ok(())
}

fn write(path: &Path, new: &Path, bytes: &[u8]) -> io::Result<()> {
    let mut options = OpenOptions::new();
    options.write(true).create_new(true);
    private(&mut options);
    let mut file = options.open(new)?;
    file.write_all(bytes)?;
    if let Ok(metadata) = fs::metadata(path) {
        file.set_permissions(metadata.permissions())?;
    }
    file.sync_all()?;
    drop(file);
    fs::rename(new, path)
}

#[cfg(unix)]
fn private(options: &mut OpenOptions) {
    use std::os::unix::fs::OpenOptionsExt;
    options.mode(0o600);
}

#[cfg(not(unix))]
fn private(_: &mut OpenOptions) {}

/// A name that no other process and no other thread takes.
fn new_name(path: &Path) -> PathBuf {
    static COUNT: AtomicU64 = AtomicU64::new(0);
    let (process, count) = (std::process::id(), COUNT.fetch_add(1, Ordering::Relaxed));
    let time = crate::clock::now().as_nanos();
    beside(path, ".", &format!(".{process}-{count}-{time}{NEW}"))
}

fn beside(path: &Path, before: &str, after: &str) -> PathBuf {
    let mut name = std::ffi::OsString::from(before);
    name.push(path.file_name().unwrap_or_default());
    name.push(after);
    path.with_file_name(name)
}

/// Takes away what processes left behind that were killed while they wrote.
pub(super) fn tidy(path: &Path) {
    let Some(folder) = path.parent() else { return };
    let begin = beside(path, ".", ".");
    let begin = begin.file_name().unwrap_or_default().as_encoded_bytes();
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        let name = entry.file_name();
        let name = name.as_encoded_bytes();
        if name.starts_with(begin) && name.ends_with(NEW.as_bytes()) {
            let age = entry.metadata().and_then(|it| it.modified()).map(|it| it.elapsed());
            if matches!(age, Ok(Ok(age)) if age > LEFT_BEHIND) {
                // Somebody else may have been faster.
                let _ = fs::remove_file(entry.path());
            }
        }
    }
}
