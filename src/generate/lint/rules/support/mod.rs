//! What several families of rules share: paths in a tree, parsed manifests, near names.

pub(super) mod manifest;
pub(super) mod paths;
pub(super) mod suggest;
