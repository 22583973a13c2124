//! Which repositories milestones address.

use std::path::{Path, PathBuf};

use super::super::milestone::Milestone;
use crate::path::real_path;
use crate::repo::{Checkout, checkouts_around, in_working_tree};
use crate::shell::Place;

/// A repository with the milestones that address it.
#[derive(Debug)]
pub(super) struct Target<'m> {
    /// The root of the checkout: of the lane, if it is one. Outside of any, the folder itself.
    pub(super) root: PathBuf,
    /// The root of its main checkout, where the configuration lies.
    pub(super) main: Option<PathBuf>,
    /// The folders below the root that the milestones are about.
    pub(super) places: Vec<PathBuf>,
    pub(super) milestones: Vec<&'m Milestone>,
}

impl Target<'_> {
    /// The first milestone, with what it does.
    pub(super) fn told(&self) -> String {
        super::texts::all(self.milestones.iter().copied())
    }
}

/// Why nobody can say what must be tested.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Trouble {
    /// The folder is known when the command runs.
    Unknown,
    /// It is not there.
    Absent(PathBuf),
}

/// The repositories of all milestones, in their order.
pub(super) fn targets(found: &[Milestone]) -> Result<Vec<Target<'_>>, (&Milestone, Trouble)> {
    let mut targets: Vec<Target<'_>> = Vec::new();
    for milestone in found {
        let place = match &milestone.place {
            Place::At(path) | Place::Below(path) => real_path(path),
            Place::Unknown => return Err((milestone, Trouble::Unknown)),
        };
        if !place.is_dir() {
            return Err((milestone, Trouble::Absent(place)));
        }
        let checkout = checkout_of(&place);
        let root = checkout.as_ref().map_or(&place, |checkout| &checkout.root);
        let below = place.strip_prefix(root).unwrap_or(Path::new("")).to_path_buf();
        if !targets.iter().any(|target| target.root == *root) {
            let main = checkout.as_ref().and_then(Checkout::main_root);
            targets.push(Target {
                root: root.clone(),
                main: main.map(Path::to_path_buf),
                places: Vec::new(),
                milestones: Vec::new(),
            });
        }
        let Some(target) = targets.iter_mut().find(|target| target.root == *root) else { continue };
        if !below.as_os_str().is_empty() && !target.places.contains(&below) {
            target.places.push(below);
        }
        target.milestones.push(milestone);
    }
    Ok(targets)
}

/// The innermost checkout around a folder. One that the folder is a git dir of counts, too.
fn checkout_of(place: &Path) -> Option<Checkout> {
    let around = checkouts_around(place).checkouts;
    let inside = around.iter().find(|checkout| in_working_tree(place, checkout)).cloned();
    inside.or_else(|| around.into_iter().next())
}
