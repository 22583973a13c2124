//! Python: ruff and pytest, from the project's environment or from `PATH`.

use std::ffi::OsString;
use std::path::Path;

use super::{Layer, Need, Planner, Skip, Why, name};
use crate::env::is_program;
use crate::gate::stack::Unit;

/// Files that configure pytest, with the section in which they do so.
const PYTEST: [(&str, &str); 7] = [
    ("pytest.ini", ""),
    (".pytest.ini", ""),
    ("pytest.toml", ""),
    ("pyproject.toml", "[tool.pytest.ini_options]"),
    ("pyproject.toml", "[tool.pytest]"),
    ("tox.ini", "[pytest]"),
    ("setup.cfg", "[tool:pytest]"),
];

/// Files that say what runs the tools of a project, and how.
const RUNNERS: [(&str, &str, &[&str]); 2] =
    [("uv.lock", "uv", &["uv", "run", "--frozen"]), ("poetry.lock", "poetry", &["poetry", "run"])];

pub(super) fn layers(planner: &Planner<'_>, unit: &Unit) -> Vec<Layer> {
    let ruff = tool(planner, unit, "ruff", "check");
    let need = match &ruff {
        Some(_) => Need::Always,
        None => Skip::because(Why::Optional, "`ruff` is not installed: `uv tool install ruff`"),
    };
    let words = ruff.unwrap_or_else(|| vec!["ruff".into(), "check".into()]);
    let words: Vec<OsString> = words.into_iter().chain([".".into()]).collect();
    let mut layers = vec![planner.layer(unit, "ruff", &words, need)];
    if is_tested(planner, unit) {
        let pytest = tool(planner, unit, "pytest", "");
        let need = match &pytest {
            Some(_) => Need::Always,
            None => Skip::because(
                Why::Missing,
                "`pytest` is not installed: `uv add --dev pytest`, or `pip install pytest`",
            ),
        };
        let words = pytest.unwrap_or_else(|| vec!["pytest".into()]);
        layers.push(planner.layer(unit, "pytest", &words, need));
    }
    layers
}

/// The words that run a tool: in the project's own environment, through the program that
/// keeps it, or as it is installed for everybody.
fn tool(planner: &Planner<'_>, unit: &Unit, name: &str, argument: &str) -> Option<Vec<OsString>> {
    let mut words = found(planner, unit, name)?;
    if !argument.is_empty() {
        words.push(argument.into());
    }
    Some(words)
}

fn found(planner: &Planner<'_>, unit: &Unit, name: &str) -> Option<Vec<OsString>> {
    let own = Path::new(if cfg!(windows) { ".venv/Scripts" } else { ".venv/bin" });
    let own = own.join(format!("{name}{}", std::env::consts::EXE_SUFFIX));
    if is_program(&planner.folder(unit).join(&own)) {
        return Some(vec![own.into()]);
    }
    let folders = planner.up_to_root(unit);
    if let Some(program) = folders.iter().map(|it| it.join(&own)).find(|it| is_program(it)) {
        return Some(vec![program.into()]);
    }
    let through = RUNNERS.iter().find_map(|(lock, runner, words)| {
        let lock = folders.iter().map(|folder| folder.join(lock)).find(|lock| lock.is_file())?;
        let locked = String::from_utf8_lossy(&std::fs::read(lock).ok()?).into_owned();
        let entry = format!("name = \"{name}\"");
        let is_there = locked.lines().any(|line| line.trim() == entry);
        (is_there && planner.environment.runnable(runner).is_some()).then_some(*words)
    });
    if let Some(words) = through {
        return Some(words.iter().map(OsString::from).chain([name.into()]).collect());
    }
    planner.environment.runnable(name).map(|_| vec![name.into()])
}

/// Is pytest configured, or are there tests that it would find?
fn is_tested(planner: &Planner<'_>, unit: &Unit) -> bool {
    let is_configured = PYTEST.iter().any(|(file, section)| {
        if section.is_empty() {
            return planner.has(unit, file);
        }
        let text = planner.text(unit, file).unwrap_or_default();
        text.lines().any(|line| line.trim() == *section)
    });
    let is_test = |path: &str| {
        let file = path.rsplit('/').next().unwrap_or_default();
        file.strip_suffix(".py")
            .is_some_and(|stem| stem.starts_with("test_") || stem.ends_with("_test"))
    };
    is_configured || planner.files.below(name(unit)).any(is_test)
}
