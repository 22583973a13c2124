//! A `.tar.gz` whose bytes depend on its files alone: sorted, no times, no owner.

use std::io;

use flate2::{Compression, GzBuilder};
use tar::{Builder, EntryType, Header};

use super::Files;

/// Packs files below one folder.
///
/// # Errors
/// A path is too odd for the format.
pub(super) fn pack(folder: &str, files: &Files) -> io::Result<Vec<u8>> {
    let mut archive = Builder::new(GzBuilder::new().write(Vec::new(), Compression::best()));
    for (path, file) in files {
        let mut header = Header::new_gnu();
        header.set_entry_type(EntryType::Regular);
        header.set_size(file.bytes.len() as u64);
        header.set_mode(if file.executable { 0o755 } else { 0o644 });
        header.set_uid(0);
        header.set_gid(0);
        header.set_mtime(0);
        archive.append_data(&mut header, format!("{folder}/{path}"), file.bytes.as_slice())?;
    }
    archive.into_inner()?.finish()
}
