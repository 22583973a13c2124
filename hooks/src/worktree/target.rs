//! One place that a call would write: where it really is, and what is to be said of it.

use std::path::{Component, Path, PathBuf};

use super::guard::Guard;
use super::refusal;
use super::ward::{Free, Reach, Ruling};
use crate::path::{real_entry, real_path};
use crate::show::shown;
use crate::table::one_of;

/// A place that a call would write.
#[derive(Debug)]
pub(super) struct Written {
    /// What writes it, for the reader: `` `rm` ``, `a redirection`.
    pub(super) by: String,
    /// An absolute path, as it was written.
    pub(super) path: PathBuf,
    /// How far the write goes.
    pub(super) reach: Reach,
}

/// What a write does to a link at the end of its path.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Links {
    /// It changes what the link leads to.
    Followed,
    /// It removes the link itself.
    Removed,
    /// It may put something in the place of the link, or where the link leads.
    Either,
}

impl Links {
    /// What the program does, by the name that its effects have.
    pub(super) fn of(by: &str, recursive: bool) -> Self {
        match by {
            _ if one_of(by, "rm grm unlink rmdir trash trash-put rip rimraf shred") => {
                Self::Removed
            }
            // `mv` takes its sources as they are, and follows a folder as its destination.
            "mv" | "gmv" if recursive => Self::Removed,
            _ if one_of(
                by,
                "mv gmv ln gln install ginstall sed gsed perl rsync rename prename",
            ) =>
            {
                Self::Either
            }
            _ => Self::Followed,
        }
    }
}

/// Judges one place, and refuses the call if it is guarded. Returns whether it is free.
pub(super) fn judge(guard: &mut Guard<'_>, written: &Written, links: Links) -> bool {
    if is_device(&written.path) {
        note(guard, written, &written.path, &Ruling::Free(Free::Device));
        return true;
    }
    let followed = (links != Links::Removed).then(|| real_path(&written.path));
    let entry = (links != Links::Followed).then(|| real_entry(&written.path));
    let entry = entry.filter(|entry| Some(entry) != followed.as_ref());
    let followed = followed.map(|real| (real, written.reach));
    let entry = entry.map(|real| {
        let reach = if real.is_symlink() { Reach::Link } else { written.reach };
        (real, reach)
    });
    for (real, reach) in followed.into_iter().chain(entry) {
        let ruling = guard.rule(&real, reach);
        note(guard, written, &real, &ruling);
        if let Ruling::Guarded(ward) = ruling {
            guard.refuses(&written.by, &real, &ward);
            let reason = refusal::of_write(guard, written, &real, &ward);
            guard.refuse(reason);
            return false;
        }
    }
    true
}

/// A file that keeps nothing. Only names without `..` count, since those may lead away; and
/// `/dev/shm` does keep files.
fn is_device(path: &Path) -> bool {
    let mut names = path.components();
    if names.next() != Some(Component::RootDir) {
        return false;
    }
    let mut name = || match names.next() {
        Some(Component::Normal(name)) => name.to_str(),
        Some(_) => Some(".."),
        None => None,
    };
    match (name(), name(), name(), name(), name()) {
        (Some("dev"), Some(file), None, ..)
        | (Some("dev"), Some("fd" | "pts"), Some(file), None, _) => file != "..",
        (Some("proc"), Some(process), Some("fd"), Some(file), None) => {
            process != ".." && file != ".."
        }
        _ => false,
    }
}

fn note(guard: &Guard<'_>, written: &Written, real: &Path, ruling: &Ruling) {
    guard.event.note(|| {
        let path = shown(&written.path);
        let leads = if written.path == real {
            String::new()
        } else {
            format!(" (really `{}`)", shown(real))
        };
        let reach = match written.reach {
            Reach::File | Reach::Link | Reach::NewFolder => "",
            Reach::Tree => " and all in it",
            Reach::Below => " or something in it",
        };
        format!("{} writes `{path}`{reach}{leads}: {}", written.by, ruling_text(ruling))
    });
}

/// The ruling for a person.
pub(super) fn ruling_text(ruling: &Ruling) -> String {
    match ruling {
        Ruling::Free(free) => format!("free, {free}"),
        Ruling::Guarded(ward) => {
            format!("guarded by {}, {}", refusal::the_main_checkout(ward), ward.why)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    #[cfg(unix)]
    fn devices_keep_nothing() {
        for path in ["/dev/null", "/dev//tty", "/dev/fd/2", "/dev/pts/0", "/proc/self/fd/1"] {
            assert!(is_device(Path::new(path)), "{path}");
        }
        for path in [
            "/dev",
            "/dev/shm/x",
            "/dev/../x",
            "/dev/fd/..",
            "/dev/fd/../../x",
            "/proc/self/x",
            "dev/x",
        ] {
            assert!(!is_device(Path::new(path)), "{path}");
        }
    }
}
