//! Where the logs of layers lie: a folder for each gate, the last few of them.

use std::fs;
use std::path::{Path, PathBuf};

use crate::Environment;
use crate::clock::now;
use crate::log::timestamp;

/// How many folders are kept.
const KEPT: usize = 20;

/// The folder of one gate's logs.
pub(super) struct Logs {
    folder: PathBuf,
}

impl Logs {
    /// For a gate of the repository at `root`: in the user's state, or without a home where
    /// temporary files are.
    pub(super) fn new(root: &Path, environment: &Environment) -> Self {
        let all = match environment.state_folder() {
            Some(state) => state.join("gate"),
            None => std::env::temp_dir().join("convergo-gate"),
        };
        tidy(&all);
        let name = root.file_name().unwrap_or_default().to_string_lossy();
        let at = timestamp(now()).replace(':', "");
        let folder = all.join(format!("{at}-{}-{}", word(&name), std::process::id()));
        // Without it the layers run all the same, and the report says that there is no log.
        let _ = make(&folder);
        Self { folder }
    }

    /// The log of a layer.
    pub(super) fn file(&self, number: usize, layer: &str) -> PathBuf {
        self.folder.join(format!("{}-{}.log", number + 1, word(layer)))
    }
}

/// A folder that others cannot read: a log may hold secrets.
fn make(folder: &Path) -> std::io::Result<()> {
    let mut builder = fs::DirBuilder::new();
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    builder.recursive(true).create(folder)
}

/// A name that needs no quotes anywhere.
fn word(text: &str) -> String {
    let plain = |c: char| if c.is_ascii_alphanumeric() || "-_.".contains(c) { c } else { '-' };
    text.chars().take(60).map(plain).collect()
}

/// Removes the oldest folders. Their names begin with their time.
fn tidy(all: &Path) {
    let Ok(entries) = fs::read_dir(all) else { return };
    let mut folders: Vec<PathBuf> = entries.flatten().map(|entry| entry.path()).collect();
    folders.sort();
    folders.truncate((folders.len() + 1).saturating_sub(KEPT));
    for folder in folders {
        // Another gate may be faster.
        let _ = fs::remove_dir_all(folder);
    }
}
