//! Lines and the commands that they run, in a notation of one line each.

use std::fmt::Write as _;
use std::path::Path;

use super::*;

/// The commands of a line in `/r`, with `/h` as home: `[folder] words >file <input`,
/// separated by ` | `. The folder is left out where it is `/r`.
fn shown(source: &str) -> String {
    let setting = Setting { cwd: Some("/r".into()), home: Some("/h".into()) };
    let analysis = analyse(source, &setting);
    let mut out = String::new();
    for command in &analysis.commands {
        if !out.is_empty() {
            out.push_str(" | ");
        }
        show(command, &mut out);
    }
    match analysis.reading {
        Reading::Whole => {}
        other => write!(out, " {other:?}").unwrap(),
    }
    out
}

fn show(command: &Command, out: &mut String) {
    if command.cwd != Place::At("/r".into()) {
        write!(out, "[{}] ", place(&command.cwd)).unwrap();
    }
    let words: Vec<String> = command.words.iter().map(|word| quoted(word)).collect();
    out.push_str(&words.join(" "));
    for redirect in &command.redirects {
        let sign = if redirect.writes { '>' } else { '<' };
        write!(out, " {sign}{}", place(&redirect.place)).unwrap();
    }
}

fn quoted(word: &Word) -> String {
    let text = word.to_string();
    if text.is_empty() || text.contains([' ', '\n', '|']) { format!("'{text}'") } else { text }
}

fn place(place: &Place) -> String {
    let text = |path: &Path| path.strip_prefix("/r").unwrap_or(path).display().to_string();
    match place {
        Place::At(path) => text(path),
        Place::Below(path) => format!("{}/…", text(path)),
        Place::Unknown => "?".to_owned(),
    }
}

#[test]
fn probe() {
    let text = std::fs::read_to_string("/tmp/cvg/probe.txt").unwrap();
    for line in text.split("\n%%\n") {
        println!("{line}\n    => {}", shown(line));
    }
}
