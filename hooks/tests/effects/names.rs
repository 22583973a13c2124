//! The files that a command's output is likely to name.

use cvg_hooks::effects::reading_names;
use cvg_hooks::shell::Word;

use super::{command, pipe, word};

#[track_caller]
fn names(line: &str, input: &[&str]) -> String {
    let mut command = command(line);
    if !input.is_empty() {
        command.input = pipe(input.iter().map(|name| word(name)).collect());
    }
    let names: Vec<String> = reading_names(&command).iter().map(Word::to_string).collect();
    names.join(" ")
}

#[test]
fn roots_and_operands_are_named() {
    for (line, expected) in [
        ("find src lib -name x", "src lib"),
        ("find -name x", "."),
        ("find . -type f -print0", "."),
        ("find -L src", "src"),
        ("grep -rl foo src", "src"),
        ("grep -rl foo", "."),
        ("grep -l -e foo a b", "a b"),
        ("grep -l foo", ""),
        ("rg -l foo", "."),
        ("rg -l foo src", "src"),
        ("rg --files src", "src"),
        ("rg -l foo -g '*.rs'", "."),
        ("fd", "."),
        ("fd -e rs . src", "src"),
        ("ls", "."),
        ("ls -1 src", "src"),
        ("ls src/…", "src/…"),
        ("git ls-files", "."),
        ("git ls-files src", "src"),
        ("git -C sub ls-files", "."),
        ("git diff --name-only", "."),
        ("git diff --name-only main -- src", "src"),
        ("git status --porcelain", "."),
        ("git grep -l foo", "."),
        ("git rev-parse HEAD", ""),
        ("echo a b", "a b"),
        ("echo -n a", "a"),
        ("printf '%s\\n' a b", "a b"),
        ("cat list.txt", ""),
        ("curl x", ""),
    ] {
        assert_eq!(names(line, &[]), expected, "{line}");
    }
}

#[test]
fn filters_pass_names_on() {
    for (line, expected) in [
        ("sort", "src"),
        ("sort -u", "src"),
        ("uniq", "src"),
        ("head -n 3", "src"),
        ("head -3", "src"),
        ("tail -n +2", "src"),
        ("grep -v test", "src"),
        ("grep -v test other.txt", "other.txt"),
        ("sed s/a/b/", "src"),
        ("sed s/a/b/ file", ""),
        ("awk '{print $1}'", "src"),
        ("tr a b", "src"),
        ("cut -d: -f1", "src"),
        ("xargs -n1 echo", "src"),
        ("tee log", "src"),
        ("cat", "src"),
        ("sort list", ""),
        ("ls", "."),
    ] {
        assert_eq!(names(line, &["src"]), expected, "{line}");
    }
}
