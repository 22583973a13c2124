//! What single commands write, as tables: a command on the left, what it writes on the
//! right.
//!
//! Commands run in `/w`. A word that ends with `…` goes on with something unknown, and
//! single quotes keep spaces. On the right: paths below `/w` are relative, `.` is `/w`
//! itself, `x/…` is somewhere below `x`, `x/**` is `x` with all below it, `@x` is the
//! checkout around `x`, `$(x)` is a shell text still to be analysed, and `?` says that
//! nobody knows all of it.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use cvg_hooks::effects::{self, Effects, Target};
use cvg_hooks::shell::{Command, Input, Place, Redirect, Word};

mod any_words;
mod files;
mod git;
mod interpreters;
mod names;
mod tools;

const CWD: &str = "/w";

/// Every row of `table` must come out as it says.
#[track_caller]
fn check(table: &[(&str, &str)]) {
    check_each(table.iter().map(|(line, expected)| (command(line), *line, *expected)));
}

/// The same, with `text` rows: the command, its standard input, what it writes.
#[track_caller]
fn check_input(table: &[(&str, &str, &str)]) {
    check_each(table.iter().map(|(line, text, expected)| {
        let mut command = command(line);
        command.input = Input::Text(word(text));
        (command, *text, *expected)
    }));
}

#[track_caller]
fn check_each<'a>(rows: impl Iterator<Item = (Command, &'a str, &'a str)>) {
    let mut wrong = Vec::new();
    for (command, line, expected) in rows {
        let effects = effects::of(&command);
        let found = shown(&effects);
        if found != expected {
            wrong.push(format!(
                "{line}\n  expected {expected:?}\n  found    {found:?}\n  {effects:?}"
            ));
        }
    }
    assert!(wrong.is_empty(), "{} rows are wrong:\n{}", wrong.len(), wrong.join("\n"));
}

/// A command in `/w`, with assignments before it as variables.
fn command(line: &str) -> Command {
    let mut words = split(line);
    let mut variables = Vec::new();
    while let Some((name, value)) = words.first().and_then(|first| first.split_once('='))
        && name.chars().all(|letter| letter.is_ascii_uppercase() || "_0123456789".contains(letter))
    {
        variables.push((name.to_owned(), word(value)));
        words.remove(0);
    }
    Command {
        words: words.iter().map(|text| word(text)).collect(),
        variables,
        cwd: Place::At(PathBuf::from(CWD)),
        ..Command::default()
    }
}

fn pipe(names: Vec<Word>) -> Input {
    Input::Pipe { names, text: None }
}

fn word(text: &str) -> Word {
    match text.strip_suffix('…') {
        Some(prefix) => Word::beginning(prefix),
        None => Word::known(text),
    }
}

fn split(line: &str) -> Vec<String> {
    let mut words = Vec::new();
    let mut word = None;
    let mut quoted = false;
    for letter in line.chars() {
        match letter {
            '\'' => {
                quoted = !quoted;
                word.get_or_insert_default();
            }
            ' ' if !quoted => words.extend(word.take()),
            _ => word.get_or_insert_with(String::new).push(letter),
        }
    }
    words.extend(word);
    words
}

fn shown(effects: &Effects) -> String {
    let mut all: Vec<String> = effects
        .writes
        .iter()
        .map(|write| match &write.target {
            Target::Path(place) => {
                let all = if write.recursive { "/**" } else { "" };
                shown_place(place) + all
            }
            Target::Checkout { dir, git_dir, work_tree, branch } => {
                let mut text = format!("@{}", shown_place(dir));
                for (name, place) in [("git-dir", git_dir), ("work-tree", work_tree)] {
                    if let Some(place) = place {
                        let _ = write!(text, "[{name} {}]", shown_place(place));
                    }
                }
                if let Some(branch) = branch {
                    let _ = write!(text, "[branch {branch}]");
                }
                text
            }
        })
        .collect();
    all.extend(effects.scripts.iter().map(|script| match shown_place(&script.cwd).as_str() {
        "." => format!("$({})", script.text),
        cwd => format!("{cwd}$({})", script.text),
    }));
    all.extend(effects.opaque.iter().map(|_| "?".to_owned()));
    all.join(" ")
}

fn shown_place(place: &Place) -> String {
    let short = |path: &Path| match path.strip_prefix(CWD) {
        Ok(rest) if rest.as_os_str().is_empty() => ".".to_owned(),
        Ok(rest) => rest.display().to_string(),
        Err(_) => path.display().to_string(),
    };
    match place {
        Place::At(path) => short(path),
        Place::Below(path) => format!("{}/…", short(path).trim_end_matches('/')),
        Place::Unknown => "unknown".to_owned(),
    }
}

#[test]
fn redirections_are_writes_but_not_into_devices() {
    let redirect = |writes, name: &str| Redirect {
        writes,
        target: word(name),
        place: Place::At(PathBuf::from(CWD)).resolve(&word(name)),
    };
    let mut echo = command("echo hi");
    echo.redirects = vec![
        redirect(true, "out.txt"),
        redirect(false, "in.txt"),
        redirect(true, "/dev/null"),
        redirect(true, "/dev/fd/3"),
        redirect(true, "/dev/tcp/host/80"),
        redirect(true, "/dev/shm/x"),
    ];
    let found = effects::of(&echo);
    assert_eq!(shown(&found), "out.txt /dev/shm/x");
    assert_eq!(found.writes[0].by, "redirection");

    let bare = Command { redirects: vec![redirect(true, "log…")], ..command("") };
    assert_eq!(shown(&effects::of(&bare)), "./…");
    let unknown = Command { redirects: vec![redirect(true, "…")], ..command("ls") };
    assert_eq!(shown(&effects::of(&unknown)), "?");
}

#[test]
fn a_writer_in_an_unknown_folder_is_opaque() {
    let lost = Command { cwd: Place::Unknown, ..command("rm a /tmp/b") };
    assert_eq!(shown(&effects::of(&lost)), "/tmp/b ?");
}

#[test]
fn readers_and_unknown_programs() {
    check(&[
        ("ls -la", ""),
        ("/bin/cat a > b", ""),
        ("grep -rn 'rm -rf src' docs", ""),
        ("echo git commit -m x", ""),
        ("[[ 3 > 2 ]]", ""),
        ("kill -9 123", ""),
        ("./x.sh a", "?"),
        ("$prog…", "?"),
        ("frobnicate a b", "?"),
        ("frobnicate --help", ""),
        ("frobnicate --version", ""),
        ("export A=1", ""),
        ("source ./env.sh", "?"),
        (". ./env.sh", "?"),
        ("trap 'rm x' EXIT", "$(rm x)"),
        ("trap - EXIT", ""),
        ("command -v git", ""),
        ("exec", ""),
        ("exec rm x", "?"),
        ("env A=1", ""),
        ("tree -o out", "out"),
    ]);
}
