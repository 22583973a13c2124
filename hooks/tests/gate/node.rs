//! A package in a folder of the repository: its layers run there.

use std::path::Path;

use cvg_hooks::Environment;

use super::{Setup, says};

fn has_npm() -> bool {
    let path = Environment::of_process().get("PATH").unwrap_or_default();
    std::env::split_paths(&path).any(|folder| folder.join("npm").exists())
}

#[test]
fn the_layers_of_a_package_run_in_its_folder() {
    assert!(has_npm(), "npm comes with Node.js");
    let setup = Setup::new("");
    let package =
        "{\"name\": \"cli\", \"version\": \"1.0.0\", \"scripts\": {\"test\": \"pwd; exit 9\"}}\n";
    setup.place.write("/repo/packages/cli/package.json", package);
    setup.place.write("/repo/packages/cli/tsconfig.json", "{}\n");
    let reason = setup.here(&setup.denied("(cd packages/cli && npm publish)"));
    says(
        &reason,
        &[
            "`npm publish` publishes to npm",
            "the layer `npm test in packages/cli` failed",
            "    @/repo/packages/cli\n",
            "By hand: cd @/repo/packages/cli && npm test\n",
        ],
    );
    // It is no member of a workspace, so a tag of the repository does not wait for it.
    assert!(setup.play("git tag v1").is_silent());
    assert!(!Path::new("/repo").exists());
}
