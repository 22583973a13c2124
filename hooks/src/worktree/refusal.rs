//! What a refusal says: what would write where, the rule, and how the same is done in a
//! lane. The model reads it, and does what it says.

use std::path::{Path, PathBuf};

use super::guard::Guard;
use super::target::Written;
use super::ward::{Reach, Ward, Why};
use crate::show::{quoted, shown};
use crate::{Event, Host, ToolClass, env, repo};

/// The name that stands for one which the reader chooses.
const NAME: &str = "NAME";

/// How many lanes that are there already are named.
const LANES: usize = 3;

/// A write that would change a guarded main checkout.
pub(super) fn of_write(guard: &Guard<'_>, written: &Written, real: &Path, ward: &Ward) -> String {
    let by = &written.by;
    let main = the_main_checkout(ward);
    let target = match written.reach {
        Reach::Below => format!("`{}` or something in it", shown(real)),
        _ => format!("`{}`", shown(real)),
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
                 only what must be changed."
            );
        }
        Why::GitDir | Why::Inside(_) => {}
    }
    let file = match &ward.why {
        Why::Inside(inner) if !inner.as_os_str().is_empty() => Some(inner.as_path()),
        _ => None,
    };
    let (place, shared) = match ward.why {
        Why::GitDir => (
            "the git dir of ",
            " All lanes share it: leave a change there to git itself or to the user.",
        ),
        _ => ("", ""),
    };
    format!(
        "{by} would change {target}{leads}, in {place}{main}. That checkout is guarded: it is \
         only read and refreshed, and work is done in a lane, a linked worktree.{shared} {}",
        lane(guard, ward, file)
    )
}

/// A write or a git command that would change a guarded main checkout, in few words.
pub(super) fn in_short(by: &str, real: &Path, ward: &Ward) -> String {
    format!(
        "{by} would change `{}`, and {} is guarded: work in a lane, a linked worktree that \
         `git worktree add` makes.",
        shown(real),
        the_main_checkout(ward)
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
        "This call cannot be read as a whole: {why}. A write into {}, which is guarded, \
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

/// How the same is done in a lane; `file` is named from the root of the checkout.
fn lane(guard: &Guard<'_>, ward: &Ward, file: Option<&Path>) -> String {
    let event = guard.event;
    let mut text = in_a_lane(guard, ward, file);
    // Codex tells a hook the session's folder, not the one that its shell is given.
    if event.host() == Some(Host::Codex)
        && event.call().is_some_and(|call| call.class() == Some(ToolClass::Shell))
    {
        text.push_str(
            " Enter the lane in the command itself, by `cd`: a working directory that is given \
             beside the command is not seen.",
        );
    }
    text
}

fn in_a_lane(guard: &Guard<'_>, ward: &Ward, file: Option<&Path>) -> String {
    let Some(root) = &ward.root else { return String::new() };
    let event = guard.event;
    let again = |lane: &Path| match file {
        Some(file) => format!("use `{}` instead", shown(&lane.join(file))),
        None => format!("do the same in `{}`", shown(lane)),
    };
    let new = root.join(".worktrees").join(NAME);
    let command = command_for_lane(guard, root);
    let lanes: Vec<PathBuf> = repo::lanes(&ward.common_dir);
    let cwd = guard.session.cwd(event);
    // Of lanes in each other, the innermost.
    let around_cwd = lanes.iter().filter(|lane| cwd.is_some_and(|cwd| cwd.starts_with(lane)));
    if let Some(own) = around_cwd.max_by_key(|lane| lane.components().count()) {
        return format!(
            "This session has the lane `{}`: {}. ({command} makes another lane, in `{}`.)",
            shown(own),
            again(own),
            shown(&new),
        );
    }
    let there: Vec<String> =
        lanes.iter().take(LANES).map(|lane| format!("`{}`", shown(lane))).collect();
    let more = if lanes.len() > LANES { " and others" } else { "" };
    let there = match (lanes.as_slice(), file) {
        ([], _) => String::new(),
        ([only], _) => {
            format!(" If the lane that is there is yours (`{}`), {}.", shown(only), again(only))
        }
        (_, Some(file)) => format!(
            " If one of the lanes that are there is yours ({}{more}), use `{}` in it.",
            there.join(", "),
            shown(file)
        ),
        (_, None) => format!(
            " If one of the lanes that are there is yours ({}{more}), do the same in it.",
            there.join(", ")
        ),
    };
    format!("Make one with {command}, then {}.{there}", again(&new))
}

/// The command that makes a lane, to be run where the session stands, in quotes. Git's own is
/// there always: some program of the name `cvg` proves little.
fn command_for_lane(guard: &Guard<'_>, root: &Path) -> String {
    let there = if guard.session.cwd(guard.event) == Some(root) {
        String::new()
    } else {
        format!("cd {} && ", quoted(&shown(root)))
    };
    let by_git = format!("`{there}git worktree add .worktrees/{NAME} -b {NAME}`");
    if has_cvg(guard.event) {
        format!("`{there}cvg lane create {NAME}` or {by_git}")
    } else {
        by_git
    }
}

/// Can the agent run `cvg`? On Claude Code the plugin's own `bin/` is on its PATH, though not
/// on that of the hooks.
pub(super) fn has_cvg(event: &Event<'_>) -> bool {
    let environment = event.environment();
    let bundled = || {
        let root = environment.folder(env::CLAUDE_PLUGIN_ROOT)?;
        Some(root.join("bin/cvg").is_file())
    };
    environment.finds("cvg") || event.host() == Some(Host::Claude) && bundled().unwrap_or_default()
}

/// Does the component only say how to get there?
fn is_dotted(component: std::path::Component<'_>) -> bool {
    component == std::path::Component::ParentDir
}
