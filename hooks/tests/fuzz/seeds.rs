//! The inputs to begin with: recorded events, the cases of the hooks, and what was
//! written for a target or once broke it (`corpus/`, one JSON string in a line).

use std::fs;
use std::path::Path;

use serde_json::Value;

use super::bodies::Target;

/// The seeds of a target, from the folder of the package `cvg-hooks`.
pub(crate) fn of(package: &Path, target: Target) -> Vec<Vec<u8>> {
    let mut seeds = match target {
        Target::Event => recorded(package),
        Target::Patch => calls(package, "apply_patch"),
        Target::Shell | Target::Effects => calls(package, "Bash"),
        Target::Milestones => lines_of_milestones(package),
    };
    let own = format!("tests/fuzz/corpus/{}.jsonl", target.name());
    seeds.extend(lines(&package.join(own)).iter().map(bytes));
    seeds
}

/// A line of a corpus: a string, or `{"hex": "…"}` for bytes that are no text.
pub(crate) fn bytes(line: &Value) -> Vec<u8> {
    if let Some(text) = line.as_str() {
        return text.as_bytes().to_owned();
    }
    let digits = line["hex"].as_str().unwrap_or_else(|| panic!("what is `{line}`?"));
    let byte = |at: usize| digits.get(at..at + 2).and_then(|two| u8::from_str_radix(two, 16).ok());
    let bytes: Option<Vec<u8>> = (0..digits.len()).step_by(2).map(byte).collect();
    bytes.unwrap_or_else(|| panic!("`{digits}` is not in hexadecimal"))
}

/// `input` as such a line.
pub(crate) fn line(input: &[u8]) -> String {
    if let Ok(text) = std::str::from_utf8(input) {
        return Value::from(text).to_string();
    }
    let digits: Vec<String> = input.iter().map(|byte| format!("{byte:02x}")).collect();
    format!("{{\"hex\":\"{}\"}}", digits.concat())
}

fn recorded(package: &Path) -> Vec<Vec<u8>> {
    let mut files = Vec::new();
    for host in ["claude", "codex"] {
        let folder = package.join("payloads").join(host);
        files.extend(fs::read_dir(&folder).expect("the events").flatten().map(|it| it.path()));
    }
    files.sort();
    let mut events = Vec::new();
    for file in files {
        let text = fs::read_to_string(&file).expect("an event");
        let mut document: Value = serde_json::from_str(&text).expect("an event is JSON");
        // Those of Claude Code are kept with what else was seen.
        if let Some(stdin) = document.get_mut("stdin") {
            document = stdin.take();
        }
        events.push(document.to_string().into_bytes());
    }
    for case in cases(package) {
        events.push(case["event"].to_string().into_bytes());
    }
    events
}

/// What the tool of that name was called with.
fn calls(package: &Path, tool: &str) -> Vec<Vec<u8>> {
    let commands = cases(package).into_iter().filter_map(|case| {
        let event = &case["event"];
        let command = event["tool_input"]["command"].as_str()?;
        (event["tool_name"] == tool).then(|| command.as_bytes().to_owned())
    });
    commands.collect()
}

/// The command lines of the cases of milestone-gate, whichever shell they are for.
fn lines_of_milestones(package: &Path) -> Vec<Vec<u8>> {
    let cases = lines(&package.join("tests/cases/milestone-gate.jsonl"));
    let lines = cases.iter().filter_map(|case| case["event"]["tool_input"]["command"].as_str());
    lines.map(|line| line.as_bytes().to_owned()).collect()
}

fn cases(package: &Path) -> Vec<Value> {
    let files = ["enforce-worktree.jsonl", "layouts.jsonl"];
    files.iter().flat_map(|file| lines(&package.join("tests/cases").join(file))).collect()
}

fn lines(file: &Path) -> Vec<Value> {
    let text = fs::read_to_string(file).unwrap_or_else(|why| panic!("{}: {why}", file.display()));
    let line =
        |line: &str| serde_json::from_str(line).unwrap_or_else(|why| panic!("{why}: {line}"));
    text.lines().filter(|line| !line.is_empty()).map(line).collect()
}
