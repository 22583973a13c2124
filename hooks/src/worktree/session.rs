//! Where a session stands, and which repositories are its own.

use std::cell::OnceCell;
use std::path::{Path, PathBuf};

use crate::path::{real_path, real_path_near};
use crate::repo::{Around, Checkout, checkouts_around};
use crate::{Event, env};

/// Where a session stands. Nothing is looked up before it is asked for.
#[derive(Debug, Default)]
pub(super) struct Session {
    known: OnceCell<PathBuf>,
    cwd: OnceCell<Option<PathBuf>>,
    around_cwd: OnceCell<Around>,
    around_project: OnceCell<Around>,
}

impl Session {
    /// A folder whose real path is known, which spares a part of the way to the session's own.
    pub(super) fn is_near(&self, known: &Path) {
        self.known.get_or_init(|| known.to_path_buf());
    }

    /// The real working directory, which may be gone.
    pub(super) fn cwd(&self, event: &Event<'_>) -> Option<&Path> {
        self.cwd
            .get_or_init(|| {
                let known = self.known.get().map_or(Path::new(""), PathBuf::as_path);
                let cwd = event.cwd().filter(|cwd| cwd.is_absolute())?;
                Some(real_path_near(cwd, known))
            })
            .as_deref()
    }

    /// The checkouts around the working directory.
    pub(super) fn around_cwd(&self, event: &Event<'_>) -> &Around {
        self.around_cwd.get_or_init(|| self.cwd(event).map(checkouts_around).unwrap_or_default())
    }

    /// The checkouts around the working directory and the project's folder, innermost first.
    pub(super) fn checkouts(&self, event: &Event<'_>) -> impl Iterator<Item = &Checkout> {
        let project = self.around_project.get_or_init(|| {
            let folder = event.environment().folder(env::CLAUDE_PROJECT_DIR);
            let folder = folder.filter(|folder| Some(folder.as_path()) != event.cwd());
            folder.map(|folder| checkouts_around(&real_path(&folder))).unwrap_or_default()
        });
        self.around_cwd(event).checkouts.iter().chain(&project.checkouts)
    }

    /// Does the session work in this repository? One that works in none may mean any.
    pub(super) fn owns(&self, event: &Event<'_>, main: &Checkout) -> bool {
        // The usual case, without another walk.
        if self.cwd(event).is_some_and(|cwd| cwd.starts_with(&main.root)) {
            return true;
        }
        let mut checkouts = self.checkouts(event).peekable();
        checkouts.peek().is_none() || checkouts.any(|own| own.common_dir == main.common_dir)
    }
}
