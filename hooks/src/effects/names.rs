//! The files that the lines of a command's output are likely to name, for `xargs`.

use crate::shell::{Command, Input, Word};
use crate::table::one_of;

use super::args::{Arguments, Style};
use super::files::find_roots;

/// Where the files lie that the output of `command` is likely to name: `src` for
/// `find src`. Empty if nobody can say.
///
/// The words are as the output has them: a relative one is relative to the folder of
/// whoever reads it.
pub fn reading_names(command: &Command) -> Vec<Word> {
    let Some(name) = command.program() else { return Vec::new() };
    let words = command.arguments();
    match name {
        "find" | "gfind" => or_here(find_roots(words).to_vec()),
        "fd" | "fdfind" => fd(words),
        _ if one_of(name, "grep egrep fgrep ggrep") => grep(command, words),
        _ if one_of(name, "rg ag ack ugrep") => ripgrep(words),
        _ if one_of(name, "ls exa eza lsd dir tree") => {
            or_here(operands(words, "IwTL ignore width level"))
        }
        "git" => git(words),
        "printf" => only_names(operands(words, "v")),
        "echo" => only_names(words.to_vec()),
        _ if one_of(name, "realpath readlink dirname mdfind locate which") => {
            operands(words, "- relative-to relative-base")
        }
        _ if one_of(
            name,
            "sort uniq head tail tr cut sed gsed awk gawk tee cat nl tac shuf xargs column rev \
             comm fzf perl wc sponge jq",
        ) =>
        {
            passed_on(command, name, words)
        }
        _ => Vec::new(),
    }
}

fn or_here(words: Vec<Word>) -> Vec<Word> {
    if words.is_empty() { vec![Word::known(".")] } else { words }
}

fn operands(words: &[Word], options: &'static str) -> Vec<Word> {
    Arguments::parse(words, options, Style::Plain).own_operands(0)
}

/// Text with formats or spaces is no name by itself.
fn only_names(mut words: Vec<Word>) -> Vec<Word> {
    words.retain(|word| !word.prefix().starts_with(['-', '%', '\\']));
    words
}

/// What comes in goes out, line by line.
fn passed_on(command: &Command, name: &str, words: &[Word]) -> Vec<Word> {
    let (Input::Pipe { names, .. }, true) = (&command.input, filters(name, words)) else {
        return Vec::new();
    };
    names.clone()
}

/// Has the filter no files of its own to read?
fn filters(name: &str, words: &[Word]) -> bool {
    let options = match name {
        "head" | "tail" => "nc lines bytes",
        "sort" => "ktoST key field-separator output buffer-size",
        "cut" => "dfcb delimiter fields characters bytes output-delimiter",
        "sed" | "gsed" => "ef expression file",
        "awk" | "gawk" => "Fvf",
        "perl" => "e",
        "uniq" => "fsw",
        // Operands that are no files to read.
        _ if one_of(name, "tr tee xargs fzf column") => return true,
        _ => "",
    };
    let args = Arguments::parse(words, options, Style::Plain);
    let script = one_of(name, "sed gsed awk gawk jq") && !args.has("e f expression file");
    let files = args.operands.iter().skip(usize::from(script));
    files.filter(|word| word.text() != Some("-")).count() == 0
}

fn grep(command: &Command, words: &[Word]) -> Vec<Word> {
    let options = "efmABCdD \
         regexp file max-count after-context before-context context include exclude exclude-dir \
         exclude-from directories";
    let args = Arguments::parse(words, options, Style::Plain);
    let skip = usize::from(!args.has("e f regexp file"));
    let files = args.own_operands(skip);
    let recursive = args.has("r R recursive dereference-recursive");
    match &command.input {
        _ if !files.is_empty() => files,
        _ if recursive => vec![Word::known(".")],
        Input::Pipe { names, .. } => names.clone(),
        _ => Vec::new(),
    }
}

fn ripgrep(words: &[Word]) -> Vec<Word> {
    let options = "efgtTmABCMjrE regexp file glob iglob type type-not max-count after-context \
         before-context context max-depth sort sortr threads replace encoding ignore-file";
    let args = Arguments::parse(words, options, Style::Plain);
    let skip = usize::from(!args.has("e f regexp file files"));
    or_here(args.own_operands(skip))
}

fn fd(words: &[Word]) -> Vec<Word> {
    let options = "etEdSoxXjc extension type exclude max-depth min-depth exact-depth size owner \
         changed-within changed-before base-directory search-path threads color max-results and";
    let args = Arguments::parse(words, options, Style::Plain);
    let paths = args.own_values("search-path base-directory");
    if !paths.is_empty() {
        return paths;
    }
    or_here(args.own_operands(1))
}

/// The names that git prints are relative to the folder that it works in, so `-C` is
/// no part of them.
fn git(words: &[Word]) -> Vec<Word> {
    let args = Arguments::parse(words, "Cc git-dir work-tree namespace", Style::Stop);
    let rest = &words[words.len() - args.operands.len()..];
    let Some((verb, rest)) = rest.split_first() else { return Vec::new() };
    let here = vec![Word::known(".")];
    match verb.text() {
        Some("ls-files") => or_here(operands(rest, "xX exclude exclude-from format")),
        Some("grep") => {
            let args = Arguments::parse(rest, "efmABC max-depth threads", Style::Plain);
            or_here(args.own_operands(usize::from(!args.has("e f"))))
        }
        Some(text)
            if one_of(
                text,
                "diff status diff-tree diff-index diff-files ls-tree show log stash clean",
            ) =>
        {
            match rest.iter().position(|word| word.text() == Some("--")) {
                Some(at) => or_here(rest[at + 1..].to_vec()),
                None => here,
            }
        }
        _ => Vec::new(),
    }
}
