//! A real project of Cargo, green and red in each layer.

use std::path::Path;

use cvg_hooks::Environment;

use super::{Setup, says};

/// A package without dependencies, with the toolchain that runs this test.
fn project() -> Setup {
    let setup = Setup::new("");
    setup.place.write("/repo/.gitignore", "/target/\n/.worktrees/\n/convergo.toml\n");
    let manifest = "[package]\nname = \"small\"\nversion = \"0.1.0\"\nedition = \"2024\"\n";
    setup.place.write("/repo/Cargo.toml", manifest);
    let lock = "version = 4\n\n[[package]]\nname = \"small\"\nversion = \"0.1.0\"\n";
    setup.place.write("/repo/Cargo.lock", lock);
    write(&setup, "1 + 1", 2);
    setup.place.commit("/repo");
    let cargo = Environment::of_process().get("CARGO").expect("cargo runs this test");
    let folder = Path::new(&cargo).parent().expect("a folder").display().to_string();
    let home = setup.home().display().to_string();
    setup.env("PATH", &format!("{folder}:/usr/local/bin:/usr/bin:/bin")).env("CARGO_HOME", &home)
}

fn write(setup: &Setup, expression: &str, expected: u8) {
    let code = format!(
        "//! Small.\n\n/// Counts.\npub fn count() -> u8 {{\n    {expression}\n}}\n\n#[cfg(test)]\n\
         mod tests {{\n    #[test]\n    fn counts() {{\n        assert_eq!(super::count(), \
         {expected});\n    }}\n}}\n"
    );
    setup.place.write("/repo/src/lib.rs", code);
}

#[test]
fn a_rust_project_passes_and_fails_in_each_layer() {
    let setup = project();
    let message = setup.passed("cargo publish");
    says(&message, &["3 layers passed"]);
    assert!(!message.contains("committed"), "{message}");
    for (expression, expected, layer, shown) in [
        ("one", 2, "cargo check", "cannot find value `one`"),
        ("return 1 + 1;", 2, "cargo clippy", "needless_return"),
        ("1 + 1", 3, "cargo test", "assertion `left == right` failed"),
    ] {
        write(&setup, expression, expected);
        let reason = setup.play("git tag v0.1.0").denied().expect(layer);
        says(&reason, &[&format!("the layer `{layer}` failed"), "exit code 101", shown]);
        says(&reason, &["1 file is not committed (src/lib.rs)"]);
    }
    write(&setup, "1 + 1", 2);
    says(&setup.passed("git tag v0.1.0"), &["3 layers passed", "for this content"]);
}
