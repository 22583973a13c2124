//! What a folder holds: for comparing before and after.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::time::SystemTime;

/// A name in a folder.
#[derive(Clone, PartialEq, Eq)]
pub(crate) enum Entry {
    /// A regular file.
    File {
        /// Its bytes.
        bytes: Vec<u8>,
        /// Its permission bits.
        mode: u32,
        /// When it was last written.
        modified: SystemTime,
    },
    /// A folder.
    Folder,
    /// A symbolic link, and where it leads.
    Link(String),
    /// Anything else.
    Special,
}

impl std::fmt::Debug for Entry {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::File { bytes, mode, .. } => {
                let text = String::from_utf8_lossy(bytes);
                let start: String = text.chars().take(60).collect();
                write!(f, "{mode:o} {} bytes {start:?}", bytes.len())
            }
            Self::Folder => write!(f, "folder"),
            Self::Link(target) => write!(f, "-> {target}"),
            Self::Special => write!(f, "special"),
        }
    }
}

impl Entry {
    /// The bytes of a file.
    pub(crate) fn bytes(&self) -> Option<&[u8]> {
        match self {
            Self::File { bytes, .. } => Some(bytes),
            _ => None,
        }
    }

    /// May its owner run it?
    pub(crate) fn is_executable(&self) -> bool {
        matches!(self, Self::File { mode, .. } if mode & 0o100 != 0)
    }
}

/// Every name below a folder, by its path from there.
pub(crate) type Snapshot = BTreeMap<String, Entry>;

/// Reads a folder.
pub(crate) fn snapshot(folder: &Path) -> Snapshot {
    let mut entries = Snapshot::new();
    add(folder, "", &mut entries);
    entries
}

fn add(folder: &Path, prefix: &str, entries: &mut Snapshot) {
    for entry in fs::read_dir(folder).expect("a folder") {
        let entry = entry.expect("an entry");
        let path = format!("{prefix}{}", entry.file_name().to_string_lossy());
        let metadata = entry.metadata().expect("metadata");
        let kind = metadata.file_type();
        if kind.is_dir() {
            add(&entry.path(), &format!("{path}/"), entries);
            entries.insert(path, Entry::Folder);
        } else if kind.is_symlink() {
            let target = fs::read_link(entry.path()).expect("a link");
            entries.insert(path, Entry::Link(target.to_string_lossy().into_owned()));
        } else if kind.is_file() {
            let file = Entry::File {
                bytes: read_small(&entry.path(), metadata.len()),
                mode: mode(&metadata),
                modified: metadata.modified().expect("a time"),
            };
            entries.insert(path, file);
        } else {
            entries.insert(path, Entry::Special);
        }
    }
}

/// Bytes of a file; a huge one stands for itself by its length.
fn read_small(path: &Path, len: u64) -> Vec<u8> {
    if len > 256 * 1024 * 1024 {
        return len.to_string().into_bytes();
    }
    fs::read(path).unwrap_or_default()
}

#[cfg(unix)]
fn mode(metadata: &fs::Metadata) -> u32 {
    use std::os::unix::fs::PermissionsExt;
    metadata.permissions().mode() & 0o7777
}

#[cfg(not(unix))]
fn mode(_: &fs::Metadata) -> u32 {
    0
}
