//! Editors that work without a person: stream editors, batch modes, patches.

use crate::patch;
use crate::shell::{Input, Place, Word};
use crate::table::one_of;

use super::args::{Arguments, Style};
use super::found::Found;

/// Judges `name` if it belongs here.
pub(super) fn judge(name: &str, words: &[Word], found: &mut Found) -> bool {
    match name {
        _ if one_of(name, "sed gsed ssed") => sed(words, found),
        "patch" | "gpatch" => patch(words, found),
        "apply_patch" | "applypatch" => apply_patch(words, found),
        "ed" | "red" => ed(words, found),
        _ if one_of(name, "vim vi nvim ex view gvim mvim") => vim(name, words, found),
        "emacs" | "emacsclient" => emacs(words, found),
        "sd" => sd(words, found),
        _ if one_of(name, "nano pico micro hx helix kak code cursor subl") => {
            found.opaque(format!("`{name}` is an editor for a person"));
        }
        _ if one_of(name, "comby ast-grep sg codemod srgn fastmod") => rewrite(name, words, found),
        _ => return false,
    }
    true
}

fn sed(words: &[Word], found: &mut Found) {
    let options = "efl/i expression file line-length";
    let args = Arguments::parse(words, options, Style::Gnu);
    let in_place = args.has("i in-place");
    let mut operands = args.operands.as_slice();
    let given = args.has("e f expression file");
    // BSD wants a suffix after `-i`, if only an empty one: `sed -i '' …`.
    if in_place
        && let [suffix, rest @ ..] = operands
        && suffix.text().is_some_and(|text| text.is_empty() || is_suffix(text))
    {
        operands = rest;
    }
    if !given && let [script, rest @ ..] = operands {
        write_commands(script, found);
        operands = rest;
    }
    for script in args.values("e expression") {
        write_commands(script, found);
    }
    if in_place {
        found.by = String::from("sed -i");
        found.files(operands);
    }
}

/// Is this `.bak`, and no sed script?
fn is_suffix(text: &str) -> bool {
    text.strip_prefix('.').is_some_and(|rest| {
        !rest.is_empty() && rest.bytes().all(|letter| letter.is_ascii_alphanumeric())
    })
}

/// The `w FILE` commands and flags of a sed script: enough of its grammar for those.
fn write_commands(script: &Word, found: &mut Found) {
    for line in script.prefix().lines() {
        for piece in line.split(';') {
            let piece = piece.trim_start();
            let body = piece.trim_start_matches(|letter: char| {
                letter.is_ascii_digit() || matches!(letter, '$' | ',' | '!' | ' ' | '{')
            });
            let body = match body.strip_prefix('/').and_then(|rest| rest.split_once('/')) {
                Some((_, rest)) => rest.trim_start(),
                None => body,
            };
            let file = match body.strip_prefix('s') {
                Some(rest) => substitution_flags(rest).and_then(|flags| flags.split_once("w ")),
                None => body.strip_prefix("w ").map(|file| ("", file)),
            };
            if let Some((before, file)) = file
                && before.bytes().all(|flag| flag.is_ascii_alphanumeric())
            {
                found.file(&Word::known(file.trim()));
            }
        }
    }
}

/// What follows the third delimiter of `s/a/b/flags`.
fn substitution_flags(rest: &str) -> Option<&str> {
    let mut letters = rest.char_indices();
    let (_, delimiter) = letters.next()?;
    let mut seen = 0;
    while let Some((at, letter)) = letters.next() {
        if letter == '\\' {
            letters.next();
        } else if letter == delimiter {
            seen += 1;
            if seen == 2 {
                return rest.get(at + letter.len_utf8()..);
            }
        }
    }
    None
}

fn patch(words: &[Word], found: &mut Found) {
    let options = "dopiFrBDYVzg \
         directory output strip input fuzz reject-file prefix ifdef basename-prefix suffix get \
         version-control read-only quoting-style reject-format";
    let args = Arguments::parse(words, options, Style::Gnu);
    if args.has("dry-run C check v version") {
        return;
    }
    super::files::enter(found, args.value("d directory"));
    found.values(&args, "r reject-file");
    match args.value("o output").or(args.operands.first().copied()) {
        Some(file) => found.file(file),
        // The patch names the files.
        None => match found.cwd.clone() {
            Place::At(folder) => found.place(Place::Below(folder), false),
            place => found.place(place, false),
        },
    }
}

/// The patch of an agent's own tool, given to a program of that name: as a word, or on
/// standard input.
fn apply_patch(words: &[Word], found: &mut Found) {
    let command = found.command;
    let stdin = match &command.input {
        Input::Text(text) | Input::Pipe { text: Some(text), .. } => Some(text),
        _ => None,
    };
    let Some(text) = words.first().or(stdin) else {
        return found.opaque("`apply_patch` gets a patch that is not known");
    };
    for file in patch::read(text.prefix()).files {
        found.file(&Word::known(file.path));
    }
    if !text.is_known() {
        found.opaque("`apply_patch` gets a patch that is not known");
    }
}

fn ed(words: &[Word], found: &mut Found) {
    let args = Arguments::parse(words, "p prompt", Style::Plain);
    let saves = match &found.command.input {
        Input::Text(script) => {
            !script.is_known() || script.prefix().lines().any(|line| saving(line.trim()))
        }
        _ => true,
    };
    if saves {
        found.files(&args.operands);
    }
}

/// Does this editor command write the file?
fn saving(command: &str) -> bool {
    let name = command.trim_start_matches([':', '%', '$', '1', ',', ' ', '!']);
    let end = name.find(|letter: char| !letter.is_ascii_alphabetic()).unwrap_or(name.len());
    one_of(&name[..end], "w wq W x xit wa wqa xa up update write wall exit")
}

const VIM: &str = "cSTuUWwirt cmd listen server remote-expr startuptime";

fn vim(name: &str, words: &[Word], found: &mut Found) {
    let args = Arguments::parse(words, VIM, Style::Plain);
    if args.has("R M h help version") || name == "view" {
        return;
    }
    let (plus, files): (Vec<&Word>, Vec<&Word>) =
        args.operands.iter().copied().partition(|word| word.prefix().starts_with('+'));
    let mut commands: Vec<Word> = plus.iter().map(|word| word.after(1)).collect();
    commands.extend(args.values("c cmd").cloned());
    if let Input::Text(text) = &found.command.input {
        commands.extend(text.prefix().lines().map(Word::known));
    }
    // `-s FILE` is a script of keys, but after `-e` it only means silence.
    let scripted = name != "ex" && words.iter().any(|word| word.text() == Some("-s"));
    let mut saves = false;
    for command in &commands {
        // Commands are joined by `|`, and `bufdo`, `argdo`, `silent` carry others.
        let mut parts = command.prefix().split('|').flat_map(|part| {
            let part = part.trim();
            [Some(part), part.split_once(' ').map(|(_, rest)| rest)]
        });
        saves |= !command.is_known() || parts.any(|part| part.is_some_and(saving));
        if let Some((_, file)) = command.prefix().split_once("w! ").filter(|_| saves) {
            found.file(&Word::known(file.split('|').next().unwrap_or(file).trim()));
        } else if let Some(shell) = command.prefix().strip_prefix('!') {
            found.shell(shell);
        }
    }
    if saves {
        found.files(&files);
    }
    if args.has("S W w") || scripted || commands.is_empty() || (saves && files.is_empty()) {
        found.opaque(format!("`{name}` does what its script or a person says"));
    }
}

fn emacs(words: &[Word], found: &mut Found) {
    let options = "lfeL load funcall eval execute directory script";
    let args = Arguments::parse(words, options, Style::Plain);
    if !words.iter().any(|word| matches!(word.text(), Some("-batch" | "--batch"))) {
        return found.opaque("`emacs` is an editor for a person");
    }
    let texts = "f e funcall eval execute";
    let saves = args.values(texts).any(|text| {
        ["save-", "write-", "basic-save"].iter().any(|name| text.prefix().contains(name))
    });
    if saves {
        found.files(&args.operands);
    }
    if args.has("l load script") || args.operands.is_empty() {
        found.opaque("`emacs` runs Lisp that may do anything");
    }
}

/// `sd FIND REPLACE FILE…` edits in place.
fn sd(words: &[Word], found: &mut Found) {
    let args = Arguments::parse(words, "nf max-replacements flags", Style::Plain);
    if !args.has("p preview") {
        found.files(args.after(2));
    }
}

/// Structural search and replace: written only with the flag that says so.
fn rewrite(name: &str, words: &[Word], found: &mut Found) {
    let options = "prldfem pattern rewrite lang rule directory extensions matcher";
    let args = Arguments::parse(words, options, Style::Plain);
    let always = one_of(name, "codemod srgn fastmod");
    if always || args.has("U update-all i in-place interactive") {
        match args.value("d directory") {
            Some(folder) => found.tree(folder),
            None => found.here(),
        }
    }
}
