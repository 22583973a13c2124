use std::fs;

use super::*;
use crate::Environment;

/// A folder with these files, whose texts are after a colon.
fn folder(files: &[&str]) -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("a temporary folder");
    for file in files {
        let (path, text) = file.split_once(':').unwrap_or((file, ""));
        let path = folder.path().join(path);
        fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
        fs::write(path, text).expect("a file");
    }
    folder
}

/// The units of a folder with these files, with git and without it.
#[track_caller]
fn found(files: &[&str], place: Option<&str>) -> Vec<String> {
    let folder = folder(files);
    let environment = Environment::of_process();
    let units = |environment: &Environment| -> Vec<String> {
        let files = Files::of(folder.path(), environment);
        let units = units(&files, &place.map(PathBuf::from).into_iter().collect::<Vec<_>>());
        units.iter().map(|unit| format!("{} {}", unit.stack.id(), unit.folder.display())).collect()
    };
    let without = units(&Environment::of([("PATH", "/nowhere")]));
    let mut git = crate::gate::git::git(&environment, folder.path());
    crate::gate::git::output(git.args(["init", "-q"])).expect("git");
    assert_eq!(units(&environment), without, "as git lists it, and as it is walked");
    without
}

#[test]
fn the_root_has_every_stack_that_a_file_says() {
    assert_eq!(found(&["README.md", "package.json:{}"], None), [""; 0]);
    let all = ["go.mod", "tsconfig.json", "Cargo.toml", "requirements.txt"];
    assert_eq!(found(&all, None), ["go ", "typescript ", "rust ", "python "]);
    for sign in ["pyproject.toml", "setup.cfg"] {
        assert_eq!(found(&[sign], None), ["python "]);
    }
}

#[test]
fn members_of_workspaces_are_units() {
    let files = [
        r#"package.json:{"workspaces": ["packages/*", "!packages/old"]}"#,
        "packages/a/package.json:{}",
        "packages/a/tsconfig.json",
        "packages/old/package.json:{}",
        "packages/old/tsconfig.json",
        "packages/native/package.json:{}",
        "packages/native/Cargo.toml",
        "packages/script/package.json:{}",
        "elsewhere/package.json:{}",
        "elsewhere/tsconfig.json",
    ];
    assert_eq!(found(&files, None), ["typescript packages/a", "rust packages/native"]);
    let go = ["go.work:use (\n./a\n./b\n)\n", "a/go.mod", "b/go.mod", "c/go.mod", "go.mod"];
    assert_eq!(found(&go, None), ["go ", "go a", "go b"]);
}

#[test]
fn a_workspace_of_cargo_is_one_unit() {
    let files = ["Cargo.toml:[workspace]\nmembers = [\"a\"]\n", "a/Cargo.toml"];
    assert_eq!(found(&files, None), ["rust "]);
    assert_eq!(found(&files, Some("a/src")), ["rust "]);
}

#[test]
fn python_projects_lie_below_a_root_without_one() {
    let files = [
        "Cargo.toml",
        "bindings/python/pyproject.toml",
        "service/pyproject.toml",
        "tests/fixture/pyproject.toml",
        "a/b/c/pyproject.toml",
    ];
    assert_eq!(found(&files, None), ["rust ", "python bindings/python", "python service"]);
    let with_root = ["pyproject.toml:[project]\n", "docs/pyproject.toml"];
    assert_eq!(found(&with_root, None), ["python "]);
    let uv = ["pyproject.toml:[tool.uv.workspace]\nmembers = [\"p/*\"]\n", "p/a/pyproject.toml"];
    assert_eq!(found(&uv, None), ["python ", "python p/a"]);
}

#[test]
fn what_was_installed_or_built_is_no_unit() {
    let files = [
        "node_modules/x/pyproject.toml",
        "target/x/pyproject.toml",
        "vendor/pyproject.toml",
        ".venv/pyproject.toml",
    ];
    assert_eq!(found(&files, None), [""; 0]);
}

#[test]
fn what_git_ignores_and_other_repositories_are_left_out() {
    let folder = folder(&[
        ".gitignore:/build/\n",
        "build/pyproject.toml",
        "other/pyproject.toml",
        "mine/pyproject.toml",
    ]);
    let environment = Environment::of_process();
    for repository in ["", "other"] {
        let mut git = crate::gate::git::git(&environment, &folder.path().join(repository));
        crate::gate::git::output(git.args(["init", "-q"])).expect("git");
    }
    let found = units(&Files::of(folder.path(), &environment), &[]);
    assert_eq!(found, [Unit { stack: Stack::Python, folder: "mine".into() }]);
}

#[test]
fn the_package_that_is_published_is_a_unit() {
    let files = ["go.mod", "packages/cli/tsconfig.json", "packages/cli/package.json:{}"];
    assert_eq!(found(&files, None), ["go "]);
    for place in ["packages/cli", "packages/cli/src/deep"] {
        assert_eq!(found(&files, Some(place)), ["go ", "typescript packages/cli"]);
    }
    assert_eq!(found(&files, Some("packages")), ["go "]);
}

#[test]
fn a_tracked_file_that_is_gone_is_no_sign() {
    let folder = folder(&["go.mod"]);
    let environment = Environment::of_process();
    for words in [&["init", "-q"][..], &["add", "-A"]] {
        let mut git = crate::gate::git::git(&environment, folder.path());
        crate::gate::git::output(git.args(words)).expect("git");
    }
    fs::remove_file(folder.path().join("go.mod")).expect("it was there");
    assert!(units(&Files::of(folder.path(), &environment), &[]).is_empty());
}
