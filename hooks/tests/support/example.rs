//! Where cargo puts the examples of this package, which `cargo test` builds.

use std::path::PathBuf;

/// The built example of that name.
pub(crate) fn example(name: &str) -> PathBuf {
    let test = std::env::current_exe().expect("this program has a path");
    let folder = test.ancestors().nth(2).expect("it lies in `deps` of the target folder");
    let program = folder.join("examples").join(format!("{name}{}", std::env::consts::EXE_SUFFIX));
    assert!(program.exists(), "`{}` is not built: cargo build --examples", program.display());
    program
}
