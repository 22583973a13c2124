//! Where passes are kept: one small file each.

use std::fs::{self, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use super::Fingerprint;
use super::recorder::store_age;
use crate::Environment;
use crate::clock::now;
use crate::lock::FileLock;

/// How long a pass counts. What is around a repository changes, too.
pub const LIFE: Duration = Duration::from_hours(7 * 24);

/// The first line of a file.
const HEADER: &str = "convergo gate pass 1";

/// The folder of passes.
pub(in crate::gate) struct Store {
    folder: PathBuf,
}

/// A pass.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Kept {
    /// When it was, since 1970.
    pub at: Duration,
    /// What had passed, in one line.
    pub summary: String,
}

impl Kept {
    /// How long ago it was.
    pub fn age(&self) -> Duration {
        now().saturating_sub(self.at)
    }
}

/// Says that one gate at a time runs for a content. It ends with the process at the latest.
pub(in crate::gate) struct Turn {
    _lock: Option<FileLock>,
}

impl Store {
    /// The user's own; `None` without a home.
    pub(in crate::gate) fn of(environment: &Environment) -> Option<Self> {
        Some(Self { folder: environment.cache_folder()?.join("gate") })
    }

    /// The folder.
    pub(in crate::gate) fn folder(&self) -> &Path {
        &self.folder
    }

    fn file(&self, fingerprint: &Fingerprint) -> PathBuf {
        self.folder.join(fingerprint.as_str())
    }

    /// The pass of a content. A file that is not whole, or too old, is none.
    pub(in crate::gate) fn find(&self, fingerprint: &Fingerprint) -> Option<Kept> {
        let text = fs::read_to_string(self.file(fingerprint)).ok()?;
        let mut lines = text.strip_suffix('\n')?.split('\n');
        let header = lines.next()?;
        let own = lines.next()?;
        let at = Duration::from_secs(lines.next()?.parse().ok()?);
        let summary = lines.next()?.to_owned();
        let end = lines.next()?;
        let whole = header == HEADER
            && own == fingerprint.as_str()
            && end.strip_prefix("end ") == Some(own)
            && lines.next().is_none();
        let kept = Kept { at, summary };
        // A clock may have been set back by a little.
        let is_past = at <= now() + LIFE;
        (whole && is_past && kept.age() <= LIFE).then_some(kept)
    }

    /// Keeps a pass, on the disk before this returns.
    pub(in crate::gate) fn keep(&self, fingerprint: &Fingerprint, summary: &str) -> io::Result<()> {
        self.tidy();
        let own = fingerprint.as_str();
        let summary = summary.replace('\n', " ");
        let text = format!("{HEADER}\n{own}\n{}\n{summary}\nend {own}\n", now().as_secs());
        fs::create_dir_all(&self.folder)?;
        let temporary = self.folder.join(format!("{own}.{}", std::process::id()));
        let mut file =
            OpenOptions::new().write(true).create(true).truncate(true).open(&temporary)?;
        file.write_all(text.as_bytes())?;
        file.sync_all()?;
        fs::rename(&temporary, self.file(fingerprint))
    }

    /// Waits until no other gate runs for this content. `None` if that takes too long.
    pub(in crate::gate) fn turn(&self, fingerprint: &Fingerprint, limit: Instant) -> Option<Turn> {
        let path = self.folder.join(format!("{}.lock", fingerprint.as_str()));
        let file = fs::create_dir_all(&self.folder)
            .and_then(|()| OpenOptions::new().write(true).create(true).truncate(false).open(path));
        let wait = limit.saturating_duration_since(Instant::now());
        match file.and_then(|file| FileLock::within(file, wait)) {
            Ok(lock) => lock.map(|lock| Turn { _lock: Some(lock) }),
            // Where files have no locks there is no order, and each gate runs for itself.
            Err(_) => Some(Turn { _lock: None }),
        }
    }

    /// Removes what counts no more.
    fn tidy(&self) {
        let Ok(entries) = fs::read_dir(&self.folder) else { return };
        for entry in entries.flatten() {
            let is_file = entry.file_type().is_ok_and(|kind| kind.is_file());
            if is_file && store_age(&entry).is_some_and(|age| age > LIFE) {
                // Another gate may be faster.
                let _ = fs::remove_file(entry.path());
            }
        }
    }
}
