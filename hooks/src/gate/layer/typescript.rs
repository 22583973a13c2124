//! TypeScript: the compiler, eslint and the test script, through the project's own package
//! manager.

use std::path::Path;

use super::{Layer, Need, Planner, Skip, Why};
use crate::gate::stack::{Unit, text};
use crate::json;

/// Who runs the tools of a project.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Manager {
    Npm,
    Pnpm,
    Yarn,
    Bun,
}

/// The files by which a manager is known. The one nearest to the package counts.
const LOCKS: [(&str, Manager); 5] = [
    ("package-lock.json", Manager::Npm),
    ("pnpm-lock.yaml", Manager::Pnpm),
    ("yarn.lock", Manager::Yarn),
    ("bun.lock", Manager::Bun),
    ("bun.lockb", Manager::Bun),
];

/// Files that configure eslint, besides `eslintConfig` in package.json.
const ESLINT: [&str; 12] = [
    "eslint.config.js",
    "eslint.config.mjs",
    "eslint.config.cjs",
    "eslint.config.ts",
    "eslint.config.mts",
    "eslint.config.cts",
    ".eslintrc",
    ".eslintrc.js",
    ".eslintrc.cjs",
    ".eslintrc.yaml",
    ".eslintrc.yml",
    ".eslintrc.json",
];

impl Manager {
    fn of(planner: &Planner<'_>, unit: &Unit) -> Self {
        let folders = planner.up_to_root(unit);
        let nearest = folders.iter().find_map(|folder| {
            LOCKS.iter().find(|(lock, _)| folder.join(lock).is_file()).map(|(_, manager)| *manager)
        });
        nearest.unwrap_or(Self::Npm)
    }

    const fn program(self) -> &'static str {
        match self {
            Self::Npm => "npm",
            Self::Pnpm => "pnpm",
            Self::Yarn => "yarn",
            Self::Bun => "bun",
        }
    }

    /// Where it comes from.
    const fn source(self) -> &'static str {
        match self {
            Self::Npm => "it comes with Node.js, https://nodejs.org",
            Self::Pnpm => "get it from https://pnpm.io/installation",
            Self::Yarn => "get it from https://yarnpkg.com/getting-started/install",
            Self::Bun => "get it from https://bun.com",
        }
    }

    /// What runs a tool of the project, and installs nothing.
    const fn exec(self) -> &'static [&'static str] {
        match self {
            Self::Npm => &["npx", "--no-install"],
            Self::Pnpm => &["pnpm", "exec"],
            Self::Yarn => &["yarn", "run"],
            Self::Bun => &["bun", "run"],
        }
    }

    /// The name of the test layer, and what runs it.
    const fn test(self) -> (&'static str, &'static [&'static str]) {
        match self {
            Self::Npm => ("npm test", &["npm", "test"]),
            Self::Pnpm => ("pnpm test", &["pnpm", "test"]),
            Self::Yarn => ("yarn test", &["yarn", "run", "test"]),
            // `bun test` would be its own test runner.
            Self::Bun => ("bun run test", &["bun", "run", "test"]),
        }
    }
}

pub(super) fn layers(planner: &Planner<'_>, unit: &Unit) -> Vec<Layer> {
    let manager = Manager::of(planner, unit);
    let package = planner.text(unit, "package.json").unwrap_or_default();
    let mut layers = vec![tool(planner, unit, manager, "tsc", "typescript", "--noEmit")];
    if is_linted(planner, unit, &package) {
        layers.push(tool(planner, unit, manager, "eslint", "eslint", "."));
    }
    if has_tests(&package) {
        let (name, words) = manager.test();
        let need = planner.need(manager.program(), Why::Missing, manager.source());
        layers.push(planner.layer(unit, name, words, need));
    }
    layers
}

/// A layer with a tool of the project.
fn tool(
    planner: &Planner<'_>,
    unit: &Unit,
    manager: Manager,
    name: &str,
    package: &str,
    argument: &str,
) -> Layer {
    let words = [manager.exec(), &[name, argument]].concat();
    let need = match planner.need(words[0], Why::Missing, manager.source()) {
        Need::Always if !is_installed(planner, unit, name, package) => Skip::because(
            Why::Missing,
            format!("`{package}` is not installed in the project: `{} install`", manager.program()),
        ),
        need => need,
    };
    planner.layer(unit, name, &words, need)
}

/// Is a tool where Node looks for it: in `node_modules` of this folder or of one above? Yarn
/// may keep packages in archives, and then the list of dependencies must do.
fn is_installed(planner: &Planner<'_>, unit: &Unit, name: &str, package: &str) -> bool {
    let folder = planner.folder(unit);
    let names = [name.to_owned(), format!("{name}.cmd"), format!("{name}.exe")];
    let has = |folder: &Path| {
        let programs = folder.join("node_modules/.bin");
        names.iter().any(|name| programs.join(name).exists())
    };
    folder.ancestors().any(has) || is_in_archive(planner, unit, package)
}

fn is_in_archive(planner: &Planner<'_>, unit: &Unit, package: &str) -> bool {
    let folders = planner.up_to_root(unit);
    let depends = |folder: &Path| {
        let text = text(&folder.join("package.json")).unwrap_or_default();
        ["dependencies", "devDependencies"]
            .iter()
            .filter_map(|list| json::field(&text, list))
            .any(|list| json::field(list, package).is_some())
    };
    folders.iter().any(|folder| folder.join(".pnp.cjs").is_file())
        && folders.iter().any(|folder| depends(folder))
}

/// Is eslint configured for this package? One that is configured at a root which is a package,
/// too, lints its members from there.
fn is_linted(planner: &Planner<'_>, unit: &Unit, package: &str) -> bool {
    let has = |folder: &Path, package: &str| {
        ESLINT.iter().any(|name| folder.join(name).is_file())
            || json::field(package, "eslintConfig").is_some()
    };
    if has(&planner.folder(unit), package) {
        return true;
    }
    let root_is_unit = planner
        .units
        .iter()
        .any(|other| other.stack == unit.stack && other.folder.as_os_str().is_empty());
    let above =
        |folder: &Path| has(folder, &text(&folder.join("package.json")).unwrap_or_default());
    !root_is_unit && planner.up_to_root(unit).iter().skip(1).any(|folder| above(folder))
}

/// Is there a test script, and not just the one that `npm init` writes?
fn has_tests(package: &str) -> bool {
    let script = json::field(package, "scripts").and_then(|scripts| json::field(scripts, "test"));
    let script = script.and_then(json::text).unwrap_or_default();
    !script.trim().is_empty() && !script.contains("no test specified")
}
