//! Git commands that change a checkout: which one git would find, and whether it is guarded.

use std::path::{Path, PathBuf};

use super::guard::Guard;
use super::refusal;
use super::target::ruling_text;
use super::ward::{Reach, Ruling};
use crate::path::real_path;
use crate::repo::{Around, Checkout, DoubtReason, Kind, checkout_of_git_dir};
use crate::shell::Place;
use crate::show::shown;

/// Where a git command works.
pub(super) struct Where<'a> {
    /// The directory in which git looks for the repository.
    pub(super) dir: &'a Place,
    /// What `--git-dir` or `GIT_DIR` names.
    pub(super) git_dir: Option<&'a Place>,
    /// What `--work-tree` or `GIT_WORK_TREE` names.
    pub(super) work_tree: Option<&'a Place>,
    /// The branch that it changes, if that is not the one that is checked out anyway.
    pub(super) branch: Option<&'a str>,
}

/// Judges a git command, and refuses the call if one of its checkouts is guarded. Returns
/// `false` if nobody can say which checkout it changes.
pub(super) fn judge(guard: &mut Guard<'_>, by: &str, place: &Where<'_>) -> bool {
    let mut known = true;
    let mut roots: Vec<PathBuf> = Vec::new();
    match place.git_dir {
        None => known &= found_from(guard, place.dir, &mut roots),
        Some(named) => {
            match named {
                Place::At(path) => {
                    let of = checkout_of_git_dir(&real_path(path));
                    roots.extend(of.map(|checkout| checkout.root));
                }
                Place::Below(folder) => roots.push(real_path(folder)),
                Place::Unknown => known = false,
            }
            // git takes the current folder for the working tree if nothing else is named.
            if place.work_tree.is_none() {
                known &= folder(place.dir, &mut roots);
            }
        }
    }
    if let Some(work_tree) = place.work_tree {
        known &= folder(work_tree, &mut roots);
    }
    for root in roots {
        if place.branch.is_some_and(|branch| !has_checked_out(guard, &root, branch)) {
            guard.event.note(|| format!("{by} changes a branch that is not checked out"));
            continue;
        }
        // What lies in a folder of lanes counts by its name, whatever is in it.
        let ruling = guard.rule(&root, Reach::Below);
        guard.event.note(|| {
            format!("{by} changes the checkout `{}`: {}", shown(&root), ruling_text(&ruling))
        });
        if let Ruling::Guarded(ward) = ruling {
            guard.refuses(by, &root, &ward);
            let reason = refusal::of_checkout(guard, by, &root, &ward);
            guard.refuse(reason);
        }
    }
    known
}

/// Is the branch checked out there? If nobody can say, it is.
fn has_checked_out(guard: &mut Guard<'_>, root: &Path, branch: &str) -> bool {
    let around = guard.around(root);
    let Some(checkout) = around.checkouts.first() else { return true };
    let Ok(head) = std::fs::read_to_string(checkout.git_dir.join("HEAD")) else { return true };
    let Some(on) = head.strip_prefix("ref:") else { return false };
    let on = on.trim();
    on.strip_prefix("refs/heads/").unwrap_or(on) == branch.trim_start_matches("refs/heads/")
}

fn folder(place: &Place, roots: &mut Vec<PathBuf>) -> bool {
    roots.extend(place.path().map(real_path));
    place.path().is_some()
}

/// The checkout that git finds on its way up from `dir`.
fn found_from(guard: &mut Guard<'_>, dir: &Place, roots: &mut Vec<PathBuf>) -> bool {
    match dir {
        Place::At(dir) => {
            let real = real_path(dir);
            match guard.made_lane(&real) {
                Some(lane) => roots.push(lane.to_path_buf()),
                None => roots.extend(nearest(&guard.around(&real))),
            }
            true
        }
        // Some checkout in that folder, or the one around it.
        Place::Below(folder) => {
            roots.push(real_path(folder));
            true
        }
        Place::Unknown => false,
    }
}

/// The roots of what git takes for the checkout: two, if a `.git` file lends a folder the
/// repository of another checkout.
fn nearest(around: &Around) -> Vec<PathBuf> {
    let first = around.checkouts.first();
    // git stops at a `.git` file, whatever it says, and works on the worktree that it
    // names even where the repository knows that one elsewhere.
    let doubtful = around.doubts.iter().find_map(|doubt| {
        let named = doubt.reason != DoubtReason::BareWithIndex && doubt.path.is_file();
        doubt.path.parent().filter(|_| named)
    });
    let depth = |path: &Path| path.components().count();
    match (first, doubtful) {
        (Some(checkout), Some(folder)) if depth(folder) > depth(&checkout.root) => {
            vec![folder.to_path_buf()]
        }
        (None, Some(folder)) => vec![folder.to_path_buf()],
        (Some(checkout), _) => with_lender(checkout),
        (None, None) => Vec::new(),
    }
}

fn with_lender(checkout: &Checkout) -> Vec<PathBuf> {
    let mut roots = vec![checkout.root.clone()];
    if checkout.kind == Kind::Main && checkout.git_dir != checkout.root.join(".git") {
        let lender = checkout_of_git_dir(&checkout.git_dir).map(|lender| lender.root);
        roots.extend(lender.filter(|lender| *lender != checkout.root));
    }
    roots
}
