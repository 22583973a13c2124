//! Programs that read shell text: shells, `su -c`, `watch`.

use super::carriers::opened;
use super::many::replaced;
use super::output::joined;
use super::state::Shell;
use super::walk::{Context, Walker};
use super::{Command, Input, Word};
use crate::effects::args::{Arguments, Style};
use crate::table::one_of;

/// A script on standard input is kept for its own commands up to this size.
const MOST_SHARED: usize = 4 << 10;

/// What a shell was started with.
struct Started {
    /// Does the first operand hold the text, after `-c`?
    text: bool,
    /// Is the text read from standard input in any case, after `-s`?
    input: bool,
    /// Is it only checked, not run, after `-n`?
    checked: bool,
    /// Where the operands begin.
    operands: usize,
}

/// `bash -c text`, `bash <<EOF`, `… | sh`. A script in a file is not read.
pub(super) fn shell(walker: &mut Walker, mut command: Command, shell: &Shell) -> Option<Command> {
    let name = command.program()?.to_owned();
    let started = started(&command.words);
    if started.checked {
        return Some(command);
    }
    let mut operands = command.words.get(started.operands..).unwrap_or_default().to_vec();
    let text = if started.text {
        (!operands.is_empty()).then(|| operands.remove(0))
    } else {
        let file = operands.first().and_then(Word::text).filter(|_| !started.input);
        let stream = file.and_then(|name| walker.stream(name)).cloned();
        let from = match file {
            None if !operands.is_empty() && !started.input => return Some(command),
            None => command.input.clone(),
            Some(name) if one_of(name, "- /dev/stdin /dev/fd/0 /proc/self/fd/0") => {
                command.input.clone()
            }
            Some(_) => match stream {
                Some(stream) => stream,
                None => return Some(command),
            },
        };
        match from {
            Input::Text(text) | Input::Pipe { text: Some(text), .. } => Some(text),
            _ => None,
        }
    };
    let Some(text) = text.filter(|text| !text.prefix().is_empty() || text.is_known()) else {
        return Some(command);
    };
    // What the shell reads, its commands could read, too. They seldom do.
    if !started.text && text.skeleton().len() > MOST_SHARED {
        command.input = Input::Pipe { names: Vec::new(), text: None };
    }
    let label = if started.text { format!("{name} -c") } else { name };
    // With `-c` the first operand after the text is `$0`.
    let skip = usize::from(started.text).min(operands.len());
    let arguments = operands.split_off(skip);
    let mut inner = shell.clone();
    if let Some(own) = operands.pop() {
        inner.set("0", own);
    }
    run_text(walker, command, &text, label, Some(arguments), &inner);
    None
}

/// Runs shell text as a new shell would, with what the command was given.
pub(super) fn run_text(
    walker: &mut Walker,
    command: Command,
    text: &Word,
    label: String,
    arguments: Option<Vec<Word>>,
    shell: &Shell,
) {
    let mut inner = shell.clone();
    inner.cwd = command.cwd.clone();
    inner.arguments = arguments.map(Into::into);
    for (name, value) in &command.variables {
        inner.set(name, value.clone());
    }
    let mut context = Context { input: command.input.clone(), carriers: command.carriers.clone() };
    walker.keep_redirects(command, shell);
    context.carriers.push(label);
    walker.source(text.skeleton(), &mut inner, &context);
}

fn started(words: &[Word]) -> Started {
    let mut started = Started { text: false, input: false, checked: false, operands: 1 };
    while let Some(text) = words.get(started.operands).map(Word::prefix) {
        if text == "--" || text == "-" && words.len() > started.operands + 1 {
            started.operands += 1;
            break;
        }
        if let Some(long) = text.strip_prefix("--") {
            started.text |= long == "command";
            started.operands += 1 + usize::from(matches!(long, "rcfile" | "init-file"));
            continue;
        }
        let Some(letters) = text.strip_prefix(['-', '+']).filter(|letters| !letters.is_empty())
        else {
            break;
        };
        started.text |= text.starts_with('-') && letters.contains('c');
        started.input |= letters.contains('s');
        started.checked |= text.starts_with('-') && letters.contains('n');
        let valued = letters.bytes().filter(|letter| b"oO".contains(letter)).count();
        started.operands += 1 + valued;
    }
    started
}

/// Programs that are given shell text by an option, or as words that they join.
pub(super) fn of_text(
    walker: &mut Walker,
    mut command: Command,
    name: &str,
    shell: &Shell,
) -> Option<Command> {
    let (options, style) = match name {
        "watch" => ("n interval", Style::Stop),
        "script" => {
            ("cEIOBTtmo command echo log-in log-out log-io log-timing output-limit", Style::Plain)
        }
        "flock" => ("wEc timeout wait conflict-exit-code command", Style::Plain),
        "entr" => ("", Style::Stop),
        _ => ("cgGswu command group supp-group shell whitelist-environment user", Style::Plain),
    };
    let args = Arguments::parse(command.arguments(), options, style);
    let operands = args.own_operands(0);
    let given = args.value("c command").cloned();
    let text = match (name, given) {
        (_, Some(text)) => Some(text),
        ("sg", None) => operands.get(1).cloned(),
        ("watch", None) if !operands.is_empty() => Some(Word::known(joined(&operands))),
        ("runuser", None) if args.has("u user") && !operands.is_empty() => {
            command.words = operands;
            command.carriers.push(name.to_owned());
            walker.run(command, &mut shell.clone(), false);
            return None;
        }
        ("entr", None) => {
            // `/_` stands for the file that changed.
            let changed = super::many::items(&command.input, false);
            let changed = changed.first().cloned().unwrap_or_else(Word::unknown);
            command.words = replaced(&operands, "/_", &changed);
            command.carriers.push(name.to_owned());
            walker.run(command, &mut shell.clone(), false);
            return None;
        }
        // BSD's `script` takes the words after the file.
        ("script", None) if operands.len() > 1 => {
            let file = opened(&command, &operands[0]);
            command.redirects.push(file);
            command.words = operands[1..].to_vec();
            command.carriers.push(name.to_owned());
            walker.run(command, &mut shell.clone(), false);
            return None;
        }
        _ => None,
    };
    let Some(text) = text else { return Some(command) };
    if matches!(name, "script" | "flock")
        && let Some(file) = operands.first()
    {
        let file = opened(&command, file);
        command.redirects.push(file);
    }
    run_text(walker, command, &text, name.to_owned(), None, shell);
    None
}

/// `hyperfine 'a' 'b'`: each operand is shell text.
pub(super) fn each_operand(walker: &mut Walker, command: &Command, shell: &Shell) {
    let options = "wmMrpcsSnNuPDLi warmup min-runs max-runs runs setup prepare conclude cleanup \
         parameter-scan parameter-step-size parameter-list shell style sort time-unit \
         export-asciidoc export-csv export-json export-markdown output input command-name";
    let args = Arguments::parse(command.arguments(), options, Style::Plain);
    let texts = args.own_operands(0);
    let more = args.own_values("s setup p prepare conclude c cleanup");
    let files = args.own_values("export-asciidoc export-csv export-json export-markdown");
    let mut outer = command.clone();
    for file in &files {
        let opened = opened(&outer, file);
        outer.redirects.push(opened);
    }
    walker.keep_redirects(outer, shell);
    for text in texts.iter().chain(&more) {
        run_text(walker, command.bare(), text, "hyperfine".to_owned(), None, shell);
    }
}
