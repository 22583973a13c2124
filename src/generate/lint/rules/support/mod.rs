//! What several families of rules share: paths in a tree, and parsed manifests.

pub(super) mod manifest;
pub(super) mod paths;
