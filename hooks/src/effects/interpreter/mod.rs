//! Programs given to an interpreter on its command line or its standard input.
//!
//! They are looked through for calls that write files with a literal path, no more: it
//! is not understood what the program does. A script in a file is not read.

mod bind;
mod calls;
mod lex;
mod scan;
mod values;

use crate::shell::{Input, Word};

use super::args::{Arguments, Style};
use super::found::Found;
use crate::table::one_of;
use lex::Language;

/// Judges `name` if it belongs here.
pub(super) fn judge(name: &str, words: &[Word], found: &mut Found) -> bool {
    match name {
        _ if one_of(name, "awk gawk mawk nawk goawk") => awk(words, found),
        "perl" => perl(words, found),
        "ruby" | "jruby" => ruby(words, found),
        _ if one_of(name, "node nodejs tsx ts-node esno") => node(words, found),
        "bun" | "deno" if evaluates(words) => node(words.get(1..).unwrap_or_default(), found),
        "bun"
            if words
                .first()
                .and_then(Word::text)
                .is_some_and(|text| one_of(text, "-e --eval -p --print")) =>
        {
            node(words, found);
        }
        "php" => php(words, found),
        _ if one_of(name, "lua luajit lua5.4 lua5.3 lua5.1") => {
            lua(words, found);
        }
        "osascript" => apple_script(words, found),
        _ if one_of(name, "bash sh zsh dash ksh fish") => shell(words, found),
        _ if is_python(name) => python(words, found),
        _ => return false,
    }
    true
}

fn is_python(name: &str) -> bool {
    let version = ["python", "pypy"].iter().find_map(|known| name.strip_prefix(known));
    version.is_some_and(|rest| rest.bytes().all(|letter| letter.is_ascii_digit() || letter == b'.'))
        || one_of(name, "py ipython ipython3 micropython")
}

fn evaluates(words: &[Word]) -> bool {
    words.first().and_then(Word::text) == Some("eval")
}

/// The program on standard input, or a script that is not read.
fn file_or_input(operands: &[&Word], found: &mut Found, language: Language) {
    if let Some(script) = operands.first()
        && !matches!(script.text(), Some("-" | "/dev/stdin"))
    {
        return found.opaque(format!("`{} {script}` runs a script", found.by));
    }
    let command = found.command;
    match &command.input {
        Input::Text(text) | Input::Pipe { text: Some(text), .. } => {
            let argv: Vec<Word> = operands.iter().map(|word| (*word).clone()).collect();
            scan::scan_with(text, language, &argv, found);
        }
        Input::Inherited => {}
        Input::File(_) | Input::Pipe { .. } => {
            found.opaque(format!("`{}` runs what it reads", found.by));
        }
    }
}

fn lua(words: &[Word], found: &mut Found) {
    let args = Arguments::parse(words, "el", Style::Stop);
    let mut any = false;
    for text in args.values("e") {
        any = true;
        scan::scan(text, Language::Lua, found);
    }
    if !any && !args.has("v V version h help check") {
        file_or_input(&args.operands, found, Language::Lua);
    }
}

fn python(words: &[Word], found: &mut Found) {
    // What follows `-c TEXT` and `-m MODULE` is for the program.
    let end = words.iter().position(|word| {
        let text = word.prefix();
        let valued = ["--", "-W", "-X"].iter().any(|head| text.starts_with(head));
        text.starts_with('-') && !valued && text.contains(['c', 'm'])
    });
    if let Some(at) = end
        && words[..at].iter().all(|word| word.prefix().starts_with('-') || word.prefix() == "dev")
    {
        let text = words[at].prefix();
        let letter = text.find(['c', 'm']).unwrap_or_default();
        let (value, rest) = if letter + 1 < text.len() {
            (Some(words[at].after(letter + 1)), &words[at + 1..])
        } else {
            (words.get(at + 1).cloned(), words.get(at + 2..).unwrap_or_default())
        };
        let Some(value) = value else { return };
        return if text[letter..].starts_with('c') {
            let mut argv = vec![Word::known("-c")];
            argv.extend_from_slice(rest);
            scan::scan_with(&value, Language::Python, &argv, found);
        } else {
            module(&value, rest, found);
        };
    }
    let args = Arguments::parse(words, "WX check-hash-based-pycs", Style::Stop);
    if !args.has("V version h help") {
        file_or_input(&args.operands, found, Language::Python);
    }
}

/// `python -m MODULE`: a tool by its name, or something that may do anything.
fn module(module: &Word, words: &[Word], found: &mut Found) {
    match module.text() {
        Some("json.tool") => {
            let args = Arguments::parse(words, "- indent", Style::Plain);
            if let Some(file) = args.operands.get(1) {
                found.file(file);
            }
        }
        Some("venv" | "virtualenv") => {
            for folder in &Arguments::parse(words, "p prompt python", Style::Plain).operands {
                found.file(folder);
            }
        }
        Some(text)
            if one_of(
                text,
                "http.server site platform timeit this calendar tokenize ast dis sysconfig",
            ) => {}
        Some("zipfile" | "tarfile") => {
            let writes = ["-e", "--extract"]
                .iter()
                .any(|flag| words.first().and_then(Word::text) == Some(flag));
            if writes {
                match words.get(2) {
                    Some(folder) => found.file(folder),
                    None => found.place(found.cwd.clone(), false),
                }
            } else if matches!(words.first().and_then(Word::text), Some("-c" | "--create")) {
                words.get(1).into_iter().for_each(|file| found.file(file));
            }
        }
        Some(name) if super::formatters::knows(name) => super::run(name, words, found),
        Some("pip") => super::run("pip", words, found),
        _ => found.opaque(format!("`{} -m {module}` may do anything", found.by)),
    }
}

fn node(words: &[Word], found: &mut Found) {
    let options =
        "er eval import require input-type loader conditions env-file max-old-space-size ext";
    // `-p` takes the text, but `-pe` is two letters.
    let args = Arguments::parse(words, options, Style::Stop);
    let mut texts: Vec<&Word> = args.values("e eval").collect();
    if args.has("p print pe") && texts.is_empty() || evaluated_operand(found) {
        texts.extend(args.operands.first());
    }
    if !texts.is_empty() {
        for text in texts {
            scan::scan(text, Language::JavaScript, found);
        }
    } else if args.has("test run watch") {
        found.opaque(format!("`{}` runs what the project says", found.by));
    } else if !args.has("v version h help c check") {
        file_or_input(&args.operands, found, Language::JavaScript);
    }
}

/// `deno eval TEXT`: the text is an operand.
fn evaluated_operand(found: &Found) -> bool {
    found.by == "deno" || found.by == "bun" && evaluates(found.command.arguments())
}

/// Perl and Ruby take letters in a row of which some have values of their own form.
fn letters(words: &[Word], valued: &str, attached: &str) -> (Vec<Word>, bool, usize) {
    let mut texts = Vec::new();
    let mut in_place = false;
    let mut at = 0;
    while let Some(word) = words.get(at) {
        let text = word.prefix();
        if !text.starts_with('-') || text == "-" {
            break;
        }
        at += 1;
        if text == "--" {
            break;
        }
        if text.starts_with("--") {
            continue;
        }
        let mut rest = text.char_indices().skip(1).peekable();
        while let Some((index, letter)) = rest.next() {
            let after = index + letter.len_utf8();
            match letter {
                'i' => {
                    in_place = true;
                    break;
                }
                'e' | 'E' => {
                    if after < text.len() || !word.is_known() {
                        texts.push(word.after(after));
                    } else {
                        texts.extend(words.get(at).cloned());
                        at += 1;
                    }
                    break;
                }
                '0' | 'l' => {
                    while rest
                        .next_if(|(_, next)| {
                            next.is_ascii_hexdigit() && *next != 'e' && *next != 'a'
                        })
                        .is_some()
                    {}
                }
                _ if attached.contains(letter) => break,
                _ if valued.contains(letter) => {
                    at += usize::from(after == text.len());
                    break;
                }
                _ => {}
            }
        }
    }
    (texts, in_place, at.min(words.len()))
}

fn perl(words: &[Word], found: &mut Found) {
    let (texts, in_place, used) = letters(words, "I", "MmFxCDVd");
    edits(words, &texts, in_place, used, found, Language::Perl);
}

fn ruby(words: &[Word], found: &mut Found) {
    let (texts, in_place, used) = letters(words, "rICE", "KWFxT");
    edits(words, &texts, in_place, used, found, Language::Ruby);
}

fn edits(
    words: &[Word],
    texts: &[Word],
    in_place: bool,
    used: usize,
    found: &mut Found,
    language: Language,
) {
    let operands = &words[used..];
    if texts.is_empty() {
        let shows = words[..used].iter().any(|word| {
            word.is_one_of("-v -V -c -wc -cw --version -h") || word.prefix().starts_with("-V:")
        });
        if !shows {
            file_or_input(&operands.iter().collect::<Vec<_>>(), found, language);
        }
    }
    if in_place {
        let skip = usize::from(texts.is_empty());
        let program = found.by.clone();
        found.by = format!("{program} -i");
        for file in operands.iter().skip(skip) {
            found.file(file);
        }
        found.by = program;
    }
    for text in texts {
        scan::scan(text, language, found);
    }
}

fn php(words: &[Word], found: &mut Found) {
    let options = "rRBEdfcSt run file define";
    let args = Arguments::parse(words, options, Style::Stop);
    let mut texts = args.values("r R B E run").peekable();
    if texts.peek().is_some() {
        texts.for_each(|text| scan::scan(text, Language::Php, found));
    } else if !args.has("l v i m h version S t") {
        let script: Vec<&Word> = args.value("f file").into_iter().collect();
        let script = if script.is_empty() { &args.operands } else { &script };
        file_or_input(script, found, Language::Php);
    }
}

fn awk(words: &[Word], found: &mut Found) {
    let options = "Ffvi field-separator file assign include";
    let args = Arguments::parse(words, options, Style::Stop);
    let in_place = args.values("i include").any(|library| library.text() == Some("inplace"));
    let from_file = args.has("f file");
    if from_file {
        found.opaque(format!("`{}` runs a program in a file", found.by));
    } else if let Some(program) = args.operands.first() {
        // `-v name=value` is an assignment before the program.
        let mut text = String::new();
        for (name, value) in args.values("v assign").filter_map(|word| word.text()?.split_once('='))
        {
            let value = value.replace(['"', '\\'], "");
            text.extend([name, " = \"", &value, "\"\n"]);
        }
        text.push_str(program.skeleton());
        scan::scan(&Word::known(text), Language::Awk, found);
    }
    if in_place {
        found.by = format!("{} -i inplace", found.by);
        for file in args.operands.iter().skip(usize::from(!from_file)) {
            if !file.prefix().contains('=') {
                found.file(file);
            }
        }
    }
}

fn apple_script(words: &[Word], found: &mut Found) {
    let args = Arguments::parse(words, "els", Style::Plain);
    let harmless = args.has("e")
        && args.values("e").all(|text| {
            text.is_known()
                && !["do shell script", "for access", "delete", "write", "do script", "ObjC"]
                    .iter()
                    .any(|word| text.prefix().contains(word))
        });
    if !harmless {
        found.opaque("`osascript` runs a script");
    }
}

/// A shell behind a runner; elsewhere it is a carrier, and taken off.
fn shell(words: &[Word], found: &mut Found) {
    let args = Arguments::parse(words, "oO rcfile init-file", Style::Stop);
    match (args.has("c"), args.operands.first()) {
        // It is checked, and not run.
        _ if args.has("n") => {}
        (true, Some(text)) => found.shell_word(text),
        (false, Some(script)) => found.opaque(format!("`{} {script}` runs a script", found.by)),
        _ => match &found.command.input {
            Input::Text(text) | Input::Pipe { text: Some(text), .. } => {
                let text = text.clone();
                found.shell_word(&text);
            }
            Input::Inherited => {}
            _ => found.opaque(format!("`{}` runs what it reads", found.by)),
        },
    }
}
