//! What a refusal says: what would write where, the rule, and how the same is done in a
//! lane. The model reads it, and does what it says.

use std::path::{Path, PathBuf};

use super::guard::Guard;
use super::shown;
use super::target::Written;
use super::ward::{Reach, Ward, Why};
use crate::repo;

/// The name that stands for one which the reader chooses.
const NAME: &str = "NAME";

/// How many lanes that are there already are named.
const LANES: usize = 3;

/// A write that would change a guarded main checkout.
pub(super) fn of_write(guard: &Guard<'_>, written: &Written, real: &Path, ward: &Ward) -> String {
    let by = &written.by;
    let main = the_main_checkout(ward);
    let target = match written.reach {
        Reach::File | Reach::NewFolder | Reach::Tree => format!("`{}`", shown(real)),
        Reach::Below => format!("`{}` or something in it", shown(real)),
    };
    let leads = if written.path == real || written.path.components().any(is_dotted) {
        String::new()
    } else {
        format!(", where `{}` leads", shown(&written.path))
    };
    match &ward.why {
        Why::Installed => {
            return format!(
                "{by} would change {target}{leads}, which belongs to the installed guard of \
                 {main}. The guard protects its own files: leave this change to the user."
            );
        }
        Why::Config => {
            return format!(
                "{by} would change {target}{leads}, the configuration that guards {main}. Where it \
                 is needed, propose the change in a lane, and the user takes it over. {}",
                lane(guard, ward, Some(Path::new(crate::config::FILE)))
            );
        }
        Why::Holds => {
            return format!(
                "{by} would change {target}{leads} and with it {main}, which is guarded. Name \
                 only what must be changed. {}",
                lane(guard, ward, None)
            );
        }
        Why::GitDir | Why::Inside(_) => {}
    }
    let rel = match &ward.why {
        Why::Inside(rel) if !rel.as_os_str().is_empty() => Some(rel.as_path()),
        _ => None,
    };
    let place = if ward.why == Why::GitDir { "the git dir of " } else { "" };
    format!(
        "{by} would change {target}{leads}, in {place}{main}. That checkout is guarded: it is \
         only read and refreshed, and work is done in a lane, a linked worktree. {}",
        lane(guard, ward, rel)
    )
}

/// A git command that would change a guarded main checkout.
pub(super) fn of_checkout(guard: &Guard<'_>, by: &str, root: &Path, ward: &Ward) -> String {
    let main = the_main_checkout(ward);
    let inside = match &ward.root {
        Some(main_root) if main_root == root => format!("change {main}"),
        _ => format!("change the checkout `{}`, in {main}", shown(root)),
    };
    let allowed = if by == "`git pull`" { " `git pull --ff-only` is allowed there." } else { "" };
    format!(
        "{by} would {inside}. That checkout is guarded: it is only read and refreshed, and \
         work is done in a lane, a linked worktree.{allowed} {}",
        lane(guard, ward, None)
    )
}

/// A command of which nobody can say what it writes.
pub(super) fn of_opaque(guard: &Guard<'_>, why: &str, ward: &Ward) -> String {
    format!(
        "It cannot be told what this call writes ({why}), and it would run in {}, which is \
         guarded. Run it in a lane, a linked worktree. {}",
        the_main_checkout(ward),
        lane(guard, ward, None)
    )
}

/// A command that is too much to read.
pub(super) fn of_unreadable(why: &str, ward: &Ward) -> String {
    format!(
        "This command cannot be read as a whole: {why}. A write into {}, which is guarded, \
         could hide in it. Make it simpler: run its steps as commands of their own, without \
         nesting, and put long text into a file with a tool that edits files.",
        the_main_checkout(ward)
    )
}

/// `the main checkout /repo`.
pub(super) fn the_main_checkout(ward: &Ward) -> String {
    match &ward.root {
        Some(root) => format!("the main checkout `{}`", shown(root)),
        None => "every main checkout".to_owned(),
    }
}

/// How the same is done in a lane; `rel` is the file from the root of the checkout.
fn lane(guard: &Guard<'_>, ward: &Ward, rel: Option<&Path>) -> String {
    let Some(root) = &ward.root else { return String::new() };
    let event = guard.event;
    let again = |lane: &Path| match rel {
        Some(rel) => format!("use `{}` there", shown(&lane.join(rel))),
        None => format!("run the command in `{}`", shown(lane)),
    };
    let made = root.join(".worktrees").join(NAME);
    let make = command_for_lane(guard, root);
    if let Some(own) = guard.session.lane(event, &ward.common_dir) {
        return format!(
            "This session has the lane `{}`: {}. (`{make}` makes another lane, and its files \
             are below `{}`.)",
            shown(own),
            again(own),
            shown(&made),
        );
    }
    let lanes: Vec<PathBuf> = repo::lanes(&ward.common_dir);
    let there: Vec<String> =
        lanes.iter().take(LANES).map(|lane| format!("`{}`", shown(lane))).collect();
    let more = if lanes.len() > LANES { " and others" } else { "" };
    let there = match (there.is_empty(), lanes.first()) {
        (false, Some(first)) => format!(
            " If one of the lanes that are there is yours ({}{more}), {}.",
            there.join(", "),
            again(first)
        ),
        _ => String::new(),
    };
    format!("Make one with `{make}`, then {}.{there}", again(&made))
}

/// The command that makes a lane, to be run where the session stands.
fn command_for_lane(guard: &Guard<'_>, root: &Path) -> String {
    let command = if guard.event.environment().finds("cvg") {
        format!("cvg lane create {NAME}")
    } else {
        format!("git worktree add .worktrees/{NAME} -b {NAME}")
    };
    if guard.session.cwd(guard.event) == Some(root) {
        command
    } else {
        format!("cd {} && {command}", quoted(&shown(root)))
    }
}

/// A word for a shell.
fn quoted(word: &str) -> String {
    let plain = |c: char| c.is_alphanumeric() || "/._-+@%:,=".contains(c);
    if word.chars().all(plain) {
        word.to_owned()
    } else {
        format!("'{}'", word.replace('\'', r"'\''"))
    }
}

/// Does the component only say how to get there?
fn is_dotted(component: std::path::Component<'_>) -> bool {
    component == std::path::Component::ParentDir
}
