//! Applies mechanical fixes to the files that they are for.

use std::collections::BTreeMap;
use std::fs;
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};

use crate::diagnostic::{Diagnostic, Fix, SourceFile};

/// Applies every mechanical fix whose file still holds the text that it was made
/// for; of fixes that overlap, the first. Gives the number applied.
///
/// # Errors
/// A file cannot be read or written.
pub fn apply(root: &Path, diagnostics: &[Diagnostic]) -> io::Result<usize> {
    let mut files: BTreeMap<PathBuf, Vec<(&SourceFile, &Fix)>> = BTreeMap::new();
    for item in diagnostics {
        if let Some(fix) = item.fix.as_ref().filter(|fix| fix.mechanical) {
            files.entry(item.place.file.path.clone()).or_default().push((&item.place.file, fix));
        }
    }
    let mut count = 0;
    for (path, mut fixes) in files {
        let full = root.join(&path);
        let Ok(text) = fs::read_to_string(&full) else { continue };
        // Others were made for a text that a fix has yet to bring about.
        fixes.retain(|(file, _)| file.text == text);
        fixes.sort_by_key(|(_, fix)| (fix.range.start, fix.range.end));
        let mut out = String::with_capacity(text.len());
        let mut at = 0;
        let mut applied = 0;
        for (_, fix) in fixes {
            if fix.range.start < at || fix.range.end > text.len() {
                continue;
            }
            out.push_str(&text[at..fix.range.start]);
            out.push_str(&fix.replacement);
            at = fix.range.end;
            applied += 1;
        }
        out.push_str(&text[at..]);
        if applied > 0 && out != text {
            replace(&full, out.as_bytes())?;
            count += applied;
        }
    }
    Ok(count)
}

/// Writes a file beside its place and renames it over, with the old one's mode.
/// A symbolic link stays one: its target is replaced.
///
/// # Errors
/// The file cannot be written.
pub fn replace(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let path = fs::canonicalize(path)?;
    let parent = path.parent().unwrap_or(Path::new("."));
    let mut file = tempfile::Builder::new().prefix(".cvg-gen-").tempfile_in(parent)?;
    file.write_all(bytes)?;
    file.as_file().set_permissions(fs::metadata(&path)?.permissions())?;
    // An author's source, so a power failure must not lose it either.
    file.as_file().sync_data()?;
    file.persist(&path).map_err(|error| error.error)?;
    Ok(())
}
