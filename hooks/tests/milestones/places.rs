//! Which folder a command addresses.

use crate::Setup;

#[test]
fn the_folder_that_a_command_addresses() {
    let tag = "creates the tag `v1` in ";
    let npm = "publishes to npm in ";
    let crates = "publishes to crates.io in ";
    let pypi = "publishes to PyPI in ";
    let setup = Setup::new();
    setup.place.mkdir("/repo/sub");
    let cases: &[(&str, &str, &str)] = &[
        ("git tag v1", tag, "/repo"),
        ("cd packages && git tag v1", tag, "/repo/packages"),
        ("cd sub && cd .. && git tag v1", tag, "/repo"),
        ("cd @/other; git tag v1", tag, "/other"),
        ("cd /tmp && cd @/other && git tag v1", tag, "/other"),
        ("(cd @/other); git tag v1", tag, "/repo"),
        ("pushd @/other && git tag v1", tag, "/other"),
        ("pushd @/other && popd && git tag v1", tag, "/repo"),
        ("cd @/other && cd - && git tag v1", tag, "/repo"),
        ("cd \"$(git rev-parse --show-toplevel)\" && git tag v1", tag, "/repo"),
        ("cd \"$X\" && git tag v1", tag, "nowhere"),
        ("cd .worktrees/lane && git tag v1", tag, "/repo/.worktrees/lane"),
        ("git -C @/other tag v1", tag, "/other"),
        ("git -C packages -C cli tag v1", tag, "/repo/packages/cli"),
        ("git -C packages/.. tag v1", tag, "/repo"),
        ("git -C \"$X\" tag v1", tag, "nowhere"),
        ("git --git-dir=@/other/.git tag v1", tag, "/other"),
        ("git --git-dir @/other/.git --work-tree=@/repo tag v1", tag, "/other"),
        ("git -C @/other --git-dir=.git tag v1", tag, "/other"),
        ("GIT_DIR=@/other/.git git tag v1", tag, "/other"),
        ("GIT_DIR=@/other/.git git -C packages tag v1", tag, "/other"),
        ("export GIT_DIR=@/other/.git; git tag v1", tag, "/other"),
        ("GIT_DIR=@/repo/.git/worktrees/lane git tag v1", tag, "/repo/.worktrees/lane"),
        ("x=git; GIT_DIR=@/other/.git $x tag v1", tag, "/other"),
        ("GIT_DIR= git tag v1", tag, "/repo"),
        ("env -C @/other git tag v1", tag, "/other"),
        ("sudo --chdir=@/other git tag v1", tag, "/other"),
        ("bash -c 'cd @/other && git tag v1'", tag, "/other"),
        ("npm publish", npm, "/repo"),
        ("(cd packages/cli && npm publish)", npm, "/repo/packages/cli"),
        ("npm --prefix packages/cli publish", npm, "/repo/packages/cli"),
        ("npm publish --prefix=packages/cli", npm, "/repo/packages/cli"),
        ("npm -C packages/cli publish", npm, "/repo/packages/cli"),
        ("npm publish packages/cli", npm, "/repo/packages/cli"),
        ("npm publish ./x.tgz", npm, "/repo"),
        ("npm publish @scope/x", npm, "/repo"),
        ("pnpm -C packages/cli publish", npm, "/repo/packages/cli"),
        ("pnpm --dir packages/cli publish", npm, "/repo/packages/cli"),
        ("yarn --cwd packages/cli publish", npm, "/repo/packages/cli"),
        ("bun --cwd=packages/cli publish", npm, "/repo/packages/cli"),
        ("pnpm -C packages/cli exec lerna publish", npm, "/repo/packages/cli"),
        ("yarn --cwd packages/cli lerna publish", npm, "/repo/packages/cli"),
        ("npm --prefix \"$X\" publish", npm, "nowhere"),
        ("cargo publish --manifest-path packages/cli/Cargo.toml", crates, "/repo/packages/cli"),
        ("cargo publish --manifest-path=@/other/Cargo.toml", crates, "/other"),
        ("cargo -C packages/cli publish", crates, "/repo/packages/cli"),
        ("cargo publish -p core", crates, "/repo"),
        ("cargo release -x --manifest-path packages/cli/Cargo.toml", crates, "/repo/packages/cli"),
        ("uv --directory packages publish", pypi, "/repo/packages"),
        ("uv publish --project packages", pypi, "/repo/packages"),
        ("uv --directory packages run twine upload dist/*", pypi, "/repo/packages"),
        ("poetry -C packages publish", pypi, "/repo/packages"),
        ("poetry publish --directory=packages", pypi, "/repo/packages"),
        ("pdm publish -p packages", pypi, "/repo/packages"),
        ("maturin publish -m packages/Cargo.toml", pypi, "/repo/packages"),
        ("flit -f packages/pyproject.toml publish", pypi, "/repo/packages"),
        ("mvn -f packages/pom.xml deploy", "publishes to a Maven repository in ", "/repo/packages"),
        ("mvn -f packages deploy", "publishes to a Maven repository in ", "/repo/packages"),
        ("gradle -p packages publish", "publishes to a Maven repository in ", "/repo/packages"),
        ("gh release create v1 -R o/r", "makes a release in ", "/repo"),
        ("cd @/other && gh release create v1", "makes a release in ", "/other"),
        ("goreleaser release -f packages/.goreleaser.yml", "makes a release in ", "/repo"),
        ("git -C @/other push --tags", "pushes tags in ", "/other"),
        ("wsl --cd /x git tag v1", tag, "/repo"),
    ];
    for (line, what, place) in cases {
        assert_eq!(setup.told("/repo", line), [format!("{what}{place}")], "{line}");
    }
}

#[test]
fn without_a_folder_the_place_is_not_known() {
    let setup = Setup::new();
    let mut setting = setup.setting("/repo");
    setting.cwd = None;
    let found =
        cvg_hooks::gate::milestone::find("git tag v1; git -C /x tag v2", &setting, &setup.gate);
    let places: Vec<_> = found.milestones.iter().map(|made| made.place.path()).collect();
    assert_eq!(places, [None, Some(std::path::Path::new("/x"))]);
}

#[test]
fn a_bare_repository_has_tags_of_its_own() {
    let setup = Setup::new();
    setup.place.git("/", "clone -q --bare /repo /hub.git");
    setup.check(
        &["git --git-dir=@/hub.git push origin nightly", "git --git-dir=@/hub.git tag v1"],
        &["git --git-dir=@/hub.git push origin 2.0"],
    );
    setup.tells(&[("GIT_DIR=@/hub.git git tag v1", &["creates the tag `v1` in /hub.git"])]);
}
