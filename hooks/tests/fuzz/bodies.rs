//! What is done with each input, whoever made it up: this file is part of the fuzz test and
//! of the programs of `hooks/fuzz`. A body panics if an answer is wrong or too large.

use cvg_hooks::config::Gate;
use cvg_hooks::effects::{self, Effects};
use cvg_hooks::gate::milestone::{self, Found, What};
use cvg_hooks::shell::{self, Command, Input, Place, Reading, Setting, Word};
use cvg_hooks::testkit::contract;
use cvg_hooks::verdict::CONTEXT_LIMIT;
use cvg_hooks::{Event, Host, Kind, OnCodex, ToolCall, Verdict, patch};

/// One parser, from what an attacker may send to what it says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Target {
    /// A hook's standard input, and the answers that its event takes.
    Event,
    /// The patch format of Codex.
    Patch,
    /// A command line, and what its commands write.
    Shell,
    /// What a command writes, from its words.
    Effects,
    /// The milestones that a command line makes.
    Milestones,
}

impl Target {
    /// The name of its corpus.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Target::Event => "event",
            Target::Patch => "patch",
            Target::Shell => "shell",
            Target::Effects => "effects",
            Target::Milestones => "milestones",
        }
    }

    /// Reads `input` and checks what comes of it.
    pub(crate) fn check(self, input: &[u8]) {
        match self {
            Target::Event => event(input),
            Target::Patch => a_patch(&String::from_utf8_lossy(input)),
            Target::Shell => a_line(&String::from_utf8_lossy(input)),
            Target::Effects => command(&String::from_utf8_lossy(input)),
            Target::Milestones => milestones(&String::from_utf8_lossy(input)),
        }
    }
}

fn event(input: &[u8]) {
    let event = Event::parse(input, None);
    agrees(input, event.as_ref().ok());
    let Ok(event) = event else { return };
    let known = [event.name(), event.session_id().unwrap_or_default()].concat();
    at_most(known.len(), input.len(), "the event's fields");
    let _ = (event.known(), event.cwd(), event.field::<u64>("zz"), event.is_explained());
    if let Some(call) = event.call() {
        a_call(call, input.len());
    }
    let text = event.call().and_then(ToolCall::command).unwrap_or(event.raw().into());
    for host in Host::ALL {
        // Answers differ by host only where they are written down.
        for verdict in verdicts(event.kind(), &text) {
            answer(&verdict, host, event.name(), text.len());
        }
    }
}

/// Another reader of JSON finds the same, where it has no limits of its own.
fn agrees(input: &[u8], event: Option<&Event<'_>>) {
    let Ok(text) = std::str::from_utf8(input) else { return };
    let text = text.strip_prefix('\u{feff}').unwrap_or(text).trim();
    match serde_json::from_str::<serde_json::Map<String, serde_json::Value>>(text) {
        Ok(fields) => {
            let event = event.unwrap_or_else(|| panic!("an object is refused"));
            let said = |name| fields.get(name).and_then(|value| value.as_str()).unwrap_or_default();
            assert_eq!(event.name(), said("hook_event_name"));
            assert_eq!(event.session_id().unwrap_or_default(), said("session_id"));
            if let Some(call) = event.call() {
                assert_eq!(call.name(), said("tool_name"));
            }
        }
        Err(error) => {
            let why = error.to_string();
            // It keeps no half of a surrogate pair, no number without bounds, no depth, and
            // nothing raw that a host would have escaped.
            let own = ["surrogate", "hex escape", "range", "recursion", "control character"];
            if !own.iter().any(|own| why.contains(own)) {
                assert!(event.is_none(), "{why}");
            }
        }
    }
}

fn a_call(call: &ToolCall<'_>, size: usize) {
    let paths: usize = call.paths().iter().map(|path| path.len()).sum();
    at_most(paths, size, "the paths");
    // A quote in a list of words becomes four bytes.
    at_most(call.command().map_or(0, |line| line.len()), 4 * size, "the command line");
    let arguments = call.arguments();
    let values: usize = arguments.list.iter().map(|found| found.value.len()).sum();
    at_most(values, size, "the arguments");
    at_most(arguments.list.len(), 4096, "the list of arguments");
    let _ = (call.patch(), call.field::<String>("file_path"), call.use_id());
}

/// Every answer that an event takes.
fn verdicts(kind: &Kind<'_>, text: &str) -> Vec<Verdict> {
    let said = || Verdict::pass().message(text);
    match kind {
        Kind::PreToolUse(call) => vec![
            call.deny(text),
            call.ask(text, OnCodex::Deny),
            call.ask(text, OnCodex::Allow),
            call.context(text).message(text),
            said(),
        ],
        Kind::PostToolUse(call) => vec![call.feedback(text), call.context(text), said()],
        Kind::PermissionRequest(request) => vec![request.allow(), request.deny(text), said()],
        Kind::SessionStart(start) => vec![start.context(text), said()],
        Kind::UserPromptSubmit(prompt) => {
            vec![prompt.block(text), prompt.context(prompt.prompt()), said()]
        }
        Kind::Stop(stop) => vec![stop.go_on(text), said()],
        Kind::SubagentStart(start) => vec![start.context(text), said()],
        Kind::SubagentStop(stop) => vec![stop.go_on(text), said()],
        Kind::PreCompact(compaction) | Kind::PostCompact(compaction) => {
            vec![compaction.message(text)]
        }
        Kind::SessionEnd(_) | Kind::Other => vec![Verdict::pass()],
    }
}

/// Both hosts run the tool if the answer is not exactly as they want it.
fn answer(verdict: &Verdict, host: Host, event: &str, size: usize) {
    let Some(answer) = verdict.encode(Some(host)) else { return };
    // A control character takes six bytes in JSON; the text may stand in it twice.
    at_most(answer.len(), 12 * size, "the answer");
    let read = contract::read(host, event, answer.as_bytes());
    let document = match read {
        Ok(document) => document.unwrap_or_default(),
        Err(why) => panic!("{host} would not take `{answer}`: {why}"),
    };
    if let Some(context) = document["hookSpecificOutput"]["additionalContext"].as_str() {
        assert!(context.encode_utf16().count() <= CONTEXT_LIMIT, "a context is not cut");
    }
}

fn a_patch(text: &str) {
    let read = patch::read(text);
    let files: Vec<&str> = read.files.iter().map(|file| file.path.as_ref()).collect();
    at_most(files.iter().map(|path| path.len()).sum(), text.len(), "the paths of the patch");
    let mut rest = files.iter();
    // No content of a file begins so: whatever else is wrong, the guard must see the name.
    for line in text.lines() {
        let header = ["*** Add File:", "*** Update File:", "*** Delete File:", "*** Move to:"];
        let Some(path) = header.iter().find_map(|header| line.strip_prefix(header)) else {
            continue;
        };
        let path = path.trim();
        assert!(path.is_empty() || rest.any(|file| *file == path), "`{path}` is not seen");
    }
    let document = serde_json::json!({
        "hook_event_name": "PreToolUse", "tool_name": "apply_patch",
        "tool_input": { "command": text },
    });
    let document = document.to_string();
    let event = Event::parse(&document, None).unwrap_or_else(|error| panic!("{error}"));
    let paths = event.call().map(ToolCall::paths).unwrap_or_default();
    assert_eq!(paths, files, "the same patch in an event");
}

fn a_line(text: &str) {
    let setting = Setting {
        cwd: Some("/repo/src".into()),
        home: Some("/home/dev".into()),
        ..Setting::default()
    };
    let analysis = shell::analyse(text, &setting);
    at_most(analysis.commands.len(), 20_000, "the commands");
    for command in &analysis.commands {
        let effects = effects::of(command);
        for script in &effects.scripts {
            // Its cost counts only with the guard, which has a budget for all of them.
            at_most(script.text.len(), 16 * (words(command) + text.len()), "a script");
        }
        at_most(effects.writes.len(), 4 * words(command) + text.len(), "the writes");
    }
    if analysis.reading == Reading::Whole && text.len() < 4096 {
        lines_before_a_fault(text, &analysis.commands, &setting);
    }
}

/// Bash runs each complete line before it reads the next: what was seen without the fault
/// must be seen with it.
fn lines_before_a_fault(text: &str, commands: &[Command], setting: &Setting) {
    // Where a line, a here-document, the index of an array or a function may be open at the
    // end, what follows belongs to it. The parser takes a line feed for the file of a
    // redirection that has none, where bash stops.
    let is_open = text.ends_with('\\') || text.contains("<<") || text.contains('[');
    if is_open || misses_a_body(text) || misses_a_file(commands) {
        return;
    }
    let spoilt = shell::analyse(&format!("{text}\n{}", "((\n".repeat(100)), setting);
    let seen = commands.iter().zip(&spoilt.commands).all(|(a, b)| a.words == b.words)
        && spoilt.commands.len() >= commands.len();
    assert!(seen || matches!(spoilt.reading, Reading::TooMuch(_)), "{:?}", spoilt.reading);
}

/// Is the last word the name of a function, or would be?
fn misses_a_body(text: &str) -> bool {
    let mut last = text.split_whitespace().rev().take(2);
    text.trim_end().ends_with(')') || last.any(|word| word.ends_with("function"))
}

/// Is there a redirection without a file?
fn misses_a_file(commands: &[Command]) -> bool {
    let mut files = commands.iter().flat_map(|command| &command.redirects);
    files.any(|file| matches!(file.target.prefix(), "" | "\n" | ";"))
}

fn words(command: &Command) -> usize {
    command.words.iter().map(|word| word.prefix().len() + 1).sum()
}

/// The first line are the words of a command; the rest comes on its standard input.
fn command(text: &str) {
    let (line, rest) = text.split_once('\n').unwrap_or((text, ""));
    let words = line.split(' ').filter(|word| !word.is_empty()).map(|word| {
        let word = word.replace('\u{1}', " ").replace('\u{2}', "\n");
        match word.strip_suffix('…') {
            Some(known) => Word::beginning(known),
            None => Word::known(word),
        }
    });
    let command = Command {
        words: words.collect(),
        cwd: Place::At("/repo/src".into()),
        input: Input::Text(Word::known(rest)),
        ..Command::default()
    };
    let _ = effects::reading_names(&command);
    bounded(&effects::of(&command), text.len());
}

fn bounded(effects: &Effects, size: usize) {
    let scripts: usize = effects.scripts.iter().map(|script| script.text.len()).sum();
    at_most(scripts, 16 * size, "the scripts");
    at_most(effects.writes.len(), 4 * size, "the writes");
    at_most(effects.opaque.as_ref().map_or(0, String::len), 4 * size, "why it is opaque");
}

fn milestones(text: &str) {
    let setting = Setting {
        cwd: Some("/repo/src".into()),
        home: Some("/home/dev".into()),
        ..Setting::default()
    };
    let gate = Gate { docker_push: true, ..Gate::default() };
    short(&milestone::find(text, &setting, &gate));
    short(&milestone::find_in_powershell(text, &setting, &gate));
    if text.len() < 4096 {
        one_more(text, &setting, &gate);
    }
}

fn short(found: &Found) {
    at_most(found.milestones.len(), 0, "the milestones");
    for made in &found.milestones {
        at_most(made.shown.len(), 0, "the command that is shown");
        assert!(!made.shown.is_empty() && !made.what.to_string().is_empty());
    }
}

/// Whatever a line does, the tag that it makes at its end is seen.
fn one_more(text: &str, setting: &Setting, gate: &Gate) {
    let line = format!("{text} ; git tag v9");
    // A comment, an open here-document, the index of an array and a redirection take what
    // follows; a function may be called so.
    let takes_more = ["#", "<<", "[", "function"].iter().any(|taker| text.contains(taker))
        || text.trim_end().ends_with(['<', '>', '&', '|'])
        || text.split('(').any(|inside| inside.trim_start().starts_with(')'));
    let is_whole = |line: &str| {
        let analysis = shell::analyse(line, setting);
        analysis.reading == Reading::Whole && !misses_a_file(&analysis.commands)
    };
    if takes_more || !is_whole(text) || !is_whole(&line) {
        return;
    }
    let found = milestone::find(&line, setting, gate);
    let last = What::Tag { name: Some("v9".to_owned()) };
    // Of very many the first are kept.
    let is_there =
        found.milestones.len() >= 50 || found.milestones.iter().any(|it| it.what == last);
    assert!(is_there, "{:?}", found.milestones);
    assert!(milestone::mentions(&line), "the text alone names it");
}

/// Checks that `size` is no more than `limit` and a little that needs no input.
fn at_most(size: usize, limit: usize, what: &str) {
    assert!(size <= limit + 4096, "{what}: {size}, where {limit} are enough");
}
