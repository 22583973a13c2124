//! Every environment variable that the hooks read, named once.
//!
//! clippy.toml forbids reading the environment anywhere else in this package. A hook gets
//! its variables through an [`Environment`], so that a test can hand it other ones.

use std::ffi::OsString;
use std::path::{Path, PathBuf};

/// An environment variable that we read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Variable {
    /// Its name.
    pub name: &'static str,
    /// What it does, as an imperative.
    pub purpose: &'static str,
    /// What holds where it is unset or empty.
    pub default: &'static str,
}

const fn variable(name: &'static str, purpose: &'static str, default: &'static str) -> Variable {
    Variable { name, purpose, default }
}

/// The user's home folder.
pub const HOME: Variable = variable(
    "HOME",
    "find the user's folders, and `~` in the paths of a command",
    "no log, no file of the user",
);

/// Where programs keep their state; `~/.local/state` if unset.
pub const XDG_STATE_HOME: Variable = variable(
    "XDG_STATE_HOME",
    "keep the log and the state of the hooks in `convergo/` below this folder",
    "`~/.local/state`",
);

/// Where programs find their configuration; `~/.config` if unset.
pub const XDG_CONFIG_HOME: Variable = variable(
    "XDG_CONFIG_HOME",
    "read the user's configuration in `convergo/` below this folder",
    "`~/.config`",
);

/// Where programs keep what they can do without; `~/.cache` if unset.
pub const XDG_CACHE_HOME: Variable = variable(
    "XDG_CACHE_HOME",
    "remember in `convergo/` below this folder which contents have passed the gate",
    "`~/.cache`",
);

/// Where rustup keeps its toolchains.
pub const RUSTUP_HOME: Variable = variable(
    "RUSTUP_HOME",
    "tell whether a toolchain of Rust has changed since the gate passed",
    "`~/.rustup`",
);

/// The toolchain that rustup runs.
pub const RUSTUP_TOOLCHAIN: Variable =
    variable("RUSTUP_TOOLCHAIN", RUSTUP_HOME.purpose, "rustup's own choice");

/// Makes a hook talk: every decision and note is logged, and shown on standard error.
pub const CVG_HOOK_DEBUG: Variable = variable(
    "CVG_HOOK_DEBUG",
    "log every decision of a hook with its notes, also on stderr",
    "refusals, questions and faults are logged; `0` and `false` are the same",
);

/// The folder that a session was started for, on Claude Code. By version it is the main
/// checkout, a lane or empty, so nothing is located by it.
pub const CLAUDE_PROJECT_DIR: Variable = variable(
    "CLAUDE_PROJECT_DIR",
    "find the repository of the session, beside its working directory",
    "the working directory alone",
);

/// The root of the installed plugin that a hook belongs to, on Claude Code.
pub const CLAUDE_PLUGIN_ROOT: Variable = variable(
    "CLAUDE_PLUGIN_ROOT",
    "protect the files of the installed hooks",
    "the program itself is protected",
);

/// The root of the installed plugin that a hook belongs to, on Codex.
pub const PLUGIN_ROOT: Variable =
    variable("PLUGIN_ROOT", CLAUDE_PLUGIN_ROOT.purpose, CLAUDE_PLUGIN_ROOT.default);

/// Where programs are found.
pub const PATH: Variable = variable(
    "PATH",
    "find git and the tools of the gate, and tell whether `cvg` can be named in an advice",
    "no file is counted, no tool is found, and `git` is named",
);

/// The file of the ledger, in another place than the usual one.
pub const CVG_LEDGER: Variable = variable(
    "CVG_LEDGER",
    "keep the ledger of convergences in this file, an absolute path",
    "`~/.claude/convergence-ledger.md`",
);

/// All that the hooks read, but for [`SETTINGS`].
pub const ALL: &[Variable] = &[
    HOME,
    XDG_STATE_HOME,
    XDG_CONFIG_HOME,
    XDG_CACHE_HOME,
    CVG_HOOK_DEBUG,
    CLAUDE_PROJECT_DIR,
    CLAUDE_PLUGIN_ROOT,
    PLUGIN_ROOT,
    PATH,
    RUSTUP_HOME,
    RUSTUP_TOOLCHAIN,
    CVG_LEDGER,
];

/// Switches enforce-worktree on or off for the session's own repository.
pub const CVG_WORKTREE_ENFORCE: Variable = variable(
    "CVG_WORKTREE_ENFORCE",
    "`1` or `true`, `0` or `false`: switch enforce-worktree on or off for the session's own \
     repository",
    "`enforce` of the files",
);

/// The answer to a command of which nobody can say what it writes.
pub const CVG_WORKTREE_OPAQUE: Variable = variable(
    "CVG_WORKTREE_OPAQUE",
    "`allow`, `ask` or `deny`: answer a command of which nobody can say what it writes",
    "`opaque` of the files",
);

/// The answer to a command that is too large or too nested to read.
pub const CVG_WORKTREE_UNANALYSABLE: Variable = variable(
    "CVG_WORKTREE_UNANALYSABLE",
    "`allow`, `ask` or `deny`: answer a command that is too large or too nested to read",
    "`unanalysable` of the files",
);

/// Switches milestone-gate off, for whoever starts the host. A command cannot set it.
pub const CVG_GATE: Variable = variable(
    "CVG_GATE",
    "`off`: milestone-gate lets every call pass, and the log says so",
    "`enabled` of the files",
);

/// Those that override a key of the configuration.
pub const SETTINGS: &[Variable] =
    &[CVG_WORKTREE_ENFORCE, CVG_WORKTREE_OPAQUE, CVG_WORKTREE_UNANALYSABLE, CVG_GATE];

/// Those that the launchers in a plugin's `bin/` read to find a program, besides `HOME` and
/// `PATH`. They are shell scripts; this crate reads none of these.
pub const LAUNCHER: &[Variable] = &[
    variable(
        "CVG_BIN_DIR",
        "start the programs in this absolute folder before all others",
        "the release bundle beside the launcher, then Cargo's folder, then `PATH`",
    ),
    variable("CARGO_HOME", "start the programs in `bin/` below this folder", "`~/.cargo`"),
    variable(
        "CLAUDE_PLUGIN_DATA",
        "remember here which sessions were told that a program is missing (Claude Code sets it)",
        "`PLUGIN_DATA`",
    ),
    variable("PLUGIN_DATA", "the same (Codex sets it)", "a session may be told more than once"),
    variable(
        "CVG_LAUNCHERS",
        "not for people: launchers tell each other here who has run, so that none starts itself",
        "nobody has run",
    ),
];

/// The variables that a hook sees: those of the process, or a list made by a test.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Environment {
    /// `None` asks the process, one variable at a time: copying all of them would cost
    /// more than the few that a hook reads. Sorted by name.
    list: Option<Vec<(OsString, OsString)>>,
}

impl Environment {
    /// The environment of this process.
    pub const fn of_process() -> Self {
        Self { list: None }
    }

    /// An environment that has these variables and no other.
    pub fn of<N, V>(list: impl IntoIterator<Item = (N, V)>) -> Self
    where
        N: Into<OsString>,
        V: Into<OsString>,
    {
        let mut sorted: Vec<(OsString, OsString)> = Vec::new();
        for (name, value) in list {
            let (name, value) = (name.into(), value.into());
            match sorted.binary_search_by(|(own, _)| own.cmp(&name)) {
                Ok(at) => sorted[at].1 = value,
                Err(at) => sorted.insert(at, (name, value)),
            }
        }
        Self { list: Some(sorted) }
    }

    /// The value of the variable with that name, whatever its encoding.
    #[expect(clippy::disallowed_methods, reason = "the one place that reads the environment")]
    pub fn get(&self, name: &str) -> Option<OsString> {
        // The standard library panics on such a name on some systems.
        if name.is_empty() || name.contains(['=', '\0']) {
            return None;
        }
        match &self.list {
            Some(list) => list.iter().find(|(own, _)| own == name).map(|(_, value)| value.clone()),
            None => std::env::var_os(name),
        }
    }

    /// Every variable: what a program that is started inherits.
    #[expect(clippy::disallowed_methods, reason = "the one place that reads the environment")]
    pub fn all(&self) -> Vec<(OsString, OsString)> {
        self.list.clone().unwrap_or_else(|| std::env::vars_os().collect())
    }

    /// The value of a variable, if it is not empty.
    pub fn value(&self, variable: Variable) -> Option<OsString> {
        self.get(variable.name).filter(|value| !value.is_empty())
    }

    /// Is it set to something that neither is empty, nor `0`, nor `false`?
    pub fn is_on(&self, variable: Variable) -> bool {
        self.value(variable).is_some_and(|value| value != "0" && value != "false")
    }

    /// The user's home folder, if it is known and absolute.
    pub fn home(&self) -> Option<PathBuf> {
        self.folder(HOME)
    }

    /// Where Convergo keeps its state: `$XDG_STATE_HOME/convergo`, and without that
    /// variable `~/.local/state/convergo`. The XDG base directory specification has a
    /// relative folder ignored.
    pub fn state_folder(&self) -> Option<PathBuf> {
        let state = self
            .folder(XDG_STATE_HOME)
            .or_else(|| self.home().map(|home| home.join(".local/state")))?;
        Some(state.join("convergo"))
    }

    /// Where Convergo keeps what it can do without: `$XDG_CACHE_HOME/convergo`, and without
    /// that variable `~/.cache/convergo`.
    pub fn cache_folder(&self) -> Option<PathBuf> {
        let cache =
            self.folder(XDG_CACHE_HOME).or_else(|| self.home().map(|home| home.join(".cache")))?;
        Some(cache.join("convergo"))
    }

    /// Is a program of that name in a folder of `PATH`? Whether it may be run is not asked.
    pub fn finds(&self, program: &str) -> bool {
        self.program(program).is_some()
    }

    /// The file of a program in a folder of `PATH`. Whether it may be run is not asked.
    pub fn program(&self, name: &str) -> Option<PathBuf> {
        self.named(name).find(|program| program.is_file())
    }

    /// The file of a program in a folder of `PATH` that may be run.
    pub fn runnable(&self, name: &str) -> Option<PathBuf> {
        self.named(name).find(|program| is_program(program))
    }

    /// What a program of that name would be in each folder of `PATH`.
    fn named(&self, name: &str) -> impl Iterator<Item = PathBuf> {
        let path = self.value(PATH).unwrap_or_default();
        let name = format!("{name}{}", std::env::consts::EXE_SUFFIX);
        // A relative folder would depend on where the hook happens to run.
        let folders: Vec<PathBuf> =
            std::env::split_paths(&path).filter(|folder| folder.is_absolute()).collect();
        folders.into_iter().map(move |folder| folder.join(&name))
    }

    /// Every variable but those by which git can be made to answer for another repository,
    /// for a git that is started.
    pub(crate) fn without_git(&self) -> Vec<(OsString, OsString)> {
        let mut all = self.all();
        all.retain(|(name, _)| !name.as_encoded_bytes().starts_with(b"GIT_"));
        all
    }

    /// The folder that a variable names, if it is absolute.
    pub fn folder(&self, variable: Variable) -> Option<PathBuf> {
        self.value(variable).map(PathBuf::from).filter(|path| path.is_absolute())
    }
}

/// May the file be run?
pub(crate) fn is_program(path: &Path) -> bool {
    let Ok(metadata) = path.metadata() else { return false };
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        metadata.is_file() && metadata.permissions().mode() & 0o111 != 0
    }
    #[cfg(not(unix))]
    metadata.is_file()
}

/// The file of this very program, where the system can tell.
pub fn program() -> Option<PathBuf> {
    std::env::current_exe().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn state(list: &[(&str, &str)]) -> Option<PathBuf> {
        Environment::of(list.iter().copied()).state_folder()
    }

    #[test]
    fn every_variable_is_listed_once() {
        let lists = [ALL, SETTINGS, LAUNCHER].concat();
        let mut names: Vec<_> = lists.iter().map(|variable| variable.name).collect();
        names.sort_unstable();
        names.dedup();
        assert_eq!(names.len(), lists.len());
    }

    #[test]
    fn a_list_hides_the_process() {
        assert!(Environment::of_process().value(HOME).is_some(), "tests run with a HOME");
        assert_eq!(Environment::of([("A", "b")]).value(HOME), None);
    }

    #[test]
    fn zero_false_and_nothing_are_off() {
        for (value, on) in [("1", true), ("yes", true), ("0", false), ("false", false), ("", false)]
        {
            assert_eq!(Environment::of([("CVG_HOOK_DEBUG", value)]).is_on(CVG_HOOK_DEBUG), on);
        }
        assert!(!Environment::of([("A", "b")]).is_on(CVG_HOOK_DEBUG));
    }

    #[test]
    #[cfg(unix)]
    fn state_lies_where_xdg_says() {
        let is = |list, path| assert_eq!(state(list).as_deref(), Some(Path::new(path)));
        is(&[("XDG_STATE_HOME", "/s"), ("HOME", "/h")], "/s/convergo");
        is(&[("HOME", "/h")], "/h/.local/state/convergo");
        is(&[("XDG_STATE_HOME", "relative"), ("HOME", "/h")], "/h/.local/state/convergo");
        assert_eq!(state(&[("HOME", "relative")]), None);
        assert_eq!(state(&[]), None);
    }

    #[test]
    #[cfg(unix)]
    fn a_program_is_found_in_absolute_folders_only() {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let path = |folder: &Path| Environment::of([("PATH", folder.as_os_str())]);
        assert!(!path(folder.path()).finds("cvg"));
        std::fs::write(folder.path().join("cvg"), "").expect("a file");
        assert!(path(folder.path()).finds("cvg"));
        assert!(!path(Path::new("src")).finds("env.rs"));
        assert!(!Environment::of([("HOME", "/h")]).finds("cvg"));
    }

    #[test]
    fn git_sees_no_variable_of_its_own() {
        let list = [("GIT_DIR", "/x"), ("HOME", "/h"), ("GITHUB", "y")];
        let kept = Environment::of(list).without_git();
        assert_eq!(kept, [("GITHUB".into(), "y".into()), ("HOME".into(), "/h".into())]);
        assert!(Environment::of_process().without_git().iter().any(|(name, _)| name == "HOME"));
    }

    #[test]
    fn a_name_that_no_variable_can_have_has_no_value() {
        for name in ["", "A=B", "A\0"] {
            assert_eq!(Environment::of_process().get(name), None);
        }
    }
}
