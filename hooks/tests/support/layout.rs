//! The repositories that the cases speak of, made with real git.
//!
//! `std` is a guarded root `/repo` with a lane, an agent's lane, uncommitted changes and a
//! remote, and around it a second repository and plain folders. Every other layout is
//! `std` and something more.

use super::Place;

/// Every layout that [`build`] knows.
pub(crate) const LAYOUTS: [&str; 8] = [
    "std",
    "symlink",
    "ext-worktree",
    "submodule",
    "bare-hub",
    "nested",
    "separate-git-dir",
    "nogit",
];

/// Makes a layout.
pub(crate) fn build(layout: &str) -> Place {
    let place = Place::new();
    std(&place);
    match layout {
        "std" => {}
        #[cfg(unix)]
        "symlink" => {
            place.link("/link", place.at("/repo"));
            place.link("/repo/.worktrees/lane/shared", place.at("/repo/src"));
        }
        #[cfg(unix)]
        "ext-worktree" => {
            place.git("/repo", "worktree add -q /wt/feature -b feature2");
            place.link("/repo/.worktrees/ext", place.at("/wt/feature"));
        }
        "submodule" => submodule(&place),
        "bare-hub" => bare_hub(&place),
        "nested" => place.repository("/repo/vendor/nested"),
        "separate-git-dir" => {
            place.mkdir("/gitdirs");
            place.write("/sep/src/a.rs", "a\n");
            place.git("/sep", "init -q --separate-git-dir /gitdirs/sep.git");
            place.commit("/sep");
        }
        "nogit" => place.mkdir("/plain"),
        other => panic!("there is no layout `{other}`"),
    }
    place
}

fn std(place: &Place) {
    for dir in ["/outside", "/srv/www", "/home/u", "/tmp/scratch", "/tmp/pkg"] {
        place.mkdir(dir);
    }
    root_files(place);
    place.git("/repo", "init -q");
    place.commit("/repo");
    place.git("/repo", "branch old-lane");
    place.git("/repo", "branch feature");
    place.git("/", "init -q --bare /origin.git");
    place.git("/repo", "remote add origin /origin.git");
    place.git("/repo", "push -q -u origin main");
    place.git("/repo", "worktree add -q /repo/.worktrees/lane -b lane");
    place.git("/repo", "worktree add -q /repo/.claude/worktrees/agent-a1 -b agent-a1");
    dirty(place);
    place.repository("/other");
    place.write("/tmp/a.rs", "A\n");
    place.write("/tmp/x", "X\n");
    let patch = "--- a/src/a.rs\n+++ b/src/a.rs\n@@ -1,3 +1,3 @@\n alpha\n-foo\n+bar\n l3\n";
    place.write("/tmp/fix.patch", patch);
    place.write("/tmp/x.patch", patch);
}

fn root_files(place: &Place) {
    for (path, text) in [
        ("src/a.rs", "alpha\nfoo\nl3\n"),
        ("src/main.rs", "fn main() {}\n"),
        ("README.md", "readme\n"),
        ("LICENSE", "licence\n"),
        ("docs/notes.md", "n\n"),
        ("nb.ipynb", "{}\n"),
        ("dist/x", "d\n"),
        ("data.txt", "6 a\n"),
        ("in.txt", "l\n"),
        ("a.orig", "o\n"),
        ("package.json", "{\"name\":\"p\"}\n"),
        ("scripts/gen.py", "print(1)\n"),
        ("sub/s", "s\n"),
        ("packages/cli/package.json", "{}\n"),
        (".gitignore", ".worktrees/\n.claude/worktrees/\n"),
    ] {
        place.write(&format!("/repo/{path}"), text);
    }
}

/// A root that is ahead of its remote, with staged, unstaged and untracked changes, and a
/// lane with staged ones.
fn dirty(place: &Place) {
    place.write("/repo/docs/notes.md", "n\nmore\n");
    place.git("/repo", "commit -q -a -m ahead");
    place.git("/repo", "tag v1.2.3");
    place.write("/repo/src/a.rs", "alpha\nfoo\nl3\nstaged\n");
    place.git("/repo", "add src/a.rs");
    place.write("/repo/src/a.rs", "alpha\nfoo\nl3\nstaged\nnot staged\n");
    place.write("/repo/u.txt", "untracked\n");
    place.write("/repo/.worktrees/lane/x", "x\n");
    place.write("/repo/.worktrees/lane/target/t", "t\n");
    place.write("/repo/.worktrees/lane/README.md", "readme\nlane\n");
    place.git("/repo/.worktrees/lane", "add -A");
}

fn submodule(place: &Place) {
    place.write("/subsrc/x.c", "x\n");
    place.repository("/subsrc");
    place.git("/repo", "submodule add -q /subsrc vendor/sub");
    place.git("/repo", "commit -q -m sub");
    place.git("/repo/.worktrees/lane", "reset -q --hard main");
    place.git("/repo/.worktrees/lane", "submodule update -q --init");
}

/// Every checkout is a linked worktree, and the repository itself is bare.
fn bare_hub(place: &Place) {
    place.mkdir("/hub");
    place.git("/", "clone -q --bare /repo /hub/.bare");
    place.git("/hub", "--git-dir=.bare worktree add -q /hub/feat -b hubfeat");
    place.git("/hub", "--git-dir=.bare worktree add -q /hub/main main");
}
