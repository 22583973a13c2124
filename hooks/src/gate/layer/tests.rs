use std::fs;

use super::*;
use crate::config::Settings;

/// A checkout with these files, whose texts are after a colon. One that ends in `*` is a
/// program. `/bin/x` is a program on `PATH`.
struct Scene {
    folder: tempfile::TempDir,
}

impl Scene {
    fn new(files: &[&str]) -> Scene {
        let scene = Scene { folder: tempfile::tempdir().expect("a temporary folder") };
        for file in files {
            let (path, text) = file.split_once(':').unwrap_or((file, ""));
            let path = match path.strip_prefix('/') {
                Some(program) => scene.folder.path().join(program),
                None => scene.root().join(path),
            };
            let name = path.to_str().expect("a name");
            let plain = PathBuf::from(name.trim_end_matches('*'));
            fs::create_dir_all(plain.parent().expect("a folder")).expect("a folder");
            fs::write(&plain, text).expect("a file");
            #[cfg(unix)]
            if name.ends_with('*') || name.contains("/bin/") {
                use std::os::unix::fs::PermissionsExt;
                fs::set_permissions(&plain, fs::Permissions::from_mode(0o755)).expect("a program");
            }
        }
        fs::create_dir_all(scene.root()).expect("a folder");
        scene
    }

    fn root(&self) -> PathBuf {
        self.folder.path().join("repo")
    }

    fn layers(&self) -> Vec<Layer> {
        let environment = Environment::of([("PATH", self.folder.path().join("bin"))]);
        let (gate, faults) = Settings::new(|_| None).gate(Some(&self.root()));
        assert!(faults.is_empty(), "{faults:?}");
        plan(&self.root(), &[], &gate, &environment)
    }
}

/// Each layer as `name: command`, or `name: why it is skipped`.
#[track_caller]
fn planned(files: &[&str]) -> Vec<String> {
    let scene = Scene::new(files);
    let told = |layer: &Layer| match &layer.need {
        Need::Never(skip) => format!("{}: {:?}", layer.title(), skip.why),
        Need::Always => format!("{}: {}", layer.title(), layer.command()),
        Need::IfFound => format!("{}: {}?", layer.title(), layer.command()),
    };
    let root = scene.root().display().to_string();
    scene.layers().iter().map(told).map(|text| text.replace(&root, "ROOT")).collect()
}

#[test]
fn go() {
    assert_eq!(
        planned(&["go.mod", "a.go:package a\n", "/bin/go"]),
        [
            "go build: go build -o /dev/null ./...",
            "go vet: go vet ./...",
            "golangci-lint: Optional",
            "go test: go test ./..."
        ]
    );
    let all =
        ["go.mod", "e/e_test.go://go:build e2e\npackage e\n", "/bin/go", "/bin/golangci-lint"];
    assert_eq!(
        planned(&all)[2..],
        [
            "golangci-lint: golangci-lint run ./...",
            "go test: go test ./...",
            "go test e2e: go test -tags=e2e ./..."
        ]
    );
    let missing = planned(&["go.mod"]);
    assert_eq!(missing[0], "go build: Missing");
    assert_eq!(missing.len(), 4);
}

#[test]
fn rust() {
    assert_eq!(
        planned(&["Cargo.toml", "/bin/cargo", "/bin/cargo-clippy"]),
        [
            "cargo check: cargo check --workspace",
            "cargo clippy: cargo clippy --workspace -- -D warnings",
            "cargo test: cargo test --workspace"
        ]
    );
    assert_eq!(planned(&["Cargo.toml", "/bin/cargo"])[1], "cargo clippy: Optional");
    assert_eq!(
        planned(&["Cargo.toml"]),
        ["cargo check: Missing", "cargo clippy: Missing", "cargo test: Missing"]
    );
}

#[test]
#[cfg(unix)]
fn a_clippy_that_rustup_does_not_have_is_not_installed() {
    let files = ["Cargo.toml", "/bin/cargo-clippy", "/bin/rustup"];
    let without = [&files[..], &["/bin/cargo:#!/bin/sh\nexit 1\n"]].concat();
    assert_eq!(planned(&without)[1], "cargo clippy: Optional");
    let with = [&files[..], &["/bin/cargo:#!/bin/sh\n"]].concat();
    assert_eq!(planned(&with)[1], "cargo clippy: cargo clippy --workspace -- -D warnings");
}

const TSC: &str = "node_modules/.bin/tsc*";
const TESTED: &str = r#"package.json:{"scripts": {"test": "node --test"}}"#;

#[test]
fn typescript_runs_through_the_projects_package_manager() {
    for (lock, program, expected) in [
        ("README", "/bin/npm", ["tsc: npx --no-install tsc --noEmit", "npm test: npm test"]),
        (
            "package-lock.json",
            "/bin/npm",
            ["tsc: npx --no-install tsc --noEmit", "npm test: npm test"],
        ),
        ("pnpm-lock.yaml", "/bin/pnpm", ["tsc: pnpm exec tsc --noEmit", "pnpm test: pnpm test"]),
        ("yarn.lock", "/bin/yarn", ["tsc: yarn run tsc --noEmit", "yarn test: yarn run test"]),
        ("bun.lock", "/bin/bun", ["tsc: bun run tsc --noEmit", "bun run test: bun run test"]),
        ("bun.lockb", "/bin/bun", ["tsc: bun run tsc --noEmit", "bun run test: bun run test"]),
    ] {
        let files = ["tsconfig.json", TESTED, TSC, lock, program, "/bin/npx"];
        assert_eq!(planned(&files), expected, "{lock}");
        let missing = planned(&["tsconfig.json", TESTED, TSC, lock]);
        assert!(missing.iter().all(|layer| layer.ends_with(": Missing")), "{missing:?}");
    }
}

#[test]
fn eslint_runs_where_it_is_configured() {
    let basis = ["tsconfig.json", TSC, "node_modules/.bin/eslint*", "/bin/npx", "/bin/npm"];
    for config in ["eslint.config.mjs", ".eslintrc.json", r#"package.json:{"eslintConfig": {}}"#] {
        let layers = planned(&[&basis[..], &[config]].concat());
        assert_eq!(layers[1..], ["eslint: npx --no-install eslint ."], "{config}");
    }
    assert_eq!(planned(&basis).len(), 1);
    let absent = planned(&["tsconfig.json", TSC, "eslint.config.js", "/bin/npx"]);
    assert_eq!(absent[1], "eslint: Missing");
}

#[test]
fn a_test_script_is_one_that_tests() {
    let layers = |package: &str| planned(&["tsconfig.json", TSC, package, "/bin/npx", "/bin/npm"]);
    let placeholder =
        r#"package.json:{"scripts": {"test": "echo \"Error: no test specified\" && exit 1"}}"#;
    for package in
        [placeholder, "package.json:{}", "package.json:[", "package.json:{\"scripts\": 1}"]
    {
        assert_eq!(layers(package), ["tsc: npx --no-install tsc --noEmit"], "{package}");
    }
    assert_eq!(layers(TESTED).len(), 2);
}

#[test]
fn a_compiler_that_is_not_installed_is_missing() {
    assert_eq!(planned(&["tsconfig.json", "/bin/npx"]), ["tsc: Missing"]);
    // Where yarn keeps packages in archives there is nothing to look for.
    let depends = r#"package.json:{"devDependencies": {"typescript": "5"}}"#;
    let archive = ["tsconfig.json", "yarn.lock", ".pnp.cjs", depends, "/bin/yarn"];
    assert_eq!(planned(&archive), ["tsc: yarn run tsc --noEmit"]);
}

#[test]
fn a_member_of_a_workspace_uses_what_its_root_has() {
    let files = [
        r#"package.json:{"workspaces": ["packages/*"]}"#,
        "pnpm-lock.yaml",
        "eslint.config.js",
        "packages/a/tsconfig.json",
        r#"packages/a/package.json:{"scripts": {"test": "x"}}"#,
        TSC,
        "node_modules/.bin/eslint*",
        "/bin/pnpm",
    ];
    let expected = [
        "tsc in packages/a: pnpm exec tsc --noEmit",
        "eslint in packages/a: pnpm exec eslint .",
        "pnpm test in packages/a: pnpm test",
    ];
    assert_eq!(planned(&files), expected);
    // A root that is linted itself lints its members.
    let linted = planned(&[&files[..], &["tsconfig.json"]].concat());
    assert_eq!(linted[1], "eslint: pnpm exec eslint .");
    assert_eq!(linted[2..], [expected[0], expected[2]]);
}

#[test]
fn python() {
    assert_eq!(
        planned(&["pyproject.toml", "tests/test_a.py", "/bin/ruff", "/bin/pytest"]),
        ["ruff: ruff check .", "pytest: pytest"]
    );
    assert_eq!(
        planned(&["requirements.txt", "pkg/a_test.py"]),
        ["ruff: Optional", "pytest: Missing"]
    );
    assert_eq!(planned(&["setup.cfg", "a.py", "contest.py"]), ["ruff: Optional"]);
}

#[test]
fn pytest_runs_where_it_is_configured() {
    for config in [
        "pytest.ini",
        "pyproject.toml:[project]\n[tool.pytest.ini_options]\n",
        "tox.ini:[pytest]\n",
        "setup.cfg:[tool:pytest]\n",
    ] {
        let layers = planned(&["requirements.txt", config, "/bin/pytest"]);
        assert_eq!(layers[1..], ["pytest: pytest"], "{config}");
    }
    assert_eq!(planned(&["requirements.txt", "tox.ini:[tox]\n", "/bin/pytest"]).len(), 1);
}

#[test]
fn python_tools_come_from_the_project_first() {
    let test = "test_a.py";
    let own = [".venv/bin/pytest*", ".venv/bin/ruff*", "/bin/ruff", "/bin/pytest"];
    assert_eq!(
        planned(&[&["pyproject.toml", test][..], &own].concat()),
        ["ruff: .venv/bin/ruff check .", "pytest: .venv/bin/pytest"]
    );
    let lock = "uv.lock:[[package]]\nname = \"pytest\"\n";
    let uv = ["pyproject.toml", test, lock, "/bin/uv", "/bin/pytest", "/bin/ruff"];
    assert_eq!(planned(&uv), ["ruff: ruff check .", "pytest: uv run --frozen pytest"]);
    assert_eq!(planned(&["pyproject.toml", test, lock])[1], "pytest: Missing");
    let poetry = "poetry.lock:[[package]]\nname = \"ruff\"\n";
    let poetry = ["pyproject.toml", poetry, "/bin/poetry"];
    assert_eq!(planned(&poetry), ["ruff: poetry run ruff check ."]);
}

const GO: [&str; 3] = ["go.mod", "/bin/go", "/bin/golangci-lint"];

fn configured(toml: &str) -> Vec<String> {
    let toml = format!("convergo.toml:{toml}");
    planned(&[&GO[..], &[&toml]].concat())
}

#[test]
fn layers_are_added_replaced_and_skipped_by_name() {
    let layers = configured(
        "[gate]\nskip = [\"go vet\", \"go: go build\"]\n\
         [[gate.layer]]\nname = \"golangci-lint\"\nrun = \"make lint\"\n\
         [[gate.layer]]\nname = \"contract\"\nrun = \"./contract.sh\"\nrequired = true\n",
    );
    let expected = [
        "go build: Configured",
        "go vet: Configured",
        "golangci-lint: make lint?",
        "go test: go test ./...",
        "contract: ./contract.sh",
    ];
    assert_eq!(layers, expected);
}

#[test]
fn a_layer_runs_where_its_condition_is_met() {
    for (when, expected) in [
        ("go.mod", "x: true?"),
        ("*.mod", "x: true?"),
        ("go.sum", "x: Idle"),
        ("services/**", "x: Idle"),
    ] {
        let layers = configured(&format!(
            "[[gate.layer]]\nname = \"x\"\nrun = \"true\"\nwhen = \"{when}\"\n"
        ));
        assert_eq!(layers.last().map(String::as_str), Some(expected), "{when}");
    }
}

#[test]
fn variables_are_part_of_the_command() {
    let layers = configured(
        "[gate]\nenv = { GOOS = \"linux\" }\n\
         [[gate.layer]]\nname = \"x\"\nrun = \"go version | cat\"\nenv = { A = \"b c\" }\n",
    );
    assert_eq!(layers[1], "go vet: GOOS=linux go vet ./...");
    assert_eq!(layers[4], "x: GOOS=linux A='b c' sh -c 'go version | cat'?");
}

#[test]
fn a_layer_with_a_folder_replaces_that_of_the_folder() {
    let files = ["go.work:use (\n./a\n./b\n)\n", "a/go.mod", "b/go.mod", "/bin/go"];
    let layer = "[[gate.layer]]\nname = \"go test\"\nrun = \"make\"\n";
    let one = format!("convergo.toml:{layer}in = \"b\"\n");
    let one = planned(&[&files[..], &[&one]].concat());
    assert!(one.contains(&"go test in a: go test ./...".to_owned()), "{one:?}");
    assert!(one.contains(&"go test in b: make?".to_owned()), "{one:?}");
    let skip = "convergo.toml:[gate]\nskip = [\"b: go vet\", \"python: go test\"]\n";
    let skip = planned(&[&files[..], &[skip]].concat());
    let skipped = skip.iter().filter(|layer| layer.ends_with(": Configured"));
    assert_eq!(skipped.collect::<Vec<_>>(), ["go vet in b: Configured"]);
    let all = format!("convergo.toml:{layer}");
    let all = planned(&[&files[..], &[&all]].concat());
    let tests: Vec<_> = all.iter().filter(|layer| layer.starts_with("go test")).collect();
    assert_eq!(tests, ["go test: make?"]);
}

#[test]
fn nothing_of_git_and_of_the_host_reaches_a_layer() {
    let scene = Scene::new(&GO);
    let mut layer = scene.layers().remove(0);
    layer.env.push(("NO_COLOR".into(), "".into()));
    let list = [("GIT_DIR", "/x"), ("CLAUDECODE", "1"), ("HOME", "/h"), ("CI", "no")];
    let mut job = job(&layer, &Environment::of(list));
    job.environment.sort();
    let expected = [("CI", "no"), ("HOME", "/h"), ("NO_COLOR", "")];
    assert_eq!(job.environment, expected.map(|(name, value)| (name.into(), value.into())));
}

#[test]
fn a_command_is_typed_from_anywhere() {
    let mut layer = Scene::new(&GO).layers().remove(1);
    layer.folder = PathBuf::from("/home/me/it's mine");
    assert_eq!(layer.by_hand(), r"cd '/home/me/it'\''s mine' && go vet ./...");
}
