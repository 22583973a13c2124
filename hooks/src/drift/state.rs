//! What is remembered of a session: which repository it began in, and the grade at which the
//! user was last told of drift.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

use super::grade::Grade;
use crate::Environment;
use crate::hash::fnv1a;
use crate::path::from_bytes;

/// A session that was not heard of for so long is over.
const KEPT: Duration = Duration::from_hours(30 * 24);

/// What is remembered of a session.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Session {
    /// The main checkout in which it began.
    pub(super) root: PathBuf,
    /// The grade when the hook last spoke; GREEN if it has not.
    pub(super) told: Grade,
}

/// The file of a session. The name of a session may hold anything, so a hash stands for it.
fn file(environment: &Environment, session: &str) -> Option<PathBuf> {
    let folder = environment.state_folder()?.join("drift");
    Some(folder.join(format!("{:016x}", fnv1a(session.as_bytes()))))
}

impl Session {
    /// What was written of it, if anything can be understood.
    pub(super) fn read(environment: &Environment, session: &str) -> Option<Self> {
        let bytes = fs::read(file(environment, session)?).ok()?;
        let end = bytes.iter().position(|byte| *byte == b'\n')?;
        let told = std::str::from_utf8(&bytes[..end]).ok()?.parse().ok()?;
        let root = from_bytes(bytes[end + 1..].strip_suffix(b"\n")?);
        root.is_absolute().then_some(Self { root, told })
    }

    /// Writes it. A hook that cannot write its state speaks once more than it should.
    pub(super) fn write(&self, environment: &Environment, session: &str) -> std::io::Result<()> {
        let Some(file) = file(environment, session) else { return Ok(()) };
        let mut text = format!("{}\n", self.told).into_bytes();
        text.extend_from_slice(self.root.as_os_str().as_encoded_bytes());
        text.push(b'\n');
        match fs::write(&file, &text) {
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => {
                fs::create_dir_all(file.parent().unwrap_or(&file))?;
                fs::write(&file, &text)
            }
            written => written,
        }
    }
}

/// Takes away what was written of sessions that are long over.
pub(super) fn tidy(environment: &Environment) {
    let Some(folder) = environment.state_folder() else { return };
    for entry in fs::read_dir(folder.join("drift")).into_iter().flatten().flatten() {
        if is_old(&entry.path()) {
            // Another hook may have been faster.
            let _ = fs::remove_file(entry.path());
        }
    }
}

fn is_old(file: &Path) -> bool {
    let modified = fs::metadata(file).and_then(|metadata| metadata.modified());
    modified.is_ok_and(|time| time.elapsed().is_ok_and(|age| age > KEPT))
}
