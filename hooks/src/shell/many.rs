//! Programs that start a command for many files: `xargs`, `find -exec`, `fd -x`,
//! `parallel`.

use super::carriers::{opened, split};
use super::output::{below, joined};
use super::shells::run_text;
use super::state::Shell;
use super::walk::Walker;
use super::{Command, Input, Word};
use crate::effects::args::{Arguments, Style};
use crate::effects::reading_names;

/// A command that is started for each file is followed for no more than these.
const MOST: usize = 16;

/// The words that a program reads from its input. `by_line`: one word is a line.
pub(super) fn items(input: &Input, by_line: bool) -> Vec<Word> {
    match input {
        Input::Text(text) | Input::Pipe { text: Some(text), .. } => {
            let text = text.skeleton();
            if by_line {
                text.lines().map(|line| Word::known(line.trim())).collect()
            } else {
                split(&text.replace('\0', "\\\0"))
            }
        }
        Input::Pipe { names, .. } if !names.is_empty() => names.iter().map(below).collect(),
        _ => vec![Word::unknown()],
    }
}

/// `xargs rm`, `xargs -I{} cp {} dir`.
pub(super) fn xargs(walker: &mut Walker, command: Command, shell: &Shell) {
    let options = "EILnPsadJRS/eil \
         arg-file delimiter replace max-lines max-args max-procs max-chars process-slot-var";
    let args = Arguments::parse(command.arguments(), options, Style::Stop);
    let mut pattern = args.value("I J").and_then(Word::text).map(str::to_owned);
    if pattern.is_none() && args.has("i replace") {
        let own = args.value("i replace").and_then(Word::text).filter(|text| !text.is_empty());
        pattern = Some(own.unwrap_or("{}").to_owned());
    }
    let by_line = pattern.is_some() || args.has("0 null d delimiter");
    let from_file = args.has("a arg-file");
    let input = if from_file { &Input::Inherited } else { &command.input };
    let items = items(input, by_line);
    let mut words = args.own_operands(0);
    if words.is_empty() {
        words.push(Word::known("echo"));
    }
    each(walker, command, "xargs", words, &items, pattern.as_deref(), shell);
}

/// The words with every `pattern` in them replaced.
pub(super) fn replaced(words: &[Word], pattern: &str, by: &Word) -> Vec<Word> {
    words.iter().map(|word| word.replaced(pattern, by)).collect()
}

/// Starts a command with items at its end, or with each item in the place of a pattern.
fn each(
    walker: &mut Walker,
    mut command: Command,
    label: &str,
    words: Vec<Word>,
    items: &[Word],
    pattern: Option<&str>,
    shell: &Shell,
) {
    command.carriers.push(label.to_owned());
    // The started commands do not read what the carrier read.
    command.input = Input::Text(Word::known(""));
    let Some(pattern) = pattern else {
        command.words = words;
        command.words.extend_from_slice(items);
        return walker.run(command, &mut shell.clone(), false);
    };
    let many = [Word::unknown()];
    let items = if items.len() > MOST { &many } else { items };
    for item in items {
        let words = replaced(&words, pattern, item);
        let mut one = command.clone();
        one.words = words;
        walker.run(one, &mut shell.clone(), false);
    }
}

/// `find … -exec rm {} +`. What `find` itself writes is judged with it.
pub(super) fn find(walker: &mut Walker, command: Command, shell: &Shell) -> Command {
    const STARTS: [&str; 4] = ["-exec", "-execdir", "-ok", "-okdir"];
    let mut roots: Vec<Word> = reading_names(&command).iter().map(below).collect();
    if roots.len() > MOST {
        roots = vec![Word::unknown()];
    }
    let words = command.arguments().to_vec();
    let started = command.bare();
    let mut rest = &words[..];
    while let Some(at) =
        rest.iter().position(|word| word.text().is_some_and(|text| STARTS.contains(&text)))
    {
        let local = rest[at].prefix().ends_with("dir");
        rest = &rest[at + 1..];
        let end = rest
            .iter()
            .enumerate()
            .position(|(n, word)| {
                let plus = word.text() == Some("+") && n > 0 && rest[n - 1].text() == Some("{}");
                word.text() == Some(";") || plus
            })
            .unwrap_or(rest.len());
        let inner = rest[..end].to_vec();
        rest = rest.get(end + 1..).unwrap_or_default();
        if inner.is_empty() {
            continue;
        }
        for root in &roots {
            let mut one = started.clone();
            let item = if local {
                // It runs in the folder of the file, which lies somewhere below the root.
                one.cwd = one.cwd.resolve(root);
                Word::beginning("./")
            } else {
                root.clone()
            };
            each(walker, one, "find", inner.clone(), &[item], Some("{}"), shell);
        }
    }
    command
}

/// `fd pattern -x rm`.
pub(super) fn fd(walker: &mut Walker, command: Command, shell: &Shell) -> Command {
    let starts = |word: &Word| word.is_one_of("-x -X --exec --exec-batch");
    let Some(at) = command.words.iter().position(starts) else { return command };
    let mut inner = command.words[at + 1..].to_vec();
    if let Some(end) = inner.iter().position(|word| word.text() == Some(";")) {
        inner.truncate(end);
    }
    let mut search = command.clone();
    search.words.truncate(at);
    let items: Vec<Word> = reading_names(&search).iter().map(below).collect();
    if !inner.is_empty() {
        placed(walker, &command, "fd", &inner, &items, shell);
    }
    search
}

/// Starts a command with each item in the place of `{}` or its relatives, or at the end.
fn placed(
    walker: &mut Walker,
    command: &Command,
    label: &str,
    inner: &[Word],
    items: &[Word],
    shell: &Shell,
) {
    const PLACES: [&str; 4] = ["{}", "{.}", "{/}", "{//}"];
    let used = PLACES.iter().any(|place| inner.iter().any(|word| word.skeleton().contains(place)));
    let mut started = command.bare();
    started.input = Input::Text(Word::known(""));
    for item in items.iter().take(MOST) {
        let mut words: Vec<Word> = inner.to_vec();
        for place in PLACES {
            words = replaced(&words, place, item);
        }
        if !used {
            words.push(item.clone());
        }
        let mut one = started.clone();
        one.words = words;
        one.carriers.push(label.to_owned());
        walker.run(one, &mut shell.clone(), false);
    }
}

/// GNU parallel joins its words and gives them to a shell: `parallel rm ::: a b`.
pub(super) fn parallel(walker: &mut Walker, command: Command, shell: &Shell) -> Option<Command> {
    let options = "jPNnLaISCdEsl \
         jobs max-procs max-args max-replace-args max-lines arg-file colsep delimiter joblog \
         results workdir wd tmpdir timeout delay retries halt sshlogin sshloginfile load memfree \
         nice tagstring env basefile return shellquote block recstart recend max-chars";
    let args = Arguments::parse(command.arguments(), options, Style::Stop);
    if args.has("S sshlogin sshloginfile slf") {
        return Some(command);
    }
    let pattern = args.value("I").and_then(Word::text).unwrap_or("{}").to_owned();
    let folder = args.value("workdir wd").cloned();
    let logs = args.own_values("joblog results");
    let from_file = args.has("a arg-file");
    let words = args.own_operands(0);
    let is_source = |word: &Word| word.is_one_of("::: :::: :::+ ::::+");
    let end = words.iter().position(is_source).unwrap_or(words.len());
    let (template, sources) = words.split_at(end);
    let mut items = match sources.split_first() {
        Some((first, list)) if first.text() == Some(":::") => {
            let mut items = list.to_vec();
            items.retain(|word| !is_source(word));
            items
        }
        Some(_) => vec![Word::unknown()],
        None if from_file => vec![Word::unknown()],
        None => self::items(&command.input, true),
    };
    if items.len() > MOST {
        items = vec![Word::unknown()];
    }
    let mut command = command;
    for log in &logs {
        let opened = opened(&command, log);
        command.redirects.push(opened);
    }
    if let Some(folder) = folder {
        command.cwd = command.cwd.resolve(&folder);
    }
    let text = joined(template);
    let places = [&*pattern, "{}", "{.}", "{/}", "{//}", "{1}", "{2}", "{3}"];
    let used = places.iter().any(|place| text.contains(place));
    walker.keep_redirects(command.clone(), shell);
    command.redirects.clear();
    command.input = Input::Text(Word::known(""));
    for item in &items {
        let mut line = Word::known(text.as_str());
        for place in places {
            line = line.replaced(place, item);
        }
        if text.is_empty() {
            line = item.clone();
        } else if !used {
            line = Word::known(format!("{} {}", line.skeleton(), item.skeleton()));
        }
        run_text(walker, command.clone(), &line, "parallel".to_owned(), None, shell);
    }
    None
}
